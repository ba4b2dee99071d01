import ArgumentParser

/// The location of the daemon.
struct DaemonOptions: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp(
            "The daemon's Unix socket (default: $NETDIAG_SOCKET, or \(UnixSocket.defaultPath)).", valueName: "path"),
        completion: .file())
    var chosen: String?

    var path: String { chosen ?? Self.usualPath }

    /// The path of the socket without the option.
    static var usualPath: String {
        let fromEnvironment = Environment.value("NETDIAG_SOCKET") ?? ""
        return fromEnvironment.isEmpty ? UnixSocket.defaultPath : fromEnvironment
    }
}
