import Diagnosis
import NetworkModel
import Probes
import TargetKinds

extension CheckRun {
    /// Checks the target and, as long as it redirects, the destinations of the redirects. Each of them is located, connected
    /// to and checked separately, so that a failure is reported in its own layer.
    func followRedirects(
        from start: RequestDestination, into gathered: inout CheckObservations, until deadline: ContinuousClock.Instant
    ) async throws {
        let begun = ContinuousClock.now
        let result = try await performRequest(start, into: &gathered, until: deadline)
        guard let result, result.redirect != nil else {
            refuseWithoutLocation(&gathered)
            return
        }
        try await followRedirects(of: result, from: start, at: begun, into: &gathered, until: deadline)
    }

    /// Checks the destinations of redirects. Most targets do not redirect, and need none of this function's memory, which is large:
    /// it has a state of the check for each place.
    @inline(never)
    private func followRedirects(
        of response: KindObservation, from start: RequestDestination, at begun: ContinuousClock.Instant,
        into gathered: inout CheckObservations, until deadline: ContinuousClock.Instant
    ) async throws {
        var visit = start
        var result: KindObservation? = response
        var visitBegan = begun
        var passed: [HTTPEvidence.Redirect] = []
        /// The state before each visit.
        var blank: CheckObservations?
        /// The layers below the target's own response, which are reported if the redirects end well.
        var first: CheckObservations?
        var last: CheckObservations?
        var names: [Resolution] = []
        var silence = EarlierSilence()
        while true {
            gathered.evidence.http?.redirects = passed
            guard let http = gathered.evidence.http, http.outcome == .response, let status = http.status,
                (300..<400).contains(status), http.isStatusExpected != true, let location = result?.redirect
            else {
                finish(&gathered, first, redirectsTook: passed.isEmpty ? nil : Self.duration(of: passed))
                keepRedirect(in: &gathered, last)
                return
            }
            passed.append(
                .init(
                    url: http.url, status: status, location: SafeText.withoutLogin(location),
                    address: gathered.evidence.tcp?.winner?.address,
                    duration: http.phases?.total.duration ?? visitBegan.duration(to: .now)))
            gathered.evidence.http?.redirects = passed
            silence.add(gathered.evidence.proxy?.attempts ?? gathered.evidence.tcp?.attempts ?? [])
            guard passed.count <= options.probe.http.maxRedirects else {
                gathered.evidence.http?.outcome = .redirectLoop
                return
            }
            // Nothing is gained by refusing what a program of this machine could request itself.
            let mayBeHere = isOnThisMachine(first ?? gathered)
            do {
                visit = try next(
                    after: visit, status: status, location: location, cookies: result?.cookies ?? [],
                    mayBeHere: mayBeHere)
            } catch {
                gathered.evidence.http?.outcome = .redirectRefused
                gathered.evidence.http?.detail = error.reason
                return
            }
            first = first ?? gathered
            last = gathered
            visit.mayBeHere = mayBeHere
            // A device on a link without DHCP has such an address, too, and redirects to itself. Whoever controls the
            // target's name could have pointed the target itself there.
            visit.mayBeOfMetadata =
                visit.target.host == start.target.host || first?.evidence.tcp?.winner?.address.isOfMetadata == true
            let empty = blank ?? gathered.blank
            blank = empty
            gathered = empty
            gathered.secrets = last?.secrets ?? []
            // A portal before the redirect may be the reason why its destination is not reached.
            gathered.evidence.uplink = last?.evidence.uplink
            gathered.evidence.place = visit.target
            gathered.evidence.terms.redirector = last?.evidence.tcp?.winner?.address
            if let dns = last?.evidence.dns, dns.multicast == nil, dns.resolution.hasSucceeded {
                names.append(dns.resolution)
            }
            visitBegan = .now
            do {
                result = try await knowing(names, visit.target.host, silence)
                    .performRequest(visit, into: &gathered, until: deadline)
            } catch let error as ForbiddenAddress {
                // The hosts file leads here, and not the server that redirects.
                if error == .ofThisMachine, gathered.evidence.isRedirectLedHere { return }
                // The finding is about the place that redirects.
                gathered = last ?? gathered
                gathered.evidence.http?.outcome = .redirectRefused
                gathered.evidence.http?.detail = "\(visit.target.host) is \(error.rawValue)"
                return
            }
            if let last, Self.leaveUnfinished(&gathered, last, passed, since: visitBegan, until: deadline) { return }
            if result?.redirect == nil { refuseWithoutLocation(&gathered) }
        }
    }

    /// The check that does not resolve a name again which it has just resolved, like other programs: with a dead DNS server, each time
    /// takes seconds, and the time limit of all redirects would be that of the last look-up. Nor does it wait again for silent addresses.
    private func knowing(_ names: [Resolution], _ host: Host, _ silence: EarlierSilence) -> Self {
        var run = self
        run.silence = silence
        run.resolution = names.last { $0.name == host.description } ?? resolution
        return run
    }

    /// Rejects a redirect without a destination (RFC 9110 section 15.4), unless its status is expected.
    private func refuseWithoutLocation(_ gathered: inout CheckObservations) {
        let found = gathered.evidence.observed.read(HTTPEvidence.self) { http in
            http.outcome == .response && http.isStatusExpected != true ? http.status : nil
        }
        guard case let status?? = found, [301, 302, 303, 307, 308].contains(status) else { return }
        gathered.evidence.http?.outcome = .redirectRefused
        gathered.evidence.http?.detail =
            "it answers \(status) without a usable Location, so it leads nowhere (curl does not report this)"
    }

    /// The error for a redirect to an address that no other host may choose.
    enum ForbiddenAddress: String, Error {
        case ofThisMachine = "an address of this machine itself"
        case ofMetadata = "the address of a cloud's metadata service, which hands out credentials"
    }

    /// Rejects addresses that a redirect must not lead to.
    ///
    /// - Throws: ``ForbiddenAddress``, and errors of the kernel's interfaces.
    func requireAllowed(
        _ addresses: [IPAddress], for visit: RequestDestination, in snapshot: NetworkSnapshot
    ) async throws {
        for address in addresses {
            if !visit.mayBeHere, try await engine.isOwn(address, in: snapshot) { throw ForbiddenAddress.ofThisMachine }
            if !visit.mayBeOfMetadata, address.isOfMetadata { throw ForbiddenAddress.ofMetadata }
        }
    }

    private func finish(_ here: inout CheckObservations, _ first: CheckObservations?, redirectsTook: Duration?) {
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
        // All redirects succeeded: the report has the target's own layers, with the last response.
        first.addRedirectFailures(of: here)
        first.evidence.http = here.evidence.http
        first.durations[HTTPEvidence.layer] = here.durations[HTTPEvidence.layer]
        first.evidence.place = nil
        first.evidence.terms.omission = here.evidence.terms.omission
        first.secrets = here.secrets
        here = first
    }

    /// Keeps the page of another site that led to a place which was not reached, since it may be a portal's.
    private func keepRedirect(in gathered: inout CheckObservations, _ last: CheckObservations?) {
        guard gathered.evidence.http == nil, let page = last?.evidence.http, page.leadsElsewhere else { return }
        gathered.evidence.http = page
    }

    private func next(
        after visit: RequestDestination, status: Int, location: String, cookies: [String], mayBeHere: Bool
    ) throws(SettingsError) -> RequestDestination {
        let target: Target
        let shown = SafeText.withoutLogin(location)
        do {
            target = try Target(shown, schemes: .web)
        } catch {
            throw SettingsError("it leads to \"\(shown.prefix(200))\": \(error.reason)")
        }
        if isThisMachine(target.host), !mayBeHere {
            throw SettingsError("it leads to this machine itself: \(shown.prefix(200))")
        }
        var next = visit
        next.target = target
        next.cookies = cookies
        next.settings.address = nil
        // RFC 9110 section 15.4: a 303 is fetched with GET. After a 301 or 302, so is a POST, as in all clients.
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
            // Permanently: the destination of a redirect must not choose what is requested from the target with its own
            // credentials.
            let released = next.settings.released(to: target)
            next.settings = released.settings
            next.omission = visit.omission ?? released.omission
            next.settings.tls.serverName = nil
        }
        return next
    }

    /// Whether the target is on this machine. With a proxy, the addresses are the proxy's.
    private func isOnThisMachine(_ gathered: CheckObservations) -> Bool {
        isThisMachine(target.host) || gathered.isLocal && gathered.evidence.proxy == nil
    }

    /// Whether the host is this machine, as far as that is known without the addresses of links, which
    /// ``DiagnosticEngine/isOwn(_:in:)`` needs. A proxy on this machine would receive such requests too.
    private func isThisMachine(_ host: Host) -> Bool {
        switch host {
        case .socket: true
        case .address(let address): address.isOfEveryMachine
        case .name(let name): LocalhostName(name) != nil
        }
    }
}
