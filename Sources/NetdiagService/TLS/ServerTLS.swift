import Glibc
import Logging
import Synchronization
import NetdiagConfiguration
import TLSServer

/// The certificate for HTTPS connections, as it is currently on disk.
///
/// Renewal needs no notification: when a client connects, the files are checked, at most once a second. If they cannot
/// be used, the previous ones stay in use.
final class ServerTLS: Sendable {
    /// The identity of the two files and the times of their last changes.
    private struct Version: Equatable {
        var certificate: [UInt8]?
        var key: [UInt8]?
    }

    private struct State {
        var context: TLSContext
        var version: Version
        var lookedAt = ContinuousClock.now
    }

    private let certificate: ServerCertificate
    private let logger: Logger
    private let state: Mutex<State>

    /// - Throws: ``DaemonError`` if the files cannot be used.
    init(_ certificate: ServerCertificate, logger: Logger) throws(DaemonError) {
        self.certificate = certificate
        self.logger = logger
        let version = Self.version(of: certificate)
        do {
            state = Mutex(State(context: try certificate.context(), version: version))
        } catch {
            throw DaemonError("cannot listen for HTTPS (listen: https:): \(error.reason)")
        }
    }

    /// The TLS context for a new connection.
    var context: TLSContext {
        let now = ContinuousClock.now
        return state.withLock { state in
            guard now - state.lookedAt >= .seconds(1) else { return state.context }
            state.lookedAt = now
            let version = Self.version(of: certificate)
            guard version != state.version else { return state.context }
            state.version = version
            do throws(ServerCertificate.Failure) {
                state.context = try certificate.context()
                logger.notice("certificate for HTTPS reloaded")
            } catch {
                logger.error("\(error.reason); the certificate that was read before is kept")
            }
            return state.context
        }
    }

    private static func version(of certificate: ServerCertificate) -> Version {
        Version(certificate: version(of: certificate.certificateFile), key: version(of: certificate.keyFile))
    }

    /// The version as bytes, since the module of `timespec` depends on the other imports.
    private static func version(of path: String) -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return withUnsafeBytes(of: (status.st_dev, status.st_ino, status.st_size)) { Array($0) }
            + withUnsafeBytes(of: status.st_mtim) { Array($0) } + withUnsafeBytes(of: status.st_ctim) { Array($0) }
    }
}
