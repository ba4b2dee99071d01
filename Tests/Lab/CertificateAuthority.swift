/// A certificate and its key, in PEM.
public struct Certificate: Sendable {
    /// The certificate, followed by those of ``followed(by:)``.
    public let certificate: String
    /// The private key.
    public let key: String
}

/// A certificate authority of the lab. Hosts trust it after ``Host/trust(_:)``.
public struct CertificateAuthority: Sendable {
    /// The validity period of a certificate.
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

    /// The authority's own certificate.
    public let authority: Certificate

    /// Creates an authority with the host's openssl.
    public init(on host: Host) async throws {
        authority = try await Certificate.selfSigned(["Lab CA"], isAuthority: true, on: host)
    }

    private init(authority: Certificate) { self.authority = authority }

    /// Issues a certificate for names and addresses, of which the first is the common name.
    ///
    /// - Parameter issuerURL: The URL of the issuer's certificate in the extension `caIssuers`; `nil` for none.
    public func issue(
        _ names: [String], valid validity: Validity = .now, key: Certificate.Key = .elliptic,
        issuerURL: String? = nil, on host: Host
    ) async throws -> Certificate {
        let access = issuerURL.map { "\nauthorityInfoAccess=caIssuers;URI:\($0)" } ?? ""
        return try await issue(
            names.first ?? "", extensions: names.extensions + access, valid: validity, key: key, on: host)
    }

    /// Issues a client certificate.
    public func issueClient(
        _ name: String, valid validity: Validity = .now, key: Certificate.Key = .elliptic, on host: Host
    ) async throws -> Certificate {
        try await issue(name, extensions: "extendedKeyUsage=clientAuth", valid: validity, key: key, on: host)
    }

    /// Issues an intermediate authority. Clients that trust only this authority also need the intermediate certificate:
    /// ``Certificate/followed(by:)``.
    ///
    /// - Parameter domain: The only domain for which it may issue certificates; `nil` for any.
    public func issueIntermediate(
        _ name: String = "Lab Intermediate CA", valid validity: Validity = .now, for domain: String? = nil,
        on host: Host
    ) async throws -> CertificateAuthority {
        let names = domain.map { "\nnameConstraints=critical,permitted;DNS:\($0)" } ?? ""
        let extensions = "basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign,cRLSign" + names
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
    /// The type of a key.
    public enum Key: Sendable {
        /// ECDSA with the curve P-256.
        case elliptic
        /// RSA with this number of bits. OpenSSL's programs only accept 1024 bits with `-cipher DEFAULT@SECLEVEL=0`.
        case rsa(Int)

        fileprivate var options: String {
            switch self {
            case .elliptic: "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
            case .rsa(let bits): "-newkey rsa:\(bits) -nodes"
            }
        }
    }

    /// Creates a self-signed certificate that is valid for a month.
    public static func selfSigned(
        _ names: [String], key: Key = .elliptic, on host: Host
    ) async throws -> Certificate {
        try await selfSigned(names, isAuthority: false, key: key, on: host)
    }

    /// The certificate, followed by those of its authorities, in the order of the chain: what a server sends.
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
    /// The extension subjectAltName with these names and addresses.
    fileprivate var extensions: String {
        let names = map { name in
            let isAddress = name.contains(":") || name.allSatisfy { $0 == "." || $0.isNumber }
            return (isAddress ? "IP:" : "DNS:") + name
        }
        return "subjectAltName=" + names.joined(separator: ",")
    }
}

extension Host {
    /// Adds the authority to those that the host's programs trust by default (OpenSSL and GnuTLS on Debian).
    public func trust(_ authority: CertificateAuthority) async throws {
        let text = authority.authority.certificate + "\n"
        let folder = "/etc/ssl/certs"
        // OpenSSL looks for an authority in a file with this name, or in the one with all authorities.
        let hash = try await SharedCertificates.all.hash(of: authority.authority, on: self)
        try await write("\(folder)/\(hash).0", text)
        let all = "\(folder)/ca-certificates.crt"
        try await write(all, try await read(all) + "\n" + text)
    }
}
