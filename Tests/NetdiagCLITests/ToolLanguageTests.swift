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

    @Test("an interface that does not exist is named in the language of the locale")
    func interface() async throws {
        let run = try await Command(
            ["break", "eth97", "--loss", "1%", "--for", "5s"], environment: ["LC_ALL": "de_DE.UTF-8"])
        #expect(run.exitStatus == 64)
        #expect(
            run.complaint == "netdiag: es gibt keine Schnittstelle eth97; die vorhandenen nennt: netdiag links\n",
            "\(run.complaint)")
    }
}
