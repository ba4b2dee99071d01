@testable import NetworkModel
@testable import ServiceDiscovery

/// Names of instances, hosts and types as text.
enum ServiceNameEntry: FuzzEntry {
    static let name = "service-name"

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if let name = try? ServiceName(text) {
            try requireShowable(name.description, "the name")
            guard let again = try? ServiceName(name.description) else {
                throw Violation(description: "\(name.description.debugDescription) cannot be read")
            }
            try require(
                again.instance.utf8.elementsEqual(name.instance.utf8) && again.type == name.type
                    && again.domain == name.domain, "\(name) came back as \(again)")
        }
        let decoded = HostText.decoded(text)
        if HostText.isFitForLookup(text), let labels = HostText.labels(of: text) {
            try require(
                HostText.labels(of: decoded) == labels, "\(text.debugDescription) is \(decoded.debugDescription)")
        }
        for check: (String) throws -> Void in [
            { try RecordName.validate($0) }, { try InstanceName.validate($0) },
            { try DomainNameRules.validate($0, use: .host) }, { try ServiceType.validate($0, use: .publishing) },
            { try ServiceType.validate($0, use: .browsing) },
        ] {
            do {
                try check(text)
                try require(text.utf8.count <= 1_020, "so long a name is taken")
            } catch let error as ServiceDiscoveryError {
                try requireShowable(error.description, "the error")
                try require(error.description.utf8.count < 2_048, "the error has \(error.description.utf8.count) bytes")
            }
        }
    }
}
