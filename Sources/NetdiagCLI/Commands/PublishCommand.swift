import ArgumentParser
import NetworkModel
import ServiceDiscovery
import Translations

/// `netdiag publish`
struct PublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", _superCommandName: Netdiag.name,
        abstract: "Announce a service on the link until interrupted.",
        usage: """
            netdiag publish [--subtype <subtype> ...] [--host <host>] [--json]
              [--plain] [--socket <path>] <name> <type> <port> [<key=value> ...]
            """,
        discussion: """
            In a VALUE, \\xHH is a byte, \\u{…} a Unicode character and \\\\ a backslash. KEY alone has no value, KEY= an \
            empty one.

            EXAMPLES:
              netdiag publish "Web, one" _http._tcp 8080 path=/
              netdiag publish Printer _ipp._tcp 631 rp=ipp/print --subtype _universal
              netdiag publish Camera _rtsp._tcp 554 --host camera.local
            """)

    @Argument(help: "The name of the service, at most 63 bytes.")
    var name: String

    @Argument(help: "The type, as in _http._tcp.", completion: Completions.types)
    var type: String

    @Argument(help: "The port, 1 to 65535; 0 reserves the name without a server.")
    var port: String

    @Argument(help: ArgumentHelp("Entries of the TXT record: KEY=VALUE, KEY= or KEY.", valueName: "key=value"))
    var entries: [String] = []

    @Option(
        name: .customLong("subtype"),
        help: ArgumentHelp("A subtype, as in _printer; may be given several times.", valueName: "subtype"))
    var subtypes: [String] = []

    @Option(
        help: ArgumentHelp(
            "The fully qualified name of the host of the service (default: this host).", valueName: "host"))
    var host: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let order = try order()
        let session = Session(socketPath: daemon.path, format: output.format, fallback: .publishingHere)
        try PublicationRun(session: session, name: name, order: order).run()
    }

    /// - Throws: ``Failure/usage(_:)`` if the daemon would refuse the service.
    private func order() throws(Failure) -> ServiceOrder {
        try ServiceTypeArgument.check(type)
        guard port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt16(port) else {
            throw .usage(ToolPhrase.portNotInRange.text(["port": Text.shown(port)]))
        }
        var txt: [String: TXTValue] = [:]
        var keys: Set<String> = []
        for text in entries {
            do {
                let (key, value) = try TXTText.entry(text)
                // If keys differ only in case, the first one is used (RFC 6763 section 6.4).
                guard keys.insert(key.lowercased()).inserted else {
                    throw Failure.usage(ToolPhrase.textKeyTwice.text(["key": Text.shown(key)]))
                }
                txt[key] = value
            } catch let problem as TXTText.Problem {
                throw .usage(problem.description)
            } catch let failure as Failure {
                throw failure
            } catch {
                throw .usage("\(error)")
            }
        }
        do {
            try ServiceRegistration(
                name: name, types: [type], port: number, txt: txt.map { TXTEntry(key: $0.key, value: $0.value) },
                subtypes: subtypes, host: host
            ).validate()
        } catch {
            throw .usage(error.description)
        }
        return ServiceOrder(
            types: [type], port: number, txt: txt.isEmpty ? nil : txt, subtypes: subtypes.isEmpty ? nil : subtypes,
            host: host)
    }
}
