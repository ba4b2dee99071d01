public import NetworkModel

/// A requested check: the target, and how the check differs from the settings that apply to the target.
///
/// It is the argument of ``DiagnosticEngine/check(_:progress:)`` and, as JSON, the body of `POST /v1/checks`. The settings
/// are not part of the JSON form: the daemon uses those of its configuration.
public struct CheckRequest: Sendable, Hashable {
    /// What is checked.
    public var target: Target
    /// The settings, which apply unless the request overrides them.
    public var settings: CheckOptions
    /// The only address family to try; `nil` for those of the settings.
    public var family: AddressFamily?
    /// The time limit, 100 ms to 5 min; `nil` for that of the settings.
    public var timeout: Duration?
    /// The address to use, instead of those of the target's name; `nil` for the latter.
    public var address: IPAddress?
    /// The route; `nil` for that of the settings.
    public var proxy: ProxyChoice?
    /// Settings of the target's kind, which override those of ``settings``.
    public var kind = SettingValues()
    /// Settings that kinds share, which override those of ``settings``.
    package var shared = KindGroups()

    /// Creates a request that overrides nothing.
    public init(_ target: Target, settings: CheckOptions = .init()) {
        self.target = target
        self.settings = settings
    }

    /// Whether the request overrides nothing.
    public var isAsConfigured: Bool {
        family == nil && timeout == nil && address == nil && proxy == nil && kind.isEmpty && shared.isEmpty
    }

    /// The settings, with the overrides of the request.
    public var options: CheckOptions {
        // Most checks are the daemon's own, for which nothing is copied.
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
