import NetworkModel

@testable import ServiceDiscovery

/// Data of records as avahi hands it over.
enum RecordEntry: FuzzEntry {
    static let name = "record"

    static func run(_ input: [UInt8]) throws {
        var rest = Input(input)
        let type = rest.choice([RecordType.a, .aaaa, .ptr, .cname, .srv, .txt])
        guard let value = RecordValue(type, Array(rest.rest), interface: "eth0") else { return }
        switch value {
        case .name(let name), .server(_, _, _, let name):
            // What was read can be asked for, and is the same on the wire.
            if let labels = HostText.labels(of: name), !name.isEmpty {
                try require(labels.reduce(1) { $0 + $1.count + 1 } <= 255, "a name of more than 255 bytes")
            } else if !name.isEmpty {
                throw Violation(description: "\(name.debugDescription) cannot be read")
            }
        case .texts(let texts): try require(texts.allSatisfy { $0.count <= 255 }, "a long string")
        case .address: break
        }
    }
}
