import Testing

@testable import NetdiagCLI

@Suite("Time limits on the command line")
struct SecondsTests {
    @Test(
        "seconds are given alone or with their unit, from a tenth to 300",
        arguments: [("5", 5), ("0.5", 0.5), ("5s", 5), ("500ms", 0.5), ("5m", 300), ("100ms", 0.1)])
    func isRead(text: String, seconds: Double) throws {
        let read = try #require(Seconds(argument: text))
        #expect(read.value == seconds)
    }

    @Test(
        "invalid ones are refused",
        arguments: [
            "", "s", "ms", "5h", "5 s", "-5s", "+5", "0", "99ms", "6m", "301s", "1e2", "0x5", "5ss", "nan", "∞",
        ])
    func isRefused(text: String) { #expect(Seconds(argument: text) == nil) }
}
