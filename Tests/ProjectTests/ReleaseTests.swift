import Foundation
import Testing

@Suite("make release")
struct ReleaseTests {
    private static let names = ["check", "unit", "lab", "examples", "bench", "soak"]

    /// A repository in which nothing is missing.
    private func complete(_ version: String = "1.0.0") async throws -> Checkout {
        let checkout = try await Checkout()
        try checkout.write(
            "CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [\(version)] - 2026-12-01\n\n### Added\n\n- All.\n")
        try checkout.write(
            "packaging/publisher", "REPOSITORY='https://git.example.org/a/netdiag'\nMAINTAINER='A <a@example.org>'\n")
        try checkout.write(".gitignore", ".build/\n")
        // Programs that tell their version, and scripts that stand for those of packages.
        try checkout.write(
            "Makefile",
            """
            build:
            \t@echo 'it builds'; mkdir -p .build/release
            \t@for name in netdiag netdiagd; do printf '#!/bin/sh\\necho %s %s\\n' $$name $$NETDIAG_VERSION \\
            \t\t>.build/release/$$name; chmod +x .build/release/$$name; done

            """)
        let deb = """
            #!/bin/sh
            version=$(scripts/version.sh --debian)
            echo "package of $version" >"$1/netdiag_${version}_amd64.deb"
            echo "$1/netdiag_${version}_amd64.deb"

            """
        for (file, text) in [("scripts/deb.sh", deb), ("bin/lintian", "#!/bin/sh\n")] {
            try checkout.write(file, text)
            #expect(try await checkout.run("chmod", "+x", file).code == 0)
        }
        try await checkout.commit("Complete")
        for name in Self.names { try await record(name, checkout) }
        return checkout
    }

    private func record(_ name: String, _ checkout: Checkout) async throws {
        #expect(try await checkout.run("scripts/ran.sh", "--begin", name).code == 0)
        #expect(try await checkout.run("scripts/ran.sh", name).code == 0)
    }

    @Test("continues to build if nothing is missing")
    func goesOn() async throws {
        let result = try await complete().run("scripts/release.sh", "1.0.0")
        #expect(result.text.contains("it builds"), "\(result)")
        for name in Self.names { #expect(result.text.contains("make \(name): ")) }
    }

    @Test("lists everything that is missing, and builds nothing")
    func refuses() async throws {
        let checkout = try await complete()
        try checkout.write(
            "packaging/publisher", try String(contentsOfFile: "\(Checkout.source)/packaging/publisher", encoding: .utf8)
        )
        let result = try await checkout.run("scripts/release.sh", "1.0.1")
        #expect(result.code == 1 && !result.text.contains("it builds"))
        for part in [
            "changes that are not committed", "CHANGELOG.md has no section \"## [1.0.1] - ",
            "where netdiag is published (REPOSITORY)", "who answers mail about the package (MAINTAINER)",
            "nothing was built",
        ] { #expect(result.complaint.contains(part), "\(result.complaint)") }
        try checkout.write("packaging/publisher", "REPOSITORY='git@example.org:a'\nMAINTAINER='a@example.org'\n")
        let misspelt = try await checkout.run("scripts/release.sh", "1.0.1").complaint
        for part in ["not an address of the form https://", "not of the form NAME <MAIL>"] {
            #expect(misspelt.contains(part), "\(misspelt)")
        }
        #expect(try await checkout.run("scripts/release.sh", "one").code == 64)
    }

    @Test("prints the remaining commands, which name the files that were built", arguments: ["1.0.0", "1.1.0-rc.1"])
    func printed(version: String) async throws {
        let checkout = try await complete(version)
        let result = try await checkout.run(
            "scripts/release.sh", version, variables: ["PATH": "\(checkout.path)/bin:/usr/bin:/bin"])
        #expect(result.code == 0, "\(result)")
        let output = ".build/packages/\(version)"
        let isEarly = version.contains("-")
        let package = "\(output)/netdiag_\(version.replacing("-", with: "."))_amd64.deb"
        let archive = "\(output)/netdiag-\(version).tar.gz"
        // A backslash at the end of a line continues it.
        let printed = result.text.replacing("\\\n", with: "").split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        let create =
            "gh release create v\(version) --repo git.example.org/a/netdiag --verify-tag\(isEarly ? " --prerelease" : "")"
        let files = "\(package) \(archive) \(output)/SHA256SUMS \(output)/SHA256SUMS.asc"
        for command in [
            "sudo apt install ./\(package) && netdiag status",
            "git tag --sign v\(version) -m 'netdiag \(version)' && git push origin main v\(version)",
            "gpg --armor --detach-sign \(output)/SHA256SUMS",
            "\(create) --notes-file \(output)/NOTES.md \(files)",
        ] { #expect(printed.contains { $0.hasSuffix(command) }, "\(command)\n\(result.text)") }
        #expect(try await checkout.run("sh", "-c", "cd \(output) && sha256sum --check SHA256SUMS").code == 0)
        #expect(try await checkout.run("cat", package).text == "package of \(version.replacing("-", with: "~"))\n")
        #expect(try await checkout.run("cat", "\(output)/NOTES.md").text.contains("- All."))
    }

    @Test("a run counts for its commit, and not for one with other code; tables of measurements may follow")
    func records() async throws {
        let checkout = try await complete()
        try checkout.write("Benchmarks/README.md", "tables\n")
        try await checkout.commit("Write down what was measured")
        let texts = try await checkout.run("scripts/ran.sh", "--check", "bench", "soak")
        #expect(texts.code == 0, "\(texts.complaint)")
        let tests = try await checkout.run("scripts/ran.sh", "--check", "unit")
        #expect(tests.code == 1 && tests.complaint.contains("run it again"), "\(tests)")
        try checkout.write("Sources/a.swift", "\n")
        // A run with uncommitted changes does not count.
        #expect(try await checkout.run("scripts/ran.sh", "--begin", "unit").code == 0)
        #expect(try await checkout.run("scripts/ran.sh", "unit").complaint.contains("counts for no release"))
        try await checkout.commit("Change code")
        #expect(try await checkout.run("scripts/ran.sh", "--check", "bench", "unit").code == 1)
        // The run began before the change.
        #expect(try await checkout.run("scripts/ran.sh", "unit").complaint.contains("did not begin on this commit"))
        try await record("unit", checkout)
        #expect(try await checkout.run("scripts/ran.sh", "--check", "unit").code == 0)
    }
}
