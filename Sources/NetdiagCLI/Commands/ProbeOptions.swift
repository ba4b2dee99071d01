import ArgumentParser
import Glibc
import NetworkDiagnostics
import NetworkModel
import Probes
import TargetKinds
import Translations

/// How targets are probed, in addition to the daemon's configuration.
struct ProbeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Use this proxy, as in http://proxy.example:3128.", valueName: "url"))
    var proxy: String?

    @Flag(
        name: .customLong("no-proxy"),
        help: "Connect directly, regardless of the environment; with --proxy, check both routes to compare them.")
    var isDirect = false

    @Option(help: ArgumentHelp("Check only this address of the target's name.", valueName: "address"))
    var address: String?

    @Flag(name: .customLong("each-address"), help: "Check each address of the target's name separately.")
    var isEachAddress = false

    @Flag(help: "Take name and password from ~/.netrc.")
    var netrc = false

    @Flag(help: "Log in with Kerberos tickets.")
    var kerberos = false

    @Flag(name: .customLong("secret-service"), help: "Take name and password from the desktop's Secret Service.")
    var secretService = false

    @Option(
        name: .customLong("portal-url"),
        help: ArgumentHelp(
            "A page that answers 204 unless a captive portal intercepts the request; requested only if something suggests a portal.",
            valueName: "url"))
    var portalURL: String?

    /// The directory of ~/.netrc in place of `HOME`. Tests cannot change environment variables, because other threads read
    /// them.
    @TaskLocal static var home: String?

    @OptionGroup(title: "By kind of target") var kinds: KindOptions

    /// Whether an option is given that requires a check from this process, because it uses the user's files and secrets. Such
    /// requests must never be sent to the daemon.
    var needsOwnProcess: Bool {
        isEachAddress || netrc || kerberos || secretService || portalURL != nil || !kinds.isEmpty
    }

    /// Validates all options before anything is run.
    ///
    /// - Throws: ``Failure`` with the first problem.
    func check(for targets: [Target]) throws(Failure) {
        do {
            _ = try settings()
            _ = try proxyChoices()
            _ = try chosenAddress()
            if address != nil, isEachAddress {
                throw SettingsError("--address and --each-address are mutually exclusive")
            }
            for target in targets { _ = try kinds.values(for: target) }
        } catch let error as SettingsError {
            throw .usage(error.reason)
        } catch {
            throw .usage("\(error)")
        }
        for target in targets {
            if let option = given.first(where: { !$0.isGood(target) }) {
                let facts = ["option": option.name, "target": Text.shown(target.text)]
                throw .usage(ToolPhrase.doesNotApply.text(facts))
            }
        }
    }

    /// The given options, and whether they apply to a target.
    private var given: [(name: String, isGood: (Target) -> Bool)] {
        let options: [(Bool, String, (Target) -> Bool)] = [
            (proxy != nil, "--proxy", \.mayUseProxy), (netrc, "--netrc", { $0.takes(.credentials) }),
            (kerberos, "--kerberos", { $0.takes(.http) }),
            (secretService, "--secret-service", { $0.takes(.credentials) }),
            (portalURL != nil, "--portal-url", \.mayUseProxy),
        ]
        return options.filter(\.0).map { ($0.1, $0.2) }
    }

    /// The address to check.
    func chosenAddress() throws(SettingsError) -> IPAddress? {
        guard let address else { return nil }
        guard let parsed = IPAddress(address) else {
            throw SettingsError(
                "--address: \"\(SafeText.escaped(address))\" is not a valid address; expected one like 192.0.2.1 or 2001:db8::1"
            )
        }
        return parsed
    }

    /// The proxies to try: one, unless routes with and without a proxy are compared. `nil` is the default selection.
    func proxyChoices() throws(SettingsError) -> [ProxyChoice?] {
        var choices: [ProxyChoice?] = []
        if let proxy { choices.append(.through(try Proxy(proxy, origin: "--proxy"))) }
        if isDirect { choices.append(.direct) }
        return choices.isEmpty ? [nil] : choices
    }

    /// The settings of the probe that the daemon does not get, except for secrets that have not been requested yet.
    ///
    /// - Parameter configured: The configured settings of the target, which options override.
    func settings(on configured: ProbeSettings = .init()) throws(SettingsError) -> ProbeSettings {
        var settings = configured
        if let portalURL {
            do {
                settings.portalURL = try ProbeSettings.portalURL(portalURL)
            } catch {
                throw SettingsError("--portal-url: \(error.reason)")
            }
        }
        if let authentication = try authentication() { settings.authentication = authentication }
        try kinds.set(&settings)
        if kinds.isGiven("credentials-scheme"), settings.authentication == nil {
            throw SettingsError("--credentials-scheme has no effect without --credentials, --netrc or their like")
        }
        // A target that is configured with a body has its own method.
        if kinds.isGiven("data") || kinds.isGiven("data-file"), !kinds.isGiven("method"),
            configured.http.method == HTTPSettings().method
        {
            settings.http.method = "POST"
        }
        return settings
    }

    private func authentication() throws(SettingsError) -> AuthenticationSettings? {
        guard [kinds.isGiven("credentials"), netrc, kerberos, secretService].filter(\.self).count <= 1 else {
            throw SettingsError("--credentials, --netrc, --kerberos and --secret-service are mutually exclusive")
        }
        if kerberos { return AuthenticationSettings(source: .kerberos) }
        if secretService { return AuthenticationSettings(source: .secretService) }
        guard netrc else { return nil }
        guard let home = Self.home ?? getenv("HOME").map({ String(cString: $0) }), !home.isEmpty else {
            throw SettingsError("--netrc: HOME is not set, so that ~/.netrc cannot be found")
        }
        return AuthenticationSettings(source: .netrc(home + "/.netrc"))
    }

    /// Checks that ~/.netrc can be used before anything is sent.
    func examineCredentials() throws(Failure) {
        do throws(SettingsError) {
            try authentication()?.source.examine()
        } catch {
            throw .usage(error.reason)
        }
    }
}
