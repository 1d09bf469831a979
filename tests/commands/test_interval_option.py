"""`--interval` of play and mix."""

from __future__ import annotations

import csv

import pytest
from drawn_streams import commands, numbers, strict, vectors


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def files(tmp_path, monkeypatch):
    (tmp_path / "numbers.csv").write_text(numbers(200))
    (tmp_path / "two.svm").write_text(vectors(200))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("eta", [(), ("--interval-eta", "0.05")])
def test_play_tells_of_its_intervals(command, files, eta):
    asked = ("play", "numbers.csv", "--label", "y", "--learner", "vaw", "--interval", "0.8", *eta)
    code, out, err = command(*asked, "-p", "p.csv", "--interval-plot", "p.png")
    assert (code, err) == (0, "")
    assert (files / "p.png").stat().st_size > 1000
    rows = table("p.csv")
    inside = sum(float(row["low"]) <= float(row["truth"]) <= float(row["high"]) for row in rows)
    assert f"{inside} of 200 truths inside" in out
    receipt = strict(command(*asked, "--json")[1])
    found = receipt["intervals"]
    assert found["misses"] == 200 - inside
    assert abs(found["identity"]) < 1e-9
    promised = receipt["certificates"][-2 if eta else -1 :]
    assert promised[0]["theorem"].startswith("Coverage")
    assert {certificate["verdict"] for certificate in promised} == {"holds"}


def test_sets_of_classes_are_written_too(command, files):
    code, out, _ = command("play", "two.svm", "--base", "1", "--interval", "0.9", "-p", "p.csv")
    assert code == 0
    rows = table("p.csv")
    inside = sum(row["label"] in row["set"].split() for row in rows)
    assert f"{inside} of 200 truths inside" in out


@pytest.mark.parametrize(
    "way", [("play", "numbers.csv", "--label", "y", "--learner", "vaw"), ("mix", "numbers.csv", "--truth", "y")]
)
def test_a_resumed_game_has_its_intervals(command, files, way):
    whole = strict(command(*way, "--interval", "0.8", "--delay", "3", "--json")[1])["intervals"]
    command(*way, "--interval", "0.8", "-f", "m.npz", "--limit", "100")
    assert command(*way, "--interval", "0.8", "-i", "m.npz")[2].endswith("--interval\n")
    again = strict(command(*way[:4], "-i", "m.npz", "--json")[1])["intervals"]
    assert again["labelled"] == 300
    assert abs(again["identity"]) < 1e-9
    assert whole["labelled"] == 200


def test_predict_and_test_only_go_on_from_a_game_with_intervals(command, files):
    command("play", "numbers.csv", "--label", "y", "--learner", "vaw", "--interval", "0.8", "-f", "m.npz")
    code, _, err = command("predict", "m.npz", "numbers.csv", "--label", "y", "--out", "p.csv")
    assert (code, err) == (0, "")
    assert {"low", "high"} <= set(table("p.csv")[0])
    asked = ("play", "numbers.csv", "--label", "y", "-i", "m.npz", "-t", "--json")
    assert "intervals" not in strict(command(*asked)[1])
    assert strict(command(*asked, "--interval", "0.9")[1])["intervals"]["coverage"] == 0.9


def test_what_does_not_go_together_is_said(command, files):
    way = ("play", "numbers.csv", "--label", "y", "--learner", "vaw")
    assert "give --interval 0.9" in command(*way, "--interval-plot", "p.png")[2]
    assert "give --interval 0.9" in command(*way, "--interval-eta", "1")[2]
    assert "between 0 and 1" in command(*way, "--interval", "90")[2]


def test_calibrated_chances_from_the_command_line(command, files):
    way = ("play", "two.svm", "--base", "1", "--calibrate", "5")
    code, out, err = command(*way, "-p", "p.csv", "--calibration-plot", "c.svg", "-f", "m.npz")
    assert (code, err) == (0, "")
    assert "Brier score" in out
    assert "reliability" in out
    assert (files / "c.svg").exists()
    assert all(0.0 < float(row["chance"]) < 1.0 for row in table("p.csv"))
    found = strict(command(*way, "--interval", "0.8", "--delay", "9", "--json")[1])
    kept = found["certificates"][-3:]
    assert {certificate["verdict"] for certificate in kept} == {"holds"}
    again = strict(command("play", "two.svm", "--base", "1", "-i", "m.npz", "--json")[1])["calibrated"]
    assert again["labelled"] == 400
    assert "give --calibrate 20" in command("play", "two.svm", "--base", "1", "--calibration-plot", "c.svg")[2]


def test_alarms_from_the_command_line(command, files):
    way = ("play", "two.svm", "--base", "1", "--alarm", "20", "--alarm-level")
    code, out, err = command(*way, "0.01", "-f", "m.npz")
    assert (code, err) == (0, "")
    assert "against mistakes a round at most 0.01" in out
    found = strict(command(*way, "0.01", "--json")[1])["alarm"]
    assert found["alarms"]
    assert f"round {found['alarms'][0]['round']}: evidence" in out
    assert not strict(command(*way, "0.9", "--json")[1])["alarm"]["alarms"]
    assert "leave out --alarm, --alarm-level" in command(*way, "0.01", "-i", "m.npz")[2]
    assert "needs --alarm-level" in command("play", "two.svm", "--base", "1", "--alarm", "20")[2]
    assert "goes with --alarm" in command("play", "two.svm", "--base", "1", "--alarm-level", "0.1")[2]
    numbers = ("play", "numbers.csv", "--label", "y", "--learner", "vaw", "--alarm", "50", "--alarm-level", "0.5")
    assert "largest" in command(*numbers)[2]
    assert command(*numbers, "--alarm-largest", "5")[0] == 0


def test_an_alarm_begins_a_member_anew_from_the_command_line(command, files):
    alarm = ("--alarm", "20", "--alarm-level", "0.01", "--alarm-fresh")
    way = ("play", "two.svm", "--base", "1", *alarm, "--learner", "committee")
    code, out, err = command(*way, "-f", "m.npz")
    assert (code, err) == (0, "")
    assert "fresh member" in out
    assert "begun anew" in out
    found = strict(command(*way, "--json")[1])
    assert found["alarm"]["fresh"]
    assert found["members"][-1]["name"] == "fresh member"
    assert strict(command(*way[:4], "-i", "m.npz", "--json")[1])["alarm"]["labelled"] == 400
    assert "--alarm, --alarm-level, --alarm-fresh" in command(*way, "-i", "m.npz")[2]
    assert "perceptron plays" in command(*way[:-1], "perceptron")[2]
    assert "leave one of them out" in command(*way[:-2], "-i", "m.npz", "-t")[2]
    assert "goes with --alarm" in command(*way[:4], "--alarm-fresh", "--learner", "committee")[2]


def test_an_alarm_about_a_feature_and_an_alarm_of_mix(command, files):
    way = ("play", "numbers.csv", "--label", "y", "--learner", "vaw", "--alarm", "50", "--alarm-level", "0.1")
    name = table("numbers.csv")[0].keys() - {"y"}
    feature = ("--alarm-feature", sorted(name)[0], "--alarm-within")
    code, out, err = command(*way, *feature, "-1,1")
    assert (code, err) == (0, "")
    assert f"{sorted(name)[0]} on average at most 0.1" in out
    assert strict(command(*way, *feature, "-1,1", "--json")[1])["alarm"]["within"] == [-1.0, 1.0]
    assert "--alarm-within wants the two ends" in command(*way, *feature, "3")[2]
    assert "--alarm-feature goes with --alarm-within" in command(*way, *feature[:2])[2]
    mixed = ("mix", "numbers.csv", "--truth", "y", "--alarm", "50", "--alarm-level", "0.5")
    assert "largest" in command(*mixed)[2]
    found = strict(command(*mixed, "--alarm-largest", "9", "--json")[1])
    assert found["alarm"]["labelled"] == 200
    assert found["certificates"][-1]["verdict"] == "holds"


def test_chances_of_many_classes_and_of_mixtures_are_calibrated(command, files):
    rows = [f"{k},{float(k == 1)},{'abc'[k % 3]}" for k in (t * t % 7 for t in range(150))]
    (files / "many.csv").write_text("\n".join(["u,v,y", *rows]) + "\n")
    way = ("play", "many.csv", "--label", "y", "--labels", "classes", "--learner", "committee")
    way += ("--members", "classes", "--calibrate", "5")
    code, out, err = command(*way, "-f", "m.npz")
    assert (code, err) == (0, "")
    assert "Brier score of all classes" in out
    found = strict(command(*way, "--json")[1])
    assert found["calibrated-classes"]["labelled"] == 150
    assert found["certificates"][-1]["verdict"] == "holds"
    assert "--json" in command(*way, "--calibration-plot", "c.svg")[2]
    rows = [f"{(t * 7 % 10) / 10 + 0.05},{(t * 3 % 10) / 10 + 0.05},{int(t % 3 == 0)}" for t in range(200)]
    (files / "rain.csv").write_text("\n".join(["a,b,rain", *rows]) + "\n")
    mixed = ("mix", "rain.csv", "--truth", "rain", "--loss", "brier", "--calibrate", "5")
    found = strict(command(*mixed, "--json")[1])
    assert found["calibrated"]["labelled"] == 200
    assert {certificate["verdict"] for certificate in found["certificates"][-2:]} == {"holds"}
    assert "two classes" in command("mix", "rain.csv", "--truth", "rain", "--calibrate", "5")[2]


def test_labels_are_seen_after_positive_acts_only(command, files):
    way = ("play", "two.svm", "--base", "1", "--learner", "pa1", "--tasting")
    code, out, err = command(*way, "-f", "m.npz", "-p", "p.csv")
    assert (code, err) == (0, "")
    assert "of 200 rounds tasted" in out
    found = strict(command(*way, "--json")[1])
    assert found["apple-tasting"]["tasted"] == found["labelled"] < 200
    assert found["certificates"][-1]["verdict"] in ("holds", "open")
    assert sum(row["act"] == "1" for row in table("p.csv")) == found["labelled"]
    again = strict(command("play", "two.svm", "--base", "1", "-i", "m.npz", "--json")[1])
    assert again["apple-tasting"]["rounds"] == 400
    set_up = command(*way, "--tasting-misses", "9", "--tasting-horizon", "200", "--json")[1]
    assert strict(set_up)["apple-tasting"]["misses"] == 9
    assert "leave one out" in command(*way, "--interval", "0.9")[2]
    assert "go with --tasting" in command(*way[:-1], "--tasting-misses", "9")[2]
