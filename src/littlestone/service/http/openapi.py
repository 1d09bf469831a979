"""The description of the service in OpenAPI 3.1, made from the bodies and answers themselves."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.json import schema_components

from ...support.version import VERSION
from ..making import NAME, GameSettings
from .contract import LabelAnswer, LabelBody, PredictAnswer, PredictBody

JSON = "application/json"
LINES = "application/x-ndjson"
STRUCTS = (PredictBody, LabelBody, PredictAnswer, LabelAnswer, GameSettings)
WRONG = {
    400: "The body is no JSON.",
    401: "A key was expected, and none or an unknown one came.",
    403: "The key is not for this, or the request comes from a page of another site.",
    404: "There is no such game, or no round of this id.",
    405: "There is no such method here; Allow says which there are.",
    409: "The round has another label, or the game other settings.",
    410: "The round has expired, was forgotten, or was erased.",
    413: "The body is too large.",
    422: "The body is JSON, but not what is taken here: the message says what was expected.",
    429: "Too busy; Retry-After says when to come again, with the same id.",
    503: "Whether this was written is not known, there is no room, or it is not ready: retry with the same id.",
}
ANY_OBJECT = {"type": "object"}
COUNT = {"type": "integer", "minimum": 0}
NUMBER_OR_NULL = {"type": ["number", "null"]}


def refers(name: str) -> dict[str, Any]:
    """A schema by name."""
    return {"$ref": f"#/components/schemas/{name}"}


def listed(items: dict[str, Any]) -> dict[str, Any]:
    """A list of these."""
    return {"type": "array", "items": items}


def record(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    """An object with these members, and perhaps others."""
    return {"type": "object", "required": [*required], "properties": {**required, **optional}}


SEQ = {"seq": COUNT}
SHAPES: dict[str, dict[str, Any]] = {
    "Error": record({"error": {"type": "string"}, "message": {"type": "string"}}),
    "Games": record({"games": listed(record({"name": {"type": "string"}, "loaded": {"type": "boolean"}}))}),
    "Made": record({"name": {"type": "string"}, "settings": ANY_OBJECT, **SEQ}),
    "Game": record(
        {"name": {"type": "string"}, "settings": ANY_OBJECT, **SEQ, "rounds": COUNT, "labelled": COUNT, "open": COUNT},
        learner={"type": "string"},
        answering={"type": "string"},
    ),
    "Account": record(
        {
            **SEQ,
            "rounds": COUNT,
            "labelled": COUNT,
            "open": COUNT,
            "learner": {"type": "string"},
            "shadows": ANY_OBJECT,
        },
        mistakes=COUNT,
        best_constant=NUMBER_OR_NULL,
        lateness=ANY_OBJECT,
        loss=record({"name": {"type": "string"}, "total": NUMBER_OR_NULL}),
    ),
    "Certificates": record(
        {
            **SEQ,
            "certificates": listed(
                record(
                    {
                        "theorem": {"type": "string"},
                        "verdict": {"enum": ["holds", "broken premise", "open", "violated"]},
                        "paid": NUMBER_OR_NULL,
                        "allowed": NUMBER_OR_NULL,
                        "teaches": {"type": "string"},
                    }
                )
            ),
        }
    ),
    "Weights": record({**SEQ, "weights": listed(record({"column": {}, "weight": {"type": "number"}}))}),
    "History": record(
        {
            **SEQ,
            "counts": {"enum": ["mistakes", "loss"]},
            "labelled": listed(COUNT),
            "paid": listed(NUMBER_OR_NULL),
            "best_constant": listed(NUMBER_OR_NULL),
            "shadows": ANY_OBJECT,
            "theorem": record(
                {
                    "counts": {"type": "string"},
                    "labelled": listed(COUNT),
                    "paid": listed(NUMBER_OR_NULL),
                    "allowed": listed(NUMBER_OR_NULL),
                }
            ),
        }
    ),
    "Tickets": record(
        {**SEQ, "open": COUNT, "tickets": listed(record({"id": {"type": "string"}, "round": COUNT, "act": {}}))}
    ),
    "Shadow": {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string"},
            "learner": {"type": ["string", "null"]},
            "settings": {"type": ["object", "null"]},
        },
        "additionalProperties": False,
    },
    "Named": {**record({"name": {"type": "string"}}), "additionalProperties": False},
    "Changed": record({"name": {"type": "string"}, **SEQ, "answering": {"type": "string"}}),
    "Forgotten": record({"id": {"type": "string"}, **SEQ}),
    "Session": record({"needs_key": {"type": "boolean"}, "name": {"type": ["string", "null"]}}),
    "Login": {**record({"key": {"type": "string"}}), "additionalProperties": False},
}


def answers(good: dict[int, tuple[str, str]], *wrong: int) -> dict[str, Any]:
    """The answers of an operation: good ones as (words, schema), and the numbers of refusals."""
    found: dict[str, Any] = {
        str(status): {"description": words, "content": {JSON: {"schema": refers(schema)}}}
        for status, (words, schema) in good.items()
    }
    for status in sorted({401, 403, 422, 429, 503, *wrong}):
        found[str(status)] = {"description": WRONG[status], "content": {JSON: {"schema": refers("Error")}}}
    return found


def operation(name: str, words: str, answered: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An operation."""
    return {"operationId": name, "summary": words, "responses": answered, **more}


def takes(schema: str) -> dict[str, Any]:
    """A body."""
    return {"required": True, "content": {JSON: {"schema": refers(schema)}}}


def number(name: str, words: str, usual: int) -> dict[str, Any]:
    """A number in the query."""
    schema = {"type": "integer", "minimum": 1, "maximum": 10_000, "default": usual}
    return {"name": name, "in": "query", "description": words, "schema": schema}


def reading(name: str, words: str, schema: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    """An address of a game that is read."""
    wrong = (404, 422) if parameters else (404,)
    return {"get": operation(name, words, answers({200: (words, schema)}, *wrong), parameters=[*parameters])}


def text_answer(kind: str, words: str) -> dict[str, Any]:
    """A good answer that is no JSON."""
    return {"description": words, "content": {kind: {"schema": {"type": "string"}}}}


def game_paths() -> dict[str, Any]:
    """What can be asked of one game."""
    wrong = (400, 404, 413, 422)
    predict = operation(
        "predict",
        "The first move: a prediction. A known id is answered as it was the first time.",
        answers({200: ("What was predicted.", "PredictAnswer")}, *wrong, 410),
        requestBody=takes("PredictBody"),
    )
    label = operation(
        "label",
        "The second move: the label of a round, now or weeks later. The same label again is answered the same.",
        answers({200: ("It was learned.", "LabelAnswer")}, *wrong, 409, 410),
        requestBody=takes("LabelBody"),
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
                "schema": {**COUNT, "maximum": 10**17},
            },
        ],
    )
    forget = operation(
        "forget",
        "Give up a round whose label will not come.",
        answers({200: ("It is forgotten.", "Forgotten")}, 404, 409),
        parameters=[{"name": "id", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}],
    )
    good = {201: ("The game is made.", "Made"), 200: ("It is there, with these settings.", "Made")}
    make = operation(
        "make",
        "Make a game.",
        answers(good, 400, 409, 413, 422),
        requestBody=takes("GameSettings"),
    )
    changes = {
        "/shadows": ("shadow", "Let another learner play along.", "Shadow"),
        "/promote": ("promote", "Let another player answer.", "Named"),
        "/settings": ("change", "Change settings, by a replay.", "GameSettings"),
    }
    return {
        "": {"put": make, **reading("game", "Settings and counts.", "Game")},
        "/predict": {"post": predict},
        "/label": {"post": label},
        "/events": {"post": events},
        "/rounds/{id}": {"delete": forget},
        "/account": reading("account", "What was played, and what was paid.", "Account"),
        "/certificates": reading("certificates", "What the theorems say, and teach.", "Certificates"),
        "/weights": reading("weights", "The largest weights.", "Weights", number("top", "How many.", 20)),
        "/history": reading("history", "Curves, thinned out.", "History", number("points", "At most.", 500)),
        "/tickets": reading("tickets", "Open rounds.", "Tickets", number("limit", "How many.", 100)),
        "/events/stream": {"get": stream},
        **{
            path: {
                "post": operation(
                    name, words, answers({200: (words, "Changed")}, *wrong, 409), requestBody=takes(schema)
                )
            }
            for path, (name, words, schema) in changes.items()
        },
    }


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    _, components = schema_components(STRUCTS, ref_template="#/components/schemas/{name}")
    record_or_list = {"oneOf": [{"type": "object"}, {"type": "array", "items": {"type": "number"}}]}
    components["PredictBody"]["properties"]["x"] = {
        "description": "The record, or a list of numbers.",
        **record_or_list,
    }
    name = {
        "name": "name",
        "in": "path",
        "required": True,
        "schema": {"type": "string", "pattern": f"^{NAME.pattern}$"},
    }
    paths: dict[str, Any] = {
        "/v1/games": {"get": operation("games", "The games there are.", answers({200: ("All of them.", "Games")}))}
    }
    for path, operations in game_paths().items():
        paths[f"/v1/games/{{name}}{path}"] = {"parameters": [name], **operations}
    plain = {"200": {"description": "Yes.", "content": {JSON: {"schema": ANY_OBJECT}}}}
    paths["/healthz"] = {"get": {"operationId": "alive", "summary": "Is it alive?", "responses": plain, "security": []}}
    paths["/readyz"] = {
        "get": {
            "operationId": "ready",
            "summary": "Is the replay done?",
            "responses": {**plain, "503": answers({})["503"]},
            "security": [],
        }
    }
    text = {**answers({}), "200": text_answer("text/plain", "Numbers for Prometheus.")}
    paths["/metrics"] = {"get": operation("metrics", "Numbers for Prometheus.", text)}
    paths["/session"] = {"get": operation("session", "Who is logged in.", answers({200: ("Who.", "Session")}))}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "littlestone serve",
            "version": VERSION,
            "description": "Games of online learning: predict, and tell the label when it is known.",
        },
        "paths": paths,
        "components": {
            "schemas": {**components, **SHAPES},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"key": []}, {}],
    }
