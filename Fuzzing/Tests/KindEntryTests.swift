import NetworkModel
import TargetKinds
import Testing

@Suite("The parsers of registered kinds of targets")
struct KindEntryTests {
    @Test("every kind with its own layer has an entry for its servers' data")
    func complete() {
        let kinds = TargetKinds.builtIn.all.filter {
            guard case .kind = $0.evidenceType.layer else { return false }
            return true
        }.map { String(describing: $0) }
        #expect(kinds.count >= 14)
        let missing = Set(kinds).subtracting(FuzzEntries.all.flatMap { $0.kinds })
        #expect(missing.sorted() == [], "in Fuzzing/Sources/FuzzEntry, NAMEEntry for NAMEKind, and its seeds")
    }

    @Test("entries that are named after a kind are found")
    func found() {
        let names = FuzzEntries.names
        for name in ["dns", "icmp", "ldap", "ntp", "postgres", "ssh", "udp", "websocket"] {
            #expect(names.contains(name))
        }
    }
}
