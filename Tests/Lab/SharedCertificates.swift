/// The authority and the certificates that most labs have in common. A lab with its own ones starts openssl four times,
/// which takes as much processor time as the check that the lab is set up for.
actor SharedCertificates {
    static let all = SharedCertificates()

    private var made: Task<CertificateAuthority, any Error>?
    private var issued: [[String]: Task<Certificate, any Error>] = [:]
    /// By the certificates.
    private var hashes: [String: String] = [:]

    private init() {}

    func authority(on host: Host) async throws -> CertificateAuthority {
        let task = made ?? Task { try await CertificateAuthority(on: host) }
        made = task
        do {
            return try await task.value
        } catch {
            // The next lab tries again, with its own host.
            if made == task { made = nil }
            throw error
        }
    }

    func certificate(_ names: [String], on host: Host) async throws -> Certificate {
        let authority = try await authority(on: host)
        let task = issued[names] ?? Task { try await authority.issue(names, on: host) }
        issued[names] = task
        do {
            return try await task.value
        } catch {
            if issued[names] == task { issued[names] = nil }
            throw error
        }
    }

    /// The hash of the subject of an authority's certificate (openssl-x509(1)).
    func hash(of authority: Certificate, on host: Host) async throws -> String {
        if let known = hashes[authority.certificate] { return known }
        let hash = try await host.run(["openssl", "x509", "-noout", "-hash"], input: authority.certificate + "\n")
        hashes[authority.certificate] = hash
        return hash
    }
}

extension CertificateAuthority {
    /// The authority of all labs that do not need one of their own. It is created once, with the host's openssl.
    public static func shared(on host: Host) async throws -> CertificateAuthority {
        try await SharedCertificates.all.authority(on: host)
    }

    /// A certificate of the ``shared(on:)`` authority for these names, which all labs share. A test that needs two
    /// different ones calls ``issue(_:valid:key:issuerURL:on:)``.
    public static func sharedCertificate(_ names: [String], on host: Host) async throws -> Certificate {
        try await SharedCertificates.all.certificate(names, on: host)
    }
}
