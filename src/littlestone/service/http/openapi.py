"""The description of the service in OpenAPI 3.1, made from the bodies and answers themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import starmap
from typing import Any, get_type_hints

from msgspec.json import schema_components

from ...support.loading import VERSION
from ..making import NAME, GameSettings
from ..views import VIEWS, numbers_of
from . import contract

JSON = "application/json"
LINES = "application/x-ndjson"
SAID = [each for name, each in vars(contract).items() if name.endswith(("Body", "Answer"))]
WRONG = {
    400: "The body is no JSON.",
    401: "A key was expected, and none or an unknown one came.",
    403: "The key is not for this, or the request comes from a page of another site.",
    404: "There is no such game, or no round of this id.",
    405: "There is no such method here; Allow says which there are.",
    408: "The body did not come in time.",
    409: "The round has another label, or the game other settings.",
    410: "The round has expired, was forgotten, or was erased.",
    413: "The body is too large.",
    422: "The body is JSON, but not what is taken here: the message says what was expected.",
    429: "Too busy; Retry-After says when to come again, with the same id.",
    503: "Whether this was written is not known, there is no room or memory, the game cannot be loaded, or the service "
    "is not ready: retry with the same id.",
}


def refers(kind: type) -> dict[str, Any]:
    """The schema of a type."""
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def in_json(words: str, kind: type) -> dict[str, Any]:
    """An answer of this type."""
    return {"description": words, "content": {JSON: {"schema": refers(kind)}}}


def answers(good: Mapping[int, tuple[str, type]], *wrong: int) -> dict[str, Any]:
    """The answers of an operation: good ones as (words, type), and the numbers of refusals."""
    found = {str(status): in_json(*answer) for status, answer in good.items()}
    for status in sorted({401, 403, 422, 429, 503, *wrong, *([408] if 413 in wrong else [])}):
        found[str(status)] = in_json(WRONG[status], contract.ErrorAnswer)
    return found


def operation(name: str, words: str, answered: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An operation."""
    return {"operationId": name, "summary": words, "responses": answered, **more}


def takes(kind: type) -> dict[str, Any]:
    """A body."""
    return {"required": True, "content": {JSON: {"schema": refers(kind)}}}


def number(name: str, usual: int) -> dict[str, Any]:
    """A number in the query."""
    schema = {"type": "integer", "minimum": 1, "maximum": 10_000, "default": usual}
    return {"name": name, "in": "query", "description": "At most so many.", "schema": schema}


def reading(name: str, view: Callable[..., Any]) -> dict[str, Any]:
    """An address of a game that is read, as its view describes itself."""
    words, _, _ = (view.__doc__ or "").partition("\n")
    found = answers({200: (words, get_type_hints(view)["return"])}, 404)
    return {"get": operation(name or "game", words, found, parameters=[*starmap(number, numbers_of(view).items())])}


def text_answer(kind: str, words: str) -> dict[str, Any]:
    """A good answer that is no JSON."""
    return {"description": words, "content": {kind: {"schema": {"type": "string"}}}}


def game_paths() -> dict[str, Any]:
    """What can be asked of one game."""
    wrong = (400, 404, 413, 422)
    predict = operation(
        "predict",
        "The first move: a prediction, or what to do. A known id is answered as it was the first time.",
        answers({200: ("What was predicted.", contract.PredictAnswer)}, *wrong, 410),
        requestBody=takes(contract.PredictBody),
    )
    either = {"anyOf": [refers(contract.PredictAnswer), refers(contract.DecideAnswer)]}
    predict["responses"]["200"]["content"][JSON]["schema"] = either
    reward = operation(
        "reward",
        "The second move of a game of actions: what was done has brought so much. Again the same is answered the same.",
        answers({200: ("It was learned.", contract.LabelAnswer)}, *wrong, 409, 410),
        requestBody=takes(contract.RewardBody),
    )
    label = operation(
        "label",
        "The second move: the label of a round, now or weeks later. The same label again is answered the same.",
        answers({200: ("It was learned.", contract.LabelAnswer)}, *wrong, 409, 410),
        requestBody=takes(contract.LabelBody),
    )
    events = operation(
        "events",
        "Predictions and labels, a line each, answered line by line in order; each answer has its status.",
        {**answers({}, *wrong), "200": text_answer(LINES, "A line for every line.")},
        requestBody={"required": True, "content": {LINES: {"schema": {"type": "string"}}}},
    )
    stream = operation(
        "watch",
        "Server-Sent Events, ten a second at most; Last-Event-ID is the seq of a row.",
        {**answers({}, 404, 422), "200": text_answer("text/event-stream", "Events.")},
        parameters=[
            {"name": "rows", "in": "query", "description": "An event a row.", "schema": {"type": "boolean"}},
            {
                "name": "after",
                "in": "query",
                "description": "As Last-Event-ID.",
                "schema": {"type": "integer", "minimum": 0, "maximum": 10**17},
            },
        ],
    )
    forget = operation(
        "forget",
        "Give up a round whose label will not come.",
        answers({200: ("It is forgotten.", contract.ForgetAnswer)}, 404, 409),
        parameters=[{"name": "id", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}],
    )
    good = {201: ("It is made.", contract.MakeAnswer), 200: ("It is there, with these settings.", contract.MakeAnswer)}
    make = operation("make", "Make a game.", answers(good, 400, 409, 413), requestBody=takes(GameSettings))
    erase = operation(
        "erase",
        "Erase what was said about rounds.",
        answers({200: ("It is erased.", contract.EraseAnswer)}, 400, 404, 413),
        requestBody=takes(contract.EraseBody),
    )
    changes = {
        "/shadows": ("shadow", "Let another learner play along.", contract.ShadowBody),
        "/promote": ("promote", "Let another player answer.", contract.PromoteBody),
        "/settings": ("change", "Change settings, by a replay.", GameSettings),
    }
    views = {name and f"/{name}": reading(name, view) for name, view in VIEWS.items()}
    views[""]["put"] = make
    views[""]["delete"] = operation(
        "remove", "Remove a game, for good.", answers({200: ("It is gone.", contract.RemoveAnswer)}, 404)
    )
    return {
        **views,
        "/model": model_operations(good),
        "/predict": {"post": predict},
        "/erase": {"post": erase},
        "/label": {"post": label},
        "/reward": {"post": reward},
        "/events": {"post": events},
        "/rounds/{id}": {"delete": forget},
        "/events/stream": {"get": stream},
        **{
            path: {
                "post": operation(
                    name, words, answers({200: (words, contract.ChangeAnswer)}, *wrong, 409), requestBody=takes(schema)
                )
            }
            for path, (name, words, schema) in changes.items()
        },
    }


def model_operations(good: Mapping[int, tuple[str, type]]) -> dict[str, Any]:
    """A game that begins as a saved one, and one that is given as a file."""
    file = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    frozen = {"name": "frozen", "in": "query", "description": "Answer, and never learn.", "schema": {"type": "boolean"}}
    seconds = {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1e10}
    timeout = {"name": "label_timeout", "in": "query", "description": "As in the settings.", "schema": seconds}
    saved = {"description": "A saved game (.npz), as littlestone.save writes it.", "content": file}
    return {
        "put": operation(
            "import",
            "Make a game that begins as a saved one.",
            answers(good, 400, 409, 413),
            requestBody={"required": True, "content": file},
            parameters=[frozen, timeout],
        ),
        "get": operation("model", "The player who answers, as a saved game.", {**answers({}, 404), "200": saved}),
    }


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    _, components = schema_components([*SAID, GameSettings], ref_template="#/components/schemas/{name}")
    components["PredictBody"]["properties"]["x"] = {
        "description": "The record, or a list of numbers.",
        "oneOf": [{"type": "object"}, {"type": "array", "items": {"type": "number"}}],
    }
    name = {
        "name": "name",
        "in": "path",
        "required": True,
        "schema": {"type": "string", "pattern": f"^{NAME.pattern}$"},
    }
    paths: dict[str, Any] = {
        "/v1/games": {
            "get": operation("games", "The games there are.", answers({200: ("All of them.", contract.GamesAnswer)}))
        }
    }
    learners = answers({200: ("All of them.", contract.LearnersAnswer)})
    paths["/v1/learners"] = {"get": operation("learners", "The learners that a game may have.", learners)}
    for path, operations in game_paths().items():
        paths[f"/v1/games/{{name}}{path}"] = {"parameters": [name], **operations}
    alive, ready = in_json("Yes.", contract.AliveAnswer), in_json("Yes.", contract.ReadyAnswer)
    not_ready = in_json(WRONG[503], contract.ErrorAnswer)
    paths["/healthz"] = {"get": operation("alive", "Is it alive?", {"200": alive}, security=[])}
    paths["/readyz"] = {"get": operation("ready", "Is the replay done?", {"200": ready, "503": not_ready}, security=[])}
    text = {**answers({}), "200": text_answer("text/plain", "Numbers for Prometheus.")}
    paths["/metrics"] = {"get": operation("metrics", "Numbers for Prometheus.", text)}
    paths["/session"] = {
        "get": operation("session", "Who is logged in.", answers({200: ("Who.", contract.SessionAnswer)}))
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "littlestone serve",
            "version": VERSION,
            "description": "Games of online learning: predict, and tell the label when it is known.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"key": []}, {}],
    }
