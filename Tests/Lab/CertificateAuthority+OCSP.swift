/// The status of a certificate in an OCSP response.
public enum OCSPStatus: String, Sendable {
    /// Not revoked.
    case good = "V"
    /// Revoked in January 2020, because of a compromised key.
    case revoked = "R"
    /// Not known to the authority.
    case unknown = ""
}

extension CertificateAuthority {
    /// Makes an OCSP response about a certificate of this authority, valid for a week.
    ///
    /// - Returns: The path on the host, in DER, for the option `-status_file` of openssl s_server.
    public func ocspResponse(
        for certificate: Certificate, status: OCSPStatus = .good, on host: Host
    ) async throws -> String {
        let folder = try await host.makeFolder(for: "ocsp")
        try await host.write("\(folder)/ca.pem", authority.certificate + "\n")
        try await host.write("\(folder)/ca.key", authority.key + "\n", mode: 0o600)
        try await host.write("\(folder)/cert.pem", certificate.certificate + "\n")
        try await host.run([
            "sh", "-euc",
            """
            cd "$1"
            serial=$(openssl x509 -in cert.pem -noout -serial | cut -d = -f 2)
            case $2 in
            V) printf 'V\\t491231235959Z\\t\\t%s\\tunknown\\t/CN=lab\\n' "$serial" ;;
            R) printf 'R\\t491231235959Z\\t200101000000Z,keyCompromise\\t%s\\tunknown\\t/CN=lab\\n' "$serial" ;;
            esac >index
            openssl ocsp -issuer ca.pem -cert cert.pem -no_nonce -reqout request
            openssl ocsp -index index -rsigner ca.pem -rkey ca.key -CA ca.pem -ndays 7 -reqin request -respout response
            """, "-", folder, status.rawValue,
        ])
        return "\(folder)/response"
    }

    /// Writes the authority's certificate to a file on the host, for the option `-CAfile` of openssl.
    public func file(on host: Host) async throws -> String {
        let path = "\(try await host.makeFolder(for: "authority"))/ca.pem"
        try await host.write(path, authority.certificate + "\n")
        return path
    }
}
