import ArgumentParser
import Glibc
import NetworkFaults
import NetworkModel

/// The options for the address and the end of a run.
struct ListenOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: "The port to listen on; 0 picks a free one.", transform: OptionText.port)
    var port = 0

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var listen = "127.0.0.1"

    @Option(
        defaultAsFlag: "", parsing: .next,
        help: ArgumentHelp(
            "Announce the server over DNS-SD, with this name or that of the machine.",
            discussion:
                "The word after it is the source, and not a name, if nothing else is served; --publish=NAME is always a name.",
            valueName: "name"
        ))
    var publish: String?

    @Flag(name: .customLong("json"), help: "Print JSON, one object per line.")
    var isJSON = false

    @Flag(name: .customLong("plain"), help: "Print for screen readers: words instead of symbols, no alignment.")
    var isPlain = false

    @Option(
        name: .customLong("ready-fd"), parsing: .unconditional,
        help: ArgumentHelp("Write the URLs to this descriptor, one per line, and close it.", valueName: "descriptor"),
        transform: OptionText.descriptor)
    var readyDescriptor: CInt?

    @Option(
        name: .customLong("idle-timeout"), parsing: .unconditional,
        help: ArgumentHelp("Exit after this time without a request.", valueName: "duration"),
        transform: OptionText.duration)
    var idleTimeout: Duration?

    @Option(
        name: .customLong("drain"), parsing: .unconditional,
        help: ArgumentHelp(
            "How long netdiag serve stop waits for responses in progress (default: 10s).", valueName: "duration"),
        transform: OptionText.duration)
    var drainTime: Duration?

    @Flag(name: .customLong("with-parent"), help: "Exit when the parent process exits.")
    var endsWithParent = false

    @Flag(name: .customLong("ui"), help: "Show requests live on a page on loopback, whose URL is printed.")
    var hasPage = false

    @Option(help: ArgumentHelp("The name of this run in netdiag serve list.", valueName: "name"))
    var name: String?

    /// - Throws: ``FaultError/usage(_:)`` if the descriptor of `--ready-fd` is not open for writing.
    func checkReadyDescriptor() throws(FaultError) {
        guard let descriptor = readyDescriptor else { return }
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0 else {
            throw .usage("--ready-fd \(descriptor) is not open; open it before the command, as in \(descriptor)>urls")
        }
        guard flags & O_ACCMODE != O_RDONLY else {
            throw .usage("--ready-fd \(descriptor) is not open for writing")
        }
    }

    func validate() throws {
        // A name would be resolved, possibly to an unexpected address.
        guard IPAddress(listen) != nil else { throw ValidationError("--listen takes an IP address, as in 127.0.0.1") }
        if let name, !RunName.isGood(name) {
            throw ValidationError("--name takes 1 to 32 letters, digits, hyphens and underscores")
        }
    }
}
