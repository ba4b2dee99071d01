import FoundationEssentials
import NetdiagConfiguration
import NetworkModel
import Probes

extension ModuleProbe {
    private static let maxSecretBytes = 64 << 10

    /// Applies the module to the settings of a check.
    ///
    /// - Throws: ``SettingsError`` if a file of the module cannot be read.
    func apply(to settings: inout ProbeSettings) throws(SettingsError) {
        switch module.prober {
        case .http(let http): try apply(http, to: &settings)
        case .tcp(let conversation), .unix(let conversation):
            settings.script = conversation.script
            settings.tls = conversation.tls
        case .icmp(let echo): settings.echo = echo
        case .dns(let dns):
            settings.dns.question = dns.question
            settings.tls = dns.tls
        case .grpc(let grpc): settings.tls = grpc.tls
        }
    }

    private func apply(_ http: BlackboxHTTP, to settings: inout ProbeSettings) throws(SettingsError) {
        settings.http = http.settings
        settings.tls = http.tls
        settings.proxy = http.proxy
        // A redirect that is followed is not the final response, whichever statuses are valid.
        settings.http.expectedStatus = http.validStatusCodes
            .filter { (100...599).contains($0) && !(http.followsRedirects && (300..<400).contains($0)) }
            .map { $0...$0 }
        for (name, file) in http.fileFields.sorted(by: { $0.key < $1.key }) {
            try replace(name, with: secret(.file(file)), in: &settings.http)
        }
        switch http.login {
        case nil: break
        case .basic(let user, let password):
            let pair = try secret(user) + ":" + secret(password)
            try replace(
                "Authorization", with: "Basic " + Data(pair.utf8).base64EncodedString(), in: &settings.http)
        case .field(let scheme, let credentials):
            try replace("Authorization", with: "\(scheme) " + secret(credentials), in: &settings.http)
        }
        guard settings.tls.serverName == nil, target.beginsWithTLS,
            let host = http.settings.fields.first(where: { $0.name.lowercased() == "host" })?.value
        else { return }
        // The name of a certificate has no port.
        let name = host.hasPrefix("[") ? host : String(host.prefix { $0 != ":" })
        settings.tls.serverName = try HostSetting.parse(name)
    }

    private func replace(
        _ name: String, with value: String, in http: inout HTTPSettings
    ) throws(SettingsError) {
        http.fields.removeAll { $0.name.lowercased() == name.lowercased() }
        http.fields.append(try .init(name: name, value: value))
    }

    private func secret(_ secret: BlackboxHTTP.SecretSource) throws(SettingsError) -> String {
        switch secret {
        case .text(let text): return text
        case .file(let path):
            let bytes: [UInt8]
            do throws(SettingsError) {
                bytes = try RegularFile.read(path, maxBytes: Self.maxSecretBytes).bytes
            } catch {
                throw SettingsError("\(SafeText.escapedPath(path)) \(error.reason)")
            }
            let blanks: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
            let text = bytes.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
            return String(decoding: Array(text), as: UTF8.self)
        }
    }
}
