import Glibc
import NetworkModel

/// The certificate authorities that programs on this machine trust.
package enum TrustStore {
    /// The system's file, if it can be read, but has no certificate in its first 64 KiB; otherwise `nil`. A machine without the
    /// file need not use TLS.
    package static func emptyFile() -> String? {
        readableFile.flatMap { SmallFile.text($0).contains("-----BEGIN ") ? nil : $0 }
    }

    /// The system's file; `nil` if it cannot be read.
    static var readableFile: String? {
        let file = TLSSettings.systemAuthorityFile
        return access(file, R_OK) == 0 ? file : nil
    }
}
