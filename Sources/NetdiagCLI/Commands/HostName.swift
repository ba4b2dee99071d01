import NetworkModel
import TargetKinds

/// A name or address that can be asked for, as it is typed.
enum HostName {
    /// - Throws: ``Failure/usage(_:)`` with what is wrong.
    static func check(_ text: String) throws(Failure) {
        if text == "." || IPAddress(text) != nil { return }
        // What would be a port, a path or brackets in a target is nothing that a name can hold.
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
