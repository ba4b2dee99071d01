import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("Silent addresses of places that redirect")
struct EarlierSilenceTests {
    private let old = "192.0.2.1"
    private let sixth = "2001:db8::1"

    private func place(_ address: String, port: UInt16 = 443) throws -> SocketAddress {
        SocketAddress(try #require(IPAddress(address)), port: port)
    }

    private func attempt(
        _ address: String, _ outcome: TCPEvidence.Outcome, port: UInt16 = 443
    ) throws -> TCPEvidence.Attempt {
        let place = try place(address, port: port)
        return .init(address: place.address, port: place.port, outcome: outcome, duration: .milliseconds(20))
    }

    @Test("addresses that were silent are in doubt, and so is a family that was silent as a whole")
    func doubtful() throws {
        var silence = EarlierSilence()
        let places = try [place(sixth), place(old), place("2001:db8::2"), place("192.0.2.2")]
        #expect(silence.doubtful(of: places).isEmpty)
        // Without a connection, there is no redirect.
        silence.add(try [attempt(sixth, .timeout), attempt(old, .timeout)])
        #expect(silence.doubtful(of: places).isEmpty)
        silence.add(try [attempt(sixth, .timeout), attempt(old, .connected), attempt("192.0.2.3", .timeout)])
        #expect(silence.doubtful(of: places) == [places[0].address, places[2].address])
        #expect(try silence.doubtful(of: [place("192.0.2.3")]).count == 1)
        // Once an address of the family was connected, the others of that family are not in doubt.
        silence.add(try [attempt("2001:db8::2", .connected)])
        #expect(silence.doubtful(of: places) == [places[0].address])
        silence.add(try [attempt(sixth, .connected)])
        #expect(silence.doubtful(of: places).isEmpty)
    }

    @Test("what an earlier place showed remains, unless the address was tried again")
    func completed() throws {
        var silence = EarlierSilence()
        silence.add(try [attempt(sixth, .timeout), attempt(old, .connected)])
        let places = try [place(sixth), place(old)]
        let spared = TCPEvidence(attempts: try [attempt(old, .connected)])
        let outcomes: [TCPEvidence.Outcome] = [.timeout, .connected]
        #expect(silence.completing(spared, to: places).attempts.map(\.outcome) == outcomes)
        let abandoned = TCPEvidence(attempts: try [attempt(old, .connected), attempt(sixth, .abandoned)])
        #expect(silence.completing(abandoned, to: places).attempts.map(\.outcome) == outcomes)
        let refused = TCPEvidence(attempts: try [attempt(old, .refused), attempt(sixth, .refused)])
        #expect(silence.completing(refused, to: places) == refused)
        // Nothing was found out about another port, nor about another host, whose IPv6 may work.
        #expect(try silence.completing(spared, to: [place(sixth, port: 444), place(old, port: 444)]) == spared)
        #expect(try silence.completing(spared, to: [place("2001:db8::2"), place(old)]) == spared)
    }
}
