import Diagnosis
import NetworkModel

extension CheckRun.CheckObservations {
    /// Removes the credentials of this check from texts of servers, since some servers repeat them.
    mutating func maskSecrets() {
        for secret in secrets { evidence.observed.mapServerText(secret.masked) }
    }
}
