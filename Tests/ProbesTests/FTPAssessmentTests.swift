import CCurl
import NetworkModel
import Testing

@testable import Probes

@Suite("Interpretation of FTP replies")
struct FTPReadingTests {
    /// Commands (`>`) and replies, as libcurl passes them to its callbacks.
    private func conversation(_ lines: [String]) -> FTPControlSession {
        var conversation = FTPControlSession()
        for line in lines {
            if line.hasPrefix("> ") {
                Array("\(line.dropFirst(2))\r\n".utf8).withUnsafeBufferPointer { conversation.sent($0) }
            } else {
                _ = Array("\(line)\r\n".utf8).withUnsafeBytes { conversation.received($0) }
            }
        }
        return conversation
    }

    private func reading(_ lines: [String], _ code: CURLcode) -> FTPAssessment {
        FTPAssessment(
            outcome: FTPJob.Outcome(
                code: code.rawValue, error: "Bad PASV/EPSV response: 150", verifyResult: 0,
                conversation: conversation(lines), bytes: 0, isOurs: false),
            server: FTPServer(isSecure: false, host: .address(IPAddress("127.0.0.1")!), port: 21))
    }

    private static let beginning = [
        "220 lab", "> USER user", "331 password", "> PASS word", "230 in", "> EPSV", "229 Extended (|||4000|)",
    ]

    @Test(
        "a data connection that fails before the reply to the next command is not a malformed reply to PASV",
        arguments: [
            (["> TYPE A", "> PASV", "200 ASCII", "> QUIT", "227 (127,0,0,1,15,160)"], "prepare", "200 ASCII"),
            (["> TYPE A", "200 ASCII", "> MLSD", "> PASV", "150 about to", "> QUIT"], "list", "150 about to"),
            (["> TYPE A", "200 ASCII", "> MLSD", "150 about to", "> PASV", "226 done", "> QUIT"], "list", "226 done"),
        ])
    func lateReply(lines: [String], step: String, reply: String) {
        let reading = reading(Self.beginning + lines, CURLE_FTP_WEIRD_PASV_REPLY)
        #expect(reading.result == .dataBlocked)
        #expect(reading.detail == "the data connection behind EPSV failed")
        let steps = reading.outcome.conversation.steps
        #expect(steps.first { $0.name == step }?.reply == reply)
        #expect(steps.last { $0.name == "passive" }?.reply?.hasPrefix("229") != false)
    }

    @Test("an unusable reply to PASV or EPSV is malformed")
    func malformedReply() {
        let passive = Self.beginning.dropLast() + ["500 no", "> PASV", "257 what"]
        #expect(reading(Array(passive), CURLE_FTP_WEIRD_PASV_REPLY).result == .malformed)
        let strange = Self.beginning.dropLast() + ["150 no", "> PASV", "257 what"]
        #expect(reading(Array(strange), CURLE_FTP_WEIRD_PASV_REPLY).result == .malformed)
        let extended = Self.beginning.dropLast() + ["229 what"]
        #expect(reading(Array(extended), CURLE_FTP_WEIRD_PASV_REPLY).result == .malformed)
    }

    @Test("a server that announces the end of the session counts as closing, whatever was requested")
    func leave() {
        let lines = Self.beginning + ["> TYPE A", "200 ASCII", "> MLSD", "> PASV", "421 too long"]
        #expect(reading(lines, CURLE_FTP_WEIRD_PASV_REPLY).result == .closed)
    }
}
