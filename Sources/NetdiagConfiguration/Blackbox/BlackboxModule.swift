package import NetworkModel

/// A module of blackbox_exporter: how a target is probed, whichever it is.
package struct BlackboxModule: Sendable, Hashable {
    package enum Prober: Sendable, Hashable {
        case http(BlackboxHTTP)
        case tcp(BlackboxConversation)
        case unix(BlackboxConversation)
        case icmp(EchoSettings)
        case dns(BlackboxDNS)
        case grpc(BlackboxGRPC)
    }

    package var prober: Prober
    /// `nil`: as long as the scrape may take.
    package var timeout: Duration?
    package var selection = BlackboxAddressSelection()
}

/// Which address of a name is probed: one alone.
package struct BlackboxAddressSelection: Sendable, Hashable {
    package var preferred = AddressFamily.ipv6
    /// Whether one of the other family will do.
    package var fallsBack = true
    /// The address of this machine that is sent from; `nil`: the kernel's choice.
    package var source: IPAddress?
}

/// The modules of a file for blackbox_exporter.
package struct BlackboxConfiguration: Sendable, Hashable {
    package var file: String
    package var modules: [String: BlackboxModule] = [:]
}
