"""Games of actions in a service: decisions with their chances, rewards once, shadows by importance weights, audits."""

import json
import random

import pytest
from service_asking import asking, audited, journal_of

from littlestone import EXP3, ActionGame, LinUCB, TsallisINF
from littlestone.cli import run
from littlestone.guarantees import PolicyAdvantage, PolicyValue
from littlestone.service.http.contract import decode_any
from littlestone.service.journal.journal import PREDICT, PROMOTE
from littlestone.service.limits import Limits
from littlestone.store import to_bytes

NAME = "/v1/games/spam"
GAME = {"actions": ["old", "new", "none"], "seed": 7}
SHADOWS = {"any": {"learner": "epsilon-greedy", "settings": {"epsilon": 1.0}}, "second": {"learner": "exp3"}}


def reward_of(action, t):
    """What an action brings in a round: "new" mostly, the others hardly."""
    return float(random.Random(f"{action} {t}").random() < {"old": 0.3, "new": 0.8}.get(action, 0.1))


def decide(ask, id, **told):
    status, said = ask("POST", f"{NAME}/predict", {"id": id, **told})
    assert status == 200, said
    return said


def play(ask, rounds, begin=0, **told):
    for t in range(begin, begin + rounds):
        said = decide(ask, f"r{t}", **told)
        status, answer = ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": reward_of(said["action"], t)})
        assert (status, set(answer)) == (200, {"id", "seq"})


def digest(ask):
    return ask("GET", f"{NAME}/digest")[1]


def comes_back(folder, kept):
    """Check that a game is the same after a new start, and that its audit is good."""
    with asking(folder) as ask:
        assert digest(ask) == kept
    assert audited(folder).good


def test_a_served_game_is_the_game_and_its_journal_says_so(tmp_path):
    game = ActionGame(TsallisINF(3), actions=GAME["actions"], seed=7, keep=0)
    with asking(tmp_path) as ask:
        assert ask("PUT", NAME, GAME)[0] == 201
        for t in range(60):
            said, move = decide(ask, f"r{t}"), game.predict()
            assert said["action"] == move.action
            assert said["chance"] == move.chance
            assert said["chances"] == dict(zip(GAME["actions"], move.guess.tolist(), strict=True))
            assert decide(ask, f"r{t}") == said, "asked again, the same answer is given"
            if t % 3:
                for _ in range(2):
                    told = {"id": f"r{t}", "reward": reward_of(move.action, t)}
                    assert ask("POST", f"{NAME}/reward", told)[0] == 200
                game.reward(move.number, reward_of(move.action, t))
        for t in range(0, 60, 3):  # late, and in another order
            move = game.open[t + 1]
            assert ask("POST", f"{NAME}/label", {"id": f"r{t}", "y": 0.25})[0] == 200
            game.reward(move.number, 0.25)
        assert ask("POST", f"{NAME}/reward", {"id": "r1", "reward": 0.125})[0] == 409
        assert ask("POST", f"{NAME}/reward", {"id": "r99", "reward": 1})[0] == 404
        assert decide(ask, "r5")["action"] in GAME["actions"], "the answer of a closed round stands in the journal"
        kept, account = digest(ask), ask("GET", f"{NAME}/account")[1]
        assert account["reward"] == game.ledger.reward
        assert account["labelled"] == 60
        assert ask("GET", f"{NAME}/certificates")[1]["certificates"][0]["verdict"] == "holds"
        assert ask("GET", f"{NAME}/history")[1]["counts"] == "reward"
        assert ask("GET", f"{NAME}/weights")[0] == ask("GET", f"{NAME}/rounds")[0] == ask("GET", NAME)[0] == 200
    with asking(tmp_path) as ask:
        assert digest(ask) == kept
        assert ask("GET", f"{NAME}/account")[1] == account
    found = audited(tmp_path)
    assert (found.good, found.compared) == (True, 120)
    journal = journal_of(tmp_path)
    row = next(row for row in journal.rows(1, 1) if row.kind == PREDICT)
    journal.close()
    assert len(row.chance) == 24
    assert len(row.guess) == 8


def test_an_audit_compares_every_chance(tmp_path, monkeypatch):
    with asking(tmp_path) as ask:
        ask("PUT", NAME, GAME)
        play(ask, 20)
    monkeypatch.setattr(TsallisINF, "eta", property(lambda self: 1.0 / (self.updates + 1) ** 0.5))
    assert {each.what for each in audited(tmp_path).mismatches} >= {"guess"}


def test_floors_and_what_is_allowed(tmp_path):
    game = ActionGame(EXP3(3), actions=GAME["actions"], seed=7, floor=0.05, keep=0)
    with asking(tmp_path) as ask:
        ask("PUT", NAME, {**GAME, "learner": "exp3", "floor": 0.05})
        for t in range(80):
            allowed = ["new", "none"] if t % 4 == 3 else None
            said = decide(ask, f"r{t}", **({"allowed": allowed} if allowed else {}))
            move = game.predict(allowed=allowed)
            assert said["chances"] == dict(zip(GAME["actions"], move.guess.tolist(), strict=True))
            assert min(said["chances"][name] for name in allowed or GAME["actions"]) >= 0.05
            assert abs(sum(said["chances"].values()) - 1.0) < 1e-12
            if allowed:
                assert said["chances"]["old"] == 0.0
                assert said["action"] != "old"
            ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": reward_of(move.action, t)})
            game.reward(move.number, reward_of(move.action, t))
        for allowed in ([], ["other"], "new"):
            assert ask("POST", f"{NAME}/predict", {"id": "x", "allowed": allowed})[0] == 422
        certificates = ask("GET", f"{NAME}/certificates")[1]["certificates"]
        assert {each["verdict"] for each in certificates} == {"open"}
        assert "not every action could be chosen" in str(certificates)
        kept = digest(ask)
    comes_back(tmp_path, kept)


def test_choices_have_features(tmp_path):
    settings = {"actions": ["a", "b"], "learner": "linucb", "settings": {"shared": True, "explore": 0.1}, "seed": 3}
    game = ActionGame(LinUCB(2, shared=True, explore=0.1), actions=["a", "b"], seed=3, keep=0)
    with asking(tmp_path) as ask:
        ask("PUT", NAME, settings)
        for t in range(30):
            x, choices = {"hour": t % 5}, {"a": {"price": 1 + t % 3}, "b": {"price": 2.0}}
            said = decide(ask, f"r{t}", x=x, choices=choices)
            move = game.predict(x, choices)
            assert (said["action"], said["chance"]) == (move.action, move.chance)
            reward = float(choices[move.action]["price"] < 2)
            ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": reward})
            game.reward(move.number, reward)
        assert ask("POST", f"{NAME}/predict", {"id": "y", "x": {}, "choices": 5})[0] == 422
        assert ask("POST", f"{NAME}/predict", {"id": "y", "x": {}, "choices": {"c": {}}})[0] == 422
        assert decide(ask, "only", x={"hour": 1}, choices={"b": {"price": 1}})["chances"] == {"a": 0.0, "b": 1.0}
    assert audited(tmp_path).good


def test_what_cannot_be_done_in_a_round_says_nothing_of_doing_it_always(tmp_path):
    """Half of the rounds allow two of three actions: the third is worth what it brings in the others."""
    values = {name: PolicyValue() for name in GAME["actions"]}
    with asking(tmp_path) as ask:
        ask("PUT", NAME, {**GAME, "floor": 0.1})
        for t in range(400):
            allowed = ["old", "none"] if t % 2 else GAME["actions"]
            said = decide(ask, f"r{t}", allowed=allowed)
            reward = 0.9 if said["action"] == "new" else 0.2
            for name in allowed:
                values[name].record((name == said["action"]) / said["chance"], reward)
            assert ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": reward})[0] == 200
        account = ask("GET", f"{NAME}/account")[1]
        assert ask.loop.run_until_complete(ask.service.look(lambda books: books.snapshot(books.hosted("spam"), 1)))
    for name, value in values.items():
        told = account["actions"][name]
        assert {key: told[key] for key in ("rounds", "mean", "lower", "upper", "mean_weight")} == {
            key: each for key, each in value.as_dict(1.0 - 0.95).items() if key != "delta"
        }
    assert (account["actions"]["new"]["rounds"], account["actions"]["old"]["rounds"]) == (200, 400)
    assert account["actions"]["new"]["lower"] > 0.5, "in the rounds that could do it, it brings 0.9"
    assert account["best_constant"] == pytest.approx(max(value.mean * value.rounds for value in values.values()))
    with asking(tmp_path) as ask:
        assert ask("GET", f"{NAME}/account")[1] == account
    assert audited(tmp_path).good


def test_shadows_that_cannot_take_a_record_are_told_of(tmp_path):
    """One that looks at the request alone refuses features of actions; one that looks at nothing does not."""
    shadows = {"alone": {"learner": "exp4"}, "second": {"learner": "exp3"}}
    settings = {"actions": ["a", "b"], "learner": "linucb", "settings": {"shared": True}, "shadows": shadows}
    with asking(tmp_path) as ask:
        assert ask("PUT", NAME, settings)[0] == 201
        for t in range(20):
            told = {"x": {"hour": t % 3}, "choices": {"a": {"price": 1}, **({"b": {"price": 2}} if t % 2 else {})}}
            decide(ask, f"r{t}", **told)
            assert ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": 1.0})[0] == 200
        shadows = ask("GET", f"{NAME}/account")[1]["shadows"]
    assert {name: (each["refused"], each["rounds"]) for name, each in shadows.items()} == {
        "alone": (20, 0),
        "second": (0, 20),
    }
    assert audited(tmp_path).good


def test_a_round_weighs_for_a_shadow_whether_or_not_it_can_learn_from_the_reward(tmp_path, monkeypatch):
    """Else what was done, and what it brought, would say which rounds count."""
    with asking(tmp_path) as ask:
        ask("PUT", NAME, {**GAME, "shadows": {"second": {"learner": "exp3"}}})
        learn = EXP3.learn

        def fails(self, x, action, loss, chance):
            if loss > 0.5:
                raise ArithmeticError
            learn(self, x, action, loss, chance)

        monkeypatch.setattr(EXP3, "learn", fails)
        play(ask, 40)
        account = ask("GET", f"{NAME}/account")[1]
    assert account["shadows"]["second"]["rounds"] == account["shadows"]["second"]["evidence"]["rounds"] == 40


def test_shadows_are_told_what_they_would_have_earned(tmp_path):
    values = {"any": PolicyValue(), "old": PolicyValue(), "new": PolicyValue(), "none": PolicyValue()}
    with asking(tmp_path) as ask:
        ask("PUT", NAME, {**GAME, "floor": 0.02, "shadows": SHADOWS})
        for t in range(200):
            said = decide(ask, f"r{t}")
            reward = reward_of(said["action"], t)
            values["any"].record((1.0 - 3 * 0.02) / 3 / said["chance"] + 0.02 / said["chance"], reward)
            for name in GAME["actions"]:
                values[name].record((name == said["action"]) / said["chance"], reward)
            ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": reward})
        account = ask("GET", f"{NAME}/account")[1]
        for name in GAME["actions"]:
            told = account["actions"][name]
            assert {key: told[key] for key in ("mean", "lower", "upper", "mean_weight")} == {
                key: value
                for key, value in values[name].as_dict(1.0 - 0.95).items()
                if key in ("mean", "lower", "upper", "mean_weight")
            }
        assert account["actions"]["new"]["lower"] <= 0.8 <= account["actions"]["new"]["upper"]
        assert account["shadows"]["any"]["mean"] == pytest.approx(values["any"].mean)
        assert account["shadows"]["any"]["lower"] <= 0.4 <= account["shadows"]["any"]["upper"]
        assert account["shadows"]["any"]["evidence"]["upper"] < 0.2
        assert account["trial"]["by"] == "reward"
        assert ask("POST", f"{NAME}/shadows", {"name": "third", "learner": "exp3"})[0] == 200
        third = digest(ask)["players"]
        assert third["third"] == third["second"], "who joins late has seen all rounds, as they were drawn"
        kept = digest(ask), ask("GET", f"{NAME}/account")[1], ask("GET", f"{NAME}/history")[1]
        assert ask.loop.run_until_complete(ask.service.look(lambda books: books.snapshot(books.hosted("spam"), 1)))
    with asking(tmp_path) as ask:
        assert ask.service.writer.books.loaded["spam"].begun_at > 400
        assert (digest(ask), ask("GET", f"{NAME}/account")[1], ask("GET", f"{NAME}/history")[1]) == kept
    assert audited(tmp_path).good


def test_a_shadow_that_would_have_earned_more_is_promoted_and_the_journal_says_why(tmp_path):
    settings = {
        **GAME,
        "learner": "epsilon-greedy",
        "settings": {"epsilon": 1.0},
        "shadows": {"second": {"learner": "exp3"}},
        "promote_when": 0.95,
    }
    with asking(tmp_path) as ask:
        ask("PUT", NAME, settings)
        play(ask, 400)
        assert ask("GET", NAME)[1]["answering"] == "second"
        verdicts = [each["verdict"] for each in ask("GET", f"{NAME}/certificates")[1]["certificates"]]
        assert verdicts[0] == "holds", "the inequality on estimates holds, whoever drew"
        assert verdicts[1:] == ["open"]
        kept = digest(ask)
    with asking(tmp_path) as ask:
        assert digest(ask) == kept
        play(ask, 20, 400)
    journal = journal_of(tmp_path)
    rows = list(journal.rows(1, 1))
    journal.close()
    told = [(row.seq, decode_any(row.record)) for row in rows if row.kind == PROMOTE]
    assert [each["name"] for _, each in told] == ["second"]
    seq, record = told[0]
    shadow, found = ActionGame(EXP3(3), actions=GAME["actions"], seed=7), PolicyAdvantage()
    for row in [row for row in rows if row.kind == PREDICT and row.seq < seq]:
        move = shadow.predict()
        drawn = decode_any(row.answer)
        place, t = GAME["actions"].index(drawn), int(row.id[1:])
        found.record(float(move.guess[place]) * 3, reward_of(drawn, t))
        shadow.learner.learn(None, place, 1.0 - reward_of(drawn, t), 1 / 3)
        del shadow.open[move.number]
    assert record["why"]["mean"] == pytest.approx(found.mean)
    assert record["why"]["lower"] == pytest.approx(found.lower(1.0 - 0.95))
    assert record["why"]["lower"] > 0.0
    found = audited(tmp_path)
    assert (found.good, found.compared) == (True, 841)


def test_a_trial_counts_rounds_that_who_answers_has_drawn(tmp_path):
    """Of one that was open when another began to answer, the weights compare shadows with who answered before."""
    with asking(tmp_path) as ask:
        ask("PUT", NAME, {**GAME, "floor": 0.02, "shadows": SHADOWS})
        for t in range(20):
            decide(ask, f"r{t}")
        assert ask("POST", f"{NAME}/promote", {"name": "second"})[0] == 200
        for t in range(30):
            if t >= 20:
                decide(ask, f"r{t}")
            assert ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": 1.0})[0] == 200
        account = ask("GET", f"{NAME}/account")[1]
        assert account["trial"]["trial"] == 2
        assert {name: each["evidence"]["rounds"] for name, each in account["shadows"].items()} == {
            "main": 10,
            "any": 10,
        }
        assert {name: each["rounds"] for name, each in account["shadows"].items()} == {"main": 10, "any": 30}
        kept = digest(ask), account
        assert ask.loop.run_until_complete(ask.service.look(lambda books: books.snapshot(books.hosted("spam"), 1)))
    with asking(tmp_path) as ask:
        assert (digest(ask), ask("GET", f"{NAME}/account")[1]) == kept


def test_rounds_count_in_the_order_of_decisions_if_all_get_a_reward(tmp_path):
    """One action is answered at once, the other at last: both bring 1 in every other round, and neither is better."""
    settings = {"actions": ["soon", "late"], "learner": "epsilon-greedy", "settings": {"epsilon": 1.0}, "seed": 3}
    settings["shadows"] = {"second": {"learner": "exp3"}}
    ends = {"label_timeout": 1e6, "default_reward": 0.0}

    def begun(ask, settings):
        assert ask("PUT", NAME, settings)[0] == 201
        done = [decide(ask, f"r{t}")["action"] for t in range(200)]
        for t in (t for t in range(200) if done[t] == "soon"):
            assert ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": float(t % 2)})[0] == 200
        return done, ask("GET", f"{NAME}/account")[1]

    with asking(tmp_path / "as they come") as ask:
        done, account = begun(ask, settings)
    assert account["actions"]["soon"]["lower"] > 0.5, "it is worth 0.5: the supposition was wrong, and is said"
    assert "it is supposed that neither" in account["trial"]["statement"]
    with asking(tmp_path / "in order") as ask:
        again, account = begun(ask, {**settings, **ends})
        assert again == done
        first = done.index("late")
        assert account["actions"]["soon"]["rounds"] == account["shadows"]["second"]["rounds"] == first < 20
        assert account["shadows"]["second"]["evidence"]["rounds"] == first
        assert account["behind"] == done.count("soon") - first
        paid = sum(2.0 * (t % 2) for t in range(200) if done[t] == "soon")
        assert account["best_constant"] == pytest.approx(paid), "an estimate, of all whose rewards are known"
        assert "in the order of their decisions" in account["trial"]["statement"]
        assert ask.loop.run_until_complete(ask.service.look(lambda books: books.snapshot(books.hosted("spam"), 1)))
    with asking(tmp_path / "in order") as ask:
        assert ask.service.writer.books.loaded["spam"].begun_at > 200
        assert ask("GET", f"{NAME}/account")[1] == account
        late = [t for t in reversed(range(200)) if done[t] == "late"]
        gone = late.pop()  # the first of them is given up
        for t in late:
            assert ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": float(t % 2)})[0] == 200
        assert ask("GET", f"{NAME}/account")[1]["actions"]["soon"]["rounds"] == first
        assert ask("DELETE", f"{NAME}/rounds/r{gone}")[0] == 200
        account = ask("GET", f"{NAME}/account")[1]
    value = PolicyValue()
    for t in (t for t in range(200) if t != gone):
        value.record(2.0 * (done[t] == "soon"), float(t % 2))
    told = account["actions"]["soon"]
    assert {key: told[key] for key in ("rounds", "mean", "lower", "upper", "mean_weight")} == {
        key: each for key, each in value.as_dict(1.0 - 0.95).items() if key != "delta"
    }
    assert told["lower"] < 0.5 < told["upper"]
    assert account["behind"] == 0
    comes = audited(tmp_path / "in order")
    assert comes.good


@pytest.mark.parametrize("told", [{}, {"label_timeout": 1e6, "default_reward": 0.0}])
def test_the_account_of_a_shadow_has_no_round_that_was_decided_before_it_joined(tmp_path, told):
    """Clicks are told at once: those that are open when it joins are the others, and would say that it earns little."""
    with asking(tmp_path) as ask:
        assert ask("PUT", NAME, {**GAME, "floor": 0.1, **told})[0] == 201
        for t in range(60):
            decide(ask, f"r{t}")
            if t % 2:
                assert ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": 1.0})[0] == 200
        assert ask("POST", f"{NAME}/shadows", {"name": "third", "learner": "exp3"})[0] == 200
        for t in range(0, 60, 2):
            assert ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": 0.0})[0] == 200
        account = ask("GET", f"{NAME}/account")[1]
        assert (account["actions"]["old"]["rounds"], account["shadows"]["third"]["rounds"]) == (60, 0)
        play(ask, 10, 60)
        assert ask.loop.run_until_complete(ask.service.look(lambda books: books.snapshot(books.hosted("spam"), 1)))
        account = ask("GET", f"{NAME}/account")[1]
        assert account["shadows"]["third"]["rounds"] == account["shadows"]["third"]["evidence"]["rounds"] == 10
    with asking(tmp_path) as ask:
        assert ask("GET", f"{NAME}/account")[1] == account
    assert audited(tmp_path).good


def test_what_is_drawn_of_others_goes_on_from_what_was_earned(tmp_path):
    """The best single action is that of the account; a shadow's line begins at what had been earned when it came."""
    with asking(tmp_path) as ask:
        ask("PUT", NAME, {**GAME, "learner": "linucb"})
        play(ask, 40, x={"hour": 3})
        earned = ask("GET", f"{NAME}/account")[1]["reward"]
        assert ask("POST", f"{NAME}/shadows", {"name": "third", "learner": "exp3"})[0] == 200
        play(ask, 20, 40, x={"hour": 3})
        account, history = ask("GET", f"{NAME}/account")[1], ask("GET", f"{NAME}/history")[1]
    best = max(each["mean"] for each in account["actions"].values())
    assert account["best_constant"] == history["best_constant"][-1] == best * 60
    assert history["shadows"]["third"][39] is None
    third = account["shadows"]["third"]
    assert history["shadows"]["third"][-1] == pytest.approx(earned + 20 * third["mean"])


@pytest.mark.parametrize("snapshot", [False, True])
def test_a_restart_between_decisions_and_rewards_changes_nothing(tmp_path, snapshot):
    """The same rounds in one run, and with a new start, from a snapshot or from the rows, while all of them wait."""
    linear = {"learner": "linucb", "settings": {"shared": True}}
    settings = {"actions": [1, 2], **linear, "shadows": {"second": {**linear, "learner": "linear-thompson"}}, "seed": 3}

    def decide_all(ask):
        for t in range(20):
            choices = {"1": {"price": t % 3}, "2": {"price": 1.5}}  # keys of JSON are texts
            told = {"id": f"r{t}", "x": {"hour": t % 4}, "choices": choices, **({"allowed": [2]} if t % 5 == 4 else {})}
            yield ask("POST", f"{NAME}/predict", told)[1]

    def reward_all(ask):
        for t in reversed(range(0, 20, 2)):
            yield ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": t / 20})[0]

    with asking(tmp_path / "one") as ask:
        ask("PUT", NAME, settings)
        said, statuses, kept = list(decide_all(ask)), list(reward_all(ask)), digest(ask)["players"]
    assert {each["chances"]["1"] for each in said[4::5]} == {0.0}
    with asking(tmp_path / "two") as ask:
        ask("PUT", NAME, settings)
        assert list(decide_all(ask)) == said
        if snapshot:
            assert ask.loop.run_until_complete(ask.service.look(lambda books: books.snapshot(books.hosted("spam"), 1)))
    with asking(tmp_path / "two") as ask:
        assert list(decide_all(ask)) == said, "the same answers, and no second round"
        assert list(reward_all(ask)) == statuses == 10 * [200]
        assert digest(ask)["players"] == kept
    with asking(tmp_path / "two") as ask:
        assert list(reward_all(ask)) == statuses, "told again"
        assert ask("POST", f"{NAME}/reward", {"id": "r0", "reward": 0.5})[0] == 409
        assert ask("POST", f"{NAME}/reward", {"id": "r20", "reward": 0.5})[0] == 404
        assert digest(ask)["players"] == kept
    assert audited(tmp_path / "two").good


def test_ids_belong_to_a_game(tmp_path):
    with asking(tmp_path) as ask:
        for name in ("left", "right"):
            ask("PUT", f"/v1/games/{name}", {**GAME, "learner": "exp3"})
        assert ask("POST", "/v1/games/left/predict", {"id": "a"})[0] == 200
        assert ask("POST", "/v1/games/right/reward", {"id": "a", "reward": 1.0})[0] == 404
        assert ask("POST", "/v1/games/right/predict", {"id": "a"})[0] == 200
        for name, reward in (("left", 1.0), ("right", 0.0)):
            assert ask("POST", f"/v1/games/{name}/reward", {"id": "a", "reward": reward})[0] == 200
            assert ask("GET", f"/v1/games/{name}/account")[1]["reward"] == reward


def test_refusals_speak_of_rewards(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", NAME, GAME)
        for id in "ab":
            decide(ask, id)
        ask("POST", f"{NAME}/reward", {"id": "a", "reward": 1.0})
        ask("DELETE", f"{NAME}/rounds/b")
        said = [ask("POST", f"{NAME}/reward", {"id": id, "reward": 0.5}) for id in "ab"]
        said.append(ask("DELETE", f"{NAME}/rounds/a"))
    assert [status for status, _ in said] == [409, 410, 409]
    assert all("reward" in told["message"] and "label" not in told["message"] for _, told in said)


def test_rewards_that_never_come(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", NAME, {**GAME, "label_timeout": 1000.0, "default_reward": 0.0})
        for t in range(4):
            decide(ask, f"r{t}")
        books = ask.service.writer.books

        def late(books):
            books.hosted("spam").expire_oldest(books.sheet)

        ask.loop.run_until_complete(ask.service.look(late))
        assert ask("GET", f"{NAME}/account")[1]["expired"] == 1
        assert ask("GET", f"{NAME}/account")[1]["labelled"] == 1
        assert ask("POST", f"{NAME}/reward", {"id": "r0", "reward": 1.0})[0] == 410
        assert ask("DELETE", f"{NAME}/rounds/r1")[0] == 200
        assert ask("POST", f"{NAME}/reward", {"id": "r1", "reward": 1.0})[0] == 410
        assert books.hosted("spam").due() is not None
        kept = digest(ask)
    comes_back(tmp_path, kept)


def test_batches(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", NAME, GAME)
        lines = [
            {"id": "a"},
            {"id": "b", "x": {"ignored": 1}},
            {"id": "a", "reward": 1.0},
            {"id": "b", "y": 0.5},
            {"id": "c", "allowed": ["new"]},
            {"id": "d", "x": {}, "reward": 0.5},
            {"id": "c", "reward": 7.0},
            {"id": "c", "reward": 1.0, "weight": 2.0},
            {"id": "c", "reward": 1.0, "y": 1.0},
        ]
        status, said = ask("POST", f"{NAME}/events", "\n".join(map(json.dumps, lines)).encode())
        assert status == 200
        assert [each["status"] for each in said] == [200, 200, 200, 200, 200, 200, 422, 422, 422]
        assert said[4]["action"] == "new"
        assert said[5]["action"] in GAME["actions"]
        again = ask("POST", f"{NAME}/events", "\n".join(map(json.dumps, lines)).encode())[1]
        assert [each.get("action") for each in again[:5]] == [each.get("action") for each in said[:5]]
    assert audited(tmp_path).good


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"actions": ["a"]}, "actions"),
        ({"actions": ["a", "a"]}, "different"),
        ({"actions": ["a", "b"], "labels": ["x", "y"]}, "labels is for games of labels"),
        ({"actions": ["a", "b"], "learner": "perceptron"}, "perceptron"),
        ({"actions": ["a", "b"], "floor": 0.6}, "floor"),
        ({"actions": ["a", "b"], "low": 1.0, "high": 0.0}, "low"),
        ({"actions": ["a", "b"], "default_reward": 1.0}, "label_timeout"),
        ({"actions": ["a", "b"], "label_timeout": 10.0, "default_reward": 7.0}, "from 0 to 1"),
        ({"actions": ["a", "b"], "promote_by": "loss"}, "by their reward"),
        ({"actions": ["a", "b", "c"], "learner": "linucb", "settings": {"width": 4096}}, "3 matrices"),
        ({"actions": list("abcdef"), "learner": "linear-thompson", "settings": {"draws": 100_000}}, "draws"),
        ({"labels": ["a", "b"], "floor": 0.1}, "floor is for games of actions"),
        ({"actions": ["a", "b"], "learner": "exp3", "settings": {"K": 3, "eta": 1}}, "eta"),
    ],
)
def test_settings_that_make_no_game_are_refused_in_words(tmp_path, settings, words):
    with asking(tmp_path) as ask:
        status, answer = ask("PUT", NAME, settings)
        assert status == 422, answer
        assert words in answer["message"]


def test_what_is_not_for_this_game_is_refused(tmp_path):
    with asking(tmp_path, limits=Limits(cells=20, depth=3)) as ask:
        ask("PUT", NAME, {"labels": ["ham", "spam"], "learner": "perceptron"})
        for body in ({"id": "a"}, {"id": "a", "x": {}, "allowed": ["ham"]}, {"id": "a", "x": {}, "choices": {}}):
            assert ask("POST", f"{NAME}/predict", body)[0] == 422
        ask("POST", f"{NAME}/predict", {"id": "a", "x": {}})
        assert ask("POST", f"{NAME}/reward", {"id": "a", "reward": 1.0})[0] == 422
        lines = b'{"id":"b","x":{},"allowed":["ham"]}\n{"id":"a","reward":1}'
        assert [each["status"] for each in ask("POST", f"{NAME}/events", lines)[1]] == [422, 422]
        ask("PUT", "/v1/games/acts", {**GAME, "learner": "exp4", "settings": {"policies": "classes"}})
        for x in ({"a": {"b": {"c": {"d": 1}}}}, {f"c{k}": k for k in range(30)}, 5, [[[[]]]]):
            assert ask("POST", "/v1/games/acts/predict", {"id": "a", "x": x})[0] == 422
        assert ask("POST", "/v1/games/acts/predict", {"id": "a", "x": {"a": 1}})[0] == 200
        assert ask("POST", "/v1/games/acts/reward", {"id": "a", "reward": float("inf")})[0] in (400, 422)
        assert ask("POST", "/v1/games/acts/reward", {"id": "a", "reward": 2})[0] == 422


def test_a_saved_game_of_actions_goes_on(tmp_path):
    game = ActionGame(LinUCB(2, explore=0.1), actions=("old", "new"), floor=0.05, seed=5, low=-1.0)
    for t in range(30):
        move = game.predict({"hour": t % 4})
        game.reward(move.number, float(move.action == "new") - 0.5)
    game.predict({"hour": 1})
    model = to_bytes(game)
    game.forget(31)
    with asking(tmp_path) as ask:
        assert ask("PUT", f"{NAME}/model", model)[0] == 201
        assert ask("PUT", f"{NAME}/model", model)[0] == 200
        for t in range(10):
            said, move = decide(ask, f"r{t}", x={"hour": t % 4}), game.predict({"hour": t % 4})
            assert (said["action"], said["chance"]) == (move.action, move.chance)
            ask("POST", f"{NAME}/reward", {"id": f"r{t}", "reward": -0.5})
            game.reward(move.number, -0.5)
        assert ask("GET", f"{NAME}/account")[1]["reward"] == game.ledger.reward
        assert ask("POST", f"{NAME}/shadows", {"name": "second", "learner": "exp3"})[0] == 200
        kept = digest(ask)
    comes_back(tmp_path, kept)


def test_a_policy_that_was_learned_from_a_log_of_vw_is_served(tmp_path):
    """Each of two readers likes another article; the log showed any of three."""
    articles, liked, draw = ("politics", "sports", "food"), {"Tom": 0, "Anna": 2}, random.Random(5)
    log, model = tmp_path / "news.adf", tmp_path / "game.npz"
    with log.open("w") as file:
        for _ in range(300):
            reader, shown = draw.choice(("Tom", "Anna")), draw.randrange(3)
            told = f"0:{-int(shown == liked[reader])}:{1 / 3} "
            lines = [f"{told if k == shown else ''}|a article={article}" for k, article in enumerate(articles)]
            file.write("\n".join([f"shared |u user={reader}", *lines]) + "\n\n")
    assert run(["bandit", str(log), "--low", "-1", "--high", "0", "-q", "ua", "--save", str(model), "--quiet"]) == 0
    choices = {str(k + 1): {"a^article": article} for k, article in enumerate(articles)}
    with asking(tmp_path / "games") as ask:
        assert ask("PUT", f"{NAME}/model", model.read_bytes())[0] == 201
        for reader, place in liked.items():
            said = decide(ask, reader, x={"u^user": reader}, choices=choices)
            assert said["chances"][str(place + 1)] > 0.9
            assert ask("POST", f"{NAME}/reward", {"id": reader, "reward": 1.0})[0] == 200
        kept = digest(ask)
    comes_back(tmp_path / "games", kept)


def test_who_was_promoted_is_not_made_another_by_other_settings(tmp_path):
    """A floor for all had made who answers the learner of before, under the name of who was promoted."""
    with asking(tmp_path) as ask:
        ask("PUT", NAME, {**GAME, "shadows": {"second": {"learner": "exp3"}}})
        play(ask, 10)
        assert ask("POST", f"{NAME}/promote", {"name": "second"})[0] == 200
        status, said = ask("POST", f"{NAME}/settings", {"floor": 0.1})
        assert (status, said["error"]) == (422, "bad_setting")
        assert "'second' answers, which was promoted" in said["message"]
        assert ask("POST", f"{NAME}/settings", {"keep_rows": 100})[0] == 200
        assert ask("GET", NAME)[1]["learner"] == "exp3"
        assert ask("POST", f"{NAME}/settings", {"floor": 0.1, "learner": "exp3"})[0] == 200
        assert min(decide(ask, "last")["chances"].values()) >= 0.1
        assert ask("GET", NAME)[1]["learner"] == "exp3"
        kept = digest(ask)
    comes_back(tmp_path, kept)


def test_a_new_floor_is_that_of_whoever_is_promoted_later(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", NAME, {**GAME, "shadows": {"second": {"learner": "linucb", "settings": {"explore": 0.0}}}})
        play(ask, 10, x={"hour": 3})
        assert ask("POST", f"{NAME}/settings", {"floor": 0.2})[0] == 200
        play(ask, 10, 10, x={"hour": 3})
        assert ask("POST", f"{NAME}/promote", {"name": "second"})[0] == 200
        assert min(decide(ask, "last", x={"hour": 3})["chances"].values()) == pytest.approx(0.2)
        assert ask.loop.run_until_complete(ask.service.look(lambda books: books.snapshot(books.hosted("spam"), 1)))
        kept = digest(ask)
    comes_back(tmp_path, kept)


def test_other_settings_by_a_replay(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", NAME, GAME)
        play(ask, 30)
        assert ask("POST", f"{NAME}/settings", {"learner": "exp3"})[0] == 200
        assert ask("POST", f"{NAME}/settings", {"actions": ["a", "b"]})[0] == 422
        play(ask, 30, 30)
        kept = digest(ask)
    comes_back(tmp_path, kept)


@pytest.mark.parametrize("listed", [False, True])
def test_the_names_of_features_of_erased_decisions_are_gone(tmp_path, listed):
    """Those of the request, of an action, and of their products; what another decision told as well is known still."""
    settings = {"learner": "linucb", "settings": {"shared": True}, "schema": {"interactions": ["who*kind"]}}

    def choices(kind):
        found = {"old": {"kind": kind}, "new": {"kind": "plain"}}
        return [found["old"], None, found["new"]] if listed else found

    with asking(tmp_path) as ask:
        assert ask("PUT", NAME, {"actions": ["old", "none", "new"], **settings})[0] == 201
        for id, who, kind in (("a", "SECRET", "HIDDEN"), ("b", "open", "plain")):
            decide(ask, id, x={"who": who}, choices=choices(kind))
        assert ask("POST", f"{NAME}/reward", {"id": "a", "reward": 1.0})[0] == 200
        names = ask.service.writer.books.loaded["spam"].game.features.names
        assert {"who=SECRET", "kind=HIDDEN", "who=SECRET*kind=HIDDEN", "who=SECRET*kind=plain"} <= set(names)
        assert ask("POST", f"{NAME}/erase", {"ids": ["a"]})[0] == 200
        decide(ask, "c", x={"who": "open"}, choices=choices("plain"))
        names = ask.service.writer.books.loaded["spam"].game.features.names
        assert {"who=open", "kind=plain", "who=open*kind=plain"} <= set(names)
        assert not any("SECRET" in name or "HIDDEN" in name for name in names)
        kept = digest(ask)
    assert not any(word in file.read_bytes() for file in tmp_path.rglob("*.*") for word in (b"SECRET", b"HIDDEN"))
    comes_back(tmp_path, kept)


def test_erased_decisions_are_gone(tmp_path):
    with asking(tmp_path) as ask:
        ask("PUT", NAME, {**GAME, "shadows": SHADOWS})
        play(ask, 10)
        assert ask("POST", f"{NAME}/erase", {"ids": ["r3"]})[0] == 200
        assert ask("POST", f"{NAME}/predict", {"id": "r3"})[0] == 410
        play(ask, 10, 10)
        kept = digest(ask), ask("GET", f"{NAME}/account")[1]
    with asking(tmp_path) as ask:
        assert (digest(ask), ask("GET", f"{NAME}/account")[1]) == kept
    assert audited(tmp_path).good
