import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Decodes faults for the queries of a zone.
extension ServeDecoder {
    mutating func questionFaults(_ setting: Setting) -> [QueryFault] {
        var found: [(fault: QueryFault, line: Int)] = []
        for item in items(setting, "faults, as in - fault: dns.servfail", max: 256) {
            guard let fault = questionFault(item) else { continue }
            if let (other, line) = found.first(where: { $0.fault.hides(fault) }) {
                settings.problems.add(
                    "this fault never applies: the fault in line \(line) takes "
                        + (other.when.first.map { "the same first \($0) queries" } ?? "all its queries")
                        + "; move this one before it",
                    line: item.line)
            }
            found.append((fault, item.line))
        }
        return found.map(\.fault)
    }

    private mutating func questionFault(_ setting: Setting) -> QueryFault? {
        // A fault without conditions may be given by its name alone.
        if case .scalar(let text, _) = setting.node.content, !setting.node.isNull {
            return behaviour(text, setting).map {
                QueryFault($0.name, $0.behaviour, match: .init(), when: .always, setting: text)
            }
        }
        guard let group = settings.group(setting, known: ["fault", "when", "state"], prefix: "fault.") else {
            return nil
        }
        var (when, match) = (FaultConditions.always, QueryMatch())
        if let condition = group["when"].flatMap({ self.condition($0) }) {
            when = condition.when
            if let setting = condition.match { match = questionMatch(setting) }
        }
        guard let fault = group["fault"] else {
            settings.refuse(setting, "needs a fault; write fault: dns.servfail")
            return nil
        }
        guard let text = settings.text(fault, "a fault, as in dns.servfail"), let found = behaviour(text, fault) else {
            return nil
        }
        var question = QueryFault(found.name, found.behaviour, match: match, when: when, setting: text)
        question.beginsOff = group["state"].map { beginsOff($0) } ?? false
        return question
    }

    private mutating func behaviour(_ text: String, _ setting: Setting) -> (name: String, behaviour: DNSBehaviour)? {
        do throws(FaultError) {
            return (String(text.prefix { $0 != "=" }), try ZoneFault.behaviour(text))
        } catch {
            settings.refuse(setting, error.description)
            return nil
        }
    }

    private mutating func questionMatch(_ setting: Setting) -> QueryMatch {
        var match = QueryMatch()
        guard let group = settings.group(setting, known: ["name", "type"]) else { return match }
        if let setting = group["name"], let text = settings.text(setting, "a name, as in *.example.test") {
            match.name = DNSZone.pattern(text)
            if match.name == nil {
                settings.refuse(
                    setting,
                    "\(SafeText.shown(text)) is not a valid name; write one like www.example.test, *.example.test or *")
            }
        }
        if let setting = group["type"], let text = settings.text(setting, "a type, as in AAAA") {
            match.type = DNSZone.type(text)
            if match.type == nil {
                settings.refuse(
                    setting,
                    "\(SafeText.shown(text)) is not a type that zones have; write A, AAAA, CNAME, MX, NS, PTR, SRV or TXT"
                )
            }
        }
        return match
    }
}
