/// All entries; a test walks them and their seeds.
public enum FuzzEntries {
    public static let all: [any FuzzEntry.Type] = [
        NetlinkEntry.self, DBusEntry.self, WirelessEntry.self, DNSEntry.self, MulticastEntry.self, DHCPEntry.self,
        LeaseEntry.self, ICMPEntry.self, TXTRecordEntry.self, ServiceNameEntry.self, RecordEntry.self,
        FTPReplyEntry.self,
        FTPListingEntry.self, WebSocketEntry.self, CertificateEntry.self, CommandHTTPEntry.self, APIRequestEntry.self,
        APIBodyEntry.self, PeerEntry.self, ConfigurationEntry.self, IncidentFileEntry.self, ReportEntry.self,
        TargetEntry.self, NetrcEntry.self, PortalEntry.self, DateEntry.self, SystemFileEntry.self, BodyEntry.self,
        EscapeEntry.self, NTPEntry.self, GRPCEntry.self, LDAPEntry.self, MQTTEntry.self,
        SMTPEntry.self, IMAPEntry.self, PostgresEntry.self, CableEntry.self, DNSMessageEntry.self, BlackboxEntry.self,
        MetricEntry.self,
        LanguageEntry.self,
    ]

    public static var names: [String] { all.map { $0.name } }

    /// `nil` where there is none of the name.
    public static func named(_ name: String) -> (any FuzzEntry.Type)? { all.first { $0.name == name } }
}
