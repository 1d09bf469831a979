"""The description is true: schemathesis asks what it describes, and what it does not, and compares."""

from __future__ import annotations

import pytest

for library in ("starlette", "msgspec", "uvicorn", "httpx", "uplot"):
    pytest.importorskip(library, reason="the service needs littlestone[service], its tests httpx")

from msgspec import convert  # noqa: E402
from service_asking import asking  # noqa: E402
from service_front import served  # noqa: E402

from littlestone.service.http import contract  # noqa: E402
from littlestone.service.http.openapi import description  # noqa: E402
from littlestone.service.making import NAME  # noqa: E402

STREAM = "/v1/games/{name}/events/stream"
MODEL = "/v1/games/{name}/model"
EVENTS = "/v1/games/{name}/events"
UNDESCRIBED = {"/", "/login", "/logout", "/openapi.json"}


def test_every_address_is_described_and_every_description_has_an_address(tmp_path):
    with served(tmp_path) as there:
        described = there.ask("GET", "/openapi.json").json()["paths"]
        routes = {
            (route.path.replace(":path", ""), method.lower())
            for route in there.front.app.routes.routes
            for method in route.methods - {"HEAD"}
        }
    wanted = {(path, method) for path, found in described.items() for method in found if method != "parameters"}
    by_hand = {(f"/v1/games/{{name}}/{move}", "post") for move in ("predict", "label", "reward", "events")}
    assert wanted - by_hand <= routes
    assert {pair for pair in routes if not pair[0].startswith("/page/") and pair[0] not in UNDESCRIBED} <= wanted


@pytest.mark.parametrize("labels", [["ham", "spam"], ["ham", "spam", "eggs"], "numbers", None])
def test_an_answer_is_of_the_type_that_is_described(tmp_path, labels):
    label = {"numbers": 1.5, "None": 0.5}.get(str(labels), "ham")
    with asking(tmp_path) as ask:
        given = {"actions": ["old", "new"]} if labels is None else {"labels": labels}
        assert ask("PUT", "/v1/games/spam", {**given, "shadows": {"second": {}}})[0] == 201
        for k in range(12):
            ask("POST", "/v1/games/spam/predict", {"id": f"m{k}", "x": {"a": k, "b": "word"}})
            if k < 9:
                ask("POST", "/v1/games/spam/label", {"id": f"m{k}", "y": label})
        described = description()["paths"]
        for path, found in described.items():
            if "get" in found and path not in (STREAM, MODEL, "/metrics", "/session"):
                schema = found["get"]["responses"]["200"]["content"]["application/json"]["schema"]
                status, answer = ask("GET", path.replace("{name}", "spam"))
                assert status == 200
                convert(answer, getattr(contract, schema["$ref"].rpartition("/")[2]))


@pytest.mark.system
@pytest.mark.filterwarnings("ignore")
def test_what_is_described_is_what_happens(tmp_path):
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis compares: pip install schemathesis")
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis.strategies import one_of
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks as openapi

    checks = [
        not_a_server_error,
        openapi.status_code_conformance,
        openapi.content_type_conformance,
        openapi.response_schema_conformance,
        openapi.negative_data_rejection,
    ]
    rules = settings(
        max_examples=25,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    with served(tmp_path) as there:
        there.play(3)
        schema = schemathesis.openapi.from_url(f"{there.url}/openapi.json")
        tried = 0
        for found in schema.get_all_operations():
            operation = found.ok()
            if operation.path in (STREAM, EVENTS):
                continue  # one does not end, of the other it cannot make bodies

            @rules
            @given(case=one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
            def ask(case):
                nonlocal tried
                tried += 1
                if tried % 2 and NAME.fullmatch(str(case.path_parameters.get("name", ""))):
                    case.path_parameters["name"] = "spam"  # so that half of them find a game
                case.call_and_validate(checks=checks)

            ask()
        assert tried > 200
        assert there.ask("GET", "/readyz").status_code == 200
