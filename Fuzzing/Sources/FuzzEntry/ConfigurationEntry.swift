@testable import NetdiagService
@testable import NetdiagConfiguration

/// The configuration's YAML.
enum ConfigurationEntry: FuzzEntry {
    static let name = "configuration"

    static func run(_ input: [UInt8]) throws {
        // Files that it may name are the machine's.
        guard !input.contains(UInt8(ascii: "/")) else { return }
        do throws(ConfigurationError) {
            _ = try Configuration.parse(input, file: "netdiag.yaml")
        } catch {
            for line in error.description.split(separator: "\n") { try requireShowable(String(line), "the error") }
            try require(error.description.utf8.count < 1 << 16, "an error of \(error.description.utf8.count) bytes")
        }
    }
}
