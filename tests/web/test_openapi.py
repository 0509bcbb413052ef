"""The OpenAPI document, attacked: whatever is sent, no answer is a fault, and each is what the document says."""

import schemathesis
from hypothesis import HealthCheck, given, settings
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
        "/api/games", "/api/position", "/api/solve", "/api/move", "/api/reply", "/api/hint", "/api/values",
        "/api/p-positions", "/healthz",
    }  # fmt: skip
