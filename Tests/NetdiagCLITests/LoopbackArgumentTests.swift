import Testing

@testable import NetdiagCLI

struct LoopbackArgumentTests {
    @Test(arguments: [
        (["127.0.0.1"], "127.0.0.1"), (["-c", "2", "127.8.9.1"], "127.8.9.1"),
        (["http://localhost:8080/x"], "localhost"),
        (["http://127.0.0.1:8080/"], "127.0.0.1"), (["http://[::1]:80/"], "::1"), (["::1"], "::1"),
        (["-c", "ping -c1 localhost; true"], "localhost"), (["user@127.0.0.1:file"], "127.0.0.1"),
        (["tcp://127.0.0.1:22."], "127.0.0.1"),
    ])
    func loopbackIsFound(_ arguments: [String], _ host: String) {
        #expect(LoopbackArgument.first(in: arguments) == host)
    }

    @Test(arguments: [
        [], ["example.org"], ["http://host.netdiag:8080/"], ["1127.0.0.1"], ["127.0.0"], ["127.0.0.1.example"],
        ["localhost.example"], ["2001:db8::1"], ["fe80::1"], ["127.0.0.256"], ["mylocalhost"],
    ])
    func othersAreNot(_ arguments: [String]) { #expect(LoopbackArgument.first(in: arguments) == nil) }
}
