"""What benchmarks ask a daemon."""
import json
import socket


def status(path):
    """The document /v1/status of the daemon at a socket."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        connection.sendall(b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        data = b""
        while chunk := connection.recv(65536):
            data += chunk
    return json.loads(data.split(b"\r\n\r\n", 1)[1])
