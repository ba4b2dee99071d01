import Testing

@testable import Diagnosis
@testable import NetdiagService
@testable import NetworkModel

@Suite("Updates of the daemon's state")
struct StatusStoreTests {
    @Test("the first observation comes with its verdict, and is published even if the kernel has reported the same")
    func firstObservation() async throws {
        let store = StatusStore(host: "host")
        let machine = MachineObservation(snapshot: NetworkSnapshot())
        store.setMachine(machine)
        #expect(!store.isObserved && store.document.status != .noErr)
        let before = store.document
        let events = try #require(store.events.listen())
        store.setMachine(machine, askedSince: .now)
        #expect(store.isObserved && store.document == before)
        store.events.finish()
        var statuses = 0
        for await event in events where event.kind == .status { statuses += 1 }
        #expect(statuses == 1, "who waits for it is told")
    }
}
