import NetworkModel
import TargetKinds
import Testing

@testable import Diagnosis

@Suite("The catalogue of causes")
struct CatalogueTests {
    @Test(
        "the catalogue: ids are unique, each has a layer, a meaning, its evidence and a next step, and each layer has causes"
    )
    func catalogue() {
        // The causes of uplink failures belong to the path, DNS, and portals.
        for layer in Layer.shared where layer != .uplink {
            #expect(Catalogue.entries.contains { $0.id.layer == layer }, "\(layer)")
        }
        #expect(Set(Catalogue.entries.map(\.id)).count == Catalogue.entries.count)
        for entry in Catalogue.entries {
            #expect(entry.id.layer != nil, "\(entry.id)")
            #expect(!entry.meaning.isEmpty && !entry.advice.isEmpty, "\(entry.id)")
            #expect(!entry.evidence.isEmpty, "\(entry.id)")
        }
    }
}
