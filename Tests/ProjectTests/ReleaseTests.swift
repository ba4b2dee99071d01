import Testing

@Suite("make release")
struct ReleaseTests {
    private static let names = ["check", "unit", "lab", "bench", "soak"]

    /// A repository in which nothing is missing.
    private func complete() throws -> Checkout {
        let checkout = try Checkout()
        try checkout.write(
            "CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-12-01\n\n### Added\n\n- All.\n")
        try checkout.write("Examples/a", "")
        try checkout.write(".github/a", "")
        try checkout.write(".gitignore", ".build/\n")
        // The next step after the checks, since the programs are not built in this test.
        try checkout.write("Makefile", "build:\n\t@echo 'it builds'; false\n")
        try checkout.commit("Complete")
        for name in Self.names { try record(name, checkout) }
        return checkout
    }

    private func record(_ name: String, _ checkout: Checkout) throws {
        #expect(try checkout.run("scripts/ran.sh", "--begin", name).code == 0)
        #expect(try checkout.run("scripts/ran.sh", name).code == 0)
    }

    @Test("continues to build if nothing is missing")
    func goesOn() throws {
        let result = try complete().run("scripts/release.sh", "1.0.0")
        #expect(result.text.contains("it builds"), "\(result)")
        for name in Self.names { #expect(result.text.contains("make \(name): ")) }
    }

    @Test("lists everything that is missing, and builds nothing")
    func refuses() throws {
        let checkout = try complete()
        try checkout.write("README.md", "https://github.com/OWNER/netdiag\n")
        let result = try checkout.run("scripts/release.sh", "1.0.1")
        #expect(result.code == 1 && !result.text.contains("it builds"))
        for part in [
            "changes that are not committed", "CHANGELOG.md has no section \"## [1.0.1] - ",
            "still reads OWNER in: README.md",
            "nothing was built",
        ] { #expect(result.complaint.contains(part), "\(result.complaint)") }
        #expect(try checkout.run("scripts/release.sh", "one").code == 64)
    }

    @Test("a run counts for its commit, and not for one with other code; tables of measurements may follow")
    func records() throws {
        let checkout = try complete()
        try checkout.write("Benchmarks/README.md", "tables\n")
        try checkout.commit("Write down what was measured")
        let texts = try checkout.run("scripts/ran.sh", "--check", "bench", "soak")
        #expect(texts.code == 0, "\(texts.complaint)")
        let tests = try checkout.run("scripts/ran.sh", "--check", "unit")
        #expect(tests.code == 1 && tests.complaint.contains("run it again"), "\(tests)")
        try checkout.write("Sources/a.swift", "\n")
        // A run with uncommitted changes does not count.
        #expect(try checkout.run("scripts/ran.sh", "--begin", "unit").code == 0)
        #expect(try checkout.run("scripts/ran.sh", "unit").complaint.contains("counts for no release"))
        try checkout.commit("Change code")
        #expect(try checkout.run("scripts/ran.sh", "--check", "bench", "unit").code == 1)
        // The run began before the change.
        #expect(try checkout.run("scripts/ran.sh", "unit").complaint.contains("did not begin on this commit"))
        try record("unit", checkout)
        #expect(try checkout.run("scripts/ran.sh", "--check", "unit").code == 0)
    }
}
