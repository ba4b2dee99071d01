import NetworkModel
import TargetKinds

/// Validates a name or address on the command line.
enum HostName {
    /// - Throws: ``Failure/usage(_:)`` if the text is not a domain.
    static func check(domain text: String) throws(Failure) {
        guard !text.isEmpty, IPAddress(text) == nil, (try? check(text)) != nil else {
            throw .usage("\"\(Text.shown(text))\" is not a domain, as in local or example.org")
        }
    }

    /// - Throws: ``Failure/usage(_:)`` with the reason.
    static func check(_ text: String) throws(Failure) {
        if text == "." || IPAddress(text) != nil { return }
        // Names cannot contain the delimiters of ports, paths and brackets in targets.
        guard !text.contains(where: { "/:[]?#".contains($0) }) else {
            throw .usage("\"\(Text.shown(text))\" is neither a name nor an address; leave scheme, port and path away")
        }
        let target: Target
        do {
            target = try Target("icmp://\(text)")
        } catch {
            throw .usage("\"\(Text.shown(text))\" is neither a name nor an address: \(error.reason)")
        }
        guard case .name(text) = target.host else {
            throw .usage("\"\(Text.shown(text))\" is neither a name nor an address")
        }
    }
}
