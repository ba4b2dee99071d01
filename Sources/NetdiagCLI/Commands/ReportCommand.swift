import ArgumentParser
import Glibc
import NetdiagConfiguration
import NetworkModel
import Translations

/// `netdiag report`
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", _superCommandName: Netdiag.name,
        abstract: "Collect the facts for a support request in one file.",
        usage: """
            netdiag report --bundle <file> [--mask-addresses] [--config <file>]
              [--json] [--plain] [--socket <path>]
            """,
        discussion: """
            The file contains the status, the latest reports and incidents, the kernel's
            network state, the output of netdiag doctor, versions, and the configuration.
            Secrets are always masked: only configuration values that are known not to be
            secret are shown. Only you can read the file. It lists its contents; review it
            before you send it.

            EXAMPLES:
              netdiag report --bundle network.tar.gz
              netdiag report --bundle masked.tar.gz --mask-addresses
              netdiag report --bundle - | tar -tz
              tar -xzOf network.tar.gz netdiag-report/README.txt

            EXIT STATUS:
              0   the file was written, whatever the status is
              3   the file could not be written
              64  bad usage, the file exists, its directory does not exist, or the output
                  is a terminal: nothing was written
            """)

    @Option(
        name: .customLong("bundle"),
        help: ArgumentHelp("The file to write, as in network.tar.gz; - for standard output.", valueName: "file"),
        completion: .file())
    var file: String

    @Flag(name: .customLong("mask-addresses"), help: "Replace addresses and host names consistently.")
    var hidesAddresses = false

    @OptionGroup var chosen: DaemonConfigurationOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    /// What was written, and the output of `netdiag report --json`.
    struct Summary: Encodable {
        struct Entry: Encodable {
            let name: String
            let bytes: Int
            let what: String
        }

        let schema = "netdiag.bundle/1"
        let file: String
        let entries: [Entry]

        /// Writes the list of the contents.
        ///
        /// - Parameter isPrivate: Whether only this user can read the file.
        func write(to page: inout Page, isPrivate: Bool, hidesAddresses: Bool, configurationPath: String) {
            let readers: CommandPhrase = isPrivate ? .readableByYou : .readableByOthers
            page.line(Text("\(file)", .bold) + Text(" \(readers.text)"))
            var table = Table(.left, .right, .flexible)
            for entry in entries {
                table.add(Text(entry.name, .name), Text("\(entry.bytes)", .dim), Text(entry.what))
            }
            page.table(table, indent: 2)
            let path = SafeText.escapedPath(configurationPath)
            page.line(Text(CommandPhrase.secretsAreMasked.text(["file": path])))
            page.line(Text(CommandPhrase.lookBeforeSending.text(["command": "tar -xzf \(Text.shown(file))"])))
            if !hidesAddresses { page.line(Text(CommandPhrase.containsAddresses.text)) }
        }
    }

    private var isStandardOutput: Bool { file == "-" }

    /// - Throws: ``Failure/usage(_:)`` if standard output is a terminal, or if JSON would be mixed with the archive.
    private func checkStandardOutput() throws(Failure) {
        guard output.format == .text else {
            throw .usage(
                "--json would stand in the archive on standard output; leave it out, or name a file with --bundle")
        }
        guard isatty(STDOUT_FILENO) == 0 else {
            let facts = ["command": "netdiag report --bundle - > network.tar.gz"]
            throw .usage(ToolPhrase.bundleNotForTerminal.text(facts))
        }
    }

    func run() throws {
        if isStandardOutput {
            try checkStandardOutput()
        } else {
            try NewFile.check(file, option: "--bundle")
        }
        let contents = BundleContents(
            socketPath: daemon.path, configurationPath: chosen.path,
            hidesAddresses: hidesAddresses)
        let entries = try contents.entries()
        let archive = TarArchive.bytes(
            of: entries, in: "netdiag-report", time: Timestamp().millisecondsSince1970 / 1_000)
        let compressed = try BundleFile.compressed(archive)
        // Its README.txt lists the contents.
        if isStandardOutput { return try StandardStream.write(compressed) }
        try NewFile.write(compressed, to: file, mode: 0o600, option: "--bundle")
        let written = Summary(
            file: file,
            entries: entries.map { .init(name: $0.name, bytes: $0.text.utf8.count, what: $0.words) })
        switch output.format {
        case .json: try StandardStream.write(try JSON.line(written) + [UInt8(ascii: "\n")])
        case .text:
            var page = Page(for: Terminal(descriptor: STDOUT_FILENO))
            // Some file systems, such as that of a USB stick, do not support permissions.
            var status = stat()
            let isPrivate = stat(file, &status) == 0 && status.st_mode & 0o077 == 0
            written.write(
                to: &page, isPrivate: isPrivate, hidesAddresses: hidesAddresses,
                configurationPath: contents.configurationPath)
            try StandardStream.write(page.bytes)
        }
    }
}
