import NetworkDiagnostics
import NetworkModel

extension ProbeOptions {
    /// Returns the checks of some targets: one for each route to compare.
    ///
    /// - Parameter prepare: Sets the options of the request that are not options of the probe.
    func requests(
        for subjects: [LocalTargets.Subject], _ prepare: (inout CheckRequest) -> Void
    ) throws -> [CheckRequest] {
        try examineCredentials()
        var requests: [CheckRequest] = []
        for subject in subjects {
            let target = subject.target
            var request = CheckRequest(target, settings: subject.options)
            prepare(&request)
            request.settings.probe = try settings(on: subject.options.probe)
            request.address = try chosenAddress()
            request.kind = try kinds.values(for: target)
            if secretService {
                request.settings.probe.authentication = AuthenticationSettings(
                    source: .given(try SecretService.secret(for: target.host)),
                    schemes: [.basic, .digest, .ntlm, .bearer])
            }
            for choice in try proxyChoices() {
                request.proxy = choice
                requests.append(request)
            }
        }
        return requests
    }
}
