import NIOCore
import NIOHTTP1
import NetworkFaults
import NetworkModel

/// The responses of the control socket about tables.
struct ControlData {
    let responders: [PlanResponder]

    /// GET returns a table. POST with a body adds the rows of a file, or replaces all rows; without a body, it restores the
    /// initial rows.
    func response(to request: ServedRequest) -> ServedResponse {
        let query = Dictionary(request.query.map { ($0.name, $0.value) }) { first, _ in first }
        do throws(FaultError) {
            let resources = try resources(query["table"])
            switch (request.method, query["form"].flatMap { SeedReader.Form(rawValue: $0) }) {
            case ("GET", .some(let form)):
                return ServedResponse(
                    .ok, headers: ["Content-Type": form == .csv ? "text/csv" : "application/json"],
                    body: .bytes(try resources[0].export(as: form)))
            case ("POST", .some(let form)):
                let count = try resources[0].load(
                    Array(request.body.readableBytesView), as: form, file: query["file"] ?? "the file",
                    replacing: query["replace"] != nil)
                return json([(resources[0], count)])
            case ("POST", nil):
                var counts: [(Resource, Int)] = []
                for resource in resources { counts.append((resource, try resource.reset())) }
                return json(counts)
            default: return .problem(.notFound, "there is no such command")
            }
        } catch {
            return .text(.unprocessableEntity, error.description)
        }
    }

    /// The resources of a table, or all resources; at least one.
    private func resources(_ table: String?) throws(FaultError) -> [Resource] {
        let all = responders.flatMap(\.plan.resources)
        guard !all.isEmpty else { throw .usage("this run serves no table; write resource: into its file of routes") }
        guard let table else { return all }
        let some = all.filter { $0.definition.table == table }
        guard !some.isEmpty else {
            let names = all.map(\.definition.table).sorted().joined(separator: ", ")
            throw .usage("there is no table \(SafeText.shown(table)); this run serves \(names)")
        }
        return some
    }

    private func json(_ counts: [(Resource, Int)]) -> ServedResponse {
        let members = counts.map {
            "{\"rows\":\($1),\"schema\":\"netdiag.serve-rows/1\",\"table\":\(JSONText.quoted($0.definition.table))}\n"
        }
        return .text(.ok, members.joined(), type: "application/x-ndjson")
    }
}
