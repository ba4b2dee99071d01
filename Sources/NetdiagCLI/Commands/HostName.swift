import NetworkModel
import TargetKinds
import Translations

/// Validates a name or address on the command line.
enum HostName {
    /// - Throws: ``Failure/usage(_:)`` if the text is not a domain.
    static func check(domain text: String) throws(Failure) {
        guard !text.isEmpty, IPAddress(text) == nil, (try? check(text)) != nil else {
            throw .usage(ToolPhrase.isNoDomain.text(["name": Text.shown(text)]))
        }
    }

    /// - Throws: ``Failure/usage(_:)`` with the reason.
    static func check(_ text: String) throws(Failure) {
        if text == "." || IPAddress(text) != nil { return }
        // Names cannot contain the delimiters of ports, paths and brackets in targets.
        guard !text.contains(where: { "/:[]?#".contains($0) }) else {
            throw .usage(ToolPhrase.isMoreThanHost.text(["name": Text.shown(text)]))
        }
        let target: Target
        do {
            target = try Target("icmp://\(text)")
        } catch {
            let facts = ["name": Text.shown(text), "reason": FactWords.local(error.reason)]
            throw .usage(ToolPhrase.isNoHostBut.text(facts))
        }
        guard case .name(text) = target.host else {
            throw .usage(ToolPhrase.isNoHost.text(["name": Text.shown(text)]))
        }
    }
}
