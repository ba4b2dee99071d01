import Glibc
import Translations

/// Checks the libraries that are loaded on first use. If one is missing, the other functions still work.
enum DoctorLibraries {
    private struct Library {
        let name: String
        let package: String
        /// What does not work without it.
        let use: CommandPhrase
    }

    private static let all = [
        Library(name: "libcurl.so.4", package: "libcurl4", use: .withoutCurl),
        Library(name: "libssl.so.3", package: "libssl3", use: .withoutTLS),
        Library(name: "libcrypto.so.3", package: "libssl3", use: .withoutCrypto),
        Library(name: "libavahi-client.so.3", package: "libavahi-client3", use: .withoutAvahi),
        Library(name: "libsqlite3.so.0", package: "libsqlite3-0", use: .withoutSQLite),
        Library(name: "libssh.so.4", package: "libssh-4", use: .withoutSSH),
        Library(name: "libpcre2-8.so.0", package: "libpcre2-8-0", use: .withoutPatterns),
        Library(name: "libidn2.so.0", package: "libidn2-0", use: .withoutIDN),
    ]

    static var findings: [DoctorFinding] {
        all.map { library in
            guard let handle = dlopen(library.name, RTLD_LAZY | RTLD_LOCAL) else {
                let reason = dlerror().map { String(cString: $0) } ?? CommandPhrase.noReasonGiven.text
                return DoctorFinding(
                    "library.\(library.name.prefix { $0 != "." })", .error,
                    .libraryMissing,
                    ["library": library.name, "use": library.use.text, "error": Text.shown(reason)],
                    fix: LocalSentence(command: "sudo apt-get install --reinstall \(library.package)"))
            }
            dlclose(handle)
            return DoctorFinding(
                "library.\(library.name.prefix { $0 != "." })", .ok, .libraryLoaded, ["library": library.name])
        }
    }
}
