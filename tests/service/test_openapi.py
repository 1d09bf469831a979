"""The description is true: schemathesis asks what it describes, and what it does not, and compares."""

from __future__ import annotations

import pytest

for library in ("starlette", "msgspec", "uvicorn", "httpx", "uplot"):
    pytest.importorskip(library, reason="the service needs littlestone[service], its tests httpx")

from service_front import served  # noqa: E402

STREAM = "/v1/games/{name}/events/stream"
EVENTS = "/v1/games/{name}/events"


def test_every_address_is_described_and_every_description_has_an_address(tmp_path):
    with served(tmp_path) as there:
        described = there.ask("GET", "/openapi.json").json()["paths"]
        there.play(2)
        routes = {
            (route.path.replace(":path", ""), method.lower())
            for route in there.front.app.routes.routes
            for method in route.methods - {"HEAD"}
        }
    wanted = {(path, method) for path, found in described.items() for method in found if method != "parameters"}
    by_hand = {(f"/v1/games/{{name}}/{move}", "post") for move in ("predict", "label", "events")}
    own = {
        pair
        for pair in routes
        if pair[0].startswith("/page/") or pair[0] in ("/", "/login", "/logout", "/openapi.json")
    }
    undescribed = {("/v1/games/{name}/digest", "get")}
    assert wanted - by_hand <= routes
    assert routes - own - undescribed <= wanted | {
        (f"/v1/games/{{name}}/{rest}", "post") for rest in ("shadows", "promote", "settings")
    }


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_what_is_described_is_what_happens(tmp_path):
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis compares: pip install schemathesis")
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import CHECKS

    left_out = {
        "positive_data_acceptance",
        "missing_required_header",
        "unsupported_method",
        "ignored_auth",
        "use_after_free",
        "ensure_resource_availability",
    }
    checks = [check for name, check in ((each.__name__, each) for each in CHECKS.get_all()) if name not in left_out]
    with served(tmp_path) as there:
        there.play(3)
        schema = schemathesis.openapi.from_url(f"{there.url}/openapi.json")
        tried = 0
        for found in schema.get_all_operations():
            operation = found.ok()
            if operation.path in (STREAM, EVENTS):
                continue  # one does not end, of the other it cannot make bodies

            @settings(
                max_examples=25,
                deadline=None,
                derandomize=True,
                database=None,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy())
            def ask(case):
                nonlocal tried
                tried += 1
                if "name" in case.path_parameters and tried % 2:
                    case.path_parameters["name"] = "spam"  # so that half of them find a game
                case.call_and_validate(checks=checks)

            ask()
        assert tried > 200
        assert there.ask("GET", "/readyz").status_code == 200
