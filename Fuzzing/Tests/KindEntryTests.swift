import NetworkModel
import TargetKinds
import Testing

@Suite("The parsers of registered kinds of targets")
struct KindEntryTests {
    @Test("every kind with a layer of its own has an entry for what its servers send")
    func complete() {
        let kinds = TargetKinds.builtIn.all.filter {
            guard case .kind = $0.evidenceType.layer else { return false }
            return true
        }.map { String(describing: $0) }
        #expect(kinds.count >= 14)
        let missing = Set(kinds).subtracting(FuzzEntries.all.flatMap { $0.kinds })
        #expect(missing.sorted() == [], "in Fuzzing/Sources/FuzzEntry, NAMEEntry for NAMEKind, and its seeds")
    }

    @Test("entries that are called after a kind are found")
    func found() {
        let names = FuzzEntries.names
        for name in ["dns", "icmp", "ldap", "ntp", "postgres", "ssh", "udp", "websocket"] {
            #expect(names.contains(name))
        }
    }
}
