public import NetworkModel
import Probes

extension CredentialSource {
    /// Checks that the file is usable: only its owner has access, and it has the right form.
    ///
    /// - Throws: `SettingsError`, without any part of the content.
    public func examine() throws(SettingsError) {
        switch self {
        case .file(let path): _ = try CredentialFile(path: path).secret()
        case .netrc(let path): try CredentialFile(path: path).check()
        case .service, .kerberos, .secretService, .given: break
        }
    }
}
