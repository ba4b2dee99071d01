# An HTTP server on the Unix socket LAB_PATH, which answers only /health, with the fault LAB_FAULT.
import os, socket, threading

fault = os.environ.get("LAB_FAULT", "")
path = os.environ["LAB_PATH"]
kinds = {"datagrams": socket.SOCK_DGRAM, "packets": socket.SOCK_SEQPACKET}


def serve(client):
    with client:
        if fault == "silent":
            while client.recv(100):
                pass
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            more = client.recv(4096)
            if not more:
                return
            head += more
        if fault == "closes":
            return
        if fault == "foreign":
            client.sendall(b"SSH-2.0-lab\r\n")
            return
        status = b"200 OK" if head.startswith(b"GET /health ") else b"404 Not Found"
        client.sendall(b"HTTP/1.1 " + status + b"\r\nContent-Length: 7\r\nConnection: close\r\n\r\ncorrect")


server = socket.socket(socket.AF_UNIX, kinds.get(fault, socket.SOCK_STREAM))
server.bind(path)
os.chmod(path, 0o660)
if fault not in kinds:
    server.listen(0 if fault == "full" else 16)
held = []
if fault == "full":
    # The kernel lets one more connection wait than the backlog allows.
    for _ in range(4):
        client = socket.socket(socket.AF_UNIX)
        client.setblocking(False)
        client.connect_ex(path)
        held.append(client)
if fault == "gone":
    # Only the file remains.
    server.close()
print("unix", path, flush=True)
if fault in ("full", "gone") or fault in kinds:
    threading.Event().wait()
while True:
    threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
