public import NetworkModel
import Probes

extension CredentialSource {
    /// Looks whether the file that it names can be used: it belongs to its owner alone, and has the form that it should.
    ///
    /// - Throws: `SettingsError`; nothing of the content is part of it.
    public func examine() throws(SettingsError) {
        switch self {
        case .file(let path): _ = try CredentialFile(path: path).secret()
        case .netrc(let path): try CredentialFile(path: path).check()
        case .service, .kerberos, .secretService, .given: break
        }
    }
}
