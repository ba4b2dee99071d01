import Glibc

/// The certificate authorities that programs on this machine trust.
package enum TrustStore {
    /// The file of Debian and its derivatives (update-ca-certificates(8)).
    package static let file = "/etc/ssl/certs/ca-certificates.crt"

    /// The file, if it can be read, but has no certificate in its first 64 KiB; otherwise `nil`. A machine without the file need
    /// not use TLS.
    package static func emptyFile(_ file: String = file) -> String? {
        access(file, R_OK) == 0 && !SmallFile.text(file).contains("-----BEGIN ") ? file : nil
    }
}
