import Foundation

extension Host {
    private static let browser = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Support/Browser/browser.py").path

    /// Starts a headless Chromium that executes commands in order, and prints a line of JSON for each: `{"value": …}`
    /// or `{"error": …}` (`Tests/Support/Browser/browser.py`).
    ///
    /// - Parameter commands: The names, such as `open` or `until`, and the values, as JSON.
    public func startBrowser(_ commands: [(name: String, value: String)]) throws -> HostProcess {
        let lines = commands.map { "{\"\($0.name)\": \($0.value)}\n" }.joined()
        return try spawn(["/usr/bin/python3", Self.browser], environment: ["HOME": "/tmp"], input: lines)
    }
}
