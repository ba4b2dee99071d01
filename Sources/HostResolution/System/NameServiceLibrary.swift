import Glibc

/// The library of a service in nsswitch.conf(5).
package struct NameServiceLibrary {
    /// Its name, such as `libnss_dns.so.2`, without a folder.
    package let name: String

    /// Creates the library of a service, such as `dns`.
    package init(of service: String) { name = "libnss_\(service).so.2" }

    /// Whether the dynamic linker finds it.
    package var isInstalled: Bool {
        guard let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
        dlclose(library)
        return true
    }
}
