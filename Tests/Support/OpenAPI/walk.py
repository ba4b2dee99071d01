"""Asks a netdiagd for everything that its openapi.json says, and compares what comes with the schemas.

walk.py SOCKET: a line for each operation, and the exit status 1 where one of them differs.
"""
import http.client
import json
import re
import socket
import sys

from jsonschema import Draft202012Validator
from jsonschema.validators import RefResolver


class Connection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(30)
        self.sock.connect(self.path)


def ask(path, target, method="GET", body=None):
    connection = Connection(path)
    headers = {"Content-Type": "application/json"} if body is not None else {}
    connection.request(method, target, body=body, headers=headers)
    answer = connection.getresponse()
    type = (answer.getheader("Content-Type") or "").split(";")[0]
    # What goes on is not waited for.
    content = b"" if type in ("text/event-stream", "application/x-ndjson") else answer.read()
    connection.close()
    return answer.status, type, content


def main():
    path = sys.argv[1]
    document = json.loads(ask(path, "/openapi.json")[2])
    resolver = RefResolver.from_schema(document)
    failures = 0
    ids = set()

    def found(reference):
        return resolver.resolve(reference["$ref"])[1] if "$ref" in reference else reference

    def compare(operation, target, method="GET", body=None, status=None):
        nonlocal failures
        code, type, content = ask(path, target, method, body)
        problems = []
        described = operation["responses"].get(str(code))
        if described is None:
            problems.append(f"the status {code} is not described")
        else:
            media = found(described).get("content", {})
            if media and type not in media:
                problems.append(f"the type {type} is not described")
            elif type.endswith("json") and type != "application/x-ndjson":
                schema = media[type].get("schema")
                if not schema:
                    problems.append("there is no schema")
                else:
                    validator = Draft202012Validator(schema, resolver=resolver)
                    for error in validator.iter_errors(json.loads(content)):
                        problems.append(f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")
        if status is not None and code != status:
            problems.append(f"{code} instead of {status}")
        print(method, target, code, type, "; ".join(problems) or "as described")
        failures += len(problems)

    values = {"target": "Shop", "name": "Shop", "id": "1", "receiver": "nobody", "file": "style.css"}
    for template, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["operationId"] not in ids, operation["operationId"]
            ids.add(operation["operationId"])
            assert operation["summary"] and operation["responses"]
            for response in operation["responses"].values():
                assert found(response)["description"]
            if method != "get":
                continue
            target = re.sub(r"{(\w+)}", lambda m: values[m[1]], template)
            if template == "/badge/{name}":
                target += ".svg"
            compare(operation, target)
            compare(operation, target + "?unknown=1", status=400)
            if "{" in template:
                compare(operation, re.sub(r"{(\w+)}", "no%20such", template), status=404)
    for target in ["/v1/history?columns=10", "/v1/history?format=csv", "/v1/incidents?format=csv&from=1h",
                   "/v1/resolve?name=localhost", "/v1/resolve", "/page/live?view=overview", "/targets/Shop?share=svg"]:
        template = next(t for t in document["paths"] if re.fullmatch(re.sub(r"{\w+}", "[^/]+", t), target.split("?")[0]))
        compare(document["paths"][template]["get"], target)
    checks = document["paths"]["/v1/checks"]["post"]
    compare(checks, "/v1/checks", "POST", '{"target": "Shop"}', status=200)
    compare(checks, "/v1/checks", "POST", '{"target": 7}', status=400)
    print(len(ids), "operations", failures, "differences")
    sys.exit(failures > 0)


main()
