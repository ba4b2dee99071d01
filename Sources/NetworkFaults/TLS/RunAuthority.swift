import Synchronization

/// The certificate authority of a run, which is made when the first server needs it, and its file.
public final class RunAuthority: Sendable {
    private struct State {
        var authority: CertificateAuthority?
        var file: String?
    }

    private let directory: RunDirectory
    private let state = Mutex(State())

    /// - Parameter directory: Where its certificate is written to, for programs that take a file.
    public init(in directory: RunDirectory) {
        self.directory = directory
    }

    /// - Throws: ``FaultError/system(_:)`` where the system's OpenSSL is missing or refuses.
    public func authority() throws(FaultError) -> CertificateAuthority {
        try state.withLock { state in
            Result { () throws(FaultError) in
                if let made = state.authority { return made }
                let made = try CertificateAuthority()
                state.authority = made
                return made
            }
        }.get()
    }

    /// A PEM file with its certificate, which is removed with the run's directory.
    ///
    /// - Throws: ``FaultError/system(_:)`` where it cannot be made or written.
    public func certificateFile() throws(FaultError) -> String {
        let text = try authority().certificate
        return try state.withLock { state in
            Result { () throws(FaultError) in
                if let file = state.file { return file }
                let name = "authority-\(String(UInt64.random(in: 0...(.max)), radix: 16)).pem"
                let file = try directory.write(Array(text.utf8), as: name)
                state.file = file
                return file
            }
        }.get()
    }
}
