import NetworkModel

@testable import Probes

/// The text of a netrc(5).
enum NetrcEntry: FuzzEntry {
    static let name = "netrc"

    static func run(_ input: [UInt8]) throws {
        let netrc = Netrc(String(decoding: input, as: UTF8.self))
        for host in ["example.org", "default", ""] {
            guard let secret = netrc.secret(for: .name(host)) else { continue }
            try require("\(secret)" == "(a secret)", "a secret is shown")
        }
    }
}
