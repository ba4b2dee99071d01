package import NetworkModel

/// The dialogue with a server over TCP, or over a Unix socket.
package struct BlackboxExchange: Sendable, Hashable {
    /// The labels of `probe_expect_info`. Their values may refer to groups of a match.
    package struct Labels: Sendable, Hashable {
        /// The step whose match is used, as an index into ``BlackboxExchange/script``.
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
    /// Whether TLS starts with the first byte.
    package var beginsWithTLS = false

    package var usesTLS: Bool { beginsWithTLS || script.contains(.startTLS) }
}
