import TargetKinds

/// All entries; a test walks them and their seeds.
public enum FuzzEntries {
    public static let all: [any FuzzEntry.Type] = others + ofKinds

    /// Those of registered kinds of targets. There is no list: what belongs to `NTPKind` is the type `NTPEntry` of this module, and a
    /// test says which kinds have none (docs/decisions/0083).
    private static let ofKinds: [any FuzzEntry.Type] = {
        let module = String(reflecting: Self.self).prefix { $0 != "." }
        return TargetKinds.builtIn.all.compactMap { kind in
            let name = String(describing: kind).replacing(/Kind$/, with: "Entry")
            // As Foundation's NSClassFromString does it for classes; the O is an enum's.
            return _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)O") as? any FuzzEntry.Type
        }
    }()

    private static let others: [any FuzzEntry.Type] = [
        NetlinkEntry.self, DBusEntry.self, WirelessEntry.self, MulticastEntry.self, DHCPEntry.self, LeaseEntry.self,
        TXTRecordEntry.self, ServiceNameEntry.self, RecordEntry.self, FTPReplyEntry.self, FTPListingEntry.self,
        CertificateEntry.self, CommandHTTPEntry.self, APIRequestEntry.self, APIBodyEntry.self, PeerEntry.self,
        ConfigurationEntry.self, IncidentFileEntry.self, ReportEntry.self, TargetEntry.self, NetrcEntry.self,
        PortalEntry.self, DateEntry.self, SystemFileEntry.self, BodyEntry.self, EscapeEntry.self, CableEntry.self,
        DNSMessageEntry.self, BlackboxEntry.self, MetricEntry.self, LanguageEntry.self,
    ]

    public static var names: [String] { all.map { $0.name } }

    /// `nil` where there is none of the name.
    public static func named(_ name: String) -> (any FuzzEntry.Type)? { all.first { $0.name == name } }
}
