import Glibc
import NIOHTTP1
import NetdiagConfiguration
import NetworkFaults
import NetworkModel
import TLSServer

/// Decodes the settings of listeners between a client and a server: `to:`, `record:` and `replay:`.
extension ServeDecoder {
    static let betweenKeys = ["to", "record", "replay", "spy", "dates", "tls", "script", "zone"]

    /// Reads the content of a listener in addition to its routes.
    ///
    /// - Returns: Whether it needs no routes.
    mutating func between(_ group: Group, _ listener: inout ListenerPlan) -> Bool {
        if let tls = group["tls"] { listener.security = security(tls) }
        let before = ["to", "replay", "script", "zone"].compactMap { group[$0] }.isEmpty
        if let setting = group["to"], let upstream = upstream(setting) {
            listener.upstream = upstream
            if upstream.scheme == .tcp { listener.content = .stream }
        }
        replay(group, &listener)
        record(group, &listener)
        if let script = group["script"].flatMap({ self.script($0) }) { listener.content = .script(script) }
        if let zone = group["zone"].flatMap({ self.zone($0) }) { listener.content = .zone(zone) }
        contents(group, listener)
        return !before
    }

    /// Rejects settings that exclude each other.
    private mutating func contents(_ group: Group, _ listener: ListenerPlan) {
        let (owner, others): (String, [String]) =
            switch listener.content {
            case .http: ("", [])
            case .stream: ("to: tcp://", ["routes", "replay", "spy", "dates", "record", "script", "zone"])
            case .script: ("script:", ["routes", "to", "replay", "spy", "dates", "record", "zone", "faults"])
            case .zone: ("zone:", ["routes", "to", "replay", "spy", "dates", "record", "script", "tls"])
            }
        for setting in others.compactMap({ group[$0] }) {
            settings.refuse(setting, "cannot be combined with \(owner); give it its own listener")
        }
        guard listener.content == .stream, let faults = group["faults"] else { return }
        for item in items(faults, "faults", max: 256) {
            if let reason = peek(item).flatMap({ Self.refusalByStreams($0) }) { settings.refuse(item, reason) }
        }
    }

    /// The reason why connections without requests cannot have a fault; `nil` if they can.
    static func refusalByStreams(_ rule: FaultRule) -> String? {
        if rule.when.match != nil {
            return "matches requests, and tcp:// has none; count connections with first:, after: or every:"
        }
        guard !fitsStreams(rule.fault) else { return nil }
        return "\(rule.name) is of HTTP; tcp:// takes delay:, pace:, tcp.reset, tcp.closed and http.no-answer"
    }

    /// A rule without its errors, which are reported where it is read.
    private func peek(_ setting: Setting) -> FaultRule? {
        var copy = self
        return copy.faults(Setting(name: setting.name, node: Self.list(of: setting.node))).first
    }

    private static func list(of node: YAMLNode) -> YAMLNode {
        var list = node
        list.content = .sequence([node])
        return list
    }

    /// Whether the fault applies to connections without requests.
    private static func fitsStreams(_ fault: ExchangeFault) -> Bool {
        switch fault {
        case .silent, .delayed, .paced: true
        case .raw, .cut, .replaced: false
        }
    }

    // MARK: - Upstreams

    /// The response `to:` of a route.
    mutating func forwarding(_ setting: Setting) -> ResponsePlan {
        guard let upstream = upstream(setting) else { return ResponsePlan() }
        guard upstream.scheme != .tcp else {
            settings.refuse(setting, "is tcp://, which only a whole listener can forward; write it next to port:")
            return ResponsePlan()
        }
        return ResponsePlan(.forward(upstream))
    }

    /// An upstream server: a URL, or a group with one.
    private mutating func upstream(_ setting: Setting) -> Upstream? {
        let expected = "a URL, as in http://127.0.0.1:8080"
        guard case .mapping = setting.node.content else {
            return settings.text(setting, expected).flatMap { upstream($0, setting, .system, group: [:]) }
        }
        guard let group = settings.group(setting, known: ["url", "ca", "insecure", "timeout"]) else { return nil }
        guard let url = group["url"] else {
            settings.refuse(setting, "needs a URL; write url: http://127.0.0.1:8080")
            return nil
        }
        var trust = TLSContext.Trust.system
        if let file = group["ca"], let path = settings.text(file, "the file of an authority in PEM form") {
            trust = .file(resolved(path))
        }
        if let insecure = group["insecure"], settings.boolean(insecure) == true {
            if group["ca"] != nil { settings.refuse(insecure, "and ca: cannot be combined; keep one of the two") }
            trust = .anybody
        }
        return settings.text(url, expected).flatMap { upstream($0, url, trust, group: group) }
    }

    private mutating func upstream(
        _ text: String, _ setting: Setting, _ trust: TLSContext.Trust, group: Group
    ) -> Upstream? {
        guard var upstream = value(setting, { () throws(SettingsError) in try Upstream(text) }) else { return nil }
        if let timeout = group["timeout"].flatMap({
            duration($0, in: .milliseconds(100) ... .seconds(300))
        }) {
            upstream.connectTimeout = timeout
        }
        guard upstream.scheme == .https else {
            for key in ["ca", "insecure"] {
                if let other = group[key] { settings.refuse(other, "is for https, and \(upstream.url) is not") }
            }
            return upstream
        }
        do {
            try upstream.trust(trust)
        } catch {
            settings.refuse(group["ca"] ?? setting, "cannot be used: \(error)")
            return nil
        }
        return upstream
    }

    // MARK: - Recordings

    private mutating func replay(_ group: Group, _ listener: inout ListenerPlan) {
        guard let setting = group["replay"] else {
            for key in ["spy", "dates"] {
                if let other = group[key] { settings.refuse(other, "has no effect without replay: and a HAR file") }
            }
            return
        }
        guard let text = settings.text(setting, "a HAR file") else { return }
        var plan: ReplayPlan
        do {
            plan = ReplayPlan(try HARReader.read(path: resolved(text)))
        } catch {
            settings.refuse(setting, "cannot be replayed: \(error)")
            return
        }
        if let spy = group["spy"], settings.boolean(spy) == true {
            plan.isSpy = true
            if group["to"] == nil { settings.refuse(spy, "needs to: and the URL that other requests go to") }
        }
        if let dates = group["dates"] {
            switch settings.text(dates, "shifted or recorded") {
            case "shifted": plan.dates = .shifted
            case "recorded": plan.dates = .recorded
            case .some(let other): settings.refuse(dates, "\(SafeText.shown(other)) is neither shifted nor recorded")
            case nil: break
            }
        }
        if let to = group["to"], !plan.isSpy {
            settings.refuse(to, "is never used together with replay:; write spy: on, or remove one of them")
        }
        listener.replay = plan
        listener.otherwise = .problem(
            .notFound, "the recording does not have this request; with spy: on, it is forwarded")
    }

    private mutating func record(_ group: Group, _ listener: inout ListenerPlan) {
        guard let setting = group["record"], let text = settings.text(setting, "the name of a new HAR file") else {
            return
        }
        let path = resolved(text)
        if let replayed = group["replay"], case .scalar(let other, _) = replayed.node.content, resolved(other) == path {
            settings.refuse(setting, "is the file that is replayed; name another one")
        } else if let taken = [path, path + ".d"].first(where: { Self.exists($0) }) {
            settings.refuse(setting, "\(SafeText.shown(taken)) exists already; name another file")
        }
        listener.recording = path
    }

    /// Rejects a recording of a listener that forwards nothing, and records nothing.
    mutating func checkRecording(_ group: Group, _ listener: ListenerPlan) {
        guard let setting = group["record"], group["to"] == nil, listener.upstreams.isEmpty else { return }
        settings.refuse(setting, "has no effect without to: and a URL, since only forwarded requests are recorded")
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
