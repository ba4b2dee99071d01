import NetdiagConfiguration
import Testing

@Suite("URLs in a text for others")
struct MaskedURLTests {
    @Test(
        "lose queries, fragments and tokens, and nothing else",
        arguments: [
            ("https://a.example/x?token=hush: 404", "https://a.example/x?(masked) 404"),
            ("at https://a.example/x#hush, http://b.example/y", "at https://a.example/x#(masked) http://b.example/y"),
            ("\"https://hooks.example/services/hush\"", "\"https://hooks.example/(masked)\""),
            ("dns://192.0.2.53/a.example?type=AAAA", "dns://192.0.2.53/a.example?type=AAAA"),
            ("at dns://192.0.2.53/a.example?type=A", "at dns://192.0.2.53/a.example?type=A"),
            ("mdns://192.0.2.53/a.example?type=hush", "mdns://192.0.2.53/a.example?(masked)"),
            ("dns+tls://192.0.2.53/a.example?key=hush", "dns+tls://192.0.2.53/a.example?(masked)"),
            ("no URL at all: a?b=c", "no URL at all: a?b=c"), ("https://", "https://"), ("", ""),
            ("https://a.example/x?", "https://a.example/x?"),
        ])
    func masked(text: String, shown: String) { #expect(MaskedURLs.masked(text) == shown) }
}
