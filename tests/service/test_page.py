"""The page about the service is true: what it shows is what a shell prints."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from service_process import Process

from littlestone.service.http.listening import check_address

PAGE = Path(__file__).parents[2] / "docs" / "how_to" / "serve.md"
DIGEST = re.compile(r"^(  (?:digest|head) +).*$", re.M)


def sessions():
    """The commands of the page, each with what it shows."""
    text = PAGE.read_text()
    for block in re.findall(r"^```sh\n(.*?)^```", text, flags=re.M | re.S):
        yield from re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, flags=re.M)


@pytest.mark.system
def test_the_page_shows_what_a_shell_prints(tmp_path):
    if shutil.which("curl") is None:
        pytest.skip("curl is not here")
    (tmp_path / "littlestone").write_text(f'#!/bin/sh\nexec {sys.executable} -m littlestone "$@"\n')
    (tmp_path / "littlestone").chmod(0o755)
    environment = {
        **os.environ,
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
    }
    (first, said), *rest = sessions()
    assert first == "littlestone serve --data games/"
    assert said.splitlines()[0] == "games/ is served at http://127.0.0.1:8471"
    assert said.splitlines()[1:] == check_address(str(tmp_path), "127.0.0.1", None, None)
    process = Process(tmp_path / "games").wait()
    try:
        for command, shown in rest:
            done = subprocess.run(
                ["sh", "-c", command.replace("localhost:8471", f"localhost:{process.port}")],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            )
            found = DIGEST.sub(r"\1...", done.stdout)
            assert found.rstrip("\n") == shown.rstrip("\n")
    finally:
        assert process.end() == 0
