import NIOCore
import NIOHTTP1
import NetworkModel
import SQLite

/// The values of a row in a request, or the response to an invalid request.
enum RowInput {
    case row(key: Int64?, values: [SQLiteValue])
    /// The values of only some fields, with their indexes.
    case part([(index: Int, value: SQLiteValue)])
    case refused(ServedResponse)

    /// Parses a whole row. Missing fields get their defaults.
    ///
    /// - Parameter key: The key of the path, which the body may repeat; `nil` for a new row, which may have its own key.
    static func row(_ request: ServedRequest, _ definition: ResourceDefinition, key: Int64?) -> RowInput {
        switch members(request, types: "application/json", areOthersTaken: true) {
        case .failure(let refusal): return .refused(refusal.response)
        case .success(let members):
            var (problem, own, allowance) = (RequestProblem(), key, MatchAllowance())
            var values = definition.fields.map(\.fallback)
            let given = read(members, definition, key, &problem, &own, &allowance) { values[$0] = $1 }
            // After a match that was too costly, not all members were read.
            for (index, field) in definition.fields.enumerated()
            where allowance.refusal == nil && field.isRequired && values[index].isNull && !given.contains(field.name) {
                if case .refused(let reasons) = field.value(of: JSONNode(.null), within: &allowance) {
                    for reason in reasons { problem.add(.body(pointer: "/" + field.name), reason) }
                }
            }
            return problem.isEmpty ? .row(key: own, values: values) : .refused(problem.response(.unprocessableEntity))
        }
    }

    /// Parses a merge patch (RFC 7396). Missing fields keep their values, and `null` removes a value.
    static func patch(_ request: ServedRequest, _ definition: ResourceDefinition, key: Int64) -> RowInput {
        switch members(request, types: "application/merge-patch+json, application/json", areOthersTaken: false) {
        case .failure(let refusal): return .refused(refusal.response)
        case .success(let members):
            var (problem, own, allowance) = (RequestProblem(), Int64?.some(key), MatchAllowance())
            var part: [(index: Int, value: SQLiteValue)] = []
            _ = read(members, definition, key, &problem, &own, &allowance) { part.append(($0, $1)) }
            return problem.isEmpty ? .part(part) : .refused(problem.response(.unprocessableEntity))
        }
    }

    private struct Refusal: Error { let response: ServedResponse }

    /// Returns the members of the object in the body.
    private static func members(
        _ request: ServedRequest, types: String, areOthersTaken: Bool
    ) -> Result<[JSONNode.Member], Refusal> {
        let type = (request.headers.first(name: "content-type") ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
        let isTaken =
            ["application/json", "application/merge-patch+json"].contains(type)
            || areOthersTaken && type.hasPrefix("application/") && type.hasSuffix("+json")
        guard isTaken else {
            var response = ServedResponse.problem(
                .unsupportedMediaType,
                type.isEmpty ? "Content-Type is missing; send \(types)" : "the body must be \(types)")
            response.headers.add(name: request.method == "PATCH" ? "Accept-Patch" : "Accept", value: types)
            return .failure(Refusal(response: response))
        }
        do {
            let node = try JSONReader.read(request.body.readableBytesView)
            guard case .object(let members) = node.content else {
                var problem = RequestProblem()
                problem.add(.body(pointer: ""), "is \(node.kind); write an object")
                return .failure(Refusal(response: problem.response(.unprocessableEntity)))
            }
            return .success(members)
        } catch {
            return .failure(Refusal(response: .problem(.badRequest, "line \(error.line) of the body \(error.reason)")))
        }
    }

    /// Validates members and stores their values, until a match is too costly.
    ///
    /// - Returns: The given names, including those with an invalid value.
    private static func read(
        _ members: [JSONNode.Member], _ definition: ResourceDefinition, _ key: Int64?,
        _ problem: inout RequestProblem, _ own: inout Int64?, _ allowance: inout MatchAllowance,
        store: (Int, SQLiteValue) -> Void
    ) -> Set<String> {
        var given: Set<String> = []
        for member in members where allowance.refusal == nil {
            var pointer: String { RequestProblem.step(member.name) }
            if member.name == ResourceDefinition.key {
                guard case .integer(let number) = member.node.content, number > 0, number < 1_000_000_000_000_000_000
                else {
                    problem.add(
                        .body(pointer: pointer), "is not a valid key; leave it out, or write a whole number from 1")
                    continue
                }
                if let key, number != key {
                    problem.add(.body(pointer: pointer), "is \(number), and the path says \(key)")
                }
                own = number
                continue
            }
            guard let index = definition.indexes[member.name] else {
                problem.add(.body(pointer: pointer), unknown(member.name, definition))
                continue
            }
            given.insert(member.name)
            switch definition.fields[index].value(of: member.node, within: &allowance) {
            case .value(let value): store(index, value)
            case .refused(let reasons): for reason in reasons { problem.add(.body(pointer: pointer), reason) }
            }
        }
        return given
    }

    private static func unknown(_ name: String, _ definition: ResourceDefinition) -> String {
        let names = definition.fields.map(\.name)
        let meant = KeySuggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
        return "is not a field; \(meant ?? "known are \(names.joined(separator: ", "))")"
    }
}
