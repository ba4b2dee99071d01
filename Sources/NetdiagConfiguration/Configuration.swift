public import NetworkModel
public import ServiceDiscovery

/// What the daemon is to do: `/etc/netdiag/netdiag.yaml`, with a default for everything.
public struct Configuration: Sendable, Hashable {
    /// Targets that a configuration may have.
    package static let maximumTargets = 20_000

    /// A target that is checked again and again.
    public struct TargetSettings: Sendable, Hashable {
        public var target: Target
        /// What it is called wherever it is shown; `nil`: as it is written.
        public var name: String?
        public var group: String?
        public var labels: [String: String] = [:]
        /// Failures in a row after which it counts as failed; 1 to 100.
        public var after = 1
        /// Successes in a row after which it counts as working again; 1 to 100.
        public var recover = 1
        /// When it may fail.
        public var maintenance: [MaintenanceWindow] = []
        /// From where on something is worth a warning; `nil`: as for all.
        @Rare public var thresholds: Thresholds?
        /// From the start of one check to the start of the next, before jitter; 1 s to 1 day.
        public var interval: Duration
        /// For the whole check; 100 ms to 5 min, and no longer than the interval.
        public var timeout: Duration
        /// The families that addresses are tried in; never empty.
        public var families: Set<AddressFamily>
        /// What is asked of it, and what its answers have to be.
        @Boxed public var probe = ProbeSettings()

        public init(
            target: Target, interval: Duration = .seconds(30), timeout: Duration = .seconds(5),
            families: Set<AddressFamily> = Set(AddressFamily.allCases), certificateAuthorityFile: String? = nil
        ) {
            self.target = target
            self.interval = interval
            self.timeout = timeout
            self.families = families
            probe.tls.certificateAuthorityFile = certificateAuthorityFile
        }

        /// What tells it from the others: its name, or the target itself.
        public var key: String { name ?? target.text }
    }

    /// Where the daemon is asked.
    public struct Listen: Sendable, Hashable {
        /// Addresses and ports of the HTTP server; port 0 is any that is free; none switches it off.
        public var http: [SocketAddress]
        /// Addresses and ports where it speaks HTTPS; none switches that off.
        public var https: [SocketAddress] = []
        /// What it shows there; `nil` if it does not listen there.
        package var certificate: ServerCertificate?
        /// The Unix socket.
        public var socket: String

        public init(
            http: [SocketAddress] = Listen.everywhere, socket: String = "/run/netdiag/netdiag.sock"
        ) {
            self.http = http
            self.socket = socket
        }

        /// All addresses of both families, on the default port.
        public static let everywhere = ["0.0.0.0", "::"].compactMap { IPAddress($0) }
            .map { SocketAddress($0, port: 8053) }
    }

    /// How it appears over DNS-SD.
    public struct Publish: Sendable, Hashable {
        /// The service types that it is announced as.
        package static let types = ["_netdiag._tcp", "_http._tcp"]

        public var isEnabled: Bool
        /// The instance's name, 1 to 63 bytes; `nil` is the name of the host.
        public var name: String?

        public init(isEnabled: Bool = true, name: String? = nil) {
            self.isEnabled = isEnabled
            self.name = name
        }
    }

    /// A service of this machine that is announced while it works.
    public struct ServiceSettings: Sendable, Hashable {
        /// What says whether it works.
        public struct Check: Sendable, Hashable {
            public var target: Target
            /// From the start of one check to the start of the next, before jitter; 1 s to 1 day.
            public var interval: Duration

            public init(target: Target, interval: Duration = .seconds(10)) {
                self.target = target
                self.interval = interval
            }
        }

        public var registration: ServiceRegistration
        /// `nil`: it is announced unconditionally.
        public var check: Check?

        public init(registration: ServiceRegistration, check: Check? = nil) {
            self.registration = registration
            self.check = check
        }
    }

    /// Who may ask over TCP, and what.
    public struct Access: Sendable, Hashable {
        /// An address prefix.
        public struct Network: Sendable, Hashable {
            public var prefix: IPAddress
            public var length: Int

            public init(prefix: IPAddress, length: Int) {
                self.prefix = prefix
                self.length = length
            }
        }

        /// The networks whose hosts may connect, and are told name, version and overall status.
        public var networks: [Network]
        /// Those whose hosts are told everything; this machine is in any case.
        public var read: [Network] = []
        /// The user and the group, beside root and the daemon's own user, that may have packets sent over the Unix socket.
        public var owner: UInt32?
        public var group: UInt32?
        /// Whether requests that a proxy on this machine forwards count as this machine's.
        public var trustsProxy = false
        /// What a client shows as `Authorization: Bearer` to have traffic sent; 16 to 1,024 bytes. `nil`: nobody may.
        public var token: String?
        /// The file that the token was read from.
        public var tokenFile: String?
        /// Names that the daemon answers to, beside its host's own.
        public var hosts: [String]

        public init(
            networks: [Network] = Access.local, token: String? = nil, tokenFile: String? = nil, hosts: [String] = []
        ) {
            self.networks = networks
            self.token = token
            self.tokenFile = tokenFile
            self.hosts = hosts
        }

        /// Whether hosts at the address are told everything.
        package func isReader(_ address: IPAddress) -> Bool {
            read.contains { address.isIn(prefix: $0.prefix, length: $0.length) }
        }

        /// Whether everybody who may connect is told everything.
        package var isReadByAll: Bool {
            networks.allSatisfy { network in
                read.contains {
                    $0.length <= network.length && network.prefix.isIn(prefix: $0.prefix, length: $0.length)
                }
            }
        }

        /// Loopback, link-local and private addresses (RFC 1918, 3927, 4193, 4291).
        public static let local: [Network] = [
            ("127.0.0.0", 8), ("10.0.0.0", 8), ("172.16.0.0", 12), ("192.168.0.0", 16), ("169.254.0.0", 16),
            ("::1", 128),
            ("fc00::", 7), ("fe80::", 10),
        ].compactMap { text, length in IPAddress(text).map { Network(prefix: $0, length: length) } }
    }

    /// The default for targets, and the interval at which the machine itself is observed.
    public var interval: Duration
    /// The default for targets.
    public var timeout: Duration
    public var targets: [TargetSettings]
    /// The default for targets, and for checks that somebody asks for.
    public var proxy = ProxyChoice.environment
    /// A page of `http` that answers 204 unless a captive portal answers, for all targets; `nil`: none is asked.
    public var portalURL: Target?
    /// Whether packets to addresses that belong to nobody are sent, to see whether anything answers beyond the gateway.
    public var probesUplink = true
    public var listen: Listen
    public var publish: Publish
    public var services: [ServiceSettings] = []
    public var access: Access
    public var discovery = Discovery()
    /// The modules of `/probe`; `nil`: there are none.
    package var blackbox: BlackboxConfiguration?
    public var thresholds: Thresholds
    public var history = History()
    public var alerts = Alerts()
    /// What of its text others are not to read, in files to pass on; empty unless it was read from a file for the daemon.
    package var secrets: Set<String> = []

    public init(
        interval: Duration = .seconds(30), timeout: Duration = .seconds(5), targets: [TargetSettings] = [],
        listen: Listen = .init(), publish: Publish = .init(), access: Access = .init(), thresholds: Thresholds = .init()
    ) {
        self.interval = interval
        self.timeout = timeout
        self.targets = targets
        self.listen = listen
        self.publish = publish
        self.access = access
        self.thresholds = thresholds
    }
}
