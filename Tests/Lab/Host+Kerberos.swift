/// The keys of a Kerberos principal in a keytab.
public struct Keytab: Sendable {
    fileprivate let base64: String
}

/// A Kerberos realm of the lab and its KDC.
///
/// It has the principal ``Account``, with its password or ``clientKeys``, and the services that were given at the
/// start.
public struct KerberosRealm: Sendable {
    /// The name of the realm, in capitals.
    public let name: String
    /// The KDC.
    public let process: HostProcess
    /// The keys of ``Account``, for `kinit -k -t`.
    public let clientKeys: Keytab
    /// The keys of all services.
    public let serviceKeys: Keytab
    fileprivate let configuration: String
}

extension Host {
    /// Starts a KDC on UDP and TCP port 88 of all addresses of both families.
    ///
    /// - Parameters:
    ///   - realm: The name of the realm, in capitals. Hosts in the same domain belong to it.
    ///   - address: An address of this host, at which clients reach the KDC.
    ///   - services: The host names of web servers, each of which has a principal `HTTP/…`.
    public func startKerberos(
        realm: String = "LAB.EXAMPLE", address: String, services: [String]
    ) async throws -> KerberosRealm {
        let folder = try await makeFolder(for: "kerberos")
        let configuration = Self.kerberosConfiguration(realm: realm, address: address)
        try await write("\(folder)/krb5.conf", configuration)
        try await write(
            "\(folder)/kdc.conf",
            """
            [kdcdefaults]
            kdc_listen = 0.0.0.0:88 [::]:88
            kdc_tcp_listen = 0.0.0.0:88 [::]:88
            [realms]
            \(realm) = {
            database_name = \(folder)/principal
            key_stash_file = \(folder)/stash
            acl_file = \(folder)/acl
            supported_enctypes = aes256-cts:normal
            }
            [logging]
            kdc = STDERR

            """)
        let environment = ["KRB5_CONFIG": "\(folder)/krb5.conf", "KRB5_KDC_PROFILE": "\(folder)/kdc.conf"]
        try await run(["kdb5_util", "create", "-s", "-r", realm, "-P", "master"], environment: environment)
        var commands = ["addprinc -pw \(Account.password) \(Account.name)"]
        commands.append("ktadd -norandkey -k \(folder)/client \(Account.name)")
        for service in services {
            commands += ["addprinc -randkey HTTP/\(service)", "ktadd -k \(folder)/service HTTP/\(service)"]
        }
        try await run(
            ["kadmin.local", "-r", realm], input: commands.map { $0 + "\n" }.joined(), environment: environment)
        let process = try spawn(["krb5kdc", "-n", "-r", realm, "-P", "\(folder)/pid"], environment: environment)
        try await process.diagnostics.first("the start of the KDC on \(name)") { $0.contains("commencing operation") }
        return KerberosRealm(
            name: realm, process: process, clientKeys: try await keytab("\(folder)/client"),
            serviceKeys: services.isEmpty ? Keytab(base64: "") : try await keytab("\(folder)/service"),
            configuration: configuration)
    }

    /// Configures the realm as the host's default, in `/etc/krb5.conf`.
    public func useKerberos(_ realm: KerberosRealm) async throws {
        try await write("/etc/krb5.conf", realm.configuration)
    }

    /// Gets a ticket for ``Account``, which the host's programs then use.
    public func logIn(to realm: KerberosRealm) async throws {
        try await write(realm.clientKeys, to: "/run/client.keytab")
        try await run(["kinit", "-k", "-t", "/run/client.keytab", Account.name])
    }

    /// Writes a keytab that only `owner` may read.
    public func write(_ keys: Keytab, to path: String, owner: String = "root") async throws {
        try await run(
            ["sh", "-euc", "umask 077; base64 -d >\"$1\"; chown \"$2\" \"$1\"", "-", path, owner], input: keys.base64)
    }

    private func keytab(_ path: String) async throws -> Keytab {
        Keytab(base64: try await run(["base64", "-w0", path]))
    }

    private static func kerberosConfiguration(realm: String, address: String) -> String {
        // Host names are not canonicalized, since results of the resolver would become part of the principal.
        """
        [libdefaults]
        default_realm = \(realm)
        default_ccache_name = FILE:/run/krb5cc_%{uid}
        dns_lookup_kdc = false
        dns_lookup_realm = false
        dns_canonicalize_hostname = false
        rdns = false
        [realms]
        \(realm) = {
        kdc = \(address)
        }
        [domain_realm]
        .\(realm.lowercased()) = \(realm)
        \(realm.lowercased()) = \(realm)

        """
    }
}
