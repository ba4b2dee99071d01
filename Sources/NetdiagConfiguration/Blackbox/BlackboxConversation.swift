package import NetworkModel

/// What is said over TCP, or over a socket of this machine.
package struct BlackboxConversation: Sendable, Hashable {
    /// Labels of `probe_expect_info`, with the groups of a match in their values.
    package struct Labels: Sendable, Hashable {
        /// The step whose match it is, by its place in ``BlackboxConversation/script``.
        package var step: Int
        package var labels: [Label]
    }

    package struct Label: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package var script: [ScriptStep] = []
    package var labels: [Labels] = []
    package var tls = TLSSettings()
    /// Whether TLS begins with the first byte.
    package var beginsWithTLS = false

    package var usesTLS: Bool { beginsWithTLS || script.contains(.startTLS) }
}
