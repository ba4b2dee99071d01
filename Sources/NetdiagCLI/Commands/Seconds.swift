import ArgumentParser

/// A time limit as given on the command line, from 0.1 to 300 seconds: `5`, `0.5`, `5s`, `500ms` or `1m`.
struct Seconds: ExpressibleByArgument, Sendable, Hashable {
    let value: Double
    /// The text as given.
    let text: String
    private static let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60)]

    init?(argument: String) {
        let unit = Self.units.first { argument.hasSuffix($0.suffix) } ?? ("", 1)
        let digits = argument.dropLast(unit.suffix.count)
        guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }), digits.utf8.count <= 12,
            let number = Double(digits), (0.1...300).contains(number * unit.seconds)
        else { return nil }
        value = number * unit.seconds
        text = argument
    }

    var duration: Duration { .milliseconds(Int64((value * 1_000).rounded())) }
}
