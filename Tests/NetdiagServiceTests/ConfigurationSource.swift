import NetdiagService
@testable import NetdiagConfiguration

/// The messages about a text as `test.yaml`; empty if it is valid.
func configurationProblems(in text: String) -> [String] {
    configurationProblems(in: Array(text.utf8))
}

func configurationProblems(in bytes: [UInt8]) -> [String] {
    do {
        _ = try Configuration.parse(bytes, file: "test.yaml")
        return []
    } catch {
        return error.description.split(separator: "\n").map { String($0.trimmingPrefix("test.yaml:")) }
    }
}

func parsedConfiguration(_ text: String) throws(ConfigurationError) -> Configuration {
    try Configuration.parse(Array(text.utf8), file: "test.yaml")
}
