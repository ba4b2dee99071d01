package import NetworkModel

/// The part of another daemon's `/v1/status` that is compared. Any host on the link may have written it: members that are
/// missing or have another type are ignored one by one, and lists are truncated.
package struct PeerStatus: Sendable, Hashable {
    package struct ObservedTarget: Sendable, Hashable {
        package var target: String
        package var status: ConnectionStatus
        package var last: String?
    }

    /// A gateway or a resolver.
    package struct Server: Sendable, Hashable {
        package var address: String
        package var status: ConnectionStatus
        package var interface: String?
    }

    package struct Uplink: Sendable, Hashable {
        package var status: ConnectionStatus
        package var gateway: String?
    }

    package struct ObservedLink: Sendable, Hashable {
        package var name: String
        package var addresses: [String]
    }

    package static let maxBytes = 4 << 20
    /// The maximum number of commas, colons and opening brackets in a document, since the decoder's memory grows with its
    /// values.
    package static let maxMarks = 1 << 19
    package static let maxTargets = 20_000
    /// The maximum number of gateways, resolvers, links, and addresses of a link.
    package static let maxServers = 256
    private static let maxText = 2_048

    package var status: ConnectionStatus?
    package var isRestricted = false
    package var targets: [ObservedTarget] = []
    package var resolvers: [Server] = []
    package var gateways: [Server] = []
    package var uplink: Uplink?
    package var links: [ObservedLink] = []

    /// Parses a status.
    ///
    /// - Returns: `nil` if the text is not a status, or exceeds a limit.
    package static func read(_ json: [UInt8]) -> PeerStatus? {
        guard json.count <= maxBytes else { return nil }
        let marks = json.lazy.filter { [0x2c, 0x3a, 0x5b, 0x7b].contains($0) }.prefix(maxMarks + 1).count
        guard marks <= maxMarks, let document: Document = try? JSON.decode(from: json) else { return nil }
        return document.schema == StatusDocument.schema ? document.content : nil
    }

    /// The gateway with an address on the link over which the peer responded. Other links may have one with the same address.
    func gateway(_ wanted: IPAddress, reachedAt place: IPAddress) -> Server? {
        let here = links.first { $0.addresses.contains { IPAddress($0)?.bytes == place.bytes } }?.name
        return gateways.first { gateway in
            IPAddress(gateway.address)?.bytes == wanted.bytes
                && (here == nil || gateway.interface == nil || gateway.interface == here)
        }
    }

    /// The form of the JSON text, whose members are read independently.
    private struct Document: Decodable {
        var schema: String?
        var content = PeerStatus()

        private enum Key: String, CodingKey {
            case schema, status, restricted, targets, resolvers, gateways, uplink, links
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            schema = try? container.decode(String.self, forKey: .schema)
            content.status = try? container.decode(ConnectionStatus.self, forKey: .status)
            content.isRestricted = (try? container.decode(Bool.self, forKey: .restricted)) ?? false
            content.targets = Self.list(TargetForm.self, container, .targets, maxTargets).map(\.content)
            content.resolvers = Self.list(ServerForm.self, container, .resolvers, maxServers).map(\.content)
            content.gateways = Self.list(ServerForm.self, container, .gateways, maxServers).map(\.content)
            content.links = Self.list(LinkForm.self, container, .links, maxServers).map(\.content)
            content.uplink = (try? container.decode(UplinkForm.self, forKey: .uplink))?.content
        }

        private static func list<Form: Decodable>(
            _ type: Form.Type, _ container: KeyedDecodingContainer<Key>, _ key: Key, _ limit: Int
        ) -> [Form] {
            guard var list = try? container.nestedUnkeyedContainer(forKey: key) else { return [] }
            var forms: [Form] = []
            for _ in 0..<limit where !list.isAtEnd {
                guard let form = try? list.decode(Lenient<Form>.self) else { break }
                if let value = form.value { forms.append(value) }
            }
            return forms
        }
    }

    /// An element of a list; `nil` for one of another form, after which the list continues.
    private struct Lenient<Form: Decodable>: Decodable {
        let value: Form?

        init(from decoder: any Decoder) throws {
            value = try? Form(from: decoder)
        }
    }

    private struct TargetForm: Decodable {
        let content: ObservedTarget

        private enum Key: String, CodingKey { case target, status, last }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            content = ObservedTarget(
                target: try Self.text(container, .target),
                status: try container.decode(ConnectionStatus.self, forKey: .status),
                last: try? Self.text(container, .last))
        }

        private static func text(_ container: KeyedDecodingContainer<Key>, _ key: Key) throws -> String {
            let text = try container.decode(String.self, forKey: key)
            guard text.utf8.count <= maxText else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "too long")
            }
            return text
        }
    }

    private struct ServerForm: Decodable {
        let content: Server

        private enum Key: String, CodingKey { case address, status, interface }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            content = Server(
                address: try container.decode(String.self, forKey: .address),
                status: try container.decode(ConnectionStatus.self, forKey: .status),
                interface: try? container.decode(String.self, forKey: .interface))
        }
    }

    private struct UplinkForm: Decodable {
        let content: Uplink

        private enum Key: String, CodingKey { case status, evidence }
        private enum EvidenceKey: String, CodingKey { case gateway }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let evidence = try? container.nestedContainer(keyedBy: EvidenceKey.self, forKey: .evidence)
            content = Uplink(
                status: try container.decode(ConnectionStatus.self, forKey: .status),
                gateway: try? evidence?.decode(String.self, forKey: .gateway))
        }
    }

    private struct LinkForm: Decodable {
        let content: ObservedLink

        private struct Address: Decodable { let address: String }
        private enum Key: String, CodingKey { case name, addresses }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            var addresses: [String] = []
            if var list = try? container.nestedUnkeyedContainer(forKey: .addresses) {
                for _ in 0..<maxServers where !list.isAtEnd {
                    guard let form = try? list.decode(Lenient<Address>.self) else { break }
                    if let address = form.value?.address { addresses.append(address) }
                }
            }
            content = ObservedLink(name: try container.decode(String.self, forKey: .name), addresses: addresses)
        }
    }
}
