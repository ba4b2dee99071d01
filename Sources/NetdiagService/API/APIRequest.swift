import HTTPTypes
import NIOCore
import NetworkModel

/// A request that has been admitted.
struct APIRequest: Sendable {
    var method: HTTPRequest.Method
    /// Percent-decoded.
    var path: String
    /// What stands behind the path of an endpoint that takes a parameter; percent-decoded.
    var parameter: String?
    /// Of keys that stand there several times, the first value.
    var query: [String: String] { values.compactMapValues(\.first) }
    /// All values of each key of the query, in their order.
    var values: [String: [String]]
    var body: ByteBuffer
    /// Who asks.
    var client: Client
    /// What waits for the client is accounted for here.
    var budget: ByteBudget?
    /// What the client is to the daemon.
    var admission = Admission(accessLevel: .stranger, isLocal: false)
    var accessLevel: AccessLevel { admission.accessLevel }
    /// The header fields, for those that are about signing in.
    var fields: HTTPFields = [:]
    /// What a client that is a netdiagd says of itself.
    var peerHello: String?

    /// Refuses a client that is less than that.
    ///
    /// - Parameter what: What it asked for; the beginning of the sentence that says so.
    func require(_ wanted: AccessLevel, for what: String) throws(Problem) {
        guard accessLevel < wanted else { return }
        throw admission.refusal(wanted, for: what)
    }

    /// A family as `ipv4` or `ipv6`; both where the query says nothing.
    func families() throws(Problem) -> Set<AddressFamily> {
        guard let text = query["family"] else { return Set(AddressFamily.allCases) }
        guard let family = AddressFamily(rawValue: text) else {
            throw Problem(.badRequest, "family: \"\(SafeText.escaped(text))\" is neither ipv4 nor ipv6")
        }
        return [family]
    }

    /// A switch of the query; off where it does not stand there.
    func flag(_ key: String, default isOn: Bool = false) throws(Problem) -> Bool {
        switch query[key] {
        case nil: isOn
        case "false": false
        case "true", "": true
        case let other?:
            throw Problem(.badRequest, "\(key): \"\(SafeText.escaped(other))\" is neither true nor false")
        }
    }

    /// Refuses query keys that the endpoint does not know, or that stand there twice: a misspelt one, or one of two, would
    /// be silently without effect.
    func allow(_ keys: Set<String>, repeatable: Set<String>) throws(Problem) {
        for (key, all) in values.sorted(by: { $0.key < $1.key }) {
            let shown = SafeText.escaped(key)
            guard keys.contains(key) else {
                let known = keys.isEmpty ? "none is taken here" : "known are: \(keys.sorted().joined(separator: ", "))"
                throw Problem(.badRequest, "the query key \"\(shown)\" is unknown; \(known)")
            }
            guard all.count == 1 || repeatable.contains(key) else {
                throw Problem(.badRequest, "the query key \"\(shown)\" stands there twice")
            }
        }
    }
}
