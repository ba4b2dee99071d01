/// A certificate with its key, in PEM.
public struct Certificate: Sendable {
    /// The certificate alone.
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
        /// From 2090 on.
        case notYet

        fileprivate var dates: (start: String, end: String) {
            switch self {
            case .now: ("$(date -u -d '-1 day' +%Y%m%d%H%M%SZ)", "$(date -u -d '+30 days' +%Y%m%d%H%M%SZ)")
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

    /// Issues a certificate for these names and addresses; the first is its common name.
    public func issue(_ names: [String], valid validity: Validity = .now, on host: Host) async throws -> Certificate {
        let (start, end) = validity.dates
        return try await Certificate.make(
            on: host, files: ["ca.pem": authority.certificate, "ca.key": authority.key, "ext": names.extensions],
            script: """
                openssl req -new \(Certificate.newKey) -keyout key.pem -subj "/CN=\(names.first ?? "")" -out request
                : >index
                printf '[ca]\\ndefault_ca=d\\n[d]\\ndatabase=index\\nnew_certs_dir=.\\ndefault_md=sha256\\n' >ca.cnf
                printf 'policy=p\\nrand_serial=yes\\nunique_subject=no\\n[p]\\ncommonName=supplied\\n' >>ca.cnf
                openssl ca -batch -notext -config ca.cnf -cert ca.pem -keyfile ca.key -extfile ext \
                    -startdate "\(start)" -enddate "\(end)" -in request -out cert.pem
                """)
    }
}

extension Certificate {
    fileprivate static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

    /// One that is its own issuer, valid for a month.
    public static func selfSigned(_ names: [String], on host: Host) async throws -> Certificate {
        try await selfSigned(names, isAuthority: false, on: host)
    }

    fileprivate static func selfSigned(_ names: [String], isAuthority: Bool, on host: Host) async throws -> Certificate
    {
        let use = isAuthority ? "basicConstraints=critical,CA:TRUE" : names.extensions
        return try await make(
            on: host, files: [:],
            script: """
                openssl req -x509 \(newKey) -keyout key.pem -out cert.pem -days 30 \
                    -subj "/CN=\(names.first ?? "")" -addext "\(use)"
                """)
    }

    fileprivate static func make(on host: Host, files: [String: String], script: String) async throws -> Certificate {
        let folder = try await host.run(["mktemp", "-d", "/run/certificate.XXXXXX"])
        for (name, text) in files { try await host.write("\(folder)/\(name)", text + "\n", mode: "0600") }
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
