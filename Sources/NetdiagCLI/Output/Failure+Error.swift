import HostResolution
import NetworkDiagnostics
import ServiceDiscovery
import Translations

extension Failure {
    /// The reason why work of this process failed: wrong usage, or a problem of this machine.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as CheckError: self = .usage(FactWords.local(error.description))
        case let error as ResolveRequest.Error: self = .usage(error.description)
        case let error as FTPClientError: self = Failure(error)
        case HostResolutionError.unavailable: self = .failed("\(error)")
        case let error as HostResolutionError: self = .usage(error.description)
        case ServiceDiscoveryError.unavailable(let reason): self = .failed(FactWords.local(reason))
        case let error as ServiceDiscoveryError: self = .usage(error.description)
        default: self = .failed("\(error)")
        }
    }

    /// The reason why the work of a detached task failed, which has no task-local values of its own.
    init(_ error: any Error, in language: Language) {
        self = Language.$current.withValue(language) { Failure(error) }
    }
}
