import ArgumentParser

/// A time limit as it is typed: seconds, from a tenth to 300.
struct Seconds: ExpressibleByArgument, Sendable, Hashable {
    let value: Double
    /// As it was typed.
    let text: String

    init?(argument: String) {
        guard argument.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }), argument.utf8.count <= 12,
            let value = Double(argument), (0.1...300).contains(value)
        else { return nil }
        self.value = value
        text = argument
    }

    var duration: Duration { .milliseconds(Int64((value * 1_000).rounded())) }
}
