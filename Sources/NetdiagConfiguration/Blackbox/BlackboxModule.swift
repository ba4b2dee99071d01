package import NetworkModel

/// A module of blackbox_exporter: how any target is probed.
package struct BlackboxModule: Sendable, Hashable {
    package enum Prober: Sendable, Hashable {
        case http(BlackboxHTTP)
        case tcp(BlackboxExchange)
        case unix(BlackboxExchange)
        case icmp(EchoSettings)
        case dns(BlackboxDNS)
        case grpc(BlackboxGRPC)
    }

    package var prober: Prober
    /// The time limit; `nil` for that of the scrape.
    package var timeout: Duration?
    package var selection = BlackboxAddressSelection()
}

/// The selection of the one address of a name that is probed.
package struct BlackboxAddressSelection: Sendable, Hashable {
    package var preferred = AddressFamily.ipv6
    /// Whether an address of the other family is used if there is none of the preferred one.
    package var fallsBack = true
    /// The source address; `nil` for that chosen by the kernel.
    package var source: IPAddress?
}

/// The modules in a configuration file of blackbox_exporter.
package struct BlackboxConfiguration: Sendable, Hashable {
    package var file: String
    package var modules: [String: BlackboxModule] = [:]
}
