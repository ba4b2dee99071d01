# A time server on 127.0.0.1, or with LAB_PORT on that port of all addresses, with the fault LAB_FAULT.
import os, socket, struct, time

fault = os.environ.get("LAB_FAULT", "")
port = int(os.environ.get("LAB_PORT", "0"))
server = socket.socket(socket.AF_INET6 if port else socket.AF_INET, socket.SOCK_DGRAM)
if port:
    server.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
server.bind(("::" if port else "127.0.0.1", port))
print("ntp", server.getsockname()[1], flush=True)


def stamp(seconds):
    seconds += 2208988800
    return struct.pack(">II", int(seconds) & 0xFFFFFFFF, int(seconds % 1 * 2**32))


while True:
    question, client = server.recvfrom(1024)
    now = time.time() + (5 if fault == "fast" else 0)
    leap, stratum, reference, dispersion = 0, 2, bytes([192, 0, 2, 1]), 0.01
    if fault == "unsynchronised":
        leap, stratum, reference = 3, 16, b"INIT"
    if fault == "kiss":
        leap, stratum, reference = 3, 0, b"RATE"
    if fault == "far":
        dispersion = 3.0
    origin = question[40:48] if fault != "spoofed" else b"\0" * 8
    answer = struct.pack(">BBBb", leap << 6 | 4 << 3 | 4, stratum, 6, -20)
    answer += struct.pack(">II", int(0.02 * 65536), int(dispersion * 65536)) + reference
    answer += stamp(now - 60) + origin + stamp(now) + stamp(now)
    server.sendto(answer if fault != "garbage" else b"\x1b[2Jno time", client)
