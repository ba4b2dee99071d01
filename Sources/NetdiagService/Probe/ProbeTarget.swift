import HTTPTypes
import NetdiagConfiguration
import NetworkModel
import TargetKinds

/// The target of a scrape, as a module's prober interprets it.
struct ProbeTarget: Sendable {
    let target: Target
    private static let maxBytes = 2_048

    /// - Throws: 400 for a target that the prober does not accept.
    init(_ text: String, for prober: BlackboxModule.Prober) throws(Problem) {
        guard text.utf8.count <= Self.maxBytes else {
            throw Problem(.badRequest, "target: has more than \(Self.maxBytes) bytes")
        }
        func parsed(_ whole: String, _ expected: String) throws(Problem) -> Target {
            do {
                return try Target(whole)
            } catch {
                throw Problem(
                    .badRequest, "target: \(SafeText.shown(text)) cannot be probed: \(error.reason); \(expected)")
            }
        }
        switch prober {
        case .http:
            let lower = text.lowercased()
            let isURL = lower.hasPrefix("http://") || lower.hasPrefix("https://")
            target = try parsed(isURL ? text : "http://" + text, "write a URL, as in https://example.org/")
        case .tcp: target = try parsed("tcp://" + text, "write host:port, as in example.org:22")
        case .unix: target = try parsed("unix:" + text, "write the path of a socket, as in /run/service.sock")
        case .icmp: target = try parsed("icmp://" + Self.bracketed(text), "write a host or an address")
        case .dns(let dns):
            let port = dns.question.isEncrypted && !Self.hasPort(text) ? ":853" : ""
            target = try parsed("dns://" + Self.bracketed(text) + port + "/.", "write a server, as in 192.0.2.53")
        case .grpc(let grpc):
            var place = text
            for scheme in ["http://", "https://"] where text.lowercased().hasPrefix(scheme) {
                place = String(text.dropFirst(scheme.count).prefix { $0 != "/" })
            }
            let path = grpc.service.isEmpty ? "" : "/" + grpc.service
            target = try parsed((grpc.usesTLS ? "grpcs://" : "grpc://") + place + path, "write host:port")
        }
    }

    /// Adds brackets to an IPv6 address without them.
    private static func bracketed(_ text: String) -> String {
        IPAddress(text)?.family == .ipv6 ? "[\(text)]" : text
    }

    private static func hasPort(_ text: String) -> Bool {
        guard IPAddress(text) == nil, let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return false }
        return !text[colon...].contains("]")
    }
}
