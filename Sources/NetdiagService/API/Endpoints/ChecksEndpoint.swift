import NIOCore
import FoundationEssentials
import HTTPTypes
import NetworkModel
import TargetKinds
import TargetKinds

/// Runs a check now and answers with its report.
struct ChecksEndpoint: Endpoint {
    let path = "/v1/checks"
    let method = HTTPRequest.Method.post
    let bodyType: String? = "application/json"
    var answering: Answering { .privileged(check) }
    let summary =
        "Runs a check now: {\"target\": \"…\", \"family\": \"ipv4|ipv6\", \"timeout_s\": 10, \"address\": \"192.0.2.1\", "
        + "\"proxy\": \"off|environment|http://proxy:3128\"\(KindGroups.words)}"

    private struct Order: Decodable {
        var target: String
        var family: AddressFamily?
        var timeout: Double?
        var address: IPAddress?
        var proxy: String?
        var kinds: KindGroups

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            target = try container.decode(String.self, forKey: .target)
            family = try container.decodeIfPresent(AddressFamily.self, forKey: .family)
            timeout = try container.decodeIfPresent(Double.self, forKey: .timeout)
            address = try container.decodeIfPresent(IPAddress.self, forKey: .address)
            proxy = try container.decodeIfPresent(String.self, forKey: .proxy)
            kinds = try KindGroups(from: decoder)
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case target, family, address, proxy
            case timeout = "timeout_s"
        }
    }

    private func check(_ request: APIRequest, with senders: Senders) async throws -> APIAnswer {
        let order: Order
        do throws(BodyError) {
            order = try JSONBody.read(
                Data(request.body.readableBytesView), Order.CodingKeys.self, and: KindGroups.names,
                like: #"{"target": "https://example.org/"}"#)
        } catch {
            throw Problem(.badRequest, error.description)
        }
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
        do {
            wish.kind = try order.kinds.values(for: target)
        } catch {
            throw Problem(.badRequest, error.reason)
        }
        return APIAnswer(json: try await senders.checks.check(target, wish))
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
}
