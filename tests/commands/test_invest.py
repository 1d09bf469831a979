"""The command `invest`: what it prints, what it writes as JSON, and how it fails."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys

import numpy as np
import pytest

from littlestone import BuyAndHold, InvestGame
from littlestone.cli import run
from littlestone.commands import invest as command_invest
from littlestone.formats.tables.price_file import Market

PRICES = "day,IBM,Coke\n" + "".join(f"{t},{10 + t % 2},{20 + 3 * (t % 3)}\n" for t in range(30))


@pytest.fixture
def command(capsys):
    def command(*arguments):
        code = run(["invest", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.fixture
def prices(tmp_path):
    path = tmp_path / "prices.csv"
    path.write_text(PRICES)
    return path


def test_the_account_says_what_became_of_the_stake(command, prices):
    code, out, err = command(prices, "--learner", "bah", "--cost", "0.01")
    words = " ".join(out.split())
    assert (code, err) == (0, "")
    assert f"buy-and-hold on {prices}" in words
    assert "market 29 days, 2 assets; column 'day' is taken for the days" in words
    assert "wealth 1.18812 from a stake of 1" in words  # 1.2 / 1.01
    assert "costs 0.01 of all that is traded; without them the wealth is 1.2" in words
    assert "best stock 1.3, Coke" in words
    assert "regret" in words
    assert "Buy and hold: ln(best asset held) - ln(wealth) <= ln(1/its share at first), ln 2 for equal shares" in words
    assert "holds paid" in words


def test_the_json_has_the_numbers_by_name(command, prices):
    code, out, err = command(prices, "--learner", "eg", "--set", "eta=0.2", "--json")
    account = json.loads(out)
    assert (code, err) == (0, "")
    assert (account["learner"], account["parameters"]) == ("eg", {"d": 2, "eta": 0.2})
    assert (account["days"], account["assets"], account["cost"]) == (29, 2, 0.0)
    assert account["best_stock_name"] == "Coke"
    assert account["best_stock"] == pytest.approx(1.3)
    assert list(account["best_crp_weights"]) == ["IBM", "Coke"]
    assert sum(account["best_crp_weights"].values()) == pytest.approx(1.0)
    assert account["best_crp"] >= account["best_stock"]
    assert account["regret"] == pytest.approx(np.log(account["best_crp"] / account["wealth"]))
    assert account["uniform_buy_and_hold"] == pytest.approx((1.1 + 1.3) / 2)
    assert 0.0 < account["drawdown"] < 1.0
    [certificate] = account["certificates"]
    assert (certificate["verdict"], certificate["paid"]) == ("holds", pytest.approx(account["regret"]))
    assert (account["interrupted"], account["doubt"], account["skipped_column"]) == (False, None, "day")


def test_the_regret_beside_a_certificate_is_the_one_that_it_is_about(command, prices):
    code, out, _ = command(prices, "--learner", "universal", "--cost", "0.2", "--json")
    account = json.loads(out)
    [certificate] = account["certificates"]
    assert code == 0
    assert certificate["theorem"].endswith(", before costs")
    assert certificate["paid"] == pytest.approx(account["regret_before_costs"])
    assert account["regret_after_costs"] == pytest.approx(np.log(account["best_crp"] / account["wealth"]))
    words = " ".join(command(prices, "--learner", "universal", "--cost", "0.2")[1].split())
    before, after = f"{account['regret_before_costs']:.4g}", f"{account['regret_after_costs']:.4g}"
    assert f"regret {before} = ln(best CRP) - ln(wealth) before costs, which is what theorems are about" in words
    assert f"after costs {after} = ln(best CRP) - ln(wealth)" in words
    free = " ".join(command(prices, "--learner", "universal")[1].split())
    assert "before costs" not in free
    assert "after costs" not in free


def test_how_hard_theorems_look_is_an_option(command, prices):
    assert json.loads(command(prices, "--theorems", "none", "--json")[1])["certificates"] == []
    assert json.loads(command(prices, "--theorems", "full", "--json")[1])["certificates"][0]["verdict"] == "holds"
    assert command(prices, "--theorems", "much")[0] == 2


def test_every_learner_invests_and_unknown_ones_are_answered_with_the_nearest(command, prices):
    for name in ("crp", "buy-and-hold", "bah", "eg", "ons", "universal", "pamr"):
        assert command(prices, "--learner", name)[0] == 0, name
    code, _, err = command(prices, "--learner", "onss")
    assert (code, err) == (2, "littlestone: there is no portfolio 'onss'; did you mean 'ons'?\n")


def test_a_learner_without_a_theorem_says_so(command, prices):
    said = "\nthis package has no theorem about this learner with these settings\n"
    for arguments in (["pamr"], ["ons"]):
        assert command(prices, "--learner", *arguments)[1].endswith(said)
    assert "holds" in command(prices, "--learner", "ons", "--set", "delta=1")[1]


def test_weights_are_numbers_between_commas(command, prices):
    account = json.loads(command(prices, "--learner", "crp", "--set", "weights=0.25,0.75", "--json")[1])
    assert account["parameters"]["weights"] == [0.25, 0.75]
    for bad, words in (
        ("0.5,half", "a list of numbers between commas"),
        ("0.5", "2 shares"),
        ("1,1", "whose sum is 1"),
    ):
        code, _, err = command(prices, "--learner", "crp", "--set", f"weights={bad}")
        assert code == 2
        assert words in err


def test_a_promise_is_held_to(command, prices):
    out = " ".join(command(prices, "--promise", "r=0.99")[1].split())
    assert "broken premise a price relative was" in out
    assert "of the best on day 1, less than r = 0.99" in out
    assert command(prices, "--promise", "k=3")[0] == 2
    assert command(prices, "--learner", "ons", "--promise", "r=0.5")[0] == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--set", "etta=1"], "there is no parameter of eg 'etta'; did you mean 'eta'?"),
        (["--set", "d=3"], "there is no parameter of eg 'd'"),
        (["--set", "eta=fast"], "eta is a rate, a finite number, not 'fast'"),
        (["--cost", "2"], "cost is what trading one unit of wealth costs"),
        (["--cost", "much"], "--cost"),
        (["--delimiter", "ab"], "a delimiter is one character"),
        (["--learner", "universal", "--set", "grid=100000000"], "take a coarser grid"),
    ],
)
def test_bad_arguments_are_one_line_and_code_two(command, prices, options, words):
    code, out, err = command(prices, *options)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_bad_file_is_one_line_with_its_place(command, tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("IBM,Coke\n10,20\n11,\n")
    code, out, err = command(path)
    assert (code, out) == (2, "")
    assert err == (
        f"littlestone: {path}, line 3, column 'Coke': the price is missing; "
        "fill it in, or leave out the asset or the day\n"
    )


def test_relatives_taken_for_prices_raise_a_doubt_on_standard_error(command, tmp_path):
    path = tmp_path / "relatives.csv"
    path.write_text("1.01,0.99\n0.98,1.02\n1.0,1.01\n")
    code, _, err = command(path)
    assert code == 0
    assert "are they price relatives? then give --relatives" in err
    code, out, err = command(path, "--relatives", "--json")
    assert (json.loads(out)["days"], err) == (3, "")


def test_quiet_says_nothing_but_its_code(command, prices):
    assert command(prices, "--quiet") == (0, "", "")


def test_prices_come_from_a_pipe_too(command, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PRICES.encode())))
    assert json.loads(command("-", "--json")[1])["days"] == 29


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupted_investment_is_accounted_up_to_its_last_whole_day():
    relatives = np.full((10, 2), 1.1)

    class Interrupting(InvestGame):
        def label(self, number, y):
            super().label(number, y)
            if number == 4:
                signal.raise_signal(signal.SIGINT)

    game = Interrupting(BuyAndHold(2))
    market = Market(["a", "b"], relatives, [""] * len(relatives), None, None)
    assert command_invest.play_market(game, market, shown=False)
    assert game.ledger.labelled == 4
    account = command_invest.account_of(game, market, "here", True)
    assert ("market", "4 days, then interrupted, 2 assets", "") in command_invest.lines(market, account)


def test_the_bar_shows_days_and_wealth():
    game = InvestGame(BuyAndHold(2))
    bar = command_invest.WealthBar(game, None, 4, False)
    game.label(game.predict().number, [2.0, 4.0])
    assert bar.words(0.0) == "1 day, wealth 3"


def test_many_assets_in_the_best_portfolio_are_cut_short():
    words = command_invest.mixed(dict.fromkeys("abcdefgh", 1 / 8))
    assert words == "0.125 h, 0.125 g, 0.125 f, 0.125 e, 0.125 d and 3 more"


def test_the_program_answers_as_a_program(prices):
    done = subprocess.run(
        [sys.executable, "-m", "littlestone", "invest", str(prices), "--json"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout)["source"] == str(prices)


def test_the_wealth_is_drawn_beside_that_of_the_others(command, prices, tmp_path):
    picture = tmp_path / "wealth.svg"
    assert command(prices, "--plot", picture, "--quiet") == (0, "", "")
    words = picture.read_text()
    for name in (">eg<", "best stock, ", "equal shares held", "best constant rebalanced portfolio"):
        assert name in words
    code, _, err = command(prices, "--plot", tmp_path / "wealth.doc")
    assert (code, "wealth.doc" in err) == (2, True)


def test_the_sample_of_stocks_is_invested_in(command):
    code, out, err = command("sample:stocks", "--learner", "universal", "--json")
    account = json.loads(out)
    assert (code, err) == (0, "")
    assert (account["days"], account["assets"], account["skipped_column"]) == (1859, 4, None)
    assert account["best_stock_name"] == "SMI"
    assert all(one["verdict"] != "violated" for one in account["certificates"])
