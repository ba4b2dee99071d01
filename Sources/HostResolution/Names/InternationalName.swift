import Glibc

/// Names with letters beyond ASCII, in their DNS form (IDNA2008, RFC 5891, with UTS #46 mapping).
///
/// libidn2 is loaded for the first such name, since it has a Unicode table that most runs do not need.
enum InternationalName {
    private typealias Lookup =
        @convention(c) (UnsafePointer<UInt8>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, CInt) -> CInt
    private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias Explain = @convention(c) (CInt) -> UnsafePointer<CChar>?

    private struct Library: Sendable {
        let lookup: Lookup
        let free: Free
        let explain: Explain
    }

    /// Never closed, since its functions are used as long as the program runs.
    private static let library: Library? = {
        guard let handle = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL),
            let lookup = dlsym(handle, "idn2_lookup_u8"), let free = dlsym(handle, "idn2_free"),
            let explain = dlsym(handle, "idn2_strerror")
        else { return nil }
        return Library(
            lookup: unsafeBitCast(lookup, to: Lookup.self), free: unsafeBitCast(free, to: Free.self),
            explain: unsafeBitCast(explain, to: Explain.self))
    }()

    /// IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL of idn2.h.
    private static let flags: CInt = 1 | 8

    /// The ASCII form of a name.
    ///
    /// - Throws: ``HostResolutionError/notInternational(_:reason:)``, also if libidn2 is not installed.
    static func ascii(_ name: String) throws(HostResolutionError) -> String {
        guard let library else {
            throw .notInternational(name, reason: "libidn2 is not installed (Debian: apt install libidn2-0)")
        }
        var result: UnsafeMutablePointer<UInt8>?
        let code = Array(name.utf8 + [0]).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { library.lookup($0, &result, flags) } ?? -1
        }
        defer { library.free(result) }
        guard code == 0, let result else {
            let reason = library.explain(code).map { String(cString: $0) } ?? "libidn2 error \(code)"
            throw .notInternational(name, reason: reason)
        }
        return String(cString: result)
    }
}
