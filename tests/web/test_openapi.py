"""The OpenAPI document, attacked: whatever is sent, no answer is a fault, and each is what the document says."""

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]


@pytest.fixture
def document(client, server):
    return schemathesis.openapi.from_dict(httpx.get(f"{server}/api/openapi.json").json())


schema = schemathesis.pytest.from_fixture("document")


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_is_a_fault(case, server):
    response = case.call(base_url=server, headers={"Host": server.removeprefix("http://")})
    if response.status_code != 503:  # busy is an answer too
        case.validate_response(response, checks=CHECKS)


def test_the_document_names_every_path(client):
    document = client.get("/api/openapi.json").json()
    assert set(document["paths"]) >= {
        "/api/games", "/api/position", "/api/solve", "/api/move", "/api/reply", "/api/hint", "/api/values",
        "/api/p-positions", "/healthz",
    }  # fmt: skip
