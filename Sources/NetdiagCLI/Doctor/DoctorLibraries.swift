import Glibc

/// Checks the libraries that are loaded on first use. If one is missing, the other functions still work.
enum DoctorLibraries {
    private struct Library {
        let name: String
        let package: String
        let use: String
    }

    private static let all = [
        Library(name: "libcurl.so.4", package: "libcurl4", use: "HTTP, FTP, proxies and TLS are not checked"),
        Library(name: "libssl.so.3", package: "libssl3", use: "TLS is not checked, and HTTPS not served"),
        Library(name: "libcrypto.so.3", package: "libssl3", use: "certificates are not read"),
        Library(name: "libavahi-client.so.3", package: "libavahi-client3", use: "no services are found or announced"),
        Library(name: "libsqlite3.so.0", package: "libsqlite3-0", use: "no history is kept, and no alert is queued"),
        Library(name: "libssh.so.4", package: "libssh-4", use: "ssh:// is checked only up to the greeting"),
        Library(name: "libpcre2-8.so.0", package: "libpcre2-8-0", use: "patterns in settings are not matched"),
        Library(name: "libidn2.so.0", package: "libidn2-0", use: "names outside ASCII are not resolved"),
    ]

    static var findings: [DoctorFinding] {
        all.map { library in
            guard let handle = dlopen(library.name, RTLD_LAZY | RTLD_LOCAL) else {
                let reason = dlerror().map { String(cString: $0) } ?? "no reason is given"
                return DoctorFinding(
                    "library.\(library.name.prefix { $0 != "." })", .error,
                    "\(library.name) cannot be loaded: \(library.use) (\(Text.shown(reason)))",
                    fix: "sudo apt-get install --reinstall \(library.package)")
            }
            dlclose(handle)
            return DoctorFinding("library.\(library.name.prefix { $0 != "." })", .ok, "\(library.name) can be loaded")
        }
    }
}
