import NetworkModel
import Testing

@Suite("Moments as people name them")
struct TimestampTests {
    @Test(
        "RFC 3339 and how long ago",
        arguments: [
            ("1970-01-02T00:00:00Z", 86_400_000), ("1970-01-02T01:00:00+01:00", 86_400_000),
            ("1970-01-01T23:00:00.250-01:00", 86_400_250), ("1970-01-02t00:00:00.5z", 86_400_500),
            ("1s", 999_999_000), ("2m", 999_880_000), ("1h", 996_400_000), ("2d", 827_200_000),
        ])
    func good(text: String, milliseconds: Int64) {
        let now = Timestamp(millisecondsSince1970: 1_000_000_000)
        #expect(Timestamp(since: text, now: now)?.millisecondsSince1970 == milliseconds)
    }

    @Test(
        "what is neither is refused",
        arguments: [
            "", "2", "h", "-2h", "2 h", "2w", "1234567890d", "yesterday", "1970-01-02", "1970-01-02T00:00:00",
            "1970-13-02T00:00:00Z", "1970-01-02T00:00:00.Z", "1970-01-02T00:00:00+1:00", "1970-01-02T00:00:00.1x5Z",
        ])
    func bad(text: String) {
        #expect(Timestamp(since: text) == nil)
    }
}
