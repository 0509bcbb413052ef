"""The OpenAPI document, attacked: whatever is sent, no answer is a fault, and each is what the document says."""

import importlib.util
from typing import Any

import schemathesis
from folders import ROOT
from hypothesis import HealthCheck, given, settings
from markdown import files
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

#: Seconds after which something hangs, however slow and busy the machine is.
PATIENCE = 300

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]


def test_no_request_is_a_fault(client, server):
    document = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    operations = [found.ok() for found in document.get_all_operations()]
    assert len(operations) >= 10
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        def attack(case):
            host = {"Host": server.removeprefix("http://")}
            response = case.call(base_url=server, headers=host, timeout=PATIENCE)
            if response.status_code != 503:  # busy is an answer too
                case.validate_response(response, checks=CHECKS)

        attack()


def test_the_document_names_every_path(client):
    document = client.get("/api/openapi.json").json()
    assert set(document["paths"]) >= {
        "/api/games", "/api/position", "/api/solve", "/api/move", "/api/turn", "/api/hint", "/api/values",
        "/api/p-positions", "/api/draw", "/api/theorem", "/healthz",
    }  # fmt: skip


def test_every_answer_has_a_form_of_its_own(client):
    for path, methods in client.get("/api/openapi.json").json()["paths"].items():
        for operation in methods.values():
            schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
            assert schema.get("$ref", "").startswith("#/components/schemas/"), path


def test_the_types_of_the_page_are_those_of_the_document(client):
    place = importlib.util.spec_from_file_location("page_types", ROOT / "web" / "page_types.py")
    page_types = importlib.util.module_from_spec(place)
    place.loader.exec_module(page_types)
    made = page_types.written(client.get("/api/openapi.json").json())
    assert page_types.FILE.read_text("utf-8") == made, "not current; run in web/: npm run types"


def test_the_bot_of_the_page_on_the_api_plays_to_the_end(server: str) -> None:
    (bot,) = files(ROOT / "docs" / "http-api.md").values()
    program: dict[str, Any] = {}
    exec(bot, program)
    assert program["play"](server, "nim 3,4,5") is True
    assert program["play"](server, "kayles 5", level="perfect") is True
