import Foundation
import TestProcess
import Testing

@Suite("Files of the repository")
struct RepositoryTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(Checkout.source)/\(path)", encoding: .utf8)
    }

    @Test("the notices are those of the packages that the programs are linked with")
    func notices() async throws {
        let result = try await TestProcess.run(["\(Checkout.source)/scripts/notices.py", "--check"])
        #expect(result.exitStatus == 0, "\(String(decoding: result.complaint, as: UTF8.self))")
    }

    @Test("the licence is complete")
    func licence() throws {
        let licence = try text("LICENSE")
        #expect(licence.contains("Apache License") && licence.contains("END OF TERMS AND CONDITIONS"))
    }

    @Test("the issue form for misdiagnoses asks for the bundle", arguments: ["wrong-diagnosis", "bug"])
    func forms(name: String) throws {
        #expect(try text(".github/ISSUE_TEMPLATE/\(name).yml").contains("netdiag report --bundle"))
    }

    @Test(
        "the documents name targets of make that exist",
        arguments: ["README.md", "CONTRIBUTING.md", "docs/translations.md"])
    func targets(file: String) async throws {
        let named = Set(try text(file).matches(of: /(?m)(?:^|`)make ([a-z][a-z-]*)/).map { String($0.1) })
        #expect(!named.isEmpty)
        // Prints the commands, and runs none.
        let make = ["make", "-C", Checkout.source, "--dry-run", "SWIFT=true"]
        let result = try await TestProcess.run(make + named.sorted())
        #expect(result.exitStatus == 0, "\(file): \(String(decoding: result.complaint, as: UTF8.self))")
        #expect(try await TestProcess.run(make + ["no-such-target"]).exitStatus != 0)
    }

    @Test("only packaging/publisher says who publishes netdiag")
    func publisher() async throws {
        // What stands there until somebody publishes, and what will.
        let lines = try text("packaging/publisher").matches(of: /(?m)^[A-Z]+='([^']+)'$/).map { String($0.1) }
        #expect(lines.count == 2, "\(lines)")
        let words = lines + ["OWNER"] + lines.flatMap { $0.matches(of: /<(.+)>/).map { String($0.1) } }
        let found = try await TestProcess.run(
            ["/usr/bin/env", "-C", Checkout.source, "grep", "-rIlwF", "--exclude-dir=.build", "--exclude-dir=.git"]
                + words.flatMap { ["-e", $0] } + ["."])
        let files = String(decoding: found.output, as: UTF8.self).split(separator: "\n").map(String.init)
        // The scripts refuse the word that stands for nobody, and these tests name it.
        let others = files.filter { !$0.hasPrefix("./Tests/ProjectTests/") && !$0.hasPrefix("./scripts/") }
        #expect(others == ["./packaging/publisher"], "\(files)")
    }

    @Test(
        "every file that the introductory documents link to exists",
        arguments: ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
    func links(file: String) throws {
        let places = try text(file).matches(of: /\]\(([^)#]+)(?:#[^)]*)?\)|src="([^"]+)"/).map {
            String($0.1 ?? $0.2 ?? "")
        }
        for place in places where !place.contains("://") && !place.isEmpty {
            #expect(FileManager.default.fileExists(atPath: "\(Checkout.source)/\(place)"), "\(file): \(place)")
        }
    }

    @Test("the Containerfile installs make, which images of Swift lack, and names files that the package installs")
    func container() throws {
        let file = try text("Containerfile")
        let install = try #require(file.firstRange(of: /apt-get install [^&;]*\bmake\b/))
        let use = try #require(file.firstRange(of: "&& make deb"))
        #expect(install.lowerBound < use.lowerBound)
        let installed = try text("scripts/install.sh")
        let named = file.matches(of: /\/usr(\/(?:bin|sbin|libexec)\/netdiag[a-z-]*)/).map { String($0.1) }
        #expect(named.count > 1)
        for program in named { #expect(installed.contains(#""$prefix\#(program)""#), "\(program)") }
    }

    @Test("netdiag doctor tries every library that is loaded at first use")
    func doctor() async throws {
        let loaded = try await TestProcess.run(["\(Checkout.source)/scripts/loaded-libraries.sh"])
        let names = String(decoding: loaded.output, as: UTF8.self).split(separator: "\n").map(String.init)
        let tried = try text("Sources/NetdiagCLI/Doctor/DoctorLibraries.swift").matches(of: /Library\(name: "([^"]+)"/)
        #expect(names.count > 4 && tried.map { String($0.1) }.sorted() == names.sorted(), "\(names)")
    }

    @Test("a library that is loaded by an undeclared name is refused, since no package could depend on it")
    func loadedLibraries() async throws {
        let checkout = try await Checkout()
        try checkout.write("Sources/a.c", "void *a = dlopen(\"libb.so.1\", 0);\nvoid *b = dlopen(\"liba.so.2\", 0);\n")
        #expect(try await checkout.run("scripts/loaded-libraries.sh").text == "liba.so.2\nlibb.so.1\n")
        let unknown = try await checkout.run("scripts/loaded-libraries.sh", "--packages")
        #expect(unknown.code == 1 && unknown.complaint.contains("liba.so.2"), "\(unknown)")
        try checkout.write("Sources/b.c", "void *c = dlopen(name, 0);\n")
        let refused = try await checkout.run("scripts/loaded-libraries.sh")
        #expect(refused.code == 1 && refused.complaint.contains("Sources/b.c:1:"), "\(refused)")
    }
}
