import NIOCore
import NIOHTTP1
import NetdiagConfiguration
import NetworkFaults
import NetworkModel
import Testing

@testable import NetdiagServe

/// `netdiag serve faults --off`, `--on` and `--only`, by their requests to the control socket.
struct FaultSwitchTests {
    private static let file = """
        listeners:
          - name: shop
            faults:
              - {fault: http.gateway-error=503, state: off}
            routes:
              - {route: /a, text: "a\\n", faults: [http.client-error=418]}
          - name: names
            zone: [www.example.test A 192.0.2.1]
            faults: [{fault: dns.refused, state: off, when: {first: 1}}, dns.servfail]
        """

    /// The status and the text of the response from the control socket.
    private func post(_ control: ControlResponder, _ query: String) async -> (status: UInt, text: String) {
        let answer = await control.respond(to: ServedRequest(method: "POST", target: "/faults?\(query)"), after: .zero)
            .response
        guard case .bytes(let bytes) = answer.body else { return (answer.status.code, "") }
        return (answer.status.code, String(buffer: bytes))
    }

    private func status(_ servers: RunningServers) async throws -> UInt {
        let shop = try #require(servers.list.first?.responder)
        return await shop.respond(to: ServedRequest(method: "GET", target: "/a"), after: .zero).response.status.code
    }

    private func states(_ servers: RunningServers) -> [PlanResponder.FaultState] {
        servers.list.compactMap(\.responder).flatMap(\.faults).map(\.faultiness)
    }

    @Test("a fault that no healthy server can replace is not switched off, and nothing else changes")
    func alwaysOn() async throws {
        try await withRun(of: Self.file) { servers, control in
            let definition = try #require(FaultCatalogue.definition("smtp.starttls-refused"))
            try await servers.start(definition, definition.arguments(""), host: "127.0.0.1", port: 0)
            let before = states(servers)
            for query in ["state=off&fault=smtp.starttls-refused", "state=off"] {
                let refused = await post(control, query)
                #expect(refused.status == 422 && refused.text.contains("smtp.starttls-refused cannot be switched off"))
            }
            #expect(states(servers) == before)
        }
    }

    @Test("variants of a fault have their own names, and are switched one by one or together")
    func namedVariants() async throws {
        try await withRun(of: Self.file) { servers, control in
            let definition = try #require(FaultCatalogue.definition("http.malformed"))
            for text in ["chunk", "lengths"] {
                try await servers.start(definition, definition.arguments(text), host: "127.0.0.1", port: 0)
            }
            #expect(servers.list.map(\.name).suffix(2) == ["http.malformed=chunk", "http.malformed=lengths"])
            #expect(await post(control, "state=off&fault=http.malformed%3Dlengths").status == 200)
            #expect(states(servers).suffix(2) == [.asPlanned, .off])
            #expect(await post(control, "state=off&fault=http.malformed").status == 200)
            #expect(states(servers).suffix(2) == [.off, .off])
        }
    }

    @Test("faults begin as the file says, and each is switched by its name or together with all others")
    func switched() async throws {
        try await withRun(of: Self.file) { servers, control in
            let status1 = try await status(servers)
            #expect(status1 == 418)
            #expect(states(servers) == [.off, .asPlanned, .off, .asPlanned])
            let on = await post(control, "state=on&fault=http.gateway-error%3D503&fault=dns.refused")
            #expect(
                on.status == 200
                    && on.text.contains(
                        #"{"fault":"dns.refused","listener":"names","route":"","schema":"netdiag.serve-fault/1","state":"on","when":"first: 1"}"#
                    ))
            let status2 = try await status(servers)
            #expect(status2 == 418)
            #expect(await post(control, "state=off&fault=http.client-error%3D418").status == 200)
            let status3 = try await status(servers)
            #expect(status3 == 503)
            #expect(states(servers) == [.asPlanned, .off, .asPlanned, .asPlanned])
            #expect(await post(control, "state=off").status == 200)
            let status4 = try await status(servers)
            #expect(status4 == 200)
            for server in servers.list { server.responder?.reset() }
            #expect(states(servers) == [.off, .asPlanned, .off, .asPlanned])
            #expect(await post(control, "state=on").status == 200)
            #expect(states(servers) == [.asPlanned, .asPlanned, .asPlanned, .asPlanned])
        }
    }

    @Test("an id without arguments switches all its variants")
    func variants() async throws {
        try await withRun(of: Self.file) { servers, control in
            #expect(await post(control, "state=on&fault=http.gateway-error").status == 200)
            #expect(states(servers) == [.asPlanned, .asPlanned, .off, .asPlanned])
            #expect(await post(control, "state=off&fault=http.gateway-error&fault=http.client-error").status == 200)
            #expect(states(servers) == [.off, .off, .off, .asPlanned])
            // Part of an id is not an id.
            #expect(await post(control, "state=off&fault=http.gateway").status == 422)
            #expect(await post(control, "state=off&fault=dns").status == 422)
        }
    }

    @Test("an unknown name changes nothing, and the known ones are listed")
    func unknown() async throws {
        try await withRun(of: Self.file) { servers, control in
            let answer = await post(control, "state=on&fault=dns.refused&fault=http.stalled")
            #expect(answer.status == 422)
            #expect(
                answer.text
                    == "this run has no fault \"http.stalled\"; it has dns.refused, dns.servfail, http.client-error=418, http.gateway-error=503"
            )
            #expect(states(servers) == [.off, .asPlanned, .off, .asPlanned])
        }
    }
}
