import ArgumentParser
import Glibc
import Logging
import NetdiagConfiguration
import NetdiagImport
import NetdiagService
import NetworkModel

/// The daemon's command line.
struct Netdiagd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "netdiagd",
        abstract: "Monitor the network of this machine, and diagnose faults.",
        usage: """
            netdiagd [--config <file>] [--socket <path>] [--state <dir>]
              [--check-config] [--import <files> ...] [--log-level <level>]
            """,
        discussion: """
            Runs in the foreground. SIGHUP reloads the configuration, SIGTERM stops the
            daemon. The command `netdiag` is its client.

            EXAMPLES:
              netdiagd
              netdiagd --config netdiag.yaml --check-config
            """,
        version: "netdiagd \(Version.text)")

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "The configuration file (default: \(Configuration.defaultPath), if it exists).", valueName: "file"),
        completion: .file())
    var path: String?

    @Option(
        help: ArgumentHelp("The Unix socket, overriding the configuration.", valueName: "path"), completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "The state directory, for one daemon at a time (default: $NETDIAG_STATE or $STATE_DIRECTORY, else "
                + "/var/lib/netdiag).", valueName: "dir"),
        completion: .directory)
    var state: String?

    @Flag(name: .customLong("check-config"), help: "Check the configuration, report errors by file and line, and exit.")
    var isCheck = false

    @Option(
        name: .customLong("import"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Convert the configuration of another program to netdiag.yaml, and exit: blackbox.yml and prometheus.yml (give "
                + "both), Gatus's config.yaml, or a backup of Uptime Kuma. What is left out is listed on standard error.",
            valueName: "files"),
        completion: .file())
    var imports: [String] = []

    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp("The log level: trace, debug, info, notice, warning, error.", valueName: "level"))
    var logLevel: LogLevel = .init(level: .info)

    func validate() throws {
        if let socket, !socket.hasPrefix("/") || socket.utf8.count > 107 {
            throw ValidationError("--socket needs an absolute path of at most 107 bytes")
        }
        if !imports.isEmpty, isCheck || path != nil {
            throw ValidationError(
                "--import reads no configuration of netdiag's: leave out --config and --check-config, and check what it writes by a second command: netdiagd --config netdiag.yaml --check-config"
            )
        }
        if let state, !state.hasPrefix("/") || state.utf8.count > 4_000 {
            throw ValidationError("--state needs an absolute path of at most 4000 bytes")
        }
    }

    func run() async throws {
        do {
            if !imports.isEmpty { return try convert() }
            if isCheck {
                let configuration = try Daemon.configuration(path: path)
                for warning in configuration.warnings {
                    StandardError.write(
                        "\(warning.file)\(warning.line.map { ":\($0)" } ?? ""): warning: \(warning.text)")
                }
                let isThere = path != nil || access(Configuration.defaultPath, F_OK) == 0
                print(
                    "\(path ?? Configuration.defaultPath): "
                        + (isThere
                            ? "valid, \(Quantity.text(configuration.targets.count, "target"))"
                            : "not there; the defaults apply"))
                fflush(nil)
                return
            }
            // A signal that arrives before there is anything to reload must not end the daemon.
            signal(SIGHUP, SIG_IGN)
            // If the parent ignores it, the kernel tells nobody how the programs of receivers end.
            signal(SIGCHLD, SIG_DFL)
            LoggingSystem.bootstrap { _ in JournalLogHandler() }
            var logger = Logger(label: "netdiagd")
            logger.logLevel = logLevel.level
            try await Daemon(path: path, socket: socket, state: state, logger: logger).run()
        } catch let error as DaemonError {
            StandardError.write(error.description)
            throw ExitCode(error.isUsage ? EX_USAGE : EXIT_FAILURE)
        }
    }
}

extension Netdiagd {
    /// Writes the converted configuration to standard output, and what is left out to standard error.
    private func convert() throws {
        do throws(ConfigurationError) {
            let imported = try ImportedConfiguration(of: imports)
            print(imported.text, terminator: "")
            fflush(nil)
            let total =
                Quantity.text(imported.targetCount, "target") + ", "
                + Quantity.text(imported.omissions.count, "thing") + " left out"
            StandardError.write((imported.omissions + [total]).joined(separator: "\n"))
        } catch {
            StandardError.write(error.description)
            throw ExitCode(EX_USAGE)
        }
    }
}

/// A log level as given on the command line.
struct LogLevel: ExpressibleByArgument {
    let level: Logger.Level

    init(level: Logger.Level) { self.level = level }

    init?(argument: String) {
        guard let level = Logger.Level(rawValue: argument) else { return nil }
        self.level = level
    }

    var defaultValueDescription: String { level.rawValue }
}
