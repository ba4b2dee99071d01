import Glibc
package import NetworkModel
import TargetKinds

extension ProxyEnvironment {
    /// The variables of this process for targets of netdiag's own kinds.
    package static let ofProcess = ProxyEnvironment(ofProcessFor: .builtIn)

    /// The variables of this process for targets of the kinds.
    init(ofProcessFor kinds: TargetKinds) {
        var variables: [String: String] = [:]
        for name in kinds.proxyVariables { variables[name] = getenv(name).map { String(cString: $0) } }
        self.init(variables)
    }
}

extension DiagnosticEngine {
    /// The proxy for a check of the target; `nil` for none.
    ///
    /// - Throws: `SettingsError` if the relevant setting is invalid.
    package func proxy(for target: Target, _ choice: ProxyChoice) throws(SettingsError) -> Proxy? {
        switch choice {
        case .direct: nil
        case .environment: try environment.proxy(for: target)
        case .through(let proxy): target.mayUseProxy ? proxy : nil
        }
    }
}
