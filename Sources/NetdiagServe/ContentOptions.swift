import ArgumentParser
import Glibc
import NIOHTTP1
import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// The options for the served content.
struct ContentOptions: ParsableArguments {
    @Flag(help: "Allow PUT and DELETE in the directory.")
    var writable = false

    @Option(
        help: ArgumentHelp(
            "Serve the text of this file at /; it can be changed at /edit, on loopback.", valueName: "file"),
        completion: .file())
    var text: String?

    @Option(
        help: ArgumentHelp(
            "Respond as an OpenAPI document (YAML or JSON) specifies, and reject requests that it does not allow.",
            valueName: "file"), completion: .file())
    var openapi: String?

    @Flag(help: "Respond with the request, as JSON.")
    var echo = false

    @Option(
        help: ArgumentHelp(
            """
            Produce a fault, named after the cause that a check reports for it; see --list-faults. Commas separate arguments, \
            as in http.truncated=50,ending=reset.
            """,
            valueName: "id[=arguments]"), completion: .list(FaultCatalogue.all.map(\.cause.rawValue)))
    var fault: [String] = []

    @Flag(name: .customLong("list-faults"), help: "List the faults and their arguments, and exit.")
    var listsFaults = false

    @Flag(name: .customLong("check"), help: "Check the file of routes, report errors by line, and exit.")
    var isCheck = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The seed of random decisions; the same seed repeats them.", valueName: "number"),
        transform: OptionText.seed)
    var seed: UInt64?

    /// - Parameter isProof: Whether faults are proven, which excludes other content.
    func validate(source: String?, isProof: Bool) throws {
        if isProof, text != nil || openapi != nil || echo || isCheck || writable {
            throw ValidationError(
                "--prove serves nothing but faults: leave out --text, --openapi, --echo, --check, --writable")
        }
        if writable, source == nil { throw ValidationError("--writable is for a directory, and none is given") }
        let served = [source != nil, text != nil, openapi != nil, echo].count { $0 }
        if served > 1 { throw ValidationError("a source, --text, --openapi and --echo are mutually exclusive") }
        if isCheck, source == nil, openapi == nil {
            throw ValidationError("--check needs a file of routes, or --openapi")
        }
    }

    /// Whether something is served, or listed, without a directory or a file of routes.
    var servesWithoutSource: Bool { text != nil || openapi != nil || echo || !fault.isEmpty || listsFaults }

    /// The requested faults with their arguments.
    func faults() throws(FaultError) -> [(definition: FaultDefinition, arguments: FaultArguments)] {
        var result: [(FaultDefinition, FaultArguments)] = []
        for text in fault {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let definition = FaultCatalogue.definition(CauseID(rawValue: name)) else {
                throw .usage(Self.unknown(name))
            }
            result.append((definition, try definition.arguments(parts.count == 2 ? String(parts[1]) : "")))
        }
        return result
    }

    /// The error message for an unknown fault.
    static func unknown(_ name: String) -> String {
        if let entry = UnservableCauses.all.first(where: { $0.cause.rawValue == name }) {
            return "no server brings \(name) about: \(entry.reason)"
        }
        let known = FaultCatalogue.all.map(\.cause.rawValue)
        let meant = KeySuggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ";"
        return "there is no fault \(SafeText.shown(name))\(meant) netdiag serve --list-faults lists them"
    }

    /// The listeners for a source, a text or the echo; none if only faults are served.
    func plan(source: String?, _ place: ListenOptions) throws -> ServePlan {
        var listener = ListenerPlan()
        listener.published = place.publish
        (listener.host, listener.port) = (place.listen, place.port)
        if let source {
            var status = stat()
            if stat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                for (option, isGiven) in [
                    ("port", place.port != 0), ("listen", place.listen != "127.0.0.1"),
                    ("publish", place.publish != nil), ("writable", writable),
                ] where isGiven {
                    throw FaultError.usage(
                        "--\(option) is not for files of routes; write \(option): into \(SafeText.shown(source))")
                }
                var plan = try ServeFile.read(path: source)
                if let own = self.seed { (plan.seed, plan.isSeedRandom) = (own, false) }
                return plan
            }
            guard !isCheck else { throw FaultError.usage("\(SafeText.shown(source)) is not a file of routes") }
            listener.routes = [.all(.directory(try DirectoryRoot(source), isWritable: writable))]
        } else if let text {
            let kept = try EditableTextFile(path: text)
            listener.routes = TextRoutes.routes(kept)
            listener.otherwise = .problem(.notImplemented, "this server serves one text")
            listener.coversMethods = true
            var plan = ServePlan(listeners: [listener], givenSeed: seed)
            plan.notes = kept.note.map { [$0] } ?? []
            return plan
        } else if let openapi {
            let document = try OpenAPIFile.read(path: openapi)
            listener.routes = [.all(.api(document.service))]
            var plan = ServePlan(listeners: [listener], givenSeed: seed)
            plan.notes = document.notes.error?.description.split(separator: "\n").map(String.init) ?? []
            return plan
        } else if echo {
            listener.routes = [.all(.echo)]
        } else {
            return ServePlan(givenSeed: seed)
        }
        return ServePlan(listeners: [listener], givenSeed: seed)
    }
}
