"""Requests everything in the openapi.json of a netdiagd, and compares the responses and the examples with the schemas.

walk.py SOCKET [FILE]: prints a line for each request. The exit status is 1 if a response differs. FILE gets the requests and
responses, as examples for the next version of openapi.json.
"""
import http.client
import json
import re
import socket
import sys

from jsonschema import Draft202012Validator
from jsonschema.validators import RefResolver

#: Documents in formats of others: OpenAPI has its version in `openapi`, and Prometheus accepts only its list.
FOREIGN = {"/openapi.json", "/v1/targets/http_sd"}
#: The bodies of requests that have one.
BODIES = {
    "postChecks": {"target": "Shop"},
    "putServicesByName": {"types": ["_uscan._tcp"], "port": 8080, "txt": {"rs": "eSCL"}, "lease": 60},
}
#: The parameters that give the most informative response of an operation.
TELLING = {
    "getHistory": "/v1/history?target=Shop&from=10m&columns=4",
    "getResolve": "/v1/resolve?name=localhost",
    "getServices": "/v1/services?type=_ipp._tcp&resolve=true",
    "getTargetsHttpSd": "/v1/targets/http_sd?type=_ipp._tcp",
    "postAlertsByReceiver": "/v1/alerts/log",
    "putServicesByName": "/v1/services/Office%20scanner",
}


class Connection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(30)
        self.sock.connect(self.path)


def lines(answer, type, count):
    """The JSON of the given number of events or lines of a stream."""
    while count:
        line = answer.readline().decode()
        if not line:
            return
        if type == "text/event-stream":
            if not line.startswith("data: "):
                continue
            line = line[6:]
        count -= 1
        yield json.loads(line)


def ask(path, target, method="GET", body=None, count=0):
    connection = Connection(path)
    headers = {"Content-Type": "application/json"} if body is not None else {}
    connection.request(method, target, body=body, headers=headers)
    answer = connection.getresponse()
    type = (answer.getheader("Content-Type") or "").split(";")[0]
    # Of a stream, only the requested number.
    goes_on = type in ("text/event-stream", "application/x-ndjson")
    content = list(lines(answer, type, count)) if goes_on else answer.read()
    connection.close()
    return answer.status, type, content


def unnamed(document):
    """Whether a document, or one of a list of documents, does not name its schema."""
    if isinstance(document, list):
        return any(unnamed(element) for element in document)
    return not (isinstance(document, dict) and re.fullmatch(r"netdiag\.[a-z-]+/[1-9]", str(document.get("schema"))))


def main():
    path = sys.argv[1]
    document = json.loads(ask(path, "/openapi.json")[2])
    resolver = RefResolver.from_schema(document)
    failures = 0
    ids = set()
    recorded = {"bodies": {}, "answers": {}}

    def found(reference):
        return resolver.resolve(reference["$ref"])[1] if "$ref" in reference else reference

    def leaves_unnamed(schema):
        """Whether a schema accepts a document that does not name its schema."""
        schema = found(schema)
        if "anyOf" in schema:
            return any(leaves_unnamed(one) for one in schema["anyOf"])
        if schema.get("type") == "array":
            return leaves_unnamed(schema["items"])
        return "schema" not in schema.get("required", []) or "const" not in schema["properties"]["schema"]

    def differences(value, schema):
        for error in Draft202012Validator(schema, resolver=resolver).iter_errors(value):
            yield f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"

    def report(what, problems):
        nonlocal failures
        print(what, "; ".join(problems) or "as described")
        failures += len(problems)

    def compare(operation, target, method="GET", body=None, status=None):
        code, type, content = ask(path, target, method, None if body is None else json.dumps(body))
        problems = []
        described = operation["responses"].get(str(code))
        if described is None:
            problems.append(f"the status {code} is not described")
        else:
            media = found(described).get("content", {})
            if media and type not in media:
                problems.append(f"the type {type} is not described")
            elif type in ("application/json", "application/problem+json"):
                value = json.loads(content)
                problems += differences(value, media[type].get("schema", False))
                if target.split("?")[0] not in FOREIGN and unnamed(value):
                    problems.append("it does not name its schema")
                if type == "application/json" and code < 300:
                    told = TELLING.get(operation["operationId"], target)
                    if told == target and target != "/openapi.json":
                        recorded["answers"][operation["operationId"]] = value
                        if body is not None:
                            recorded["bodies"][operation["operationId"]] = body
                        if not value:
                            problems.append("it is empty, and shows nothing")
        if status is not None and code != status:
            problems.append(f"{code} instead of {status}")
        report(f"{method} {target} {code} {type}", problems)

    values = {"target": "Shop", "name": "Shop", "id": "1", "receiver": "nobody", "file": "style.css"}
    compare(document["paths"]["/v1/services/{name}"]["put"], TELLING["putServicesByName"], "PUT", BODIES["putServicesByName"])
    told = ask(path, "/v1/services?type=_ipp._tcp&resolve=true&follow=true", count=2)[2]
    report("a service is there", [] if told and told[-1].get("host") else [json.dumps(told)])
    for template, operations in document["paths"].items():
        for method, operation in operations.items():
            name = operation["operationId"]
            assert name not in ids, name
            ids.add(name)
            assert operation["summary"] and operation["responses"]
            for code, response in operation["responses"].items():
                assert found(response)["description"]
                for type, media in found(response).get("content", {}).items():
                    if type not in ("application/json", "application/problem+json"):
                        continue
                    problems = []
                    if template not in FOREIGN and leaves_unnamed(media["schema"]):
                        problems.append("the schema does not have its name")
                    if "example" in media:
                        problems += differences(media["example"], media["schema"])
                    elif template != "/openapi.json":
                        problems.append("there is no example")
                    report(f"{name} {code} {type}", problems)
            for type, media in operation.get("requestBody", {}).get("content", {}).items():
                if type == "application/json" and "example" not in media:
                    report(f"{name} body", ["there is no example"])
            if method != "get":
                continue
            target = re.sub(r"{(\w+)}", lambda m: values[m[1]], template)
            if template == "/badge/{name}":
                target += ".svg"
            compare(operation, target)
            if name in TELLING:
                compare(operation, TELLING[name], status=200)
            compare(operation, target + "?unknown=1", status=400)
            for parameter in operation["parameters"]:
                key, words = parameter["name"], parameter["schema"].get("enum")
                if words is None:
                    continue
                compare(operation, f"{target}?{key}=otherwise", status=400)
                base = TELLING.get(name, target)
                if f"{key}=" in base:
                    base = target
                # A word may be refused for the lack of another parameter; then the refusal is about that one.
                for word in words:
                    asked = f"{base}{'&' if '?' in base else '?'}{key}={word}"
                    code, type, content = ask(path, asked, count=1)
                    refused = code == 400 and json.loads(content)["detail"].startswith(f"{key}:")
                    report(f"{asked} {code} {type}", ["the described word is refused"] if refused else [])
            if "{" in template:
                compare(operation, re.sub(r"{(\w+)}", "no%20such", template), status=404)
    for target in ["/v1/history?columns=10", "/v1/history?format=csv", "/v1/incidents?format=csv&from=1h",
                   "/v1/incidents?from=1h", "/v1/resolve", "/page/live?view=overview", "/targets/Shop?share=svg"]:
        template = next(t for t in document["paths"] if re.fullmatch(re.sub(r"{\w+}", "[^/]+", t), target.split("?")[0]))
        compare(document["paths"][template]["get"], target)
    checks = document["paths"]["/v1/checks"]["post"]
    compare(checks, "/v1/checks", "POST", BODIES["postChecks"], status=200)
    compare(checks, "/v1/checks", "POST", {"target": 7}, status=400)
    tests = document["paths"]["/v1/alerts/{receiver}"]["post"]
    compare(tests, TELLING["postAlertsByReceiver"], "POST", status=200)
    compare(tests, "/v1/alerts/nobody", "POST", status=404)
    # In a stream, each event or line is a document.
    for target, method, body, count in [
            ("/v1/events", "GET", None, 6),
            ("/v1/services?type=_ipp._tcp&once=true", "GET", None, 100),
            ("/v1/services/Held", "PUT", {"types": ["_ipp._tcp"], "port": 631}, 1)]:
        told = ask(path, target, method, None if body is None else json.dumps(body), count)[2]
        report(f"{method} {target} {len(told)} documents",
               ["none"] if not told else [f"it does not name its schema: {json.dumps(one)[:200]}" for one in told if unnamed(one)])
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w") as file:
            json.dump(recorded, file)
    print(len(ids), "operations", failures, "differences")
    sys.exit(failures > 0)


main()
