import NetdiagConfiguration
import Testing

@Suite("Whether a configuration needs multicast DNS")
struct MulticastNeedTests {
    @Test(
        "what was requested explicitly",
        arguments: [
            ("", false), ("publish:\n", false), ("publish: off\n", false), ("publish: on\n", true),
            ("publish: {name: here}\n", true), ("discovery:\n", false), ("discovery: {peers: off}\n", false),
            ("discovery: {types: [_http._tcp], peers: off}\n", true), ("discovery: {peers: on}\n", true),
            ("targets: [\"https://example.org/\"]\n", false), ("targets: [\"http://printer.local/\"]\n", true),
            ("targets: [\"Web._http._tcp.local\"]\n", true),
            ("services: [{name: Files, type: _ftp._tcp, port: 21}]\n", true),
        ])
    func asked(text: String, isNeeded: Bool) throws {
        #expect(try parsedConfiguration(text).needsMulticast == isNeeded)
    }
}
