/// What is to be announced.
public struct ServiceRegistration: Sendable, Hashable {
    /// The instance's name, 1 to 63 bytes (RFC 6763 section 4.1.1); `nil` is the host's name, and follows it.
    public var name: String?
    /// `_http._tcp` and its like; all are announced together, under one name.
    public var types: [String]
    public var port: UInt16
    public var txt: [TXTEntry]
    /// `_printer._sub._http._tcp` (RFC 6763 section 7.1), each below one of the types.
    public var subtypes: [String]
    /// The host in the SRV record; `nil` is this machine.
    public var host: String?

    public init(
        name: String? = nil, types: [String], port: UInt16, txt: [TXTEntry] = [], subtypes: [String] = [],
        host: String? = nil
    ) {
        self.name = name
        self.types = types
        self.port = port
        self.txt = txt
        self.subtypes = subtypes
        self.host = host
    }
}
