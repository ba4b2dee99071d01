import NetworkFaults
import NetworkModel

/// `netdiag serve faults --set` and `--when`: other arguments and conditions of faults of a run.
struct FaultChange {
    /// The fault with its new arguments; `nil` to keep them.
    var setting: String?
    /// The new conditions; `nil` to keep them.
    var when: String?
    /// The names of the faults that change; `nil` for all with the id of ``setting``.
    var names: Set<String>?

    /// Changes the faults. Nothing is changed if one of the changes is not valid.
    ///
    /// - Throws: ``FaultError/usage(_:)`` with the reason, on one line; ``FaultError/system(_:)`` if a server cannot be started
    ///   again.
    func apply(to servers: RunningServers) async throws(FaultError) {
        var changes: [(responder: PlanResponder, faults: CurrentFaults)] = []
        for responder in servers.list.compactMap(\.responder) {
            if let faults = try changed(responder) { changes.append((responder, faults)) }
        }
        var wholeChanges: [WholeChange] = []
        for case .fault(let fault) in servers.list.map(\.kind) where concerns(fault.name) {
            wholeChanges.append(try changed(fault))
        }
        guard !changes.isEmpty || !wholeChanges.isEmpty else { throw refusal }
        for change in changes { change.responder.replace(change.faults) }
        for change in wholeChanges {
            do {
                try await change.apply()
            } catch {
                throw error as? FaultError ?? .system("\(error)")
            }
        }
    }

    /// A change of a fault that has a server of its own.
    private struct WholeChange {
        let fault: SwitchableFault
        var arguments: FaultArguments?
        var when: FaultConditions?

        func apply() async throws {
            if let arguments {
                var condition = fault.condition
                condition.arguments = arguments
                try await fault.set(condition)
            }
            if let when { fault.limit(to: when) }
        }
    }

    private func changed(_ fault: SwitchableFault) throws(FaultError) -> WholeChange {
        var change = WholeChange(fault: fault)
        if let setting {
            let text = String(setting.dropFirst(FaultWords.id(setting).count).dropFirst())
            change.arguments = try fault.definition.arguments(text)
        }
        if let when {
            let conditions = try FaultWords.conditions(when)
            guard fault.canHaveConditions || conditions == .always else {
                throw .usage(
                    "\(fault.definition.cause) applies to all connections; --when is for faults of tls, ws, ftp and dns"
                )
            }
            guard conditions.match == nil else {
                throw .usage(
                    "\(fault.definition.cause) has a server of its own, whose conditions are for connections and not for requests; "
                        + "write --when without match:")
            }
            change.when = conditions
        }
        return change
    }

    /// The faults of a listener after the change; `nil` if it concerns none of them.
    private func changed(_ responder: PlanResponder) throws(FaultError) -> CurrentFaults? {
        let plan = responder.plan
        var faults = responder.currentFaults
        var isChanged = false
        for group in faults.rules.indices {
            for (number, rule) in faults.rules[group].enumerated() where concerns(rule.name) {
                let words = FaultWords(setting: setting ?? rule.setting, when: when)
                guard var new = try words.rule(in: group > 0 ? plan.routes[group - 1] : nil) else { continue }
                if when == nil { new.when = rule.when }
                new.beginsOff = rule.beginsOff
                if plan.content == .stream, let reason = ServeDecoder.refusalByStreams(new) {
                    throw .usage("the fault \(reason)")
                }
                faults.rules[group][number] = new
                isChanged = true
            }
        }
        for (number, fault) in faults.questions.enumerated() where concerns(fault.name) {
            guard var new = try FaultWords(setting: setting ?? fault.setting, when: when).question() else { continue }
            if when == nil { (new.when, new.match) = (fault.when, fault.match) }
            new.beginsOff = fault.beginsOff
            faults.questions[number] = new
            isChanged = true
        }
        for (number, fault) in faults.questions.enumerated() {
            guard let other = faults.questions[..<number].first(where: { $0.hides(fault) }) else { continue }
            throw .usage("then \(fault.name) never applies: \(other.name) before it takes all its queries")
        }
        return isChanged ? faults : nil
    }

    private func concerns(_ name: String) -> Bool {
        if let setting, FaultWords.id(setting) != FaultWords.id(name) { return false }
        return names?.contains(name) ?? true
    }

    /// The reason why no fault changes.
    private var refusal: FaultError {
        let id = setting.map(FaultWords.id)
        if let names, let id {
            let others = names.sorted().joined(separator: ", ")
            return .usage("--only \(others) is not \(SafeText.shown(id)), which --set changes")
        }
        return .usage("this run has no fault \(SafeText.shown(id ?? ""))")
    }
}
