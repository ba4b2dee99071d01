import Testing

@Suite("Probe settings on the command line")
struct ProbeOptionTests {
    @Test(
        "invalid settings are refused in one line, before anything is sent",
        arguments: [
            (["--proxy", "http://alice:s3cret@proxy:3128"], "a password does not belong"),
            (["--proxy", "alice:s3cret"], "not a proxy"), (["--proxy", "pac+http://p/x.pac"], "PAC"),
            (["--proxy", "http://p/path"], "path"), (["--header", "A"], "has no colon"),
            (["-H", "A: x\r\nB: y"], "control character"), (["-H", "A B: x"], "not a valid field name"),
            (["-H", "Authorization: Basic s3cret"], "use --credentials"),
            (["-H", "PROXY-Authorization: s3cret"], "use --credentials"), (["-X", "G T"], "not a valid method"),
            (["-X", "CONNECT"], "not a valid method"),
            (["--data", "x", "--data-file", "/etc/hostname"], "are mutually exclusive"),
            (["--data-file", "/nonexistent"], "cannot be read"), (["--redirects", "31"], "0 to 30"),
            (["--redirects", "x"], "0 to 30"), (["--status", "99"], "not a status"),
            (["--status", "300-200"], "not a status"),
            (["--ca-file", "/nonexistent"], "cannot be read"), (["--cert", "/nonexistent"], "cannot be read"),
            (["--key", "/etc/hostname"], "without --cert"), (["--ping-count", "0"], "1 to 100"),
            (["--ping-count", "101"], "1 to 100"), (["--address", "www.example"], "not a valid address"),
            (["--address", "::1", "--each-address"], "are mutually exclusive"),
            (["--credentials", "/a", "--netrc"], "are mutually exclusive"),
            (["--kerberos", "--netrc"], "are mutually exclusive"),
        ])
    func refused(arguments: [String], words: String) async throws {
        let run = try await Command(["check"] + arguments + ["http://192.0.2.1/"])
        #expect(run.exitStatus == 64 && run.output.isEmpty, "\(run.exitStatus): \(run.output)")
        #expect(run.complaint.contains(words), "\(run.complaint)")
        #expect(!run.complaint.contains("s3cret"), "\(run.complaint)")
        #expect(!run.complaint.utf8.contains { $0 < 0x20 && $0 != 0x0a }, "\(run.complaint)")
    }
}
