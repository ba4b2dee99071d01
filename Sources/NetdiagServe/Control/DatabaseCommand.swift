import ArgumentParser
import Glibc
import NIOCore
import NIOHTTP1
import NetworkFaults
import NetworkModel

/// `netdiag serve db`.
struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "db", abstract: "Read and write the tables of a run.",
        subcommands: [DatabaseExport.self, DatabaseImport.self, DatabaseReset.self])
}

/// `netdiag serve db export`.
struct DatabaseExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print a table, as JSON or CSV.")

    @Option(help: ArgumentHelp("json or csv.", valueName: "format"))
    var format = SeedReader.Form.json

    @Argument(help: "The table.")
    var table: String

    @OptionGroup var name: RunOptions

    func run() async throws {
        do {
            let target = "/data?table=\(PercentEncoding.encoded(table))&form=\(format.rawValue)"
            var printed = ControlOutput(isJSON: format == .json)
            try await ControlClient(named: name.name).send(.GET, target) { part in
                try printed.write(part.readableBytesView)
            }
        } catch {
            throw ErrorMessage.exit(error)
        }
    }
}

/// `netdiag serve db import`.
struct DatabaseImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Add the rows of a file to a table, all of them or none.")

    @Flag(help: "Replace all existing rows.")
    var replace = false

    @Argument(help: "The table.")
    var table: String

    @Argument(help: "A list of objects (.json), or CSV with a header line (.csv).", completion: .file())
    var file: String

    @OptionGroup var name: RunOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        do {
            guard let form = SeedReader.Form(file: file) else {
                throw FaultError.usage("\(SafeText.shown(file)) is neither .json nor .csv")
            }
            let target =
                "/data?table=\(PercentEncoding.encoded(table))&form=\(form.rawValue)"
                + "&file=\(PercentEncoding.encoded(file))\(replace ? "&replace" : "")"
            let bytes = try ServeFile.bytes(file)
            try ControlOutput.print(await ControlClient(named: name.name).post(target, body: bytes))
        } catch {
            throw ErrorMessage.exit(error)
        }
    }
}

/// `netdiag serve db reset`.
struct DatabaseReset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Replace all rows with those of seed:.")

    @Option(help: ArgumentHelp("Only this table.", valueName: "table"))
    var table: String?

    @OptionGroup var name: RunOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        do {
            let query = table.map { "?table=\(PercentEncoding.encoded($0))" } ?? ""
            try ControlOutput.print(await ControlClient(named: name.name).post("/data\(query)"))
        } catch {
            throw ErrorMessage.exit(error)
        }
    }
}

extension SeedReader.Form: ExpressibleByArgument {}
