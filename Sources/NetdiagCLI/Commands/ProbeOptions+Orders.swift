import NetworkDiagnostics
import NetworkModel

extension ProbeOptions {
    /// The checks that are to be made of some targets in this process: one for each way that they are asked by.
    ///
    /// - Parameter options: What is set beside the probe.
    func orders(for targets: [Target], _ options: CheckOptions) throws -> [OwnChecks.Order] {
        try examineCredentials()
        var orders: [OwnChecks.Order] = []
        for target in targets {
            var options = options
            options.probe = try settings()
            options.probe.kind = try kinds.values(for: target)
            if secretService {
                options.probe.authentication = AuthenticationSettings(
                    source: .given(try SecretService.secret(for: target.host)),
                    schemes: [.basic, .digest, .ntlm, .bearer])
            }
            for way in try ways() {
                options.probe.proxy = way
                orders.append(.init(target: target, options: options))
            }
        }
        return orders
    }
}
