import Testing

@Suite("scripts/version.sh")
struct VersionTests {
    @Test("takes the version from the tag, counts later commits, and sorts correctly in Debian")
    func tags() async throws {
        let checkout = try await Checkout()
        #expect(try await checkout.run("scripts/version.sh").text.wholeMatch(of: /0\.1\.0\+1\.g[0-9a-f]+\n/) != nil)
        try await checkout.git("tag", "--annotate", "--message", "one", "v1.2.3")
        #expect(try await checkout.run("scripts/version.sh").text == "1.2.3\n")
        try await checkout.commit("More")
        try await checkout.commit("Still more")
        #expect(try await checkout.run("scripts/version.sh").text.wholeMatch(of: /1\.2\.3\+2\.g[0-9a-f]+\n/) != nil)
        try await checkout.git("tag", "--annotate", "--message", "two", "v2.0.0-rc.1")
        #expect(try await checkout.run("scripts/version.sh").text == "2.0.0-rc.1\n")
        #expect(try await checkout.run("scripts/version.sh", "--debian").text == "2.0.0~rc.1\n")
        #expect(try await checkout.run("dpkg", "--compare-versions", "2.0.0~rc.1", "lt", "2.0.0").code == 0)
    }

    @Test("takes it from the file of an archive, and refuses an invalid one")
    func archive() async throws {
        let checkout = try await Checkout()
        try await checkout.git("tag", "v1.2.3")
        try checkout.write("VERSION", "3.2.1\n")
        #expect(try await checkout.run("scripts/version.sh").text == "3.2.1\n")
        #expect(try await checkout.run("scripts/version.sh", variables: ["NETDIAG_VERSION": "4.0.0"]).text == "4.0.0\n")
        try checkout.write("VERSION", "newest\n")
        let refused = try await checkout.run("scripts/version.sh")
        #expect(refused.code == 1 && refused.text.isEmpty && refused.complaint.contains("\"newest\" is not a version"))
    }

    @Test("archives of one commit are identical byte for byte, and state the version")
    func dist() async throws {
        let checkout = try await Checkout()
        try await checkout.git("tag", "v1.2.3")
        #expect(try await checkout.run("scripts/dist.sh", ".build/one").text == ".build/one/netdiag-1.2.3.tar.gz\n")
        #expect(try await checkout.run("scripts/dist.sh", ".build/two").code == 0)
        let (one, two) = (".build/one/netdiag-1.2.3.tar.gz", ".build/two/netdiag-1.2.3.tar.gz")
        #expect(try await checkout.run("cmp", one, two).code == 0)
        let version = try await checkout.run("tar", "--extract", "--to-stdout", "--file", one, "netdiag-1.2.3/VERSION")
        #expect(version.text == "1.2.3\n", "\(version.complaint)")
    }
}
