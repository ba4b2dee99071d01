import NetworkModel

@testable import NetdiagService

/// The incidents that an earlier run has written down.
enum IncidentFileEntry: FuzzEntry {
    static let name = "incidents"

    static func run(_ input: [UInt8]) throws {
        guard let record = try? JSON.decode(IncidentRecord.self, from: input), record.isSound else { return }
        let line = try JSON.line(record)
        let again = try JSON.decode(IncidentRecord.self, from: line)
        try require(again.isSound && again.incidents == record.incidents, "it is another one when it is read again")
        for incident in record.incidents {
            try requireShowable(HTML(stringInterpolation: .init(incident.cause.summary)).text, "the page")
        }
    }
}

extension HTML.StringInterpolation {
    fileprivate init(_ value: String) {
        self.init(literalCapacity: 0, interpolationCount: 1)
        appendInterpolation(value)
    }
}
