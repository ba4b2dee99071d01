import FoundationEssentials
import NetworkModel

extension ConfigurationDecoder {
    mutating func blackboxTCP(_ setting: Setting) -> BlackboxModule? {
        let known = ["source_ip_address", "query_response", "tls", "tls_config"] + Self.selectionKeys
        guard let group = group(setting, known: known) else { return nil }
        var conversation = conversation(group)
        conversation.beginsWithTLS = flag(group["tls"], default: false)
        if conversation.beginsWithTLS {
            if conversation.script.contains(.startTLS), let again = group["query_response"] {
                refuse(again, "switches to TLS, which tls: has already begun; remove one of them")
            }
            conversation.script.insert(.startTLS, at: 0)
            for index in conversation.labels.indices { conversation.labels[index].step += 1 }
        }
        return BlackboxModule(prober: .tcp(conversation), selection: selection(group))
    }

    mutating func blackboxUnix(_ setting: Setting) -> BlackboxModule? {
        guard let group = group(setting, known: ["query_response", "tls", "tls_config"]) else { return nil }
        let conversation = conversation(group)
        let advice = "is not supported over a socket of this machine; leave it out"
        if let tls = group["tls"], flag(tls, default: false) { refuse(tls, advice) }
        if conversation.script.contains(.startTLS), let script = group["query_response"] {
            refuse(script, "switches to TLS, which \(advice)")
        }
        return BlackboxModule(prober: .unix(conversation))
    }

    private static let maxSteps = 100
    private static let stepKeys = ["expect", "expect_bytes", "labels", "send", "starttls"]

    private mutating func conversation(_ group: Group) -> BlackboxExchange {
        var conversation = BlackboxExchange()
        conversation.tls = tls(group["tls_config"])
        let steps = items(group["query_response"], of: "steps, as in - expect: \"^220 \"")
        guard steps.count <= Self.maxSteps else {
            if let all = group["query_response"] { refuse(all, "has more than \(Self.maxSteps) steps") }
            return conversation
        }
        for item in steps {
            guard let step = self.group(item, known: Self.stepKeys) else { continue }
            self.step(step, into: &conversation)
        }
        return conversation
    }

    private mutating func step(_ step: Group, into conversation: inout BlackboxExchange) {
        let expected = step["expect"].flatMap { pattern($0) }.flatMap { $0.isEmpty ? nil : $0 }
        if let expected { conversation.script.append(.expectLine(expected)) }
        if let labels = step["labels"] {
            let place = conversation.script.count - 1
            let read = self.labels(labels)
            if expected == nil {
                refuse(labels, "needs expect:, whose match it refers to")
            } else if !read.isEmpty {
                conversation.labels.append(.init(step: place, labels: read))
                if conversation.labels.count > 1 {
                    refuse(labels, "occurs twice; keep one of the steps' labels")
                }
            }
        }
        if let bytes = step["expect_bytes"] {
            if step["expect"] != nil {
                refuse(bytes, "and expect are mutually exclusive; keep one of them")
            }
            if let bytes = self.bytes(bytes), !bytes.isEmpty { conversation.script.append(.expectBytes(bytes)) }
        }
        if let send = step["send"], let bytes = self.bytes(send), !bytes.isEmpty {
            // blackbox_exporter appends a line feed to everything that it sends.
            let text = String(validating: bytes, as: UTF8.self)
            if expected != nil, let text {
                conversation.script.append(.sendExpanded(expandable(text, send) + "\n"))
            } else {
                conversation.script.append(.send(bytes + [UInt8(ascii: "\n")]))
            }
        }
        if flag(step["starttls"], default: false) {
            if conversation.script.contains(.startTLS), let again = step["starttls"] {
                refuse(again, "occurs twice; TLS begins only once")
            }
            conversation.script.append(.startTLS)
        }
    }

    /// The bytes of a text, or of `!!binary` (YAML 1.1, base64).
    private mutating func bytes(_ setting: Setting) -> [UInt8]? {
        guard case .scalar(let text, .binary) = setting.node.content else {
            return text(setting, "a string").map { Array($0.utf8) }
        }
        guard let data = Data(base64Encoded: text.filter { !$0.isWhitespace }) else {
            refuse(setting, "is not base64, as !!binary requires")
            return nil
        }
        return Array(data)
    }

    private mutating func labels(_ setting: Setting) -> [BlackboxExchange.Label] {
        var seen: Set<String> = []
        return items(setting, of: "name: and value:").compactMap { item in
            guard let group = group(item, known: ["name", "value"]) else { return nil }
            guard let named = group["name"], let name = text(named, "the name of a label") else {
                if group["name"] == nil { refuse(item, "has a label without name:") }
                return nil
            }
            guard MetricName.isLabel(name), seen.insert(name).inserted else {
                refuse(
                    named,
                    "\(SafeText.shown(name)) is not a valid label name, or occurs twice; write letters, digits and _")
                return nil
            }
            let value = group["value"].flatMap { value in text(value, "a string").map { expandable($0, value) } }
            return .init(name: name, value: value ?? "")
        }
    }

    /// Checks that the references in a text are to groups that exist here: by a number of one digit.
    private mutating func expandable(_ text: String, _ setting: Setting) -> String {
        var rest = text.unicodeScalars[...]
        while let dollar = rest.firstIndex(of: "$") {
            rest = rest[rest.index(after: dollar)...]
            if rest.first == "$" {
                rest = rest.dropFirst()
                continue
            }
            let name = rest.drop { $0 == "{" }.prefix {
                $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
            }
            if !name.isEmpty, Int(String(name)).map({ $0 > 9 }) ?? true {
                refuse(setting, "names the group \(SafeText.shown(String(name))); write its number, from $0 to $9")
            }
        }
        return text
    }

    mutating func blackboxICMP(_ setting: Setting) -> BlackboxModule? {
        let known = ["source_ip_address", "payload_size", "dont_fragment", "ttl"] + Self.selectionKeys
        guard let group = group(setting, known: known) else { return nil }
        var echo = EchoSettings()
        echo.isSingle = true
        echo.hopLimit = 64
        if let size = group["payload_size"], let bytes = integer(size, in: 0...65_000, unit: "bytes"), bytes > 0 {
            echo.payloadBytes = bytes
        }
        if let limit = group["ttl"], let hops = integer(limit, in: 0...255, unit: "hops"), hops > 0 {
            echo.hopLimit = hops
        }
        echo.isUnfragmented = flag(group["dont_fragment"], default: false)
        return BlackboxModule(prober: .icmp(echo), selection: selection(group))
    }

    mutating func blackboxGRPC(_ setting: Setting) -> BlackboxModule? {
        let refused = [(key: "metadata", advice: "leave it out; the health of a server is asked for without")]
        let known = ["service", "tls", "tls_config"] + Self.selectionKeys + refused.map(\.key)
        guard let group = group(setting, known: known) else { return nil }
        refuse(refused, in: group)
        var grpc = BlackboxGRPC()
        if let service = group["service"], let text = text(service, "the name of a service") {
            let isName = text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
                    || "._-/".utf8.contains($0)
            }
            if !isName || text.utf8.count > 255 {
                refuse(
                    service, "\(SafeText.shown(text)) is not a valid service name; write letters, digits and . _ - /")
            }
            grpc.service = text
        }
        grpc.usesTLS = flag(group["tls"], default: false)
        grpc.tls = tls(group["tls_config"])
        return BlackboxModule(prober: .grpc(grpc), selection: selection(group))
    }
}
