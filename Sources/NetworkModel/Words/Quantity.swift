/// Numbers with units, as readable text.
package enum Quantity {
    /// A duration as in `25 µs`, `0.3 ms`, `41.2 ms`, `1204 ms`, `12.3 s`.
    package static func text(_ duration: Milliseconds) -> String {
        let value = duration.value
        if value > 0, value < 0.05 { return "\(max(Int((value * 1_000).rounded()), 1)) µs" }
        if value >= 10_000 { return "\(decimal(value / 1_000)) s" }
        return value >= 100 ? "\(Int(value.rounded())) ms" : "\(decimal(value)) ms"
    }

    /// A count as in `1 redirect`, `2 redirects`.
    package static func text(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// A speed as in `10 Gbit/s`, `2.5 Gbit/s`, `100 Mbit/s`.
    package static func speed(megabits: Int) -> String {
        guard megabits >= 1_000 else { return "\(megabits) Mbit/s" }
        return megabits % 1_000 == 0 ? "\(megabits / 1_000) Gbit/s" : "\(decimal(Double(megabits) / 1_000)) Gbit/s"
    }

    private static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
