import Diagnosis
import NetworkModel
import Probes

extension CheckRun {
    /// Asks the target and, as long as it redirects, the places that it leads to. Each is located, connected to and asked
    /// by itself, so that what fails on the way is told in its own layer.
    func followRedirects(into gathered: inout Gathered, until deadline: ContinuousClock.Instant) async throws {
        let begun = ContinuousClock.now
        var visit = Visit(target, options.probe)
        var passed: [HTTPEvidence.Redirect] = []
        /// What is known before each visit.
        var blank: Gathered?
        /// The layers below the target's own answer, which a way that ends well is reported with.
        var first: Gathered?
        while true {
            let visitBegan = ContinuousClock.now
            let result = try await self.visit(visit, into: &gathered, until: deadline)
            // Most targets do not redirect, and need none of what follows.
            if passed.isEmpty, result?.web?.redirect == nil { return }
            gathered.evidence.http?.redirects = passed
            guard let http = gathered.evidence.http, http.outcome == .response, let status = http.status,
                (300..<400).contains(status), http.isStatusExpected != true, let location = result?.web?.redirect
            else {
                finish(&gathered, first, redirectsTook: passed.isEmpty ? nil : begun.duration(to: visitBegan))
                return
            }
            passed.append(
                .init(
                    url: http.url, status: status, location: location,
                    address: gathered.evidence.tcp?.winner?.address, duration: visitBegan.duration(to: .now)))
            gathered.evidence.http?.redirects = passed
            guard passed.count <= options.probe.http.mostRedirects else {
                gathered.evidence.http?.outcome = .redirectLoop
                return
            }
            do {
                visit = try next(after: visit, status: status, location: location, cookies: result?.web?.cookies ?? [])
            } catch {
                gathered.evidence.http?.outcome = .redirectRefused
                gathered.evidence.http?.detail = error.reason
                return
            }
            first = first ?? gathered
            let empty = blank ?? gathered.blank
            blank = empty
            gathered = empty
            gathered.evidence.place = visit.target
        }
    }

    private func finish(_ here: inout Gathered, _ first: Gathered?, redirectsTook: Duration?) {
        if let redirectsTook, let phases = here.evidence.http?.phases {
            here.evidence.http?.phases = phases.behind(redirects: redirectsTook)
        }
        guard var first, here.evidence.http != nil, Verdict(on: here.evidence).layers[.http] != nil else { return }
        // All went well below: the target's own layers are those of the report, with the last answer.
        first.evidence.http = here.evidence.http
        first.durations[.http] = here.durations[.http]
        first.evidence.place = nil
        here = first
    }

    private func next(
        after visit: Visit, status: Int, location: String, cookies: [String]
    ) throws(SettingsError) -> Visit {
        let target: Target
        do {
            target = try Target(location)
        } catch {
            throw SettingsError("it leads to a place that is not followed: \(error)")
        }
        guard case .http = target.kind else {
            throw SettingsError(
                "it leads to \(SafeText.escaped(String(location.prefix(200)))), which is neither http nor https")
        }
        if case .address(let address) = target.host, address.isLoopback, !isLoopback(self.target.host) {
            throw SettingsError("it leads to this machine itself: \(SafeText.escaped(String(location.prefix(200))))")
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
        if !isSameOrigin(target, visit.target) {
            // What shows who asks is for the one that it was meant for.
            next.settings.authentication = nil
            next.settings.tls.serverName = nil
            next.settings.tls.clientCertificateFile = nil
            next.settings.tls.clientKeyFile = nil
            next.settings.http.fields.removeAll { ["cookie", "host"].contains($0.name.lowercased()) }
        }
        return next
    }

    private func isLoopback(_ host: Host) -> Bool {
        switch host {
        case .address(let address): address.isLoopback
        case .name(let name): name.lowercased() == "localhost" || name.lowercased().hasSuffix(".localhost")
        }
    }

    /// RFC 6454 section 4: scheme, host and port.
    private func isSameOrigin(_ one: Target, _ other: Target) -> Bool {
        guard case .http(let isSecure, _) = one.kind, case .http(let isOtherSecure, _) = other.kind else {
            return false
        }
        return isSecure == isOtherSecure && one.port == other.port
            && one.host.description.lowercased() == other.host.description.lowercased()
    }
}
