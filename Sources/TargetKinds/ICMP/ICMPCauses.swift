import Diagnosis
import NetworkModel

/// The root causes at hosts that should reply to echo requests.
enum ICMPCauses {
    static let noReply = CauseEntry(
        "icmp.no-reply", .error, "The host does not answer echo requests, and no other reason is known.",
        summary: "{address} does not answer pings",
        advice: [
            "Many hosts drop pings: check a port that should be open, as in netdiag check {address}:22",
            "See how far packets get: traceroute {address}",
        ],
        evidence:
            "five echo requests within 200 ms, and up to three more a second apart, get no answer, and no lower "
            + "layer fails",
        incident: .init(scope: .target(by: "address"), basis: .silence, breaks: .nothing))
    static let unreachable = CauseEntry(
        "icmp.unreachable", .error, "An ICMP error came back for the echo request.",
        summary: "{address} cannot be reached ({detail}, according to {reporter})",
        advice: ["See how far packets get: traceroute {address}", "See the route: ip route get {address}"],
        evidence: "an ICMP error arrives instead of an echo reply, or the kernel has no route for the request",
        incident: .init(scope: .target(by: "address"), basis: .answer, breaks: .nothing))

    static let all = [noReply, unreachable]
}
