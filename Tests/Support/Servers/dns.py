# A DNS server on 127.0.0.1 that returns one address for every name (RFC 1035 section 4).
import socket

server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind(("127.0.0.1", 0))
print("dns", server.getsockname()[1], flush=True)
while True:
    question, client = server.recvfrom(4096)
    end = question.index(b"\0", 12) + 5
    counts = bytes([0, 1, 0, 1, 0, 0, 0, 0])
    answer = bytes([0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1])
    server.sendto(question[:2] + bytes([0x81, 0x80]) + counts + question[12:end] + answer, client)
