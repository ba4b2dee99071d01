import Diagnosis
import NetworkModel

/// The root causes of faults at SSH servers.
enum SSHCauses {
    static let noGreeting = CauseEntry(
        "ssh.no-greeting", .error, "The port accepts connections, but the SSH server does not identify itself.",
        summary: "{destination} accepts the connection, but sends nothing",
        advice: [
            "On the server, see what listens and whether it hangs: ss -tlnp 'sport = :{port}'; systemctl status ssh",
            "It may be waiting for a dead DNS server to look up the client's name: UseDNS in sshd_config(5)",
            "ssh(1) waits longer than this check, so find out whether the server is only slow: netdiag check --timeout 60 {url}",
        ],
        evidence: "the connection is established, but no data arrives before the time limit",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let stalled = CauseEntry(
        "ssh.stalled", .error, "The SSH server identifies itself, then stops responding during the key exchange.",
        summary: "{destination} stops responding during the key exchange",
        advice: [
            "Full-size packets may be lost on the path, where small ones pass: tracepath {host}",
            "On the server, see its load and the log of sshd: journalctl -u ssh",
        ],
        evidence:
            "the identification string, or a part of it, has arrived, but the key exchange is not completed in time",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let notSSH = CauseEntry(
        "ssh.not-ssh", .error, "The service on the SSH port does not speak SSH.",
        summary: "{destination} says \"{text}\" instead of an SSH identification",
        advice: [
            "Check the port, which the target can name: ssh://HOST:PORT",
            "On the server, if it is yours, see what listens: ss -tlnp 'sport = :{port}'",
        ],
        evidence: "lines arrive, but none of the first ones begins with SSH- (RFC 4253 section 4.2)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let closed = CauseEntry(
        "ssh.closed", .error, "The SSH server closes the connection before the key exchange is complete.",
        summary: "{destination} closes the connection before the key exchange is complete: {detail}",
        advice: [
            "On the server, see the log of sshd: journalctl -u ssh",
            "See whether it blocks this client: MaxStartups and PerSourcePenalties in sshd_config(5), fail2ban, /etc/hosts.deny",
            "An sshd without host keys closes every connection: ssh-keygen -A makes them",
        ],
        evidence:
            "the connection ends or is reset, or the server sends a disconnection message, or the text that sshd "
            + "sends to clients above its limit",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let protocolVersion = CauseEntry(
        "ssh.protocol-version", .error, "The server speaks a version of SSH other than 2.0.",
        summary: "{destination} speaks version {version} of SSH ({software}), not 2.0",
        advice: ["SSH 1 is broken, and no current client supports it: update the server, or enable version 2 there"],
        evidence: "the version in the identification string is neither 2.0 nor 1.99",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let malformed = CauseEntry(
        "ssh.malformed", .error, "The server speaks SSH, but violates the protocol.",
        summary: "{destination} violates the SSH protocol: {detail}",
        advice: [
            "On the server, if it is yours, see what listens: ss -tlnp 'sport = :{port}'",
            "Check whether something on the path answers in its place",
        ],
        evidence: "an identification string, a packet or its fields violate RFC 4253, or exceed a limit",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let noCommonAlgorithm = CauseEntry(
        "ssh.no-common-algorithm", .warning,
        "The server and libssh, which netdiag uses for the key exchange, have no algorithm in common.",
        summary: "{destination} has no algorithm in common with this machine's libssh: {detail}",
        advice: [
            "Other clients may support more: see whether ssh -v connects",
            "On the server, see KexAlgorithms, HostKeyAlgorithms, Ciphers and MACs: sshd -T",
        ],
        evidence:
            "for one purpose, the lists of both sides have no algorithm in common; whether the server works for "
            + "other clients, and its host key, are then unknown",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let keyExchange = CauseEntry(
        "ssh.key-exchange", .error, "The key exchange fails, so the server has not proven its host key.",
        summary: "the key exchange with {destination} fails: {detail}",
        advice: [
            "If a signature is wrong, an attacker may be on the path: compare with another network",
            "On the server, see the log of sshd: journalctl -u ssh",
        ],
        evidence:
            "libssh does not accept what the server sends during the key exchange: a message, a number, or the "
            + "signature",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let wrongHostKey = CauseEntry(
        "ssh.wrong-host-key", .error, "The server proves a host key other than the expected one.",
        summary: "{destination} has the host key {fingerprint} ({type}), but {expected} is expected",
        advice: [
            "A server has a key of each type, and clients choose one: name the fingerprints of all of them",
            "On the server, compare: for f in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $f; done",
            "If the server was reinstalled, change ssh: fingerprint: of the target, and known_hosts of its users",
            "If it was not, an attacker may be on the path: do not log in",
        ],
        evidence: "the key that signed the key exchange has none of the fingerprints in ssh: fingerprint:",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [
        noGreeting, stalled, notSSH, closed, protocolVersion, malformed, noCommonAlgorithm, keyExchange, wrongHostKey,
    ]
}
