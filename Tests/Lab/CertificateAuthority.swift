/// A certificate with its key, in PEM.
public struct Certificate: Sendable {
    /// The certificate; those of the authorities that it was ``followed(by:)`` come after it.
    public let certificate: String
    /// Its private key.
    public let key: String
}

/// A certificate authority of the lab. Hosts trust it after ``Host/trust(_:)``.
public struct CertificateAuthority: Sendable {
    /// When a certificate is valid.
    public enum Validity: Sendable {
        /// From yesterday for a month.
        case now
        /// In January 2020.
        case expired
        /// From yesterday for four days.
        case soonOver
        /// From 2090 on.
        case notYet

        fileprivate var dates: (start: String, end: String) {
            switch self {
            case .now: ("$(date -u -d '-1 day' +%Y%m%d%H%M%SZ)", "$(date -u -d '+30 days' +%Y%m%d%H%M%SZ)")
            case .soonOver: ("$(date -u -d '-1 day' +%Y%m%d%H%M%SZ)", "$(date -u -d '+3 days' +%Y%m%d%H%M%SZ)")
            case .expired: ("20200101000000Z", "20200201000000Z")
            case .notYet: ("20900101000000Z", "20910101000000Z")
            }
        }
    }

    /// Its own certificate.
    public let authority: Certificate

    /// Makes one, with the host's openssl.
    public init(on host: Host) async throws {
        authority = try await Certificate.selfSigned(["Lab CA"], isAuthority: true, on: host)
    }

    private init(authority: Certificate) { self.authority = authority }

    /// Issues a certificate for these names and addresses; the first is its common name.
    ///
    /// - Parameter issuerURL: Where it says that the certificate of this authority is to be had (`caIssuers`).
    public func issue(
        _ names: [String], valid validity: Validity = .now, key: Certificate.Key = .elliptic,
        issuerURL: String? = nil, on host: Host
    ) async throws -> Certificate {
        let access = issuerURL.map { "\nauthorityInfoAccess=caIssuers;URI:\($0)" } ?? ""
        return try await issue(
            names.first ?? "", extensions: names.extensions + access, valid: validity, key: key, on: host)
    }

    /// Issues a certificate by which a client says who it is.
    public func issueClient(
        _ name: String, valid validity: Validity = .now, key: Certificate.Key = .elliptic, on host: Host
    ) async throws -> Certificate {
        try await issue(name, extensions: "extendedKeyUsage=clientAuth", valid: validity, key: key, on: host)
    }

    /// Makes an authority that this one vouches for. Those who trust this one alone have to be shown the certificate of
    /// that one as well: ``Certificate/followed(by:)``.
    public func issueIntermediate(
        _ name: String = "Lab Intermediate CA", valid validity: Validity = .now, on host: Host
    ) async throws -> CertificateAuthority {
        let extensions = "basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign,cRLSign"
        return CertificateAuthority(
            authority: try await issue(name, extensions: extensions, valid: validity, key: .elliptic, on: host))
    }

    private func issue(
        _ name: String, extensions: String, valid validity: Validity, key: Certificate.Key, on host: Host
    ) async throws -> Certificate {
        let (start, end) = validity.dates
        return try await Certificate.make(
            on: host, files: ["ca.pem": authority.certificate, "ca.key": authority.key, "ext": extensions],
            script: """
                openssl req -new \(key.options) -keyout key.pem -subj "/CN=\(name)" -out request
                : >index
                printf '[ca]\\ndefault_ca=d\\n[d]\\ndatabase=index\\nnew_certs_dir=.\\ndefault_md=sha256\\n' >ca.cnf
                printf 'policy=p\\nrand_serial=yes\\nunique_subject=no\\n[p]\\ncommonName=supplied\\n' >>ca.cnf
                openssl ca -batch -notext -config ca.cnf -cert ca.pem -keyfile ca.key -extfile ext \
                    -startdate "\(start)" -enddate "\(end)" -in request -out cert.pem
                """)
    }
}

extension Certificate {
    /// What kind of key it has.
    public enum Key: Sendable {
        /// On the curve P-256.
        case elliptic
        /// RSA, of so many bits. OpenSSL's programs show one of 1024 only with `-cipher DEFAULT@SECLEVEL=0`.
        case rsa(Int)

        fileprivate var options: String {
            switch self {
            case .elliptic: "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
            case .rsa(let bits): "-newkey rsa:\(bits) -nodes"
            }
        }
    }

    /// One that is its own issuer, valid for a month.
    public static func selfSigned(
        _ names: [String], key: Key = .elliptic, on host: Host
    ) async throws -> Certificate {
        try await selfSigned(names, isAuthority: false, key: key, on: host)
    }

    /// The same with the certificates of authorities behind it, in the order in which they vouch for it: what a server
    /// shows.
    public func followed(by authorities: CertificateAuthority...) -> Certificate {
        let chain = [certificate] + authorities.map(\.authority.certificate)
        return Certificate(certificate: chain.joined(separator: "\n"), key: key)
    }

    fileprivate static func selfSigned(
        _ names: [String], isAuthority: Bool, key: Key = .elliptic, on host: Host
    ) async throws -> Certificate {
        let use = isAuthority ? "basicConstraints=critical,CA:TRUE" : names.extensions
        return try await make(
            on: host, files: [:],
            script: """
                openssl req -x509 \(key.options) -keyout key.pem -out cert.pem -days 30 \
                    -subj "/CN=\(names.first ?? "")" -addext "\(use)"
                """)
    }

    fileprivate static func make(on host: Host, files: [String: String], script: String) async throws -> Certificate {
        let folder = try await host.makeFolder(for: "certificate")
        for (name, text) in files { try await host.write("\(folder)/\(name)", text + "\n", mode: 0o600) }
        try await host.run(["sh", "-euc", "cd \(folder)\n\(script)"])
        return Certificate(
            certificate: try await host.read("\(folder)/cert.pem"), key: try await host.read("\(folder)/key.pem"))
    }
}

extension [String] {
    /// subjectAltName of these names and addresses.
    fileprivate var extensions: String {
        let names = map { name in
            let isAddress = name.contains(":") || name.allSatisfy { $0 == "." || $0.isNumber }
            return (isAddress ? "IP:" : "DNS:") + name
        }
        return "subjectAltName=" + names.joined(separator: ",")
    }
}

extension Host {
    /// Adds the authority to those that the host's programs trust (OpenSSL's and GnuTLS's defaults on Debian).
    public func trust(_ authority: CertificateAuthority) async throws {
        try await write("/etc/ssl/certs/lab.pem", authority.authority.certificate + "\n")
        try await run([
            "sh", "-euc",
            """
            cd /etc/ssl/certs
            cat lab.pem >>ca-certificates.crt
            ln -sf lab.pem "$(openssl x509 -in lab.pem -noout -hash).0"
            """,
        ])
    }
}
