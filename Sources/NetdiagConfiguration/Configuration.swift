public import NetworkModel
public import ServiceDiscovery

/// The configuration of the daemon (`/etc/netdiag/netdiag.yaml`). Every setting has a default.
public struct Configuration: Sendable, Hashable {
    /// The maximum number of targets.
    package static let maxTargets = 20_000

    /// A target that is checked at an interval (an entry of `targets:`).
    public struct TargetSettings: Sendable, Hashable {
        /// What is checked.
        public var target: Target
        /// The name under which the target is shown; `nil` for its own text.
        public var name: String?
        /// The group under which the target is shown, and whose settings apply to it; `nil` for none.
        public var group: String?
        /// Labels for metrics and for alert routes.
        public var labels: [String: String] = [:]
        /// The number of consecutive failures after which the target counts as failed, 1 to 100.
        public var after = 1
        /// The number of consecutive successes after which the target counts as working again, 1 to 100.
        public var recover = 1
        /// Times in which failures do not count.
        public var maintenance: [MaintenanceWindow] = []
        /// The values beyond which there is a warning; `nil` for ``Configuration/thresholds``.
        @BoxedOptional public var thresholds: Thresholds?
        /// The time from the start of a check to the start of the next one, before jitter; 1 s to 1 day.
        public var interval: Duration
        /// The time limit of a whole check, 100 ms to 5 min, and no longer than the interval.
        public var timeout: Duration
        /// The address families that are tried; never empty.
        public var families: Set<AddressFamily>
        /// What is requested of the target, and what its responses must be.
        @Boxed public var probe = ProbeSettings()

        /// Creates settings with the defaults of everything that is not given.
        ///
        /// - Parameters:
        ///   - target: What is checked.
        ///   - interval: The time from the start of a check to the start of the next one, 1 s to 1 day.
        ///   - timeout: The time limit of a whole check, 100 ms to 5 min, and no longer than the interval.
        ///   - families: The address families that are tried; not empty.
        ///   - certificateAuthorityFile: A PEM file with the authorities to trust; `nil` for those of the system.
        public init(
            target: Target, interval: Duration = .seconds(30), timeout: Duration = .seconds(5),
            families: Set<AddressFamily> = .all, certificateAuthorityFile: String? = nil
        ) {
            self.target = target
            self.interval = interval
            self.timeout = timeout
            self.families = families
            probe.tls.certificateAuthorityFile = certificateAuthorityFile
        }

        /// The key that identifies the target: its name, or else its text.
        public var key: String { name ?? target.text }
    }

    /// The addresses and sockets that the daemon listens on (`listen:`).
    public struct Listen: Sendable, Hashable {
        /// The addresses and ports of the HTTP server. Port 0 selects a free port. If there are none, the server is off.
        public var http: [SocketAddress]
        /// The addresses and ports of the HTTPS server. If there are none, it is off.
        public var https: [SocketAddress] = []
        /// The certificate for HTTPS; `nil` if HTTPS is off.
        package var certificate: ServerCertificate?
        /// The path of the Unix socket.
        public var socket: String

        /// Creates settings without HTTPS.
        public init(
            http: [SocketAddress] = Listen.everywhere, socket: String = "/run/netdiag/netdiag.sock"
        ) {
            self.http = http
            self.socket = socket
        }

        /// The unspecified addresses of both families (all interfaces), on port 8053.
        public static let everywhere = ["0.0.0.0", "::"].compactMap { IPAddress($0) }
            .map { SocketAddress($0, port: 8053) }
    }

    /// How the daemon announces itself over DNS-SD (`publish:`).
    public struct Publish: Sendable, Hashable {
        /// The service types of the announcement.
        package static let types = ["_netdiag._tcp", "_http._tcp"]

        /// Whether the daemon announces itself.
        public var isEnabled: Bool
        /// The name of the service instance, 1 to 63 bytes; `nil` for the host name.
        public var name: String?
        /// Whether the file has these settings, so that somebody expects the announcement.
        public var isAskedFor = false

        /// Creates settings; by default, the daemon is announced under its host name.
        public init(isEnabled: Bool = true, name: String? = nil) {
            self.isEnabled = isEnabled
            self.name = name
        }
    }

    /// A service of this machine that is announced while its check is up (an entry of `services:`).
    public struct ServiceSettings: Sendable, Hashable {
        /// The check that determines whether the service works.
        public struct Check: Sendable, Hashable {
            /// What is checked; usually the service itself.
            public var target: Target
            /// The time from the start of a check to the start of the next one, before jitter; 1 s to 1 day.
            public var interval: Duration

            /// Creates a check.
            public init(target: Target, interval: Duration = .seconds(10)) {
                self.target = target
                self.interval = interval
            }
        }

        /// The instance, type, port and TXT record to announce.
        public var registration: ServiceRegistration
        /// The check; `nil` to announce the service unconditionally.
        public var check: Check?

        /// Creates a service.
        public init(registration: ServiceRegistration, check: Check? = nil) {
            self.registration = registration
            self.check = check
        }
    }

    /// The clients that are allowed to connect, and what each of them may do (`access:`).
    public struct Access: Sendable, Hashable {
        /// An address prefix.
        public struct Network: Sendable, Hashable {
            /// An address of the network; bits beyond ``length`` are ignored.
            public var prefix: IPAddress
            /// The prefix length in bits: 0 to 32 for IPv4, 0 to 128 for IPv6.
            public var length: Int

            /// Creates a network. The prefix length is not checked.
            public init(prefix: IPAddress, length: Int) {
                self.prefix = prefix
                self.length = length
            }
        }

        /// The networks whose hosts may connect over TCP, and read name, version and overall status.
        public var networks: [Network]
        /// The networks whose hosts may read everything. This machine always may.
        public var read: [Network] = []
        /// The user ID that may request checks over the Unix socket, in addition to root and the daemon's own user;
        /// `nil` for none.
        public var owner: UInt32?
        /// The group ID whose members may request checks over the Unix socket; `nil` for none.
        public var group: UInt32?
        /// Whether requests that a proxy on this machine forwards may read everything, as those of this machine.
        public var trustsProxy = false
        /// The bearer token (RFC 6750) of clients that may read everything and request checks, 16 to 1,024 bytes; `nil` for none.
        public var token: String?
        /// The file from which the token was read; `nil` if it was not read from a file.
        public var tokenFile: String?
        /// Host names that are accepted in requests, in addition to those of this host.
        public var hosts: [String]

        /// Creates settings. Whether a token has a valid length is not checked.
        public init(
            networks: [Network] = Access.local, token: String? = nil, tokenFile: String? = nil, hosts: [String] = []
        ) {
            self.networks = networks
            self.token = token
            self.tokenFile = tokenFile
            self.hosts = hosts
        }

        /// Whether clients at an address may read everything.
        package func isReader(_ address: IPAddress) -> Bool {
            read.contains { address.isIn(prefix: $0.prefix, length: $0.length) }
        }

        /// Whether everybody who may connect may also read everything.
        package var isReadByAll: Bool {
            networks.allSatisfy { network in
                read.contains {
                    $0.length <= network.length && network.prefix.isIn(prefix: $0.prefix, length: $0.length)
                }
            }
        }

        /// Loopback, link-local and private addresses (RFC 1918, RFC 3927, RFC 4193, RFC 4291).
        public static let local: [Network] = [
            ("127.0.0.0", 8), ("10.0.0.0", 8), ("172.16.0.0", 12), ("192.168.0.0", 16), ("169.254.0.0", 16),
            ("::1", 128),
            ("fc00::", 7), ("fe80::", 10),
        ].compactMap { text, length in IPAddress(text).map { Network(prefix: $0, length: length) } }
    }

    /// The default interval of targets, and the interval at which the machine itself is observed.
    public var interval: Duration
    /// The default time limit of a whole check.
    public var timeout: Duration
    /// The targets that are checked, at most 20,000.
    public var targets: [TargetSettings]
    /// The default proxy for targets, and for checks on demand.
    public var proxy = ProxyChoice.environment
    /// An `http` URL that responds with status 204 unless a captive portal intercepts the request; `nil` for none.
    public var portalURL: Target?
    /// Whether packets are sent to addresses reserved for documentation (RFC 5737, RFC 3849), to find out whether routers
    /// beyond the gateway respond.
    public var probesUplink = true
    /// The addresses and sockets of the HTTP server.
    public var listen: Listen
    /// The announcement of the daemon over DNS-SD.
    public var publish: Publish
    /// The services of this machine that are announced.
    public var services: [ServiceSettings] = []
    /// The clients that are allowed to connect, and their rights.
    public var access: Access
    /// What is looked for on the link.
    public var discovery = Discovery()
    /// The modules of `/probe`; `nil` for none.
    package var blackbox: BlackboxConfiguration?
    /// The values beyond which there is a warning, unless a target has its own.
    public var thresholds: Thresholds
    /// How results and incidents are recorded.
    public var history = History()
    /// The receivers of alerts, and what they receive.
    public var alerts = Alerts()
    /// What is suspicious in the file, but does not keep it from being used.
    public package(set) var warnings: [ConfigurationError.Problem] = []
    /// The secrets in the text of the configuration, which are masked in files that users pass on. Empty unless the daemon read the
    /// configuration from a file.
    package var secrets: Set<String> = []

    /// Creates a configuration with the defaults of everything that is not given.
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
