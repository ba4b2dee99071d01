# sshd(8) on 127.0.0.1, or with LAB_PORT on that port of all addresses, with its own host key and the fault LAB_FAULT. Faults that sshd
# cannot have are produced by a program in its place, or by one between it and its clients.
#
# The public part of the host key is written to the file LAB_KEY.
import os, shutil, socket, subprocess, sys, tempfile, threading

fault = os.environ.get("LAB_FAULT", "")
port = int(os.environ.get("LAB_PORT", "0"))
# A host of the lab has its own /run, which disappears with the host.
folder = tempfile.mkdtemp(prefix="netdiag-ssh.", dir="/run" if port else None)
# Removes the files after this program has ended for any reason, when the standard input of this command ends.
subprocess.Popen(["sh", "-c", 'read -r _; rm -rf "$1"', "-", folder], stdin=subprocess.PIPE)


def listen():
    family = socket.AF_INET6 if port else socket.AF_INET
    return socket.create_server(("::" if port else "127.0.0.1", port), family=family, dualstack_ipv6=bool(port))


def make_key():
    key = folder + "/key"
    subprocess.run(["ssh-keygen", "-q", "-t", os.environ.get("LAB_KEY_TYPE", "ed25519"), "-N", "", "-f", key], check=True)
    if "LAB_KEY" in os.environ:
        shutil.copy(key + ".pub", os.environ["LAB_KEY"])


def start(number, address, lines):
    """Starts sshd, and returns its process once it listens; None if the port is in use."""
    # sshd needs this folder when it drops its privileges.
    if os.geteuid() == 0:
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
    options = lines + ["Port %d" % number, "HostKey %s/key" % folder, "PidFile none", "UsePAM no", "StrictModes no"]
    options += ["ListenAddress " + address] if address else []
    with open(folder + "/conf", "w") as file:
        file.write("\n".join(options) + "\n")
    # It ends together with this program.
    server = subprocess.Popen(
        ["setpriv", "--pdeathsig", "TERM", "/usr/sbin/sshd", "-D", "-e", "-f", folder + "/conf"],
        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    awaited = "Server listening on " + (address or "::")
    for line in server.stderr:
        print(line, end="", file=sys.stderr)
        if line.startswith(awaited):
            threading.Thread(target=lambda: [None for _ in server.stderr], daemon=True).start()
            return server
    server.wait()
    return None


def sshd(number, lines):
    """Starts sshd on all addresses, or on a free port of 127.0.0.1 if the number is 0; returns process and port."""
    make_key()
    if number:
        return start(number, None, lines) or sys.exit("sshd does not start"), number
    # Another program may get the port before sshd does.
    for _ in range(20):
        with socket.create_server(("127.0.0.1", 0)) as free:
            number = free.getsockname()[1]
        if server := start(number, "127.0.0.1", lines):
            return server, number
    sys.exit("sshd does not start")


def forged(client, inner):
    """Forwards both directions, and flips the last bit of the server's signature (RFC 4253 section 8)."""
    server = socket.create_connection(("127.0.0.1", inner))

    def back():
        while data := client.recv(65536):
            server.sendall(data)

    threading.Thread(target=back, daemon=True).start()
    stream = server.makefile("rb")
    client.sendall(stream.readline())
    while length := stream.read(4):
        body = bytearray(stream.read(int.from_bytes(length, "big")))
        # SSH_MSG_KEX_ECDH_REPLY: the signature is its last field. The following data is encrypted, and is not waited for.
        if body[1] == 31:
            body[len(body) - body[0] - 1] ^= 1
        client.sendall(length + bytes(body))
        if body[1] == 21:
            break
    while data := stream.read1(65536):
        client.sendall(data)


def talk(client):
    answers = {
        "silent": b"",
        "stalled": b"SSH-2.0-lab\r\n",
        "closed": b"",
        "other": b"220 mail.lab.example ESMTP \x1b[2J\r\n",
        "version": b"SSH-1.5-Cisco-1.25\r\n",
        "malformed": b"SSH-2.0-lab\r\n" + b"\xff" * 64,
    }
    client.sendall(answers[fault])
    if fault not in ("silent", "stalled"):
        client.shutdown(socket.SHUT_WR)
    while client.recv(65536):
        pass


def serve(listener, answer):
    print("ssh", listener.getsockname()[1], flush=True)
    while True:
        client, _ = listener.accept()

        def run(client=client):
            try:
                with client:
                    answer(client)
            except OSError:
                pass

        threading.Thread(target=run, daemon=True).start()


real = {
    "": [],
    "algorithms": ["KexAlgorithms sntrup761x25519-sha512@openssh.com"],
    # The only place is occupied below.
    "full": ["MaxStartups 1:100:1"],
}
if fault in real:
    server, number = sshd(port, real[fault])
    if fault == "full":
        taken = socket.create_connection(("127.0.0.1", number))
        taken.recv(1)
    print("ssh", number, flush=True)
    server.wait()
elif fault == "forged":
    server, inner = sshd(0, [])
    threading.Thread(target=serve, args=(listen(), lambda client: forged(client, inner)), daemon=True).start()
    server.wait()
else:
    serve(listen(), talk)
