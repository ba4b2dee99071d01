import ArgumentParser
import FoundationEssentials
import Glibc
import NetworkDiagnostics
import NetworkModel

/// `netdiag ftp`
struct FTPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ftp",
        abstract: "List, get and put files at an FTP server, from this process.",
        discussion: """
            A path is relative to where the login begins; %20 stands for a blank.
            What is interrupted is gone on with by the same command.

            EXAMPLES:
              netdiag ftp ls ftp://ftp.example.org/pub/
              netdiag ftp get ftps://ftp.example.org/pub/big.iso
              netdiag ftp put --user me --tls report.pdf ftp://ftp.example.org/in/
              netdiag ftp mkdir --netrc ftp://ftp.example.org/in/2026/
            """,
        subcommands: [List.self, Get.self, Put.self, MakeDirectory.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "ls", abstract: "List a directory.")

        @Argument(help: ArgumentHelp("Of the directory.", valueName: "url"))
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
            discussion: "It grows as FILE.<mark>.part, and is called FILE once all of it is there.")

        @Argument(help: ArgumentHelp("Of the file.", valueName: "url"))
        var url: String

        @Argument(help: ArgumentHelp("What it is called here.", valueName: "file"))
        var file: String?

        @Flag(help: "Replace a file of that name.")
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
            discussion: "It grows as .NAME.<mark>.part beside its place, and gets its name once all of it is there.")

        @Argument(help: ArgumentHelp("What is uploaded.", valueName: "file"))
        var file: String

        @Argument(help: ArgumentHelp("Of the file, or of the directory that it is put into.", valueName: "url"))
        var url: String

        @Flag(help: "Replace a file of that name.")
        var force = false

        @OptionGroup var options: FTPOptions

        func run() throws {
            let (file, force) = (file, force)
            try options.transfer(url) { _ = try await $0.put(file, overwrites: force, progress: $1) }
        }
    }

    struct MakeDirectory: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "mkdir", abstract: "Make a directory.")

        @Argument(help: ArgumentHelp("Of the directory.", valueName: "url"))
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
        let line = SafeText.escaped(error.description)
        switch error {
        case .usage: self = .usage(line)
        case .network: self = .refused(line)
        case .local: self = .failed(line)
        }
    }
}
