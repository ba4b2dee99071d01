import NetworkDiagnostics
import NetworkModel

extension ProbeOptions {
    /// The checks that are to be made of some targets: one for each way that they are asked by.
    ///
    /// - Parameter prepare: Sets what is set beside the probe.
    func requests(for targets: [Target], _ prepare: (inout CheckRequest) -> Void) throws -> [CheckRequest] {
        try examineCredentials()
        var requests: [CheckRequest] = []
        for target in targets {
            var request = CheckRequest(target)
            prepare(&request)
            request.settings.probe = try settings()
            request.address = try chosenAddress()
            request.kind = try kinds.values(for: target)
            if secretService {
                request.settings.probe.authentication = AuthenticationSettings(
                    source: .given(try SecretService.secret(for: target.host)),
                    schemes: [.basic, .digest, .ntlm, .bearer])
            }
            for way in try ways() {
                request.proxy = way
                requests.append(request)
            }
        }
        return requests
    }
}
