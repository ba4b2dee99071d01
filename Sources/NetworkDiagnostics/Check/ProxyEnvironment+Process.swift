import Glibc
package import NetworkModel

extension ProxyEnvironment {
    /// The variables of this process at its start.
    package static let ofProcess: ProxyEnvironment = {
        let names = ["http", "https", "ftp", "ftps", "all", "no"].flatMap {
            ["\($0)_proxy", "\($0.uppercased())_PROXY"]
        }
        var variables: [String: String] = [:]
        for name in names { variables[name] = getenv(name).map { String(cString: $0) } }
        return ProxyEnvironment(variables)
    }()
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
