import Diagnosis
import NetworkModel

extension CheckRun.Gathered {
    /// Takes the credentials of this check out of what servers have said: some repeat them in their words.
    mutating func maskSecrets() {
        for secret in secrets { evidence.observed.mapServerText(secret.masked) }
    }
}
