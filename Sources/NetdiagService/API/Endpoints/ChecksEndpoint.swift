import NIOCore
import FoundationEssentials
import HTTPTypes
import NetworkModel

/// Runs a check now and answers with its report.
struct ChecksEndpoint: Endpoint {
    let desk: CheckDesk
    let path = "/v1/checks"
    let method = HTTPRequest.Method.post
    let sendsTraffic = true
    let summary =
        "Runs a check now: {\"target\": \"…\", \"family\": \"ipv4|ipv6\", \"timeout_s\": 10, \"address\": \"192.0.2.1\", "
        + "\"proxy\": \"off|environment|http://proxy:3128\"}"

    private struct Order: Decodable {
        var target: String
        var family: AddressFamily?
        var timeout: Double?
        var address: IPAddress?
        var proxy: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case target, family, address, proxy
            case timeout = "timeout_s"
        }
    }

    /// The names of the fields that a client sent.
    private struct Fields: Decodable {
        let names: [String]

        private struct Name: CodingKey {
            let stringValue: String
            let intValue: Int? = nil
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
        }
    }

    func answer(_ request: APIRequest) async throws -> APIAnswer {
        let order = try Self.order(Data(request.body.readableBytesView))
        let target: Target
        do {
            target = try Target(order.target)
        } catch {
            throw Problem(.badRequest, "target: \(error)")
        }
        if let timeout = order.timeout, !(0.1...300).contains(timeout) {
            throw Problem(.badRequest, "timeout_s: \(timeout) is not a number of seconds from 0.1 to 300")
        }
        var wish = CheckDesk.Wish(
            families: order.family.map { [$0] }, timeout: order.timeout.map { .milliseconds(Int($0 * 1_000)) },
            address: order.address)
        wish.proxy = try order.proxy.map(Self.proxy)
        return APIAnswer(json: try await desk.check(target, wish))
    }

    private static func proxy(_ text: String) throws(Problem) -> ProxyChoice {
        if text == "off" { return .direct }
        if text == "environment" { return .environment }
        do {
            return .through(try Proxy(text, origin: "the request"))
        } catch {
            throw Problem(.badRequest, "proxy: \(error.reason)")
        }
    }

    private static func order(_ body: Data) throws(Problem) -> Order {
        do {
            let known = Order.CodingKeys.allCases.map(\.rawValue)
            // A misspelt one would be silently without effect.
            if let unknown = try JSON.decode(Fields.self, from: body).names.sorted().first(where: {
                !known.contains($0)
            }) {
                throw Problem(
                    .badRequest,
                    "the field \"\(SafeText.escaped(unknown))\" is unknown; known are: \(known.joined(separator: ", "))"
                )
            }
            return try JSON.decode(Order.self, from: body)
        } catch let problem as Problem {
            throw problem
        } catch DecodingError.keyNotFound(let key, _) {
            throw Problem(.badRequest, "the field \"\(key.stringValue)\" is missing")
        } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty,
            DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty,
            DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty
        {
            let field = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw Problem(
                .badRequest, "the field \"\(field)\" has a wrong value: \(SafeText.escaped(context.debugDescription))")
        } catch {
            throw Problem(.badRequest, "the body is no JSON object like {\"target\": \"https://example.org/\"}")
        }
    }
}
