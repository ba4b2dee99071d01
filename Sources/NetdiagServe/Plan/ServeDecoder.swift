import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Creates a plan from YAML nodes. It collects errors.
struct ServeDecoder {
    typealias Setting = ConfigurationDecoder.Setting
    typealias Group = ConfigurationDecoder.Group

    static let maxListeners = 64
    static let maxRoutes = 4_096
    static let maxNotes = 100

    var settings: ConfigurationDecoder
    /// The base directory of relative file paths, with a trailing slash; empty for the working directory.
    let directory: String
    /// The databases of resources by path; the empty path is the database in memory.
    var databases: [String: ResourceDatabase] = [:]
    /// The tables of resources, with their databases.
    var tables: Set<String> = []
    /// Notes about ignored or questionable settings, one line each.
    var notes: [String] = []
    /// The addresses and ports of listeners, with their lines.
    var ports: [(host: String, port: Int, line: Int)] = []
    /// The session values that routes of the listener set, and where they are used.
    var sessionNames: Set<String> = []
    var sessionUses: [(setting: Setting, name: String)] = []
    /// The route whose faults are read; `nil` for the faults of a listener.
    var routeOfFaults: RoutePlan?

    mutating func plan(_ root: YAMLNode?) -> ServePlan {
        var plan = ServePlan(givenSeed: nil)
        guard let root else {
            settings.problems.add("is empty; write routes:, with a list of routes")
            return plan
        }
        let known = ["seed", "listeners"] + Self.listenerKeys
        guard let group = settings.group(Setting(name: "the file", node: root), known: known, prefix: "") else {
            return plan
        }
        if let seed = group["seed"].flatMap({ settings.integer($0, in: 0...Int(ServePlan.maxSeed)) }) {
            (plan.seed, plan.isSeedRandom) = (UInt64(seed), false)
        }
        if let listeners = group["listeners"] {
            if let other = Self.listenerKeys.compactMap({ group[$0] }).min(by: { $0.line < $1.line }),
                other.name != "faults"
            {
                settings.refuse(other, "and listeners cannot be combined; write it into one of the listeners")
            }
            for setting in items(listeners, "listeners", max: Self.maxListeners) {
                guard let group = settings.group(setting, known: Self.listenerKeys, prefix: "listener.") else {
                    continue
                }
                let name: String
                let others = plan.names
                if let server = faultServer(group, setting) {
                    name = server.name ?? ""
                    plan.faultServers.append(server)
                } else {
                    let listener = listener(group, setting)
                    name = listener.name
                    plan.listeners.append(listener)
                }
                if let setting = group["name"], others.contains(name) {
                    settings.refuse(
                        setting,
                        "\(SafeText.shown(name)) is another listener's too; requests and faults are listed by it")
                }
            }
            let shared = group["faults"].map { faults($0) } ?? []
            if let faults = group["faults"], !plan.names.isEmpty,
                !plan.listeners.contains(where: { $0.content == .http })
            {
                settings.refuse(
                    faults, "is for listeners of routes, and there is none; write it into the listener that it is for")
            }
            for index in plan.listeners.indices where plan.listeners[index].content == .http {
                plan.listeners[index].faults += shared
            }
        } else {
            let place = Setting(name: "the file", node: root)
            if let server = faultServer(group, place) {
                plan.faultServers = [server]
            } else {
                plan.listeners = [listener(group, place)]
            }
        }
        refuseSharedPorts()
        return plan
    }

    /// Rejects listeners that have the same address and port.
    private mutating func refuseSharedPorts() {
        for (index, place) in ports.enumerated() {
            guard let other = ports[..<index].first(where: { $0.host == place.host && $0.port == place.port }) else {
                continue
            }
            settings.problems.add(
                "port: \(place.port) of \(place.host) is already the port of the listener in line \(other.line); "
                    + "change one of them", line: place.line)
        }
    }

    // MARK: - Listeners and routes

    /// The methods that SwiftNIO's parser knows. A request with any other one is answered 501 before a route is chosen.
    private static let methods = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
        "COPY", "LOCK", "MKCOL", "MOVE", "PROPFIND", "PROPPATCH", "UNLOCK",
        "ACL", "BIND", "CHECKOUT", "LINK", "MERGE", "MKACTIVITY", "MKCALENDAR", "NOTIFY", "PURGE", "QUERY", "REBIND",
        "REPORT", "SEARCH", "SOURCE", "SUBSCRIBE", "UNBIND", "UNLINK", "UNSUBSCRIBE",
    ]

    private static let listenerKeys = ["name", "port", "listen", "publish", "routes", "faults"] + betweenKeys

    private mutating func listener(_ group: Group, _ place: Setting) -> ListenerPlan {
        var listener = ListenerPlan()
        (listener.host, listener.port) = address(group, place)
        if let publish = group["publish"] { listener.published = published(publish) }
        let isServed = between(group, &listener)
        listener.name = group["name"].flatMap { settings.text($0, "a name") } ?? listener.content.usualName
        if let publish = group["publish"] {
            if listener.content != .http, listener.published != nil {
                settings.refuse(publish, "announces _http._tcp, which this listener does not speak")
            } else if let name = listener.published, name.utf8.count > 63 {
                settings.refuse(publish, "has \(name.utf8.count) bytes; write a name of 1 to 63")
            }
        }
        if let faults = group["faults"] {
            if case .zone = listener.content {
                listener.questionFaults = questionFaults(faults)
            } else {
                listener.faults = self.faults(faults)
            }
        }
        guard let routes = group["routes"] else {
            if isServed {
                checkRecording(group, listener)
                return listener
            }
            settings.problems.add(
                "\(place.name) needs routes; write routes: and a list, or to:, replay:, script: or zone:",
                line: place.line)
            return listener
        }
        if case .sequence(let list) = routes.node.content, list.isEmpty, !isServed {
            settings.refuse(routes, "has no route; write one, as in - {route: /, text: hello}")
        }
        var lines: [Int] = []
        for setting in items(routes, "routes", max: Self.maxRoutes) {
            guard let route = route(setting) else { continue }
            if let index = listener.routes.firstIndex(where: { $0.hides(route) }) {
                settings.problems.add(
                    "route \(route.path) is never reached: \(listener.routes[index].path) in line \(lines[index]) takes all "
                        + "its requests; write it before that one",
                    line: setting.line)
            }
            listener.routes.append(route)
            lines.append(setting.line)
        }
        checkSessionNames()
        checkRecording(group, listener)
        return listener
    }

    /// The address and port of a listener.
    mutating func address(_ group: Group, _ place: Setting) -> (host: String, port: Int) {
        var host = "127.0.0.1"
        let port = group["port"].flatMap { settings.integer($0, in: 0...65_535) } ?? 0
        if let setting = group["listen"], let text = settings.text(setting, "an address, as in 127.0.0.1") {
            if IPAddress(text) == nil {
                settings.refuse(
                    setting, "\(SafeText.shown(text)) is not a valid IP address; write one like 127.0.0.1 or ::1")
            } else {
                host = text
            }
        }
        if port != 0 { ports.append((host, port, group["port"]?.line ?? place.line)) }
        return (host, port)
    }

    /// The name under which a listener is announced: empty for that of the machine, `nil` for no announcement.
    private mutating func published(_ setting: Setting) -> String? {
        if setting.node.isNull { return "" }
        guard let text = settings.text(setting, "a name of 1 to 63 bytes") else { return nil }
        // A word in quotes is a name.
        if case .scalar(_, .plain) = setting.node.content, let isOn = SettingText.boolean(text) {
            return isOn ? "" : nil
        }
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            settings.refuse(setting, "is empty; write a name, on for that of the machine, or off")
            return nil
        }
        return text
    }

    private mutating func route(_ setting: Setting) -> RoutePlan? {
        if case .mapping(let entries) = setting.node.content, entries.contains(where: { $0.key == "resource" }) {
            return resource(setting)
        }
        if case .mapping(let entries) = setting.node.content, entries.contains(where: { $0.key == "openapi" }) {
            return openAPI(setting)
        }
        let own = ["route", "responses", "after_last", "faults", "auth", "session", "match"]
        guard let group = settings.group(setting, known: own + Self.responseKeys, prefix: "route.") else { return nil }
        guard let place = group["route"] else {
            settings.problems.add("route needs a path; write route: GET /path", line: setting.line)
            return nil
        }
        guard let text = settings.text(place, "a path, as in GET /orders/{id}") else { return nil }
        let words = text.split(separator: " ")
        guard let last = words.last, words.count <= 2, let path = PathPattern(String(last)) else {
            settings.refuse(
                place,
                "\(SafeText.shown(text)) is not a valid route; write one like GET /orders/{id}, POST|PUT /orders or /files/*"
            )
            return nil
        }
        if let mark = last.utf8.first(where: { "?#".utf8.contains($0) }) {
            settings.refuse(
                place,
                "\(SafeText.shown(String(last))) has a "
                    + (mark == UInt8(ascii: "?")
                        ? "query, and routes are for paths; write match: {query: …} beside it"
                        : "fragment, which clients do not send; leave it out"))
            return nil
        }
        let methods = words.count == 2 ? Set(words[0].split(separator: "|").map(String.init)) : nil
        if let bad = methods?.first(where: { !$0.utf8.allSatisfy { (65...90).contains($0) } }) {
            settings.refuse(place, "\(SafeText.shown(bad)) is not a valid method; write one like GET")
            return nil
        }
        for method in (methods ?? []).sorted() where !Self.methods.contains(method) {
            let meant = KeySuggestion.nearest(to: method, among: Self.methods, within: 1)
                .map { "did you mean \($0)?" }
            let known = "known are \(Self.methods.joined(separator: ", "))"
            settings.refuse(place, "\(method) is not a method of HTTP; \(meant ?? known)")
            return nil
        }
        var responses: [ResponsePlan] = []
        if let several = group["responses"] {
            for other in Self.responseKeys.compactMap({ group[$0] }).sorted(by: { $0.line < $1.line }).prefix(1) {
                settings.refuse(other, "and \(several.name) cannot be combined; write it into one of the responses")
            }
            for item in items(several, "responses", max: 1_000) {
                if let group = settings.group(item, known: Self.responseKeys, prefix: "response.") {
                    responses.append(response(group, path))
                }
            }
            if responses.isEmpty { settings.refuse(several, "is empty; write at least one response") }
        } else {
            responses = [response(group, path)]
        }
        guard !responses.isEmpty else { return nil }
        var route = RoutePlan(path, methods: methods, responses)
        if let setting = group["after_last"] {
            if group["responses"] == nil { settings.refuse(setting, "needs responses: and a list of them") }
            switch settings.text(setting, "repeat or stay") {
            case "repeat": route.isRepeated = true
            case "stay": route.isRepeated = false
            case .some(let other): settings.refuse(setting, "\(SafeText.shown(other)) is neither repeat nor stay")
            case nil: break
            }
        }
        conditions(group, &route)
        return route
    }

    /// Reads the settings that all routes have: conditions, faults, logins and sessions.
    mutating func conditions(_ group: Group, _ route: inout RoutePlan) {
        if let match = group["match"] { self.match(match, of: &route) }
        if let faults = group["faults"] {
            routeOfFaults = route
            route.faults = self.faults(faults)
            routeOfFaults = nil
        }
        if let auth = group["auth"] { route.authentication = authentication(auth) }
        if let session = group["session"] { route.session = self.session(session, route.path) }
    }

    /// The items of a list with a limited length.
    mutating func items(_ setting: Setting, _ expected: String, max: Int) -> [Setting] {
        guard case .sequence(let nodes) = setting.node.content else {
            settings.refuse(setting, "is \(setting.node.kind); write a list of \(expected)")
            return []
        }
        guard nodes.count <= max else {
            settings.refuse(setting, "has \(nodes.count) entries; the maximum is \(max)")
            return []
        }
        return nodes.map { Setting(name: setting.name, node: $0) }
    }
}

extension RoutePlan {
    /// Whether this route handles all requests of a later one.
    fileprivate func hides(_ other: RoutePlan) -> Bool {
        guard match.isEmpty, path.covers(other.path) else { return false }
        guard let methods else { return true }
        return other.methods.map { $0.isSubset(of: methods) } ?? false
    }
}

extension ServeDecoder {
    /// Parses a setting; an error of the parser is added to the problems.
    mutating func value<Value>(_ setting: Setting, _ parse: () throws(SettingsError) -> Value) -> Value? {
        do {
            return try parse()
        } catch {
            settings.refuse(setting, error.reason)
            return nil
        }
    }

    /// A duration with a unit, since in a file of delays `100` may mean milliseconds.
    mutating func duration(_ setting: Setting, in range: ClosedRange<Duration>) -> Duration? {
        if case .scalar(let text, _) = setting.node.content, let problem = Delay.unitProblem(text) {
            settings.refuse(setting, problem)
            return nil
        }
        return settings.duration(setting, in: range)
    }
}
