import Glibc
import NetworkDiagnostics
import NetworkEmulation
import NetworkModel
import Testing
import Translations

@testable import NetdiagCLI

/// The commands that cause faults and transfer files.
@Suite("Languages of break, with and ftp")
struct ToolLanguageTests {
    private static let languages = Language.allCases.filter { $0 != .english }

    @Test("why a link cannot be impaired is in the language of the reader, and in English as the library has it")
    func refusals() {
        let refusals: [LinkBreak.Refusal] = [
            .nothingToDo, .noDefaultRoute(link: "eth0"), .fixedRoute(link: "eth0", route: "default nhid 7"),
            .hasOwnQueue(link: "eth0"), .mtuTooSmall, .mtuTooLarge(link: "eth0", max: 9_000), .outageTooShort,
        ]
        for refusal in refusals {
            #expect(refusal.text == refusal.description)
            for language in Self.languages {
                let text = Language.$current.withValue(language) { refusal.text }
                #expect(text != refusal.description && text.contains("eth0") == refusal.description.contains("eth0"))
            }
        }
    }

    @Test("why a command has no network is in the language of the reader, and in English as the library has it")
    func cableErrors() {
        let errors: [(step: String, code: CInt)] = [
            ("make a user namespace", EPERM), ("open /dev/net/tun", ENOENT), ("open /dev/net/tun", EACCES),
            ("map the user", EINVAL), ("start the command", EAGAIN),
        ]
        for (step, code) in errors {
            let error = CableError.unavailable(step: step, code: code)
            #expect(error.text == error.description)
            for language in Self.languages {
                let text = Language.$current.withValue(language) { error.text }
                #expect(!text.contains("cannot") && !text.contains(ErrorNumber.text(code)), "\(text)")
                #expect(step.hasPrefix("open /dev") || !text.contains(step), "\(text)")
            }
        }
    }

    @Test("the summary of with has its columns aligned in each language")
    func summary() {
        var summary = CableSummary()
        (summary.up.packets, summary.up.bytes, summary.up.lost) = (12_345, 9_000, 1)
        (summary.down.packets, summary.down.bytes) = (1, 20_000_000)
        (summary.connections, summary.echoRefused, summary.hasAcceptedPortal) = (2, 1, false)
        let english = CablePage.lines(summary)
        #expect(
            english == [
                "netdiag: the network of this command, seed 0:", "  sent      12345 packets, 9000 bytes; 1 lost",
                "  received  1 packet, 20 MB",
                "  2 connections; the portal's terms were not accepted; "
                    + "1 ping that this user may not send (net.ipv4.ping_group_range)",
            ])
        let german = Language.$current.withValue(.german) { CablePage.lines(summary) }
        #expect(german[1] == "  gesendet   12.345 Pakete, 9000 Bytes; 1 verloren")
        #expect(german[2] == "  empfangen  1 Paket, 20 MB")
        for language in Self.languages {
            let lines = Language.$current.withValue(language) { CablePage.lines(summary) }
            #expect(lines.count == 4 && zip(lines, english).allSatisfy { $0 != $1 }, "\(lines)")
        }
    }

    @Test("why a transfer fails is in the language of the reader; what a server says stays as it is")
    func transferErrors() {
        let errors: [(FTPClientError, String)] = [
            (
                .usage("a directory cannot be downloaded; name a file"),
                "ein Verzeichnis lässt sich nicht herunterladen; eine Datei nennen"
            ),
            (
                .network("ftp://h/x: the login is not taken: 530 sorry, no login"),
                "ftp://h/x: die Anmeldung wird abgelehnt: 530 sorry, no login"
            ),
            (.network("h cannot be connected to (refused)"), "es kommt keine Verbindung zu h zustande (abgelehnt)"),
            (.network("ftp://h/x: 421 go away"), "ftp://h/x: 421 go away"),
            (.local("./x is there already; --force replaces it"), "./x gibt es schon; --force ersetzt es"),
            (.local("/root/x: Permission denied"), "/root/x: keine Berechtigung"),
        ]
        for (error, german) in errors {
            #expect(Failure(error).line == error.description)
            let local = Language.$current.withValue(.german) { Failure(error).line }
            #expect(local == german)
        }
    }

    @Test("the progress of a transfer is in the language of the reader")
    func progress() {
        func line(_ language: Language) -> String {
            Language.$current.withValue(language) {
                TransferBar.line(done: 12_300_000, total: 50_000_000, came: 10_000_000, took: .seconds(2))
            }
        }
        #expect(line(.english) == "12.3 MB of 50.0 MB  24 %  5.0 MB/s  8 s left")
        #expect(line(.german) == "12,3 MB von 50,0 MB  24 %  5,0 MB/s  noch 8 s")
        for language in Self.languages {
            #expect(!line(language).contains(" of ") && !line(language).contains("left"), "\(line(language))")
        }
    }

    @Test("an interface that does not exist is named in the language of the locale")
    func interface() async throws {
        let run = try await Command(
            ["break", "eth97", "--loss", "1%", "--for", "5s"], environment: ["LC_ALL": "de_DE.UTF-8"])
        #expect(run.exitStatus == 64)
        #expect(
            run.complaint == "netdiag: es gibt keine Schnittstelle eth97; die vorhandenen nennt: netdiag links\n",
            "\(run.complaint)")
    }

    @Test(
        "what is wrong with an argument or a file is said in the language of the locale",
        arguments: [
            (["explain", "dns.servfial"], "dns.servfial ist keine bekannte Ursache; war dns.servfail gemeint?"),
            (["diagnose", "--from", "/etc/passwd"], "/etc/passwd:1: das ist kein gültiger Bericht (kein JSON); "),
            (["diagnose", "--from", "/nonexistent"], "/nonexistent: Datei oder Verzeichnis nicht gefunden"),
            (["resolve", "host:80"], "„host:80“ ist weder ein Name noch eine Adresse; "),
            (["doctor", "--config", "/nonexistent"], "/nonexistent gibt es nicht; "),
            (
                ["diagnose", "host:70000"],
                "„host:70000“ ist kein Ziel: der Port „70000“ ist keine Zahl von 1 bis 65535"
            ),
            (["check", "--no-daemon", "a b"], "„a b“ ist kein Ziel: es darf kein Leerzeichen enthalten"),
            (
                ["browse", "http"],
                "„http“ ist kein Diensttyp; ein Diensttyp sieht aus wie _http._tcp oder _osc._udp; war"
            ),
        ])
    func arguments(_ arguments: [String], _ words: String) async throws {
        let run = try await Command(arguments, environment: ["LC_ALL": "de_DE.UTF-8"])
        #expect(run.exitStatus == 64 && run.complaint.contains(words), "\(run.complaint)")
    }
}
