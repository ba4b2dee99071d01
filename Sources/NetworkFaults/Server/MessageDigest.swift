import Glibc

/// Digests for authentication and uploads. They use the system's libcrypto, which is loaded at first use (docs/decisions/0005).
enum MessageDigest: String {
    case md5 = "MD5"
    case sha256 = "SHA256"

    /// `EVP_Q_digest(3)` of OpenSSL 3.
    private typealias Function =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>, UnsafePointer<CChar>?, UnsafeRawPointer?, Int,
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>?
        ) -> CInt

    private static let function: Function? = {
        guard let library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL),
            let symbol = dlsym(library, "EVP_Q_digest")
        else { return nil }
        return unsafeBitCast(symbol, to: Function.self)
    }()

    static var isAvailable: Bool { function != nil }

    /// Returns the digest in hexadecimal; `nil` if the library is missing or fails.
    func hexadecimal(_ text: String) -> String? { hexadecimal(Array(text.utf8)[...]) }

    func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String? {
        var digest = [UInt8](repeating: 0, count: 64)
        var count = 0
        let isMade = bytes.withUnsafeBytes { bytes in
            // An empty slice may have no address.
            withUnsafeBytes(of: UInt8(0)) { empty in
                Self.function?(
                    nil, rawValue, nil, bytes.baseAddress ?? empty.baseAddress, bytes.count, &digest, &count) == 1
            }
        }
        guard isMade else { return nil }
        return digest[..<count].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
