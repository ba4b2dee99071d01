import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Decodes faults, conditions and logins of serve.yaml.
extension ServeDecoder {
    mutating func faults(_ setting: Setting) -> [FaultRule] {
        items(setting, "faults, as in - fault: http.stalled", max: 256).compactMap { rule($0) }
    }

    private mutating func rule(_ setting: Setting) -> FaultRule? {
        guard var rule = plainRule(setting) else { return nil }
        if case .mapping(let entries) = setting.node.content, let entry = entries.first(where: { $0.key == "state" }) {
            rule.beginsOff = beginsOff(Setting(name: "fault.state", node: entry.value))
        }
        return rule
    }

    /// Whether a fault is off until `netdiag serve faults --on`.
    mutating func beginsOff(_ setting: Setting) -> Bool { settings.boolean(setting) == false }

    private mutating func plainRule(_ setting: Setting) -> FaultRule? {
        // A fault without conditions may be given by its name alone.
        if case .scalar(let text, _) = setting.node.content, !setting.node.isNull {
            return fault(text, setting).map { FaultRule(text, $0) }
        }
        let known = ["fault", "delay", "pace", "when", "state"]
        guard let group = settings.group(setting, known: known, prefix: "fault.") else { return nil }
        let when = group["when"].flatMap { self.conditions($0) } ?? .always
        let kinds = ["fault", "delay", "pace"].compactMap { group[$0] }
        guard kinds.count == 1 else {
            settings.refuse(setting, "takes one of fault:, delay: and pace:")
            return nil
        }
        if let delay = group["delay"], let text = settings.text(delay, "a delay, as in 200ms or 100ms..300ms") {
            return value(delay) { () throws(SettingsError) in try Delay(text) }
                .map { FaultRule("delay", .delayed($0), when: when, setting: "delay=\(text)") }
        }
        if let pace = group["pace"], let text = settings.text(pace, "a pace, as in 10kB/s") {
            return value(pace) { () throws(SettingsError) in try SendRate(text) }
                .map { FaultRule("pace", .paced($0), when: when, setting: "pace=\(text)") }
        }
        guard let fault = group["fault"], let text = settings.text(fault, "a cause, as in http.stalled") else {
            return nil
        }
        return self.fault(text, fault).map { FaultRule(text, $0, when: when) }
    }

    /// A cause with its arguments, as in `http.client-error=418`.
    private mutating func fault(_ text: String, _ setting: Setting) -> ExchangeFault? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let definition = FaultCatalogue.definition(CauseID(rawValue: name)) else {
            settings.refuse(setting, ContentOptions.unknown(name))
            return nil
        }
        guard let exchange = definition.exchange else {
            settings.refuse(setting, "\(name) needs a listener of its own, without routes and other content")
            return nil
        }
        do throws(FaultError) {
            return exchange(try definition.arguments(parts.count == 2 ? String(parts[1]) : ""))
        } catch {
            settings.refuse(setting, error.description)
            return nil
        }
    }

    private mutating func conditions(_ setting: Setting) -> FaultConditions? {
        guard let condition = condition(setting) else { return nil }
        var when = condition.when
        when.match = condition.match.flatMap { self.match($0) }
        return when
    }

    /// A condition, and its `match:`, whose form depends on the content of the listener.
    mutating func condition(_ setting: Setting) -> (when: FaultConditions, match: Setting?)? {
        let known = ["probability", "every", "first", "after", "between", "during", "match"]
        guard let group = settings.group(setting, known: known) else { return nil }
        var when = FaultConditions()
        if let setting = group["probability"], let text = settings.text(setting, "a share, as in 0.1 or 10%") {
            when.probability = probability(text)
            if when.probability == nil {
                settings.refuse(setting, "\(SafeText.shown(text)) is not a valid share; write 0 to 1, or 0% to 100%")
            }
        }
        let numbers = 1...999_999_999
        when.every = group["every"].flatMap { cycle($0, numbers) }
        when.first = group["first"].flatMap { settings.integer($0, in: numbers, unit: "requests") }
        when.after = group["after"].flatMap { settings.integer($0, in: 0...999_999_999, unit: "requests") }
        if let setting = group["between"], let text = settings.text(setting, "two numbers, as in 3..7") {
            let ends = text.split(separator: ".").compactMap { Int($0) }
            if ends.count == 2, ends[0] >= 1, ends[0] <= ends[1], text.contains("..") {
                when.between = ends[0]...ends[1]
            } else {
                settings.refuse(
                    setting, "\(SafeText.shown(text)) is not a valid range of requests; write one like 3..7")
            }
        }
        if let setting = group["during"], let text = settings.text(setting, "a part of a period, as in 10s of 60s") {
            let words = text.split(separator: " ")
            if words.count == 3, words[1] == "of", [words[0], words[2]].allSatisfy({ Delay.unitProblem($0) == nil }),
                let active = try? Duration(setting: String(words[0])),
                let period = try? Duration(setting: String(words[2])), active > .zero, active <= period
            {
                when.during = .init(active: active, period: period)
            } else {
                settings.refuse(setting, "\(SafeText.shown(text)) is not a part of a period; write one like 10s of 60s")
            }
        }
        if let contradiction = when.contradiction { settings.refuse(setting, contradiction) }
        return (when, group["match"])
    }

    private mutating func cycle(_ setting: Setting, _ numbers: ClosedRange<Int>) -> FaultConditions.Cycle? {
        let expected = "a number of requests, as in 7, or even or odd"
        guard let text = settings.text(setting, expected) else { return nil }
        switch text {
        case "even": return .even
        case "odd": return .odd
        default:
            guard let number = Int(text), numbers.contains(number) else {
                settings.refuse(setting, "\(SafeText.shown(text)) is not valid; write \(expected)")
                return nil
            }
            return FaultConditions.Cycle(number)
        }
    }

    private func probability(_ text: String) -> Double? {
        let isPercent = text.hasSuffix("%")
        guard let number = Double(isPercent ? text.dropLast() : text[...]), number.isFinite else { return nil }
        let share = isPercent ? number / 100 : number
        return (0...1).contains(share) ? share : nil
    }

    /// The conditions of a route beside its path. A method limits the route to it.
    mutating func match(_ setting: Setting, of route: inout RoutePlan) {
        guard let match = self.match(setting, known: ["method", "headers", "query"]) else { return }
        if let method = match.method {
            guard route.takes(method) else {
                let methods = (route.methods ?? []).sorted().joined(separator: "|")
                settings.refuse(setting, "has the method \(method), and the route takes only \(methods)")
                return
            }
            route.methods = [method]
        }
        (route.match.headers, route.match.query) = (match.headers, match.query)
    }

    /// The `match:` of a condition. Requests that never reach the route of the fault cannot match.
    private mutating func match(_ setting: Setting) -> RequestMatch? {
        guard let match = self.match(setting, known: ["method", "path", "headers", "query"]) else { return nil }
        guard let route = routeOfFaults else { return match }
        if let method = match.method, !route.takes(method) {
            let methods = (route.methods ?? []).sorted().joined(separator: "|")
            settings.refuse(setting, "has the method \(method), and the route takes only \(methods)")
        }
        if let path = match.path, !path.overlaps(route.path) {
            settings.refuse(setting, "has the path \(path), and the route takes only \(route.path)")
        }
        return match
    }

    private mutating func match(_ setting: Setting, known: [String]) -> RequestMatch? {
        guard let group = settings.group(setting, known: known) else { return nil }
        var match = RequestMatch()
        if let setting = group["method"], let text = settings.text(setting, "a method, as in GET") {
            if !text.isEmpty, text.utf8.allSatisfy({ (65...90).contains($0) }) {
                match.method = text
            } else {
                settings.refuse(setting, "\(SafeText.shown(text)) is not a valid method; write one like GET")
            }
        }
        if let setting = group["path"], let text = settings.text(setting, "a path, as in /orders/*") {
            match.path = PathPattern(text)
            if match.path == nil {
                settings.refuse(setting, "\(SafeText.shown(text)) is not a valid path; write one like /orders/*")
            }
        }
        if let headers = group["headers"] { match.headers = values(headers) }
        if let query = group["query"] { match.query = values(query) }
        return match
    }

    /// Names with a value each, or `nil` for any value if there is none after the colon.
    private mutating func values(_ setting: Setting) -> [String: String?] {
        guard case .mapping(let entries) = setting.node.content else {
            settings.refuse(setting, "is \(setting.node.kind); write name: value, a line each")
            return [:]
        }
        var values: [String: String?] = [:]
        for entry in entries {
            let named = Setting(name: "\(setting.name).\(SafeText.escaped(entry.key))", node: entry.value)
            values.updateValue(entry.value.isNull ? nil : settings.text(named, "a value"), forKey: entry.key)
        }
        return values
    }

    mutating func authentication(_ setting: Setting) -> AuthenticationPlan? {
        guard let group = settings.group(setting, known: ["basic", "digest", "bearer", "realm"]) else { return nil }
        var plan: AuthenticationPlan?
        if let account = group["basic"].flatMap({ self.account($0) }) {
            plan = AuthenticationPlan(.basic(user: account.0, password: account.1))
        } else if let account = group["digest"].flatMap({ self.account($0) }) {
            plan = AuthenticationPlan(.digest(user: account.0, password: account.1))
        } else if let token = group["bearer"].flatMap({ settings.text($0, "a token") }) {
            plan = AuthenticationPlan(.bearer(token: token))
        } else if group["basic"] == nil, group["digest"] == nil, group["bearer"] == nil {
            settings.refuse(setting, "needs a scheme; write basic:, digest: or bearer:")
        }
        if let realm = group["realm"].flatMap({ settings.text($0, "a realm") }) { plan?.realm = realm }
        return plan
    }

    private mutating func account(_ setting: Setting) -> (String, String)? {
        guard let group = settings.group(setting, known: ["user", "password"]) else { return nil }
        guard let user = group["user"].flatMap({ settings.text($0, "a name") }),
            let password = group["password"].flatMap({ settings.text($0, "a password") })
        else {
            settings.refuse(setting, "needs user: and password:")
            return nil
        }
        return (user, password)
    }
}
