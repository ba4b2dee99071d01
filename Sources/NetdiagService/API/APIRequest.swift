import HTTPTypes
import NIOCore
import NetworkModel

/// A request that has been admitted.
struct APIRequest: Sendable {
    var method: HTTPRequest.Method
    /// The percent-decoded path.
    var path: String
    /// The percent-decoded remainder of the path, for an endpoint with a parameter.
    var parameter: String?
    /// The query; for repeated keys, the first value.
    var query: [String: String] { values.compactMapValues(\.first) }
    /// All values of each key of the query, in their order.
    var values: [String: [String]]
    var body: ByteBuffer
    /// The client that sent the request.
    var client: Client
    /// The budget for data that waits for the client.
    var budget: ByteBudget?
    /// The admission of the client.
    var admission = Admission(accessLevel: .stranger, isLocal: false)
    var accessLevel: AccessLevel { admission.accessLevel }
    /// The header fields, for endpoints that need them.
    var fields: HTTPFields = [:]
    /// The hello of a client that is a netdiagd.
    var peerHello: String?

    /// Refuses a client below the access level.
    ///
    /// - Parameter what: The requested resource, at the beginning of the sentence.
    func require(_ wanted: AccessLevel, for what: String) throws(Problem) {
        guard accessLevel < wanted else { return }
        throw admission.refusal(wanted, for: what)
    }

    /// The address family in the query, `ipv4` or `ipv6`; both if there is none.
    func families() throws(Problem) -> Set<AddressFamily> {
        guard let text = query["family"] else { return Set(AddressFamily.allCases) }
        guard let family = AddressFamily(rawValue: text) else {
            throw Problem(.badRequest, "family: \"\(SafeText.escaped(text))\" is neither ipv4 nor ipv6")
        }
        return [family]
    }

    /// A flag in the query; the default if it is missing.
    func flag(_ key: String, default isOn: Bool = false) throws(Problem) -> Bool {
        switch query[key] {
        case nil: isOn
        case "false": false
        case "true", "": true
        case let other?:
            throw Problem(.badRequest, "\(key): \"\(SafeText.escaped(other))\" is neither true nor false")
        }
    }

    /// Refuses unknown and repeated query keys, since a misspelt key, or one of two, would otherwise be ignored
    /// silently.
    func allow(_ keys: Set<String>, repeatable: Set<String>) throws(Problem) {
        for (key, all) in values.sorted(by: { $0.key < $1.key }) {
            let shown = SafeText.escaped(key)
            guard keys.contains(key) else {
                let known = keys.isEmpty ? "none is taken here" : "known are: \(keys.sorted().joined(separator: ", "))"
                throw Problem(.badRequest, "the query key \"\(shown)\" is unknown; \(known)")
            }
            guard all.count == 1 || repeatable.contains(key) else {
                throw Problem(.badRequest, "the query key \"\(shown)\" occurs twice")
            }
        }
    }
}
