import Glibc
import NetworkModel
import Probes
package import TLSServer

/// The certificate of the HTTPS server and its key, in two files.
package struct ServerCertificate: Sendable, Hashable {
    /// The path of a PEM file: the server's own certificate, followed by the intermediate ones.
    package let certificateFile: String
    /// The path of a PEM file: the private key, without a passphrase.
    package let keyFile: String

    package init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }

    private static let maxBytes = 1 << 20

    /// A problem with one of the files.
    package struct Failure: Error {
        package enum File: Sendable { case certificate, key }

        package let file: File
        package let reason: String
    }

    /// Reads the files.
    ///
    /// - Throws: ``Failure``, also if the key does not belong to the certificate.
    package func context() throws(Failure) -> TLSContext {
        let (certificate, key) = (SafeText.escapedPath(certificateFile), SafeText.escapedPath(keyFile))
        let chain = try read(certificateFile, .certificate) { _ throws(SettingsError) in }
        let secret = try read(keyFile, .key) { mode throws(SettingsError) in
            // A group may read the key, as Debian's ssl-cert does.
            guard mode & 0o027 == 0 else {
                throw SettingsError("can be used by others (mode 0\(String(mode, radix: 8))); run: chmod 640 \(key)")
            }
        }
        do {
            return try TLSContext(chain: chain, key: secret)
        } catch {
            switch error {
            case .noLibrary:
                throw Failure(file: .certificate, reason: "cannot be used: libssl is missing; install libssl3")
            case .noCertificate:
                throw Failure(
                    file: .certificate,
                    reason: "\(certificate) has no usable certificate; name a file in PEM form")
            case .noKey:
                throw Failure(
                    file: .key,
                    reason: "\(key) has no private key without a passphrase; name a file in PEM form")
            case .noMatch:
                throw Failure(
                    file: .key,
                    reason:
                        "\(key) is not the key of the first certificate in \(certificate); name the key that it was issued for"
                )
            case .other:
                throw Failure(
                    file: .certificate, reason: "\(certificate) cannot be used with \(key); see openssl verify")
            }
        }
    }

    private func read(
        _ path: String, _ file: Failure.File, check: (mode_t) throws(SettingsError) -> Void
    ) throws(Failure) -> [UInt8] {
        do throws(SettingsError) {
            return try RegularFile.read(path, maxBytes: Self.maxBytes, check: check).bytes
        } catch {
            throw Failure(file: file, reason: "\(SafeText.escapedPath(path)) \(error.reason)")
        }
    }
}
