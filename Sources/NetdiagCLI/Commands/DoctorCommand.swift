import ArgumentParser
import Glibc
import NetdiagConfiguration
import NetworkModel
import Translations

/// `netdiag doctor`
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", _superCommandName: Netdiag.name,
        abstract: "Report what is missing from this installation, and how to fix it.",
        usage: """
            netdiag doctor [--all] [--config <file>] [--json] [--plain]
              [--socket <path>]
            """,
        discussion: """
            Examines the configuration, the daemon with its socket and units, the
            right to send echo requests, avahi-daemon, names ending in .local, port
            5353, the libraries, the clock and the history. Changes nothing, and sends
            only one mDNS query. To find out whether the network works, use
            netdiag status.

            EXAMPLES:
              netdiag doctor
              sudo netdiag doctor --all
              netdiag doctor --json | jq -r '.findings[] | select(.state == "error") | .fix[]'

            EXIT STATUS:
              0   nothing is missing
              1   something works less well than it could
              2   something does not work
              64  bad usage: nothing was examined
            """)

    @Flag(name: .customLong("all"), help: "Also show the parts that are in order.")
    var isWhole = false

    @OptionGroup var chosen: DaemonConfigurationOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        if let file = chosen.file {
            var status = stat()
            guard stat(file, &status) == 0 || errno != ENOENT else {
                throw Failure.usage(ToolPhrase.configurationNotThere.text(["file": Text.shown(file)]))
            }
        }
        let examination = DoctorExamination(
            socketPath: daemon.path, configurationPath: chosen.path)
        let document = DoctorDocument(try examination.findings())
        switch output.format {
        case .json: try StandardStream.write(try JSON.line(document) + [UInt8(ascii: "\n")])
        case .text:
            var page = Page(for: Terminal(descriptor: STDOUT_FILENO))
            document.write(to: &page, isWhole: isWhole)
            try StandardStream.write(page.bytes)
        }
        try ExitStatus(document.outcome).end()
    }
}
