import Diagnosis
import NetworkModel
import Translations

extension StatusDocument {
    /// Writes the verdict, the root cause with advice, and then everything with a mark.
    func write(to page: inout Page, in context: PageContext) {
        writeHeadline(to: &page, in: context)
        writeFindings(to: &page, in: context)
        writeParts(to: &page, in: context)
    }

    /// Writes the verdict, and what limits its validity.
    func writeHeadline(to page: inout Page, in context: PageContext) {
        let mark = TargetState(status, isDegraded: degraded)
        page.line(
            mark.text(page.glyphs) + " " + Text(host, .bold)
                + Text("  \(headline)", mark.style)
                + Text(age(in: context), .dim),
            hang: 2)
        if let exposure { page.line(Text(exposure, .dim), indent: 2) }
        for failure in listen ?? [] {
            let words = Phrase.notListening.text([
                "address": failure.address, "reason": FactWords.local(failure.reason),
            ])
            page.line(TargetState.degraded.text(page.glyphs) + Text(" \(words)"), indent: 2, hang: 2)
        }
        if let history {
            page.line(
                TargetState.degraded.text(page.glyphs)
                    + Text(" \(Phrase.notRecorded.text(["reason": FactWords.local(history.reason)]))"),
                indent: 2, hang: 2)
        }
        for words in alerts?.localLines ?? [] {
            page.line(TargetState.degraded.text(page.glyphs) + Text(sentence: " \(words)"), indent: 2, hang: 2)
        }
    }

    /// Writes the cause and the other findings, with advice, and the open incidents.
    private func writeFindings(to page: inout Page, in context: PageContext) {
        let open = incidents.filter(\.isOpen)
        // The reason of the first line comes before warnings, which are not the reason.
        let isDoubtFirst =
            status == .connectionIndeterminate && uplink?.detail != nil && open.isEmpty && cause?.severity != .error
        if isDoubtFirst { writeDoubt(to: &page) }
        // Findings that are part of an incident are not repeated.
        let untold = findingsWithoutIncident
        // The cause of the first line comes first, also while it is not yet confirmed and has no incident.
        if let cause, untold.contains(cause) { page.finding(cause, indent: 2, withMark: !open.isEmpty || isDoubtFirst) }
        let hidden = hiddenIncidents(among: open)
        for incident in open where !hidden.contains(incident.id) {
            IncidentPage.write(incident, to: &page, in: context, indent: 2, working: working(since: incident))
        }
        if !hidden.isEmpty { page.advice(Text(Phrase.moreIncidents.text(hidden.count), .dim), indent: 2, hang: 2) }
        for finding in untold where finding != cause { page.finding(finding, indent: 2, withMark: true) }
        if !isDoubtFirst { writeDoubt(to: &page) }
    }

    /// Writes the links, gateways, resolvers and targets, each with a mark.
    func writeParts(to page: inout Page, in context: PageContext) {
        section(.links, linkTable(page.glyphs), &page)
        section(.gateways, gatewayTable(page.glyphs), &page)
        if let uplink { section(.uplink, uplinkTable(uplink, page.glyphs), &page) }
        section(.resolvers, resolverTable(page.glyphs), &page)
        if !targets.isEmpty {
            let table = TargetTable(targets: targets, isWhole: context.isWhole)
            section(titled: table.title, table.rows(page.glyphs, context, limit: page.columns(indent: 4)), &page)
        } else if publication != .withoutDaemon {
            page.blank()
            page.line(Text(Phrase.targets.text, .bold), indent: 2)
            page.line(Text(Phrase.addTargets.text, .dim), indent: 4, hang: 2)
        }
        page.blank()
        page.line(Text(Phrase.published.text, .bold), indent: 2)
        // A waiting announcement is a warning only if something needs it.
        let isSpared = findings.contains { $0.id == "mdns.daemon-down" && $0.severity == .info }
        let publicationMark = publication.state == .waiting && isSpared ? TargetState.idle : publication.mark
        // Findings about multicast DNS contain the reason.
        let isExplained = publication.state == .waiting && findings.contains { $0.id.layer == .mdns }
        let isWithoutAvahi = findings.contains { $0.id == "mdns.daemon-down" }
        let words = publication.text(withReason: !isExplained, isWithoutAvahi: isWithoutAvahi)
        page.line(publicationMark.text(page.glyphs) + "  " + words, indent: 4, hang: 3)
        if !services.isEmpty { section(.services, serviceTable(page.glyphs), &page) }
    }

    /// The targets that were found to work since an incident began.
    private func working(since incident: Incident) -> Set<String> {
        guard !incident.targets.isEmpty else { return [] }
        return Set(
            targets.lazy.filter { target in
                target.status == .connectionUp && (target.last.map { $0 > incident.opened } ?? false)
            }.map(\.key))
    }

    /// Writes why it is not known whether the uplink works, if that is so.
    private func writeDoubt(to page: inout Page) {
        guard status == .connectionIndeterminate, let detail = uplink?.detail else { return }
        let words = Phrase.uplinkUnknown.text(["detail": FactWords.local(detail)])
        page.line(TargetState.unknown.text(page.glyphs) + Text(sentence: " \(words)"), indent: 2, hang: 2)
        page.advice(
            Text(page.glyphs.arrow, .name) + Text(sentence: " \(Phrase.decideByTarget.text)"), indent: 4, hang: 2)
    }

    /// The incidents of targets that are cut off by the cause of the first line, so that nobody knows whether they are still open:
    /// they are counted, and not listed below the fault that matters now.
    private func hiddenIncidents(among open: [Incident]) -> Set<Int> {
        guard status == .connectionDown, let cause, cause.side != .remote,
            open.contains(where: { $0.cause.id == cause.id })
        else { return [] }
        let cutOff = Set(targets.lazy.filter { $0.cause?.id == cause.id && $0.status != .connectionUp }.map(\.key))
        let others = open.filter { incident in
            incident.cause.side == .remote && !incident.targets.isEmpty && incident.targets.allSatisfy(cutOff.contains)
        }
        return Set(others.map(\.id))
    }

    /// The time since the last change of the status; empty if the machine was examined just now for the first time.
    private func age(in context: PageContext) -> String {
        guard context.now.millisecondsSince1970 - since.millisecondsSince1970 >= 1_000 else { return "" }
        let span = LocalTime.span(from: since, to: context.now)
        return "  \(Phrase.sinceAgo.text(["time": context.localTime(since), "span": span]))"
    }

    /// The status in a few words: if only some targets work, how many. That everything works is not said if a part of it was not
    /// observed.
    var headline: String {
        let checked = targets.filter { $0.status != .noErr && !$0.isInMaintenance }
        let working = checked.count { $0.status == .connectionUp }
        let isPartial = status == .connectionUp && degraded && working < checked.count
        if status == .connectionUp, !degraded, unprovenUplink != nil { return Phrase.noFaultFound.text }
        // If all targets fail because of faults of their own, this machine and its network work.
        if status == .connectionDown, !checked.isEmpty, working == 0, let cause,
            (cause.side ?? cause.layer.side) == .remote || isOfSomeDestinations(cause)
        {
            let word = Phrase.noTargetWorks.text(checked.count)
            return cause.side.map { Phrase.wordAndDetail.text(["word": word, "detail": $0.localWords]) } ?? word
        }
        return isPartial
            ? Phrase.partlyWorking.text(checked.count, ["working": LocalQuantity.text(working)])
            : status.sentence(isDegraded: degraded, cause)
    }

    /// Whether a rule of this machine leads to another routing table than the main one, by which the uplink works.
    private func isOfSomeDestinations(_ cause: Finding) -> Bool {
        cause.facts["table"] != nil && uplink?.status == .connectionUp
    }

    private func section(_ title: Phrase, _ table: Table, _ page: inout Page) {
        section(titled: title.text, table, &page)
    }

    private func section(titled title: String, _ table: Table, _ page: inout Page) {
        page.blank()
        page.line(Text(title, .bold), indent: 2)
        if table.isEmpty {
            page.line(Text(Phrase.noneOfThem.text, .dim), indent: 4)
        } else {
            page.table(table, indent: 4)
        }
    }

    private func linkTable(_ glyphs: Glyphs) -> Table {
        var table = Table(.left, .left, .left, .right, .flexible)
        for link in links where !link.isLoopback {
            let isUp = link.isAdminUp && link.hasCarrier
            // Only links with one of our routes can be at fault.
            let isNeeded = gateways.contains { $0.interface == link.name }
            let mark: TargetState = isUp ? (link.addresses.isEmpty ? .idle : .up) : isNeeded ? .down : .idle
            table.add(
                mark.text(glyphs), Text(link.name),
                Text(Phrase.text(of: LinkWords.state(link)), isUp ? .plain : mark.style),
                Text(link.speed.map { LocalQuantity.speed(megabits: $0) } ?? ""),
                Text(link.addresses.map(LinkWords.address).joined(separator: ", "), .name))
        }
        return table
    }

    private func gatewayTable(_ glyphs: Glyphs) -> Table {
        var table = Table(.left, .flexible, .left, .left, .right)
        for gateway in gateways {
            table.add(
                TargetState(gateway.status).text(glyphs), Text(gateway.address.description, .name),
                Text(gateway.interface),
                Text(Self.words(gateway)),
                Text(gateway.roundTrip.map { LocalQuantity.text($0) } ?? "", .dim))
        }
        return table
    }

    /// The state of the neighbour, or else what is known instead. The kernel considers a neighbour reachable for a while
    /// after it last heard it.
    private static func words(_ gateway: Gateway) -> String {
        if gateway.status == .connectionDown { return Phrase.noAnswer.text }
        if let state = gateway.neighbour {
            return state.isUnanswered
                ? Phrase.noAnswer.text : state.words(isHeard: gateway.status == .connectionUp)
        }
        switch gateway.status {
        case .connectionUp: return ""
        case .connectionDown: return Phrase.noAnswer.text
        case .noErr, .err, .connectionIndeterminate: return Phrase.notChecked.text
        }
    }

    private func uplinkTable(_ uplink: StatusDocument.Uplink, _ glyphs: Glyphs) -> Table {
        var table = Table(.left, .flexible)
        let seen =
            uplink.evidence?.localSummary ?? uplink.detail.map { FactWords.local($0) } ?? Phrase.notChecked.text
        table.add(TargetState(uplink.status).text(glyphs), Text(seen))
        let isReachedOtherwise = status == .connectionUp && uplink.status == .connectionIndeterminate
        var words = (isReachedOtherwise ? uplink.detail : unprovenUplink).map { FactWords.local($0) }
        // Targets are reached although nothing shows that the uplink works: through a proxy. The detail may name it itself.
        if isReachedOtherwise, uplink.evidence?.proxy == nil {
            words = words.map { Phrase.reachedByProxy.text(["detail": $0]) }
        }
        if let words { table.add(TargetState.idle.text(glyphs), Text(sentence: words, .dim)) }
        return table
    }

    private func resolverTable(_ glyphs: Glyphs) -> Table {
        var table = Table(.left, .flexible, .left, .left, .right)
        for entry in resolvers {
            table.add(
                TargetState(entry.status).text(glyphs), Text(entry.resolver.text, .name),
                Text(entry.resolver.interface ?? entry.resolver.source.rawValue),
                entry.status == .noErr
                    ? Text(Phrase.notChecked.text, .dim) : Text(entry.failureWord, .bad),
                Text(entry.duration.map { LocalQuantity.text($0) } ?? "", .dim))
        }
        return table
    }

    private func serviceTable(_ glyphs: Glyphs) -> Table {
        var table = Table(.left, .flexible, .left, .flexible)
        for service in services {
            let publication = service.publication
            // The service was renamed, or avahi-daemon named it after the host.
            let other = publication.name.flatMap { $0 == service.name ? nil : Phrase.asName.text(["name": $0]) }
            let words = [
                other ?? Phrase.text(of: publication.state.rawValue), publication.localReason,
            ]
            .compactMap(\.self)
            table.add(
                publication.mark.text(glyphs), Text(service.name, .name),
                Text("\(publication.types.joined(separator: ", "))  \(publication.port)"),
                Text(
                    words.joined(separator: Phrase.detailSeparator),
                    publication.mark == .up ? .plain : publication.mark.style))
        }
        return table
    }
}

extension StatusDocument.ResolverStatus {
    /// The failure; empty if there is none. A server is not called silent if no query can be sent to it.
    fileprivate var failureWord: String {
        guard let failure else { return "" }
        return failure == .timeout && (isUnsent == true || refusal != nil) ? "unreachable" : failure.rawValue
    }
}

extension Publication {
    fileprivate var mark: TargetState {
        switch state {
        case .published: .up
        case .renamed, .waiting: .degraded
        case .off: .idle
        }
    }

    fileprivate func text(withReason hasReason: Bool, isWithoutAvahi: Bool) -> Text {
        let reason = Text(
            (hasReason ? localReason : nil).map { "  " + Phrase.remark.text(["remark": $0]) } ?? "", .dim)
        switch state {
        case .published, .renamed:
            let types = types.joined(separator: Phrase.itemSeparator)
            return Text(name ?? "", .name)
                + Text(" \(Phrase.asTypes.text(["types": types, "port": "\(port)"]))") + reason
        case .waiting: return Text((isWithoutAvahi ? Phrase.waitingForAvahi : .stateWaiting).text) + reason
        case .off: return Text(Phrase.stateOff.text, .dim) + reason
        }
    }
}
