import NetworkModel
import Probes

extension ConfigurationDecoder {
    /// The maximum number of addresses to listen on.
    static let maxListeners = 16
    /// The maximum length of a Unix socket's path, in bytes (`sun_path` of unix(7), without the NUL).
    static let maxSocketPath = 107

    mutating func listen(_ setting: Setting) -> Configuration.Listen {
        var listen = Configuration.Listen()
        guard let group = group(setting, known: ["http", "https", "certificate", "key", "socket"]) else {
            return listen
        }
        if let http = group["http"], let addresses = addresses(http, example: 8053) { listen.http = addresses }
        https(group, &listen)
        if let socket = group["socket"], let path = path(socket, "a path, as in \(listen.socket)") {
            if path.utf8.count > Self.maxSocketPath {
                refuse(
                    socket,
                    "has \(path.utf8.count) bytes; the path of a Unix socket takes at most \(Self.maxSocketPath)")
            } else if path.hasSuffix("/") {
                refuse(socket, "\(SafeText.shown(path)) is a directory; write a file's path, as in \(listen.socket)")
            } else {
                listen.socket = path
            }
        }
        return listen
    }

    private mutating func https(_ group: Group, _ listen: inout Configuration.Listen) {
        let certificate = group["certificate"].flatMap { path($0, "the file of a certificate in PEM form") }
        let key = group["key"].flatMap { path($0, "the file of a private key in PEM form") }
        guard let https = group["https"], let addresses = addresses(https, example: 8443), !addresses.isEmpty else {
            for setting in ["certificate", "key"].compactMap({ group[$0] }) where group["https"] == nil {
                refuse(setting, "has no effect without https; name where to listen, as in https: [\":8443\"]")
            }
            return
        }
        for missing in ["certificate", "key"] where group[missing] == nil {
            refuse(https, "needs \(missing): the file of a \(missing == "key" ? "private key" : missing) in PEM form")
        }
        if let both = addresses.first(where: { $0.port != 0 && listen.http.contains($0) }) {
            refuse(https, "has \(both), and so has listen.http; keep one of the two")
        }
        listen.https = addresses
        guard let certificate, let key else { return }
        let pair = ServerCertificate(certificateFile: certificate, keyFile: key)
        do {
            _ = try pair.context()
            listen.certificate = pair
        } catch {
            let setting =
                switch error.file {
                case .certificate: group["certificate"]
                case .key: group["key"]
                }
            refuse(setting ?? https, error.reason)
        }
    }

    private mutating func addresses(_ setting: Setting, example port: Int) -> [SocketAddress]? {
        let expected = "ADDRESS:PORT, as in 0.0.0.0:\(port) or \"[::1]:\(port)\", or off"
        if case .scalar(let text, _) = setting.node.content, SettingText.boolean(text) == false { return [] }
        guard let items = list(setting, of: expected) else { return nil }
        var addresses: [SocketAddress] = []
        for item in items.prefix(Self.maxListeners + 1) {
            guard let text = text(item, expected),
                let parsed = value(item, { () throws(SettingsError) in try SocketAddress.listening(text) })
            else { continue }
            for address in parsed {
                // Port 0 selects another port each time.
                if address.port != 0, addresses.contains(address) {
                    refuse(item, "has \(address) already; keep one of the two")
                } else {
                    addresses.append(address)
                }
            }
        }
        guard addresses.count <= Self.maxListeners, items.count <= Self.maxListeners else {
            refuse(
                setting,
                "has \(max(items.count, addresses.count)) addresses; the maximum is \(Self.maxListeners)")
            return nil
        }
        return addresses
    }

    /// An absolute path, since the daemon has no working directory that a relative path could refer to.
    mutating func path(_ setting: Setting, _ expected: String) -> String? {
        guard let path = text(setting, expected) else { return nil }
        guard path.hasPrefix("/"), path.utf8.count < 4096, !path.utf8.contains(0) else {
            refuse(setting, "\(SafeText.shown(path)) is not an absolute path; write \(expected)")
            return nil
        }
        return path
    }

    /// The path from which a file with a secret is read.
    mutating func secretPath(_ setting: Setting, _ expected: String) -> String? {
        path(setting, expected).map { ServiceCredential.path(for: $0) }
    }
}
