import Testing

@testable import NetworkFaults

struct TextFormatTests {
    @Test func examplesFit() {
        for format in TextFormat.allCases { #expect(format.fits(format.example), "\(format)") }
    }

    @Test(arguments: [
        (
            TextFormat.email,
            ["", "a", "a@", "@b", "a@b@c", "a b@c.test", ".a@b.test", "a..b@c.test", "a@-b.test", "a@b..test"]
        ),
        (.date, ["", "2026-13-01", "2026-02-29", "1900-02-29", "2026-1-1", "2026-11-23 ", "20261123", "２０２６-11-23"]),
        (
            .dateTime,
            [
                "2026-11-23", "2026-11-23T24:00:00Z", "2026-11-23T12:60:00Z", "2026-11-23T12:00:00",
                "2026-11-23T12:00:00.Z", "2026-11-23T12:00:00+25:00",
            ]
        ),
        (
            .uuid,
            [
                "", "8c5e0a3e4f0b4d0e9a510c6f6f5a2b11", "8c5e0a3e-4f0b-4d0e-9a51-0c6f6f5a2b1g",
                "{8c5e0a3e-4f0b-4d0e-9a51-0c6f6f5a2b11}",
            ]
        ),
        (
            .url,
            [
                "", "x", "/a", "http://", "http:///a", "javascript:alert(1)", "http://a b/", "http://a:99999/",
                "mailto:a@b.test", "http://[::g]/",
            ]
        ),
        (.uri, ["", "x", "/a", ":a", "1a:b", "a:", "a:b c", "a:<b>"]),
        (.hostname, ["", "a..b", "-a", "a-", "a_b.test", String(repeating: "a", count: 64)]),
        (.ipv4, ["", "1.2.3", "256.1.1.1", "::1", "1.2.3.4 "]), (.ipv6, ["", "1.2.3.4", "fe80::1%eth0", ":::", "g::"]),
    ])
    func othersDoNot(_ format: TextFormat, _ texts: [String]) {
        for text in texts { #expect(!format.fits(text), "\(text)") }
    }

    @Test func otherFormsFitToo() {
        for (format, text) in [
            (TextFormat.date, "2024-02-29"), (.date, "2000-02-29"), (.dateTime, "2026-11-23t12:00:60.123456+01:00"),
            (.url, "https://user@[2001:db8::1]:8443/a?b#c"), (.email, "a+b@example.co.uk"), (.hostname, "localhost"),
        ] {
            #expect(format.fits(text), "\(text)")
        }
        #expect(!TextFormat.uri.fits("a:" + String(repeating: "b", count: 10_000)))
    }
}
