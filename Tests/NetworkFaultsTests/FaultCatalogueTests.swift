import Diagnosis
import Foundation
import NetworkModel
import TargetKinds
import Testing

@testable import NetworkFaults

struct FaultCatalogueTests {
    private static let layers: Set = ["tcp", "tls", "http", "ws", "proxy", "dns", "ftp"]

    @Test func everyCauseHasAServerOrAReason() {
        let causes = Catalogue.entries.map(\.id).filter {
            Self.layers.contains(String($0.rawValue.prefix { $0 != "." }))
        }
        let served = Set(FaultCatalogue.all.map(\.cause))
        let unserved = Set(UnservableCauses.all.map(\.cause))
        #expect(served.isDisjoint(with: unserved), "\(served.intersection(unserved))")
        let missing = Set(causes).subtracting(served).subtracting(unserved)
        #expect(missing.isEmpty, "\(missing.map(\.rawValue).sorted())")
        let unknown = served.union(unserved).subtracting(Catalogue.entries.map(\.id))
        #expect(unknown.isEmpty, "\(unknown.map(\.rawValue).sorted())")
    }

    @Test func everyServerHasAConstant() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let file = root.appendingPathComponent("Sources/NetworkFaults/Testing/ServerFault.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let constants = text.matches(of: /= ServerFault\("([a-z0-9.-]+)"\)/).map { String($0.1) }
        #expect(constants.sorted() == FaultCatalogue.all.map(\.cause.rawValue).sorted())
    }

    @Test func noCauseStandsTwice() {
        #expect(Set(FaultCatalogue.all.map(\.cause)).count == FaultCatalogue.all.count)
        #expect(Set(UnservableCauses.all.map(\.cause)).count == UnservableCauses.all.count)
    }
}
