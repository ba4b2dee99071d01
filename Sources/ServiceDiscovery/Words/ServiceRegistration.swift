/// A service to announce, under one name and with any number of types.
public struct ServiceRegistration: Sendable, Hashable {
    /// The instance's name, 1 to 63 bytes; `nil` for the host name that avahi-daemon has claimed, including its changes.
    public var name: String?
    /// The types, for example `_http._tcp`; at least one.
    public var types: [String]
    /// The port of the service; 0 reserves the name without a server.
    public var port: UInt16
    /// The TXT record's entries, in order.
    public var txt: [TXTEntry]
    /// The subtypes: `_printer` for each of the types, `_printer._sub._http._tcp` for that type only.
    public var subtypes: [String]
    /// The full name of the host that provides the service (`printer.local`); `nil` for this host.
    public var host: String?

    /// Creates a registration, which ``validate()`` validates.
    public init(
        name: String?, types: [String], port: UInt16, txt: [TXTEntry] = [], subtypes: [String] = [],
        host: String? = nil
    ) {
        self.name = name
        self.types = types
        self.port = port
        self.txt = txt
        self.subtypes = subtypes
        self.host = host
    }

    /// The maximum number of records in an entry group of avahi-daemon (`entries-per-entry-group-max` of
    /// avahi-daemon.conf(5)).
    private static let maxEntries = 32
    /// The records of a type: SRV, TXT, the PTR record of the type, and the one that lists the type.
    private static let entriesOfAType = 4

    /// Validates everything that ``AvahiConnection/publish(_:)`` would refuse.
    ///
    /// - Throws: ``ServiceDiscoveryError`` with what is wrong.
    public func validate() throws(ServiceDiscoveryError) {
        if let name { try InstanceName.validate(name) }
        guard !types.isEmpty else {
            throw .invalidType("a service needs at least one type, for example _http._tcp")
        }
        for type in types { try ServiceType.validate(type, use: .publishing) }
        guard Set(types.map { $0.lowercased() }).count == types.count else {
            throw .invalidType("a service cannot have the same type twice: \(types.joined(separator: " "))")
        }
        let subtypes = try self.subtypes(of: types)
        guard types.count * Self.entriesOfAType + subtypes.count <= Self.maxEntries else {
            throw .tooMany(
                "\(types.count) types with \(subtypes.count) subtypes are more than the \(Self.maxEntries) entries of a "
                    + "service that avahi-daemon takes: a type is \(Self.entriesOfAType), a subtype 1")
        }
        try TXTRecord.validate(txt)
        if let host { try DomainNameRules.validate(host, use: .host) }
    }

    /// The full subtypes, each with its type.
    func subtypes(of types: [String]) throws(ServiceDiscoveryError) -> [(type: String, subtype: String)] {
        var result: [(type: String, subtype: String)] = []
        for subtype in subtypes {
            guard subtype.lowercased().contains("._sub.") else {
                for type in types {
                    try ServiceType.validate("\(subtype)._sub.\(type)", use: .publishing)
                    result.append((type, "\(subtype)._sub.\(type)"))
                }
                continue
            }
            try ServiceType.validate(subtype, use: .publishing)
            guard let type = types.first(where: { subtype.lowercased().hasSuffix("._sub.\($0.lowercased())") }) else {
                throw .invalidType(
                    "the subtype \(quoted(subtype)) belongs to none of the types \(types.joined(separator: " "))")
            }
            result.append((type, subtype))
        }
        return result
    }
}
