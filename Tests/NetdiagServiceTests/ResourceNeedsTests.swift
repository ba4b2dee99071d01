import Foundation
import Testing

@testable import NetdiagService

@Suite("The unit's limits and the daemon's needs")
struct ResourceNeedsTests {
    /// The value of a setting in the unit file.
    private func limit(_ name: String) throws -> Int {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let unit = try String(contentsOf: root.appending(path: "systemd/netdiagd.service.in"), encoding: .utf8)
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("\(name)=") }, "\(name)= is missing")
        let value = line.dropFirst(name.count + 1)
        let number = try #require(Int(value.prefix { $0.isNumber }))
        switch value.last {
        case "K": return number << 10
        case "M": return number << 20
        case "G": return number << 30
        default: return number
        }
    }

    @Test("all FTP sessions and all other threads fit into TasksMax, on a machine with 64 processors")
    func threads() throws {
        let needed = ResourceNeeds.threads(processors: 64)
        #expect(try limit("TasksMax") >= needed)
    }

    @Test("20,000 targets that all fail fit into MemoryMax")
    func memory() throws {
        let needed = ResourceNeeds.memory
        #expect(try limit("MemoryMax") >= needed)
    }

    @Test("a crash does not write the daemon's secrets to a disk")
    func coreDumps() throws {
        #expect(try limit("LimitCORE") == 0)
    }

    @Test("the sockets of all checks and clients fit into LimitNOFILE")
    func descriptors() throws {
        let needed = ResourceNeeds.descriptors
        #expect(try limit("LimitNOFILE") >= needed)
    }
}
