"""A line to run under every claim: it is short, it runs, and it prints something."""

from __future__ import annotations

from codeop import compile_command

import pytest
from played_booklet import chapter

from littlestone.booklet.chapters import CHAPTERS
from littlestone.booklet.lines import COMMAND, LINES, MOST_LINES, MOST_SHOWN, for_the_prompt, run_line
from littlestone.errors import LittlestoneError


def test_every_claim_has_a_line_and_no_line_is_of_a_claim_that_is_not_there():
    claims = {f"{name}#{claim.name}" for name in CHAPTERS for claim in chapter(name).claims}
    assert set(LINES) == claims


@pytest.mark.parametrize("name", LINES)
def test_a_line_is_short_and_prints_what_the_page_shows(name):
    line = LINES[name]
    assert "\n" not in line if line.startswith(COMMAND) else len(line.splitlines()) <= MOST_LINES
    handle, _, claim = name.partition("#")
    (found,) = [each for each in chapter(handle).claims if each.name == claim]
    assert found.line == line
    assert found.output
    assert "0x" not in found.output.replace("0x1", "0x")  # no address of an object
    assert len(found.output.splitlines()) <= MOST_SHOWN + 1
    assert run_line(line) == found.output


@pytest.mark.parametrize("name", [name for name, line in LINES.items() if not line.startswith(COMMAND)])
def test_what_a_page_shows_can_be_pasted_at_the_prompt(name):
    typed: list[str] = []
    for text in [*for_the_prompt(LINES[name]).splitlines(), ""]:
        typed.append(text)
        if compile_command("\n".join(typed)) is not None:  # a block that does not end is a SyntaxError
            typed.clear()
    assert typed == []


def test_a_command_that_fails_is_no_line(capsys):
    with pytest.raises(LittlestoneError, match="exit code 2"):
        run_line("littlestone dimension nothing:3")
    assert "nothing" in capsys.readouterr().err


def test_what_is_printed_is_cut_where_it_is_long():
    assert run_line("for k in range(100): print(k)").splitlines()[-2:] == [str(MOST_SHOWN - 1), "..."]
