import Diagnosis
import NetworkModel

/// The root causes of faults at UDP ports.
enum UDPCauses {
    static let refused = CauseEntry(
        "udp.refused", .error, "The host responds, but nothing listens on the UDP port.",
        summary: "nothing listens on UDP port {port} of {host}",
        advice: [
            "Check the port number {port}",
            "If the server is yours, see what listens on it: ss -ulnp 'sport = :{port}'",
        ],
        evidence: "the host itself answers with ICMP port unreachable",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let noAnswer = CauseEntry(
        "udp.no-answer", .error, "The port does not answer a datagram.",
        summary: "{destination} does not answer ({sent} datagrams)",
        advice: [
            "On the server, see whether the datagrams arrive: tcpdump -n udp port {port}",
            "Look for a firewall on the path that drops UDP port {port}",
            "Many services answer only valid requests: set the request with udp: send:, and the answer with expect:",
        ],
        evidence:
            "no answer arrives; an error if an answer is expected, otherwise it is unknown whether the port works",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let unexpected = CauseEntry(
        "udp.unexpected", .error, "The port answers, but not as expected.",
        summary: "{destination} answers \"{received}\", which does not match {expected}",
        advice: [
            "On the server, if it is yours, see what listens: ss -ulnp 'sport = :{port}'",
            "See what it answers; the rule is udp: expect: of the target",
        ],
        evidence: "datagrams arrive, but none matches the pattern before the time limit",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [refused, noAnswer, unexpected]
}
