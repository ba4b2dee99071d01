# A UDP server on 127.0.0.1, or with LAB_PORT on that port of all addresses, that answers "correct" to every datagram.
import os, socket

port = int(os.environ.get("LAB_PORT", "0"))
server = socket.socket(socket.AF_INET6 if port else socket.AF_INET, socket.SOCK_DGRAM)
if port:
    server.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
server.bind(("::" if port else "127.0.0.1", port))
print("udp", server.getsockname()[1], flush=True)
while True:
    question, client = server.recvfrom(65536)
    server.sendto(b"correct" if os.environ.get("LAB_FAULT") != "other" else b"\x1b[2Jother", client)
