import ArgumentParser
import NetdiagConfiguration

/// The configuration file of the daemon, for commands that examine it.
struct DaemonConfigurationOption: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "The configuration of the daemon (default: \(Configuration.defaultPath)).", valueName: "file"),
        completion: .file())
    var file: String?

    var path: String { file ?? Configuration.defaultPath }
}
