public import NetworkModel
import TargetKinds

extension CheckRequest: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case target, family, address, proxy
        case timeout = "timeout_s"
    }

    /// The fields that go with all targets, for a description of the API; ``schema`` has the others.
    package static let jsonExample =
        "{\"target\": \"…\", \"family\": \"ipv4|ipv6\", \"timeout_s\": 10, \"address\": \"192.0.2.1\", "
        + "\"proxy\": \"off|environment|http://proxy:3128\", …}"

    /// Reads a request that somebody sent.
    ///
    /// - Throws: What is wrong, with the field's name; a field that is unknown is.
    public static func read(_ json: some Collection<UInt8>) throws(BodyError) -> CheckRequest {
        try JSONBody.read(
            json, CodingKeys.self, and: KindGroups.names, like: #"{"target": "https://example.org/"}"#)
    }

    /// - Throws: ``BodyError`` where a value is of the right type and cannot be taken; `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .target)
        let family = try container.decodeIfPresent(AddressFamily.self, forKey: .family)
        let seconds = try container.decodeIfPresent(Double.self, forKey: .timeout)
        let address = try container.decodeIfPresent(IPAddress.self, forKey: .address)
        let proxy = try container.decodeIfPresent(String.self, forKey: .proxy)
        var groups = try KindGroups(from: decoder)
        let target: Target
        do {
            target = try Target(text)
        } catch {
            throw BodyError(description: "target: \(error)")
        }
        self.init(target)
        if let seconds {
            guard (0.1...300).contains(seconds) else {
                throw BodyError(description: "timeout_s: \(seconds) is not a number of seconds from 0.1 to 300")
            }
            timeout = .milliseconds(Int(seconds * 1_000))
        }
        (self.family, self.address) = (family, address)
        do {
            self.proxy = try proxy.map { text throws(SettingsError) in try ProxyChoice(json: text) }
        } catch {
            throw BodyError(description: "proxy: \(error.reason)")
        }
        do {
            kind = try groups.values(for: target)
            shared = groups
        } catch {
            throw BodyError(description: error.reason)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(target, forKey: .target)
        try container.encodeIfPresent(family, forKey: .family)
        try container.encodeIfPresent(timeout.map { $0 / .seconds(1) }, forKey: .timeout)
        try container.encodeIfPresent(address, forKey: .address)
        try container.encodeIfPresent(proxy?.json, forKey: .proxy)
        var groups = encoder.container(keyedBy: AnyKey.self)
        try shared.encode(to: &groups)
        guard !kind.isEmpty, let name = TargetKinds.builtIn.kind(of: target)?.name else { return }
        try groups.encode(kind.texts, forKey: AnyKey(stringValue: name))
    }
}

extension ProxyChoice {
    fileprivate init(json text: String) throws(SettingsError) {
        switch text {
        case "off": self = .direct
        case "environment": self = .environment
        default: self = .through(try Proxy(text, origin: "the request"))
        }
    }

    /// Without the proxy's login, which no request may hold.
    fileprivate var json: String {
        switch self {
        case .direct: "off"
        case .environment: "environment"
        case .through(let proxy): proxy.description
        }
    }
}
