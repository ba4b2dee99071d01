import Logging
import NetworkModel

extension Logger {
    /// - Parameter subject: The name of what is published.
    func log(_ publication: Publication, of subject: String) {
        let reason = publication.reason.map { ": \($0)" } ?? ""
        let name = publication.name.map { " as \"\(SafeText.escaped($0))\" on port \(publication.port)" } ?? ""
        let isProblem = publication.state == .renamed || publication.state == .waiting && publication.reason != nil
        log(level: isProblem ? .warning : .info, "\(subject): \(publication.state.rawValue)\(name)\(reason)")
    }
}
