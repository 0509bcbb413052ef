"""Write the page's types, ``src/types.ts``, from the OpenAPI document of the server: ``npm run types``.

Run by a Python in which sprague is installed; a test compares the file with what this makes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "src" / "types.ts"

HEAD = "/** What the server takes and answers. Made by web/page_types.py from its OpenAPI document: npm run types. */\n"

NAMES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def written(document: dict[str, Any]) -> str:
    """The text of the file: an interface for each schema, and what each path takes and answers."""
    schemas = document["components"]["schemas"]
    parts = [HEAD, *(interface(name, schemas[name]) for name in sorted(schemas))]
    gets: list[str] = []
    posts: list[str] = []
    for path, methods in sorted(document["paths"].items()):
        for method, operation in methods.items():
            answer = typed(operation["responses"]["200"]["content"]["application/json"]["schema"])
            if method == "get":
                query = [
                    f"{each['name']}{'' if each['required'] else '?'}: {typed(each['schema'])}"
                    for each in operation.get("parameters", [])
                    if each["in"] == "query"
                ]
                gets.append(f'  "{path}": {{ query: {{ {"; ".join(query)} }}; answer: {answer} }};\n')
            else:
                body = typed(operation["requestBody"]["content"]["application/json"]["schema"])
                posts.append(f'  "{path}": {{ body: {body}; answer: {answer} }};\n')
    parts += [
        "export interface Gets {\n" + "".join(gets) + "}\n",
        "export interface Posts {\n" + "".join(posts) + "}\n",
    ]
    return "\n".join(parts)


def interface(name: str, schema: dict[str, Any]) -> str:
    """One object type; what has a default may be left out."""
    needed = schema.get("required", [])
    said = " ".join(schema.get("description", "").split()).replace("``", "`")
    fields = [
        f"  {field}{'' if field in needed else '?'}: {typed(each)};\n"
        for field, each in schema["properties"].items()
    ]
    return f"/** {said} */\nexport interface {name} {{\n{''.join(fields)}}}\n"


def typed(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(typed(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "prefixItems" in schema:
        return f"[{', '.join(typed(each) for each in schema['prefixItems'])}]"
    if schema["type"] == "array":
        inner = typed(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if "additionalProperties" in schema:
        return f"Record<string, {typed(schema['additionalProperties'])}>"
    return NAMES[schema["type"]]


if __name__ == "__main__":
    from sprague.web.app import create_app

    FILE.write_text(written(create_app().openapi()), "utf-8")
