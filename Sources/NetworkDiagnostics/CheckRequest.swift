public import NetworkModel

/// A requested check: the target, and how the check differs from the settings that apply to the target.
///
/// It is what ``DiagnosticEngine/check(_:progress:)`` takes and, as JSON, the body of `POST /v1/checks`. The settings are no
/// part of the JSON: the daemon has its own, those of the configuration.
public struct CheckRequest: Sendable, Hashable {
    /// What is checked.
    public var target: Target
    /// What holds where the request says nothing.
    public var settings: CheckOptions
    /// The one family that addresses are tried in; `nil`: those of the settings.
    public var family: AddressFamily?
    /// 100 ms to 5 min; `nil`: that of the settings.
    public var timeout: Duration?
    /// The address that is asked, instead of those of the target's name.
    public var address: IPAddress?
    /// `nil`: that of the settings.
    public var proxy: ProxyChoice?
    /// Settings of the target's kind, each of which replaces the one of ``settings``.
    public var kind = SettingValues()
    /// Settings that kinds share, each of which replaces the one of ``settings``.
    package var shared = KindGroups()

    /// Creates a request to check a target as the settings say.
    public init(_ target: Target, settings: CheckOptions = .init()) {
        self.target = target
        self.settings = settings
    }

    /// Whether the check differs in nothing from what the settings say.
    public var isAsConfigured: Bool {
        family == nil && timeout == nil && address == nil && proxy == nil && kind.isEmpty && shared.isEmpty
    }

    /// The settings, with what the request says in their place.
    public var options: CheckOptions {
        // The daemon's own checks, which are most: nothing is copied.
        guard !isAsConfigured else { return settings }
        var options = settings
        if let family { options.families = [family] }
        if let timeout { options.timeout = min(max(timeout, .milliseconds(100)), .seconds(300)) }
        if let address { options.probe.address = address }
        options.probe.kind.merge(kind)
        shared.apply(to: &options.probe)
        if let proxy {
            if case .through(let other) = options.probe.proxy, proxy == .direct { options.probe.spareProxy = other }
            options.probe.proxy = proxy
        }
        return options
    }
}
