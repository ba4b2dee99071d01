import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Decodes listeners of faults that have their own servers, such as `tls.expired`.
extension ServeDecoder {
    /// The server of a listener whose only content is such a fault; `nil` for other listeners.
    mutating func faultServer(_ group: Group, _ place: Setting) -> FaultServerPlan? {
        guard let faults = group["faults"], (["routes"] + Self.betweenKeys).allSatisfy({ group[$0] == nil }),
            case .sequence(let nodes) = faults.node.content,
            let first = nodes.first(where: { Self.wholeFault($0) != nil }),
            let (definition, text) = Self.wholeFault(first)
        else { return nil }
        if nodes.count > 1 {
            settings.refuse(
                faults,
                "has \(definition.cause), whose server has no other fault; write the others into other listeners")
        }
        let setting = Setting(name: "fault", node: first)
        var server = FaultServerPlan(definition, FaultArguments(defaultsOf: definition.arguments))
        do throws(FaultError) {
            server.arguments = try definition.arguments(text)
        } catch {
            settings.refuse(setting, error.description)
        }
        let address = address(group, place)
        (server.host, server.port) = (address.host, address.port)
        server.name = group["name"].flatMap { settings.text($0, "a name") }
        if let publish = group["publish"] {
            settings.refuse(publish, "announces _http._tcp; leave it out of the listener of \(definition.cause)")
        }
        guard case .mapping = first.content,
            let item = settings.group(setting, known: ["fault", "when", "state"], prefix: "fault.")
        else { return server }
        if let when = item["when"], let condition = condition(when) {
            server.when = condition.when
            if let match = condition.match {
                settings.refuse(match, "is for requests; the conditions of \(definition.cause) are for connections")
            }
            if !definition.isConditional, condition.when != .always {
                settings.refuse(when, "has no effect: \(definition.cause) applies to all connections")
            }
        }
        if let state = item["state"] {
            server.beginsOff = beginsOff(state)
            if server.beginsOff, !definition.canBeOff {
                settings.refuse(state, "is off, and no server without the fault can replace \(definition.cause)")
            }
        }
        return server
    }

    /// A fault with a server of its own, and the text of its arguments; `nil` for any other item of `faults:`.
    private static func wholeFault(_ node: YAMLNode) -> (definition: FaultDefinition, arguments: String)? {
        var node = node
        if case .mapping(let entries) = node.content {
            guard let entry = entries.first(where: { $0.key == "fault" }) else { return nil }
            node = entry.value
        }
        guard case .scalar(let text, _) = node.content else { return nil }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = parts.first, let definition = FaultCatalogue.definition(CauseID(rawValue: String(id))),
            definition.exchange == nil
        else { return nil }
        return (definition, parts.count == 2 ? String(parts[1]) : "")
    }
}
