import ArgumentParser
import FoundationEssentials
import Glibc
import NetworkDiagnostics
import NetworkModel
import Translations

/// `netdiag ftp`
struct FTPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ftp", _superCommandName: Netdiag.name,
        abstract: "List, download and upload files on an FTP server.",
        discussion: """
            Paths are relative to the login directory; %20 stands for a blank.
            The same command resumes an interrupted transfer.

            EXAMPLES:
              netdiag ftp ls ftp://ftp.example.org/pub/
              netdiag ftp get ftps://ftp.example.org/pub/big.iso
              netdiag ftp put --user me --tls report.pdf ftp://ftp.example.org/in/
              netdiag ftp mkdir --netrc ftp://ftp.example.org/in/2026/
            """,
        subcommands: [List.self, Get.self, Put.self, MakeDirectory.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List a directory.",
            usage: """
                netdiag ftp ls [--user <name> | --netrc | --netrc-file <file>] [--active]
                  [--tls] [--ca-file <file>] [--timeout <seconds>] [-4 | -6] [--json]
                  [--plain] <url>
                """)

        @Argument(help: ArgumentHelp("The URL of the directory.", valueName: "url"))
        var url: String

        @OptionGroup var options: FTPOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let client = try options.client(url)
            let listing = try LocalDiagnostics.outcome { try await client.list() }
            try FTPPage.write(listing, format: output.format)
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Download a file.",
            usage: """
                netdiag ftp get [--force] [--user <name> | --netrc | --netrc-file <file>]
                  [--active] [--tls] [--ca-file <file>] [--timeout <seconds>] [-4 | -6]
                  <url> [<file>]
                """,
            discussion: "The partial file is FILE.<mark>.part; it is renamed to FILE when it is complete.")

        @Argument(help: ArgumentHelp("The URL of the file.", valueName: "url"))
        var url: String

        @Argument(help: ArgumentHelp("The local file name.", valueName: "file"), completion: .file())
        var file: String?

        @Flag(help: "Replace an existing file.")
        var force = false

        @OptionGroup var options: FTPOptions

        func run() throws {
            let (file, force) = (file, force)
            try options.transfer(url) { _ = try await $0.get(to: file, overwrites: force, progress: $1) }
        }
    }

    struct Put: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "put", abstract: "Upload a file.",
            usage: """
                netdiag ftp put [--force] [--user <name> | --netrc | --netrc-file <file>]
                  [--active] [--tls] [--ca-file <file>] [--timeout <seconds>] [-4 | -6]
                  <file> <url>
                """,
            discussion:
                "The partial file on the server is .NAME.<mark>.part; it is renamed to NAME when it is complete.")

        @Argument(help: ArgumentHelp("The file to upload.", valueName: "file"), completion: .file())
        var file: String

        @Argument(help: ArgumentHelp("The URL of the file, or of the directory to store it in.", valueName: "url"))
        var url: String

        @Flag(help: "Replace an existing file.")
        var force = false

        @OptionGroup var options: FTPOptions

        func run() throws {
            let (file, force) = (file, force)
            try options.transfer(url) { _ = try await $0.put(file, overwrites: force, progress: $1) }
        }
    }

    struct MakeDirectory: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mkdir", abstract: "Create a directory.",
            usage: """
                netdiag ftp mkdir [--user <name> | --netrc | --netrc-file <file>]
                  [--active] [--tls] [--ca-file <file>] [--timeout <seconds>] [-4 | -6]
                  <url>
                """)

        @Argument(help: ArgumentHelp("The URL of the directory.", valueName: "url"))
        var url: String

        @OptionGroup var options: FTPOptions

        func run() throws {
            let client = try options.client(url)
            try LocalDiagnostics.outcome { try await client.makeDirectory() }
        }
    }
}

extension Failure {
    init(_ error: FTPClientError) {
        let line = SafeText.escaped(Self.local(error.description))
        switch error {
        case .usage: self = .usage(line)
        case .network: self = .refused(line)
        case .local: self = .failed(line)
        }
    }

    /// A message in the language of the reader. One of the kernel follows the name of a file.
    private static func local(_ text: String) -> String {
        let whole = FactWords.local(text)
        guard whole == text, let colon = text.lastIndex(of: ":") else { return whole }
        let reason = String(text[colon...].dropFirst(2)), local = FactWords.local(reason)
        return local == reason ? text : String(text[..<colon]) + Phrase.detailSeparator + local
    }
}
