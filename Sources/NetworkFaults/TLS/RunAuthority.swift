import Synchronization

/// The certificate authority of a run and its file. It is created when a server first needs it.
public final class RunAuthority: Sendable {
    private struct State {
        var authority: CertificateAuthority?
        var file: String?
    }

    private let directory: RunDirectory
    private let state = Mutex(State())

    /// Creates a run's authority.
    ///
    /// - Parameter directory: The directory for the certificate's file, for programs that read one.
    public init(in directory: RunDirectory) {
        self.directory = directory
    }

    /// Returns the authority, which is created on the first call.
    ///
    /// - Throws: ``FaultError/system(_:)`` if the system's OpenSSL is missing or fails.
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

    /// Returns the path of a PEM file with the authority's certificate. It is removed with the run's directory.
    ///
    /// - Throws: ``FaultError/system(_:)`` if the certificate cannot be created or written.
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
