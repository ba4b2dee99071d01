import Diagnosis
import NetworkModel
import Probes
import TargetKinds

extension CheckRun {
    /// Asks the target and, as long as it redirects, the places that it leads to. Each is located, connected to and asked
    /// by itself, so that what fails on the way is told in its own layer.
    func followRedirects(
        from start: Visit, into gathered: inout Gathered, until deadline: ContinuousClock.Instant
    ) async throws {
        let begun = ContinuousClock.now
        var visit = start
        var passed: [HTTPEvidence.Redirect] = []
        /// What is known before each visit.
        var blank: Gathered?
        /// The layers below the target's own answer, which a way that ends well is reported with.
        var first: Gathered?
        var last: Gathered?
        while true {
            let visitBegan = ContinuousClock.now
            let result: KindObservation?
            do {
                result = try await self.visit(visit, into: &gathered, until: deadline)
            } catch is LeadsHere {
                // Told of the place that redirects.
                gathered = last ?? gathered
                gathered.evidence.http?.outcome = .redirectRefused
                gathered.evidence.http?.detail = "\(visit.target.host) is an address of this machine itself"
                return
            }
            if result?.redirect == nil { refuseWithoutLocation(&gathered) }
            // Most targets do not redirect, and need none of what follows.
            if passed.isEmpty, result?.redirect == nil { return }
            gathered.evidence.http?.redirects = passed
            guard let http = gathered.evidence.http, http.outcome == .response, let status = http.status,
                (300..<400).contains(status), http.isStatusExpected != true, let location = result?.redirect
            else {
                finish(&gathered, first, redirectsTook: passed.isEmpty ? nil : begun.duration(to: visitBegan))
                keepRedirect(in: &gathered, last)
                return
            }
            passed.append(
                .init(
                    url: http.url, status: status, location: SafeText.withoutLogin(location),
                    address: gathered.evidence.tcp?.winner?.address, duration: visitBegan.duration(to: .now)))
            gathered.evidence.http?.redirects = passed
            guard passed.count <= options.probe.http.maxRedirects else {
                gathered.evidence.http?.outcome = .redirectLoop
                return
            }
            do {
                visit = try next(after: visit, status: status, location: location, cookies: result?.cookies ?? [])
            } catch {
                gathered.evidence.http?.outcome = .redirectRefused
                gathered.evidence.http?.detail = error.reason
                return
            }
            first = first ?? gathered
            last = gathered
            visit.mayBeHere = first?.isLocal == true
            let empty = blank ?? gathered.blank
            blank = empty
            gathered = empty
            gathered.secrets = last?.secrets ?? []
            // A portal that was met on the way is why the place that it leads to may not be reached.
            gathered.evidence.uplink = last?.evidence.uplink
            gathered.evidence.place = visit.target
        }
    }

    /// A redirect that does not say where to is no answer (RFC 9110 section 15.4), unless it is the one that is expected.
    private func refuseWithoutLocation(_ gathered: inout Gathered) {
        guard let http = gathered.evidence.http, http.outcome == .response, http.isStatusExpected != true,
            let status = http.status, [301, 302, 303, 307, 308].contains(status)
        else { return }
        gathered.evidence.http?.outcome = .redirectRefused
        gathered.evidence.http?.detail = "its status is \(status), and it has no Location that can be used"
    }

    /// A redirect from elsewhere to an address of this machine.
    struct LeadsHere: Error {}

    private func finish(_ here: inout Gathered, _ first: Gathered?, redirectsTook: Duration?) {
        if redirectsTook != nil {
            let winner = here.evidence.tcp?.winner
            here.evidence.http?.address = winner?.address
        }
        if let redirectsTook, let phases = here.evidence.http?.phases {
            here.evidence.http?.phases = phases.behind(redirects: redirectsTook)
        }
        guard var first, here.evidence.http != nil, Verdict(on: here.evidence).layers[HTTPEvidence.layer] != nil else {
            return
        }
        // All went well below: the target's own layers are those of the report, with the last answer.
        first.evidence.http = here.evidence.http
        first.durations[HTTPEvidence.layer] = here.durations[HTTPEvidence.layer]
        first.evidence.place = nil
        first.evidence.terms.omission = here.evidence.terms.omission
        first.secrets = here.secrets
        here = first
    }

    /// Where a place was not reached that a page of another site leads to, that page is kept: it may be a portal's.
    private func keepRedirect(in gathered: inout Gathered, _ last: Gathered?) {
        guard gathered.evidence.http == nil, let page = last?.evidence.http, page.leadsElsewhere else { return }
        gathered.evidence.http = page
    }

    private func next(
        after visit: Visit, status: Int, location: String, cookies: [String]
    ) throws(SettingsError) -> Visit {
        let target: Target
        let shown = SafeText.withoutLogin(location)
        do {
            target = try Target(shown, schemes: .web)
        } catch {
            throw SettingsError("it leads to \(shown.prefix(200)): \(error.reason)")
        }
        if isThisMachine(target.host), !isThisMachine(self.target.host) {
            throw SettingsError("it leads to this machine itself: \(shown.prefix(200))")
        }
        var next = visit
        next.target = target
        next.cookies = cookies
        next.settings.address = nil
        // RFC 9110 section 15.4: a 303 is fetched; behind a 301 or 302, what was posted is too, as everybody does it.
        let method = visit.settings.http.method
        if status == 303 && method != "HEAD" || (status == 301 || status == 302) && method == "POST" {
            next.settings.http.method = "GET"
            next.settings.http.body = nil
            next.settings.http.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        if target.host != visit.target.host {
            // Another host has another certificate.
            next.settings.tls.expectedIssuer = nil
            next.settings.tls.pins = []
        }
        if Origin(target) != Origin(visit.target) {
            // For good: a place that was led to does not choose what is asked of the target with its own credentials.
            let released = next.settings.released(to: target)
            next.settings = released.settings
            next.omission = visit.omission ?? released.omission
            next.settings.tls.serverName = nil
        }
        return next
    }

    /// What needs no look at the addresses that this machine has, which ``DiagnosticEngine/isOwn(_:in:)`` takes: a proxy on
    /// this machine would be asked for these too.
    private func isThisMachine(_ host: Host) -> Bool {
        switch host {
        case .socket: true
        case .address(let address): address.isOfEveryMachine
        case .name(let name):
            // RFC 6761 section 6.3; a final dot changes nothing.
            ["localhost", "localhost."].contains(name.lowercased())
                || [".localhost", ".localhost."].contains { name.lowercased().hasSuffix($0) }
        }
    }
}
