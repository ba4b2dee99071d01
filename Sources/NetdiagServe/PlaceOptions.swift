import ArgumentParser
import NetworkModel

/// Where it is served, and until when.
struct PlaceOptions: ParsableArguments {
    @Option(help: "The port; 0 is one that is free.", transform: OptionText.port)
    var port = 0

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var listen = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "Announce it over DNS-SD by this name; an empty one is the machine's.", valueName: "name"))
    var publish: String?

    @Flag(name: .customLong("json"), help: "Say where it is served as JSON, a line each.")
    var isJSON = false

    @Option(
        name: .customLong("ready-fd"),
        help: ArgumentHelp("Write the URLs to this descriptor, a line each, and close it.", valueName: "descriptor"),
        transform: OptionText.descriptor)
    var readyDescriptor: CInt?

    @Option(
        name: .customLong("idle-timeout"),
        help: ArgumentHelp("End after so long without a request.", valueName: "duration"),
        transform: OptionText.duration)
    var idleTimeout: Duration?

    @Option(
        name: .customLong("drain"),
        help: ArgumentHelp(
            "How long netdiag serve stop lets running answers take (default: 10s).", valueName: "duration"),
        transform: OptionText.duration)
    var drainTime: Duration?

    @Flag(name: .customLong("with-parent"), help: "End when the process that started it has ended.")
    var endsWithParent = false

    @Flag(name: .customLong("ui"), help: "Show requests as they come on a page, on loopback; its URL is printed.")
    var hasPage = false

    @Option(help: ArgumentHelp("What it is called in netdiag serve list.", valueName: "name"))
    var name: String?

    func validate() throws {
        // A name would be looked up, and might lead anywhere.
        guard IPAddress(listen) != nil else { throw ValidationError("--listen takes an IP address, as in 127.0.0.1") }
        if let name, !RunName.isGood(name) {
            throw ValidationError("--name takes 1 to 32 letters, digits, hyphens and underscores")
        }
        if let publish, publish.utf8.count > 63 {
            throw ValidationError("--publish takes a name of at most 63 bytes (RFC 6763 section 4.1.1)")
        }
    }
}
