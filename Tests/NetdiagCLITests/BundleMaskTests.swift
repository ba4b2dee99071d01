import Foundation
import Testing

@testable import NetdiagCLI

@Suite("What a bundle masks")
struct BundleMaskTests {
    private func masked(
        _ texts: [String: String], secrets: Set<String> = [], names: Set<String> = [], hidesAddresses: Bool = false
    ) throws -> [String: String] {
        let entries = texts.keys.sorted().map { BundleEntry(name: $0, words: "", text: texts[$0] ?? "") }
        var mask = BundleMask(for: entries, secrets: secrets, names: names, hidesAddresses: hidesAddresses)
        let result = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, mask.masked($0)) })
        for (name, text) in result where name.hasSuffix(".json") {
            _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
        }
        return result
    }

    @Test("a secret that is also a word of the documents is replaced only in values")
    func values() throws {
        let text =
            #"{"status":"NoErr","secret-key":"a secret-key b","x":["status","hush-hush-hush!"],"id":"hush-hush"}"#
        let result = try masked(
            ["a.json": text, "b.yaml": "status: hush-hush\ninterval: 1m\n"],
            secrets: ["status", "interval", "secret-key", "hush-hush", "hush-hush-hush", "NoErr"])
        // A value that is also a known word is not masked.
        #expect(result["a.json"]?.hasPrefix(#"{"status":"NoErr","secret-key":"a secret-key b","#) == true, "\(result)")
        #expect(result["a.json"]?.contains(#"["status","(masked)!"]"#) == true, "\(result)")
        #expect(result["b.yaml"]?.contains("interval: 1m") == true)
    }

    @Test("secrets are found in their JSON and text forms, the longer one before a part of it")
    func forms() throws {
        let result = try masked(
            [
                "a.json": #"{"x":"hush\"hush\\hush","y":"hush\u0022hush\\\\hush","z":"\u0068ush-long-er"}"#,
                "b.txt": "hush-longer-hush-lo",
            ],
            secrets: ["hush\"hush\\hush", "hush-lo", "hush-long-er", "hush-longer"])
        #expect(result["a.json"] == #"{"x":"(masked)","y":"(masked)","z":"(masked)"}"#, "\(result)")
        #expect(result["b.txt"] == "(masked)-(masked)", "\(result)")
    }

    @Test("thousands of secrets are searched for at once")
    func many() throws {
        let secrets = Set((0..<20_000).map { "https://hooks.example/\($0)/hush" })
        let text = (0..<20_000).map { "https://hooks.example/\($0)/hush" }.joined(separator: " ")
        #expect(try masked(["a.txt": text], secrets: secrets)["a.txt"]?.contains("hush") == false)
    }

    @Test("sources, wireless networks and peers are replaced consistently")
    func names() throws {
        let result = try masked(
            [
                "links.json": #"{"links":[{"wireless":{"ssid":"Caf\u00e9 \"Nord\""}},{"wireless":{"ssid":"nord5"}}]}"#,
                "peers.json": #"{"peers":[{"name":"netdiag on attic\\box","host":"attic"}]}"#,
                "status.json":
                    #"{"source":"192.168.7.9","type":"_http._tcp","t":"Café \"Nord\", nord5 and netdiag on attic\\\\box, attic"}"#,
            ], hidesAddresses: true)
        let all = result.values.joined()
        for word in ["192.168", "Caf", "Nord", "nord5", "attic"] { #expect(!all.contains(word), "\(word): \(result)") }
        #expect(result["status.json"]?.contains(#""source":"private4-1","type":"_http._tcp""#) == true, "\(result)")
    }

    @Test("addresses and names stay unless masking is requested")
    func shown() throws {
        let text = #"{"source":"192.168.7.9","ssid":"nord5"}"#
        #expect(try masked(["a.json": text], names: ["nord5"])["a.json"] == text)
    }
}
