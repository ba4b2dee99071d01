import ArgumentParser
import NetdiagConfiguration

/// Which file is the daemon's configuration, for commands that look at it.
struct DaemonConfigurationOption: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "The configuration of the daemon (default: \(Configuration.defaultPath)).", valueName: "file"))
    var file: String?

    var path: String { file ?? Configuration.defaultPath }
}
