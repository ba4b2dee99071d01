import NIOHTTP1

/// Verifies the credentials of requests (RFC 9110 section 11, RFC 7616, RFC 7617, RFC 6750).
final class Authenticator: Sendable {
    private let plan: AuthenticationPlan
    /// The nonce of this run. Others are refused.
    private let nonce: String

    init(_ plan: AuthenticationPlan) {
        self.plan = plan
        nonce = (0..<4).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }.joined()
    }

    /// Returns the refusal of a request; `nil` if its credentials are correct.
    func refusal(of request: ServedRequest) -> ServedResponse? {
        let fields = request.headers["authorization"]
        if fields.count == 1, isRight(fields[0], request) { return nil }
        var response = ServedResponse.problem(.unauthorized, fields.isEmpty ? "no credentials" : "wrong credentials")
        let realm = JSONText.quoted(plan.realm)
        switch plan.scheme {
        case .basic: response.headers.add(name: "WWW-Authenticate", value: "Basic realm=\(realm), charset=\"UTF-8\"")
        case .bearer: response.headers.add(name: "WWW-Authenticate", value: "Bearer realm=\(realm)")
        case .digest:
            for algorithm in ["SHA-256", "MD5"] {
                response.headers.add(
                    name: "WWW-Authenticate",
                    value: "Digest realm=\(realm), nonce=\"\(nonce)\", qop=\"auth\", algorithm=\(algorithm)")
            }
        }
        return response
    }

    private func isRight(_ field: String, _ request: ServedRequest) -> Bool {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return false }
        let (scheme, rest) = (parts[0].lowercased(), String(parts[1]))
        switch plan.scheme {
        case .basic(let user, let password):
            return scheme == "basic" && Self.isEqual(rest, Base64.encoded(Array("\(user):\(password)".utf8)))
        case .bearer(let token): return scheme == "bearer" && Self.isEqual(rest, token)
        case .digest(let user, let password):
            return scheme == "digest" && isRight(Self.parameters(rest), user, password, request)
        }
    }

    private func isRight(
        _ given: [String: String], _ user: String, _ password: String, _ request: ServedRequest
    ) -> Bool {
        let algorithm = given["algorithm"]?.uppercased() ?? "MD5"
        let digest: MessageDigest
        switch algorithm {
        case "MD5": digest = .md5
        case "SHA-256": digest = .sha256
        default: return false
        }
        guard given["username"] == user, given["realm"] == plan.realm, given["nonce"] == nonce,
            given["uri"] == request.target, given["qop"] == "auth", let count = given["nc"],
            let own = given["cnonce"], let response = given["response"],
            let first = digest.hexadecimal("\(user):\(plan.realm):\(password)"),
            let second = digest.hexadecimal("\(request.method):\(request.target)"),
            let expected = digest.hexadecimal("\(first):\(nonce):\(count):\(own):auth:\(second)")
        else { return false }
        return Self.isEqual(response.lowercased(), expected)
    }

    /// Parses parameters with or without quotes (RFC 9110 section 11.2); the result is empty if they are malformed.
    static func parameters(_ text: String) -> [String: String] {
        var result: [String: String] = [:]
        var rest = Array(text.unicodeScalars)[...]
        while result.count < 32 {
            rest = rest.drop { $0 == " " || $0 == "," }
            guard let equals = rest.firstIndex(of: "=") else { return rest.isEmpty ? result : [:] }
            let name = String(String.UnicodeScalarView(rest[..<equals])).lowercased()
            rest = rest[(equals + 1)...]
            var value = String.UnicodeScalarView()
            if rest.first == "\"" {
                rest.removeFirst()
                while let scalar = rest.popFirst(), scalar != "\"" {
                    guard scalar == "\\" else {
                        value.append(scalar)
                        continue
                    }
                    if let next = rest.popFirst() { value.append(next) }
                }
            } else {
                let end = rest.firstIndex(of: ",") ?? rest.endIndex
                value.append(contentsOf: rest[..<end].filter { $0 != " " })
                rest = rest[end...]
            }
            result[name] = String(value)
        }
        return result
    }

    /// Compares two texts in a time that depends only on their lengths.
    private static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
