import NIOCore
import NIOHTTP1
import NetworkFaults
import Testing

@testable import NetdiagServe

/// The files in docs/serve, as described in the documentation.
struct ExampleFileTests {
    private static let folder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/docs/serve"

    private func ask(
        _ responder: any HTTPResponder, _ method: String, _ target: String, _ body: String = ""
    ) async -> (status: UInt, text: String) {
        let request = ServedRequest(
            method: method, target: target, headers: body.isEmpty ? [:] : ["Content-Type": "application/json"],
            body: ByteBuffer(string: body))
        let answer = await responder.respond(to: request, after: .zero).response
        guard case .bytes(let bytes) = answer.body else { return (answer.status.code, "") }
        return (answer.status.code, String(buffer: bytes))
    }

    @Test func ordersAreServedAndControlled() async throws {
        let plan = try ServeFile.read(path: "\(Self.folder)/orders.yaml")
        try plan.prepareDatabases(for: .serve)
        let directory = try RunDirectory()
        defer { directory.remove() }
        let servers = RunningServers(directory: directory, plan: plan)
        try await servers.start(plan.listeners[0], limits: plan.limits)
        let responder = try #require(servers.list.first?.responder)
        let control = ControlResponder(name: "test", servers: servers, stop: {})

        #expect(
            await ask(responder, "GET", "/orders?total.gte=10&sort=-total").text.hasPrefix(
                #"[{"id":2,"customer":"Baker, Clay and Sons""#))
        let made = await ask(
            responder, "POST", "/orders", #"{"customer": "Eve", "email": "eve@example.org", "total": 3}"#)
        #expect(made.status == 201)
        let wrong = await ask(
            responder, "POST", "/orders", #"{"customer": "", "email": "eve", "total": -3, "reference": "x"}"#)
        #expect(wrong.status == 422 && wrong.text.contains(#""detail":"4 values are wrong""#))

        let table = await ask(control, "GET", "/data?table=orders&form=csv")
        #expect(table.text.hasPrefix("id,customer,email,") && table.text.contains("Eve"))
        #expect(
            await ask(control, "GET", "/data?table=order&form=csv") == (
                422, "there is no table \"order\"; this run serves orders"
            ))
        let rows = "customer,email,total\nFay,fay@example.org,1\n"
        #expect(
            await ask(control, "POST", "/data?table=orders&form=csv&file=f.csv", rows) == (
                200, "{\"rows\":1,\"schema\":\"netdiag.serve-rows/1\",\"table\":\"orders\"}\n"
            ))
        #expect(
            await ask(control, "POST", "/data?table=orders&form=csv&file=f.csv", rows + "G,g,1\n") == (
                422, "f.csv:3: email is not a valid e-mail address; write one like ann@example.org"
            ))
        #expect(
            await ask(control, "POST", "/data") == (
                200, "{\"rows\":3,\"schema\":\"netdiag.serve-rows/1\",\"table\":\"orders\"}\n"
            ))
        #expect(await ask(responder, "GET", "/orders?fields=x").status == 400)
        #expect(await ask(responder, "GET", "/orders/4").status == 404)
        // The hundredth request gets the fault in the file.
        var statuses: [UInt] = []
        for _ in 0..<100 { statuses.append(await ask(responder, "HEAD", "/orders/1").status) }
        #expect(statuses.count { $0 == 503 } == 1)
        await servers.close()
    }
}
