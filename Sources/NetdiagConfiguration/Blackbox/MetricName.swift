/// The syntax of names in the text format of Prometheus.
package enum MetricName {
    /// Whether a text is a valid name of a label: letters, digits and `_`, not beginning with a digit, and not
    /// reserved.
    package static func isLabel(_ text: String) -> Bool {
        guard (1...128).contains(text.utf8.count), !text.hasPrefix("__"), let first = text.utf8.first,
            !(0x30...0x39).contains(first)
        else { return false }
        return text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
                || $0 == UInt8(ascii: "_")
        }
    }
}
