import NetworkModel
import ServiceDiscovery

@testable import NetdiagService

/// Bodies of requests.
enum APIBodyEntry: FuzzEntry {
    static let name = "api-body"

    static func run(_ input: [UInt8]) throws {
        do {
            let order = try ServiceOrder.read(input)
            let registration = try order.registration(named: "Web")
            try require((try? registration.validate()) != nil, "what was examined cannot be published")
        } catch let error as BodyError {
            try requireShowable(error.description, "the error")
            try require(error.description.utf8.count < 4_096, "an error of \(error.description.utf8.count) bytes")
        }
        if let value = try? JSONValue(reading: input) {
            try requireShowable(value.shown, "the value")
            try require(value.shown.utf8.count < 2_048, "a long value")
        }
    }
}
