import Foundation
import NetworkModel
import Testing

@testable import NetdiagCLI

/// Messages about wrong usage that the argument parser, and not a command, detects.
@Suite("Wrong usage of netdiag")
struct UsageTests {
    @Test(
        "bad input ends with 64 and one line that says what is wrong, where, and what would be right",
        arguments: [
            (["check", "--timeout", "0", "host"], ["'0'", "'--timeout <seconds>'", "0.1 to 300"]),
            (["browse", "--timeout", "-1"], ["'-1'", "'--timeout <seconds>'", "0.1 to 300"]),
            (["diagnose", "--timeout", "-1", "host"], ["'-1'", "'--timeout <seconds>'", "0.1 to 300"]),
            (["ftp", "ls", "--timeout", "0", "ftp://h/"], ["'0'", "'--timeout <seconds>'", "1 to 300"]),
            (["resolve", "--type", "FOO", "host"], ["'FOO'", "'--type <type>'", "AAAA", "MX"]),
            (["resolve", "--server", "x", "host"], ["'x'", "'--server <address>'", "ADDRESS:PORT"]),
            (["resolve"], ["missing expected argument '<name> ...'", "host names or IP addresses"]),
            (["resolve", "--type"], ["missing value for '--type <type>'", "AAAA"]),
            (["history", "--since", "0"], ["the value '0' for '--since <time>' is neither an RFC 3339 time", "2h"]),
            (["incidents", "--since", "5x"], ["the value '5x' for '--since <time>' is neither", "2h"]),
            (["with", "--loss", "200%", "--", "true"], ["'200%'", "'--loss <share>'", "0% to 100%"]),
            (["with", "--profile", "mars", "--", "true"], ["'mars'", "'--profile <network>'", "one of", "hotel"]),
            (["links", "--foo"], ["unknown option '--foo'; netdiag links --help shows the usage"]),
            (["doctor", "--foo"], ["unknown option '--foo'; netdiag doctor --help shows the usage"]),
            (["links", "--jsno"], ["unknown option '--jsno'"]),
            (["links", "--jsn"], ["unknown option '--jsn'; did you mean '--json'?"]),
            (["links", "extra"], ["unexpected argument 'extra'; netdiag links --help shows the usage"]),
            (["help", "bogus"], [#"there is no command "bogus"; netdiag --help lists them"#]),
            (["help", "stauts"], [#"there is no command "stauts"; did you mean status?"#]),
            (["help", "ftp", "bogus"], [#"there is no command "bogus"; netdiag ftp --help lists them"#]),
            (["stauts", "--help"], [#"there is no command "stauts"; did you mean status?"#]),
            (["check", "--http-json", "foo", "http://192.0.2.1/"], ["--http-json", "no colon", "path: value"]),
            (["check", "--header", "foo", "http://192.0.2.1/"], ["--header", "no colon", "name: value"]),
            (["check", "a b"], ["a space is not allowed in it"]),
            (["browse", "--domain", "x y"], [#""x y" is not a domain, as in local or example.org"#]),
            (["check", "[fe80::1%nope]:80"], ["there is no interface nope"]),
            (["check", "--no-daemon", "[fe80::1%nope]:80"], ["there is no interface nope"]),
            (["diagnose", "icmp://fe80::1%nope"], ["there is no interface nope"]),
            (
                ["diagnose", "--from", "/etc/passwd"],
                ["/etc/passwd:1: this is not a valid report (it is not JSON); make"]
            ),
            (["top"], ["top needs a terminal"]),
            // Without an impairment, nothing could be broken even if the interface were not refused.
            (["break", "lo", "--for", "1s"], ["lo is the loopback interface", "--yes"]),
        ] as [([String], [String])])
    func line(arguments: [String], parts: [String]) async throws {
        let run = try await Command(arguments)
        #expect(run.exitStatus == 64)
        #expect(run.output.isEmpty)
        #expect(run.complaint.hasPrefix("netdiag: ") && run.complaint.hasSuffix("\n"))
        #expect(run.complaint.filter { $0 == "\n" }.count == 1, "\(run.complaint)")
        for part in parts { #expect(run.complaint.contains(part), "\(run.complaint)") }
    }

    @Test("control characters of arguments are escaped, and line feeds do not make a second line")
    func hostile() async throws {
        let run = try await Command(["resolve", "--type", "A\u{1b}[31m\nB", "host"])
        #expect(run.exitStatus == 64 && run.complaint.contains(#"\u{1b}"#))
        #expect(run.complaint.filter { $0 == "\n" }.count == 1 && !run.complaint.contains("\u{1b}"))
    }

    @Test("no line of a usage is wider than 80 columns", arguments: ["resolve", "break", "publish", "browse", "ftp"])
    func usageWidth(command: String) async throws {
        let commands = command == "ftp" ? ["ls", "get", "put", "mkdir"].map { ["ftp", $0] } : [[command]]
        for words in commands {
            let run = try await Command(words + ["--help"])
            let usage = run.output.split(separator: "\n", omittingEmptySubsequences: false)
                .drop { !$0.hasPrefix("USAGE: ") }.prefix { !$0.isEmpty }
            #expect(usage.count > 1 && usage.allSatisfy { $0.count <= 80 }, "\(usage)")
        }
    }
}

@Suite("The line about wrong usage")
struct UsageLineTests {
    @Test(
        "it is composed from the texts of the argument parser",
        arguments: [
            (
                "The value 'x' is invalid for '--mode <mode>'. Please provide one of 'a', 'b' or 'c'.", "",
                "the value 'x' is invalid for '--mode <mode>': one of 'a', 'b' or 'c'"
            ),
            (
                "The value 'x' is invalid for '<mode>'. Please provide one of the following:\n  - a\n  - b", "",
                "the value 'x' is invalid for '<mode>': one of a, b"
            ),
            (
                "The value '0' is invalid for '--at <time>'", "Error: …\nHelp:  --at <time>  The time, 1 to 3.\n",
                "the value '0' is invalid for '--at <time>': the time, 1 to 3"
            ),
            (
                "Unknown option '--verbos'. Did you mean '--verbose'?", "\n  See 'p --help' for more information.",
                "unknown option '--verbos'; did you mean '--verbose'?"
            ),
            (
                "Unknown option '--foo'. Did you mean '--all'?", "\n  See 'p --help' for more information.",
                "unknown option '--foo'; p --help shows the usage"
            ),
            ("-4 and -6 are mutually exclusive", "", "-4 and -6 are mutually exclusive"),
            ("DNS is off", "", "DNS is off"),
        ])
    func composed(message: String, output: String, line: String) {
        #expect(UsageLine.text(message, in: output) == line)
    }
}
