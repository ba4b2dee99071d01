import Foundation
import NetworkModel
import TargetKinds
import Testing

@testable import Probes

@Suite("Facts about clocks and portals")
struct WebFactsTests {
    @Test("dates of HTTP")
    func dates() {
        #expect(Timestamp(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT")?.description == "1994-11-06T08:49:37.000Z")
        for text in [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nix 1994 08:49:37 GMT",
            "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:3٣ GMT", "Sun, 06 Nov 1994 08:49 GMT",
            String(repeating: " ", count: 5), String(repeating: "a ", count: 10_000),
        ] {
            #expect(Timestamp(httpDate: text) == nil, "\(text.prefix(40))")
        }
    }

    @Test("this program was built before now, and recently")
    func built() throws {
        let built = try #require(ClockFacts().built)
        #expect(built < Timestamp() && built.description > "2025")
    }

    @Test("data of networkd about RFC 8910")
    func announcements() {
        #expect(
            PortalAnnouncement.uri(in: "A=1\nCAPTIVE_PORTAL=https://in.example/api\nB=2\n") == "https://in.example/api")
        #expect(PortalAnnouncement.uri(in: "CAPTIVE_PORTAL=\"https://in.example/api\"") == "https://in.example/api")
        for text in [
            "", "CAPTIVE_PORTAL=", "XCAPTIVE_PORTAL=x", "CAPTIVE_PORTAL=urn:ietf:params:capport:unrestricted",
            "CAPTIVE_PORTAL=\(String(repeating: "x", count: 3_000))",
        ] {
            #expect(PortalAnnouncement.uri(in: text) == nil)
        }
        #expect(PortalAnnouncement.observe(links: [1, 2], folder: "/nonexistent") == nil)
    }

    @Test("the API of RFC 8908, and invalid responses")
    func api() {
        func read(_ text: String) -> PortalEvidence.API? { .init(url: "https://a/", body: Array(text.utf8)) }
        let api = read(#"{"captive": true, "user-portal-url": "https://in.example/", "bytes-remaining": 1e3}"#)
        #expect(api == .init(url: "https://a/", isCaptive: true, portal: "https://in.example/"))
        #expect(read(#"{"captive": false}"#)?.isCaptive == false)
        for text in ["", "[]", "{}", #"{"captive": "yes"}"#, #"{"captive": 1}"#, "<html>", "{\"captive\": tru"] {
            #expect(read(text) == nil)
        }
        #expect(read(#"{"captive": true, "user-portal-url": 7}"#)?.portal == nil)
    }

    @Test("pins and issuers of the settings")
    func settings() {
        #expect(TLSSettings.isPin("sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="))
        for text in ["", "sha256//", "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=", "sha256//YWJj", "sha1//YWJj"] {
            #expect(!TLSSettings.isPin(text))
        }
        #expect(TLSSettings.isIssuer("Example Trust") && !TLSSettings.isIssuer("") && !TLSSettings.isIssuer("a\nb"))
    }

    @Test("a proxy in the environment, and a target that is excluded from it")
    func spareProxies() throws {
        let environment = ProxyEnvironment(["https_proxy": "http://proxy.example:3128", "no_proxy": "example"])
        let excepted = environment.spareProxy(for: try Target("https://www.example/"))
        #expect(excepted?.proxy.port == 3128 && excepted?.isExcepted == true)
        #expect(environment.spareProxy(for: try Target("http://www.other/"))?.isExcepted == false)
        #expect(environment.spareProxy(for: try Target("www.other:22")) == nil)
        #expect(ProxyEnvironment(["no_proxy": "*"]).spareProxy(for: try Target("https://a/")) == nil)
        #expect(ProxyEnvironment(["HTTP_PROXY": "http://a:1"]).spareProxy(for: try Target("http://b/")) == nil)
    }
}
