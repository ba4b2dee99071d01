import ArgumentParser
import Glibc
import NetworkDiagnostics
import NetworkModel
import Probes
import TargetKinds

/// How targets are asked, beyond what the daemon's configuration says of them.
struct ProbeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Go through this proxy, as in http://proxy.example:3128.", valueName: "url"))
    var proxy: String?

    @Flag(
        name: .customLong("no-proxy"),
        help: "Go directly, whatever the environment says; with --proxy: both ways, to compare them.")
    var isDirect = false

    @Option(help: ArgumentHelp("Ask this one of the addresses of the target's name.", valueName: "address"))
    var address: String?

    @Flag(name: .customLong("each-address"), help: "Check every address of the target's name by itself.")
    var isEachAddress = false

    @Option(name: [.customShort("X"), .long], help: ArgumentHelp("The method of HTTP.", valueName: "method"))
    var method: String?

    @Option(
        name: [.customShort("H"), .long],
        help: ArgumentHelp("A field to send, as in 'Accept: text/html'.", valueName: "field"))
    var header: [String] = []

    @Option(help: ArgumentHelp("A text to send as the body.", valueName: "text"))
    var data: String?

    @Option(name: .customLong("data-file"), help: ArgumentHelp("A file to send as the body.", valueName: "file"))
    var dataFile: String?

    @Option(help: ArgumentHelp("Redirects that are followed, 0 to 30.", valueName: "count"))
    var redirects: Int?

    @Option(help: ArgumentHelp("A status that is expected, as in 204 or 200-299.", valueName: "status"))
    var status: [String] = []

    @Option(help: ArgumentHelp("A text that the body has to contain.", valueName: "text"))
    var contains: [String] = []

    @Option(help: ArgumentHelp("A regular expression that the body has to match.", valueName: "pattern"))
    var matches: [String] = []

    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp("PEM certificates to trust instead of the system's.", valueName: "file"))
    var authorities: String?

    @Option(
        name: .customLong("server-name"),
        help: ArgumentHelp("The name for TLS, instead of the target's host.", valueName: "name"))
    var serverName: String?

    @Option(
        name: .customLong("cert"), help: ArgumentHelp("The client's own certificate, in PEM form.", valueName: "file"))
    var certificate: String?

    @Option(
        name: .customLong("key"), help: ArgumentHelp("Its key, where that is in a file of its own.", valueName: "file"))
    var key: String?

    @Option(help: ArgumentHelp("A text in the name of an authority above the certificate.", valueName: "text"))
    var issuer: String?

    @Option(help: ArgumentHelp("The certificate's key, as in sha256//… of curl's --pinnedpubkey.", valueName: "pin"))
    var pin: [String] = []

    @Option(
        name: .customLong("credentials"),
        help: ArgumentHelp("A file that holds name:password, or a token.", valueName: "file"))
    var credentials: String?

    @Flag(help: "Take name and password from ~/.netrc.")
    var netrc = false

    @Flag(help: "Show Kerberos tickets.")
    var kerberos = false

    @Flag(name: .customLong("secret-service"), help: "Take name and password from the desktop's Secret Service.")
    var secretService = false

    @Option(
        name: .customLong("portal-url"),
        help: ArgumentHelp("A page that answers 204 unless a captive portal does; asked in doubt.", valueName: "url"))
    var portalURL: String?

    @Option(
        name: .customLong("ping-count"),
        help: ArgumentHelp("Echo requests to a host, 1 to 100: tells loss and jitter.", valueName: "count"))
    var pings: Int?

    @OptionGroup(title: "By kind of target") var kinds: KindOptions

    /// Whether something is set that only this process can do: it reads the user's files and secrets, which the daemon
    /// must never be asked to.
    var needsOwnProcess: Bool {
        isEachAddress || method != nil || !header.isEmpty || data != nil || dataFile != nil || redirects != nil
            || !status.isEmpty || !contains.isEmpty || !matches.isEmpty || authorities != nil || serverName != nil
            || certificate != nil || key != nil || credentials != nil || netrc || kerberos || secretService
            || pings != nil || issuer != nil || !pin.isEmpty
            || portalURL != nil || !kinds.isEmpty
    }

    /// Looks at all of it before anything is run.
    ///
    /// - Throws: ``Failure`` with the one thing that is wrong.
    func check(for targets: [Target]) throws(Failure) {
        do {
            _ = try settings()
            _ = try ways()
            _ = try chosenAddress()
            if address != nil, isEachAddress { throw SettingsError("--address and --each-address exclude each other") }
            for pattern in matches { _ = try Pattern(pattern) }
            for target in targets { _ = try kinds.values(for: target) }
        } catch let error as SettingsError {
            throw .usage(error.reason)
        } catch {
            throw .usage("\(error)")
        }
        for target in targets {
            if let option = given.first(where: { !$0.isGood(target) }) {
                throw .usage("\(option.name) is of no use for \(Text.shown(target.text)); leave it out")
            }
        }
    }

    /// The options that are given, and which targets they are good for.
    private var given: [(name: String, isGood: (Target) -> Bool)] {
        func isWeb(_ target: Target) -> Bool { target.takes(.http) }
        // Of a conversation alone, which has no option.
        func mayUseTLS(_ target: Target) -> Bool { target.takes(.tls) && !target.takes(.script) }
        func takesLogin(_ target: Target) -> Bool { target.takes(.credentials) }
        func isPinged(_ target: Target) -> Bool { target.takes(.ping) }
        let options: [(Bool, String, (Target) -> Bool)] = [
            (proxy != nil, "--proxy", \.mayUseProxy), (method != nil, "--method", \.isPage),
            (!header.isEmpty, "--header", isWeb), (data != nil, "--data", \.isPage),
            (dataFile != nil, "--data-file", \.isPage), (redirects != nil, "--redirects", \.isPage),
            (!status.isEmpty, "--status", \.isPage), (!contains.isEmpty, "--contains", \.isPage),
            (!matches.isEmpty, "--matches", \.isPage), (authorities != nil, "--ca-file", mayUseTLS),
            (serverName != nil, "--server-name", mayUseTLS), (certificate != nil, "--cert", mayUseTLS),
            (credentials != nil, "--credentials", takesLogin), (netrc, "--netrc", takesLogin),
            (kerberos, "--kerberos", isWeb), (secretService, "--secret-service", takesLogin),
            (pings != nil, "--ping-count", isPinged), (issuer != nil, "--issuer", mayUseTLS),
            (!pin.isEmpty, "--pin", mayUseTLS), (portalURL != nil, "--portal-url", \.mayUseProxy),
        ]
        return options.filter(\.0).map { ($0.1, $0.2) }
    }

    /// The address that is asked.
    func chosenAddress() throws(SettingsError) -> IPAddress? {
        guard let address else { return nil }
        guard let parsed = IPAddress(address) else {
            throw SettingsError(
                "--address: \"\(SafeText.escaped(address))\" is no address, write one like 192.0.2.1 or 2001:db8::1")
        }
        return parsed
    }

    /// The ways that are to be tried; one, unless they are compared. `nil` is what goes without saying.
    func ways() throws(SettingsError) -> [ProxyChoice?] {
        var ways: [ProxyChoice?] = []
        if let proxy { ways.append(.through(try Proxy(proxy, origin: "--proxy"))) }
        if isDirect { ways.append(.direct) }
        return ways.isEmpty ? [nil] : ways
    }

    /// All that the daemon is not told, as the library takes it; but for secrets that have yet to be asked for.
    func settings() throws(SettingsError) -> ProbeSettings {
        var settings = ProbeSettings()
        if let portalURL {
            do {
                settings.portalURL = try ProbeSettings.portalURL(portalURL)
            } catch {
                throw SettingsError("--portal-url: \(error.reason)")
            }
        }
        try setHTTP(&settings.http)
        if key != nil, certificate == nil { throw SettingsError("--key is of no use without --cert") }
        settings.tls.certificateAuthorityFile = try readable(
            authorities, "--ca-file", holding: "CERTIFICATE")
        settings.tls.clientCertificateFile = try readable(certificate, "--cert", holding: "CERTIFICATE")
        settings.tls.clientKeyFile = try readable(key, "--key", holding: "PRIVATE KEY")
        if let serverName {
            guard case .name(let name)? = (try? Target(serverName))?.host, name == serverName else {
                throw SettingsError("--server-name: \"\(SafeText.escaped(serverName))\" is no host name")
            }
            settings.tls.serverName = name
        }
        try setExpectation(&settings.tls)
        settings.authentication = try authentication()
        if let pings {
            guard (1...100).contains(pings) else { throw SettingsError("--ping-count takes a number from 1 to 100") }
            settings.echo.count = pings
        }
        return settings
    }

    private func setExpectation(_ tls: inout TLSSettings) throws(SettingsError) {
        if let issuer {
            guard TLSSettings.isIssuer(issuer) else {
                throw SettingsError("--issuer takes a text of 1 to 256 bytes in the name of the authority")
            }
            tls.expectedIssuer = issuer
        }
        for text in pin where !TLSSettings.isPin(text) {
            throw SettingsError(
                "--pin: \"\(SafeText.escaped(text))\" is no pin, write sha256// and the base64 of 32 bytes")
        }
        tls.pins = pin
    }

    private func setHTTP(_ http: inout HTTPSettings) throws(SettingsError) {
        if let method {
            guard HTTPSettings.isMethod(method) else {
                throw SettingsError("--method: \"\(SafeText.escaped(method))\" is no method that can be sent")
            }
            http.method = method
        }
        for line in header {
            guard let colon = line.firstIndex(of: ":") else {
                throw SettingsError("--header: \"\(SafeText.escaped(line))\" has no colon, write 'Name: value'")
            }
            let name = String(line[..<colon])
            guard !HTTPSettings.isLogin(name) else {
                throw SettingsError(
                    "--header: \(name) would show the secret in the list of processes, use --credentials")
            }
            http.fields.append(
                try .init(name: name, value: String(line[line.index(after: colon)...].drop { $0 == " " })))
        }
        if data != nil, dataFile != nil { throw SettingsError("--data and --data-file exclude each other") }
        if let data { http.body = .bytes(Array(data.utf8)) }
        if let file = try readable(dataFile, "--data-file") { http.body = .file(file) }
        if http.body != nil, method == nil { http.method = "POST" }
        if let redirects {
            guard (0...30).contains(redirects) else { throw SettingsError("--redirects takes a number from 0 to 30") }
            http.mostRedirects = redirects
        }
        for text in status {
            guard let statuses = HTTPSettings.statuses(text) else {
                throw SettingsError("--status: \"\(SafeText.escaped(text))\" is no status, write 204 or 200-299")
            }
            http.expectedStatus.append(statuses)
        }
        http.rules = contains.map(BodyRule.contains) + matches.map(BodyRule.matches)
    }

    private func authentication() throws(SettingsError) -> AuthenticationSettings? {
        guard [credentials != nil, netrc, kerberos, secretService].filter(\.self).count <= 1 else {
            throw SettingsError("--credentials, --netrc, --kerberos and --secret-service exclude each other")
        }
        if let credentials { return AuthenticationSettings(source: .file(credentials)) }
        if kerberos { return AuthenticationSettings(source: .kerberos) }
        if secretService { return AuthenticationSettings(source: .secretService) }
        guard netrc else { return nil }
        guard let home = getenv("HOME").map({ String(cString: $0) }), !home.isEmpty else {
            throw SettingsError("--netrc: HOME is not set, so that ~/.netrc cannot be found")
        }
        return AuthenticationSettings(source: .netrc(home + "/.netrc"))
    }

    /// Looks whether the file with the credentials can be used, before anything is asked of anybody.
    func examineCredentials() throws(Failure) {
        do throws(SettingsError) {
            try authentication()?.source.examine()
        } catch {
            throw .usage(error.reason)
        }
    }

    /// A regular file; of PEM, one that has what is looked for.
    private func readable(_ path: String?, _ option: String, holding label: String? = nil) throws(SettingsError)
        -> String?
    {
        guard let path else { return nil }
        func wrong(_ reason: String) -> SettingsError {
            SettingsError("\(option): \(SafeText.escaped(path)) \(reason)")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw wrong("cannot be read: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw wrong("is no regular file")
        }
        guard let label else { return path }
        var bytes = [UInt8](repeating: 0, count: 4 << 20)
        let count = max(read(descriptor, &bytes, bytes.count), 0)
        guard String(decoding: bytes[..<count], as: UTF8.self).contains("\(label)-----") else {
            throw wrong("holds no \(label.lowercased()) in PEM form")
        }
        return path
    }
}
