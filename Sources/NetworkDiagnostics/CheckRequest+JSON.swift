public import NetworkModel
import TargetKinds

extension CheckRequest: Codable {
    fileprivate enum CodingKeys: String, CodingKey, CaseIterable {
        case target, family, address, proxy
        case timeout = "timeout_s"
    }

    /// The fields that apply to all targets, for a description of the API; ``schema`` has the others.
    package static let jsonExample =
        "{\"target\": \"…\", \"family\": \"ipv4|ipv6\", \"timeout_s\": 10, \"address\": \"192.0.2.1\", "
        + "\"proxy\": \"off|environment|http://proxy:3128\", …}"

    /// What would be right, by field.
    private static let hints = [
        "target": "a text like https://example.org/", "family": "ipv4 or ipv6; leave it out for both",
        "timeout_s": "a number of seconds from 0.1 to 300", "address": "an address like 192.0.2.1 or 2001:db8::1",
        "proxy": "off, environment, or a URL like http://proxy:3128",
    ]

    /// Parses the request of a client.
    ///
    /// - Throws: `BodyError` with what is wrong and the name of the field; unknown fields are errors.
    public static func read(_ json: some Collection<UInt8>) throws(BodyError) -> CheckRequest {
        try JSONBody.read(
            json, CodingKeys.self, and: KindGroups.names, like: #"{"target": "https://example.org/"}"#,
            hints: hints)
    }

    /// The same as ``read(_:)``, for callers with names for targets.
    ///
    /// - Parameter find: The target for a text.
    package static func read(
        _ json: some Collection<UInt8>, finding find: (String) throws(SettingsError) -> Target
    ) throws(BodyError) -> CheckRequest {
        let named: Named = try JSONBody.read(
            json, CodingKeys.self, and: KindGroups.names, like: #"{"target": "https://example.org/"}"#,
            hints: hints)
        let target: Target
        do throws(SettingsError) {
            target = try find(named.text)
        } catch {
            throw BodyError(description: "target: \(error.reason)")
        }
        return try named.values.request(for: target)
    }

    /// Decodes a request.
    ///
    /// - Throws: `BodyError` if a value has the right type but is not valid; `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let named = try Named(from: decoder)
        let target: Target
        do {
            target = try Target(named.text)
        } catch {
            throw BodyError(description: "target: \(error)")
        }
        self = try named.values.request(for: target)
    }

    /// A request whose target is not parsed yet.
    private struct Named: Decodable {
        let text: String
        let values: Values

        init(from decoder: any Decoder) throws {
            text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .target)
            values = try Values(from: decoder)
        }
    }

    /// All fields except the target.
    private struct Values: Decodable {
        let family: AddressFamily?
        let address: IPAddress?
        let seconds: Double?
        let proxy: String?
        let groups: KindGroups

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            family = try container.decodeIfPresent(AddressFamily.self, forKey: .family)
            seconds = try container.decodeIfPresent(Double.self, forKey: .timeout)
            address = try container.decodeIfPresent(IPAddress.self, forKey: .address)
            proxy = try container.decodeIfPresent(String.self, forKey: .proxy)
            groups = try KindGroups(from: decoder)
        }

        func request(for target: Target) throws(BodyError) -> CheckRequest {
            var request = CheckRequest(target)
            if let seconds {
                guard (0.1...300).contains(seconds) else {
                    throw BodyError(description: "timeout_s: \(seconds) is not a number of seconds from 0.1 to 300")
                }
                request.timeout = .milliseconds(Int(seconds * 1_000))
            }
            (request.family, request.address) = (family, address)
            do {
                request.proxy = try proxy.map { text throws(SettingsError) in try ProxyChoice(json: text) }
            } catch {
                throw BodyError(description: "proxy: \(error.reason)")
            }
            var groups = groups
            do {
                request.kind = try groups.values(for: target)
                request.shared = groups
            } catch {
                throw BodyError(description: error.reason)
            }
            return request
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

/// A request with a target as text, which the daemon interprets: the name of a configured target, or a target.
package struct NamedCheck: Sendable, Encodable {
    package var target: String
    package var family: AddressFamily?
    package var timeout: Duration?
    package var address: IPAddress?
    package var proxy: ProxyChoice?

    package init(_ target: String) { self.target = target }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CheckRequest.CodingKeys.self)
        try container.encode(target, forKey: .target)
        try container.encodeIfPresent(family, forKey: .family)
        try container.encodeIfPresent(timeout.map { $0 / .seconds(1) }, forKey: .timeout)
        try container.encodeIfPresent(address, forKey: .address)
        try container.encodeIfPresent(proxy?.json, forKey: .proxy)
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

    /// The JSON form, without the proxy's credentials, which requests must not contain.
    fileprivate var json: String {
        switch self {
        case .direct: "off"
        case .environment: "environment"
        case .through(let proxy): proxy.description
        }
    }
}
