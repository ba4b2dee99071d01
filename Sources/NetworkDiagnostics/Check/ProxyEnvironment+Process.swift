import Glibc
package import NetworkModel

extension ProxyEnvironment {
    /// The variables of this process, as they are at its start.
    static let ofProcess: ProxyEnvironment = {
        let names = ["http", "https", "ftp", "ftps", "all", "no"].flatMap {
            ["\($0)_proxy", "\($0.uppercased())_PROXY"]
        }
        var variables: [String: String] = [:]
        for name in names { variables[name] = getenv(name).map { String(cString: $0) } }
        return ProxyEnvironment(variables)
    }()
}

extension DiagnosticEngine {
    /// The proxy that a check of the target goes through; `nil`: none.
    ///
    /// - Throws: `SettingsError` where the setting that counts cannot be parsed.
    package func proxy(for target: Target, _ choice: ProxyChoice) throws(SettingsError) -> Proxy? {
        switch choice {
        case .direct: nil
        case .environment: try environment.proxy(for: target)
        case .through(let proxy): target.mayUseProxy ? proxy : nil
        }
    }
}
