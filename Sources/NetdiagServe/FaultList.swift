import NetworkFaults
import NetworkModel

/// `netdiag serve --list-faults`.
enum FaultList {
    static func print(asJSON: Bool) {
        for fault in FaultCatalogue.all {
            guard !asJSON else {
                Swift.print(json(fault))
                continue
            }
            Swift.print("\(fault.cause)\n    \(fault.summary)")
            for argument in fault.arguments {
                Swift.print("    \(argument.name)=\(takes(argument))  \(argument.summary)")
            }
        }
    }

    private static func takes(_ argument: FaultArgument) -> String {
        switch argument.kind {
        case .integer(let range, let value): "\(range.lowerBound)..\(range.upperBound) (\(value))"
        case .duration(let range, let value):
            "\(range.lowerBound.settingText)..\(range.upperBound.settingText) (\(value.settingText))"
        case .choice(let words, let value): "\(words.joined(separator: "|")) (\(value))"
        case .text(let bytes, let value): "TEXT of at most \(bytes) bytes (\(value))"
        }
    }

    private static func json(_ fault: FaultDefinition) -> String {
        let arguments = fault.arguments.map {
            "{\"name\":\(JSONText.quoted($0.name)),\"summary\":\(JSONText.quoted($0.summary)),"
                + "\"takes\":\(JSONText.quoted(takes($0)))}"
        }
        return "{\"arguments\":[\(arguments.joined(separator: ","))],\"id\":\(JSONText.quoted(fault.cause.rawValue)),"
            + "\"schema\":\"netdiag.serve-fault-kind/1\",\"summary\":\(JSONText.quoted(fault.summary))}"
    }
}
