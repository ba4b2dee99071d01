# gRPC servers (grpcio) on 127.0.0.1 that answer grpc.health.v1.Health/Check, one without and one with TLS. With LAB_PORT, one server on
# that port of all addresses, with TLS if LAB_CERTIFICATE is set, and with the fault LAB_FAULT.
import os, sys, threading

# No bytecode is written into the source tree.
sys.dont_write_bytecode = True
import lines

# This file has the same name as the library.
del sys.path[0]
import grpc
from concurrent import futures

SERVING, NOT_SERVING = b"\x08\x01", b"\x08\x02"
services = {b"": SERVING, b"lab.Ready": SERVING, b"lab.Broken": NOT_SERVING}
answers = {
    "not-serving": NOT_SERVING,
    # The zero value of the enumeration is not encoded.
    "starting": b"",
    "strange": b"\x08\x63",
    "garbage": b"\xff\xff\x1b[2J",
}
refusals = {
    "denied": (grpc.StatusCode.PERMISSION_DENIED, "not \x1b[31mfor you"),
    "unavailable": (grpc.StatusCode.UNAVAILABLE, "the backend is away"),
}


def check(request, context):
    if lines.fault == "silent":
        threading.Event().wait()
    if lines.fault in refusals:
        context.abort(*refusals[lines.fault])
    if lines.fault in answers:
        return answers[lines.fault]
    # Field 1, a string: its tag, its length and its contents.
    name = request[2:]
    if name not in services:
        context.abort(grpc.StatusCode.NOT_FOUND, "unknown service")
    return services[name]


class Health(grpc.GenericRpcHandler):
    def service(self, call):
        if call.method == "/grpc.health.v1.Health/Check" and lines.fault != "unimplemented":
            return grpc.unary_unary_rpc_method_handler(check)


def serve(client, secure):
    """A server that closes the connection before it answers."""
    client.recv(64)
    if lines.fault == "resets":
        lines.reset(client)


if lines.fault in ("closes", "resets"):
    lines.run("grpc", serve)
server = grpc.server(futures.ThreadPoolExecutor(8), handlers=[Health()], options=[("grpc.so_reuseport", 0)])
address = f"[::]:{lines.port}" if lines.port else "127.0.0.1:0"
found = []
if lines.certificate:
    pem = [open(path, "rb").read() for path in (os.environ.get("LAB_KEY") or lines.certificate, lines.certificate)]
    found.append(("grpcs", server.add_secure_port(address, grpc.ssl_server_credentials([tuple(pem)]))))
if not lines.port or not lines.certificate:
    found.append(("grpc", server.add_insecure_port(address)))
server.start()
for scheme, port in found:
    print("grpc" if lines.port else scheme, port, flush=True)
server.wait_for_termination()
