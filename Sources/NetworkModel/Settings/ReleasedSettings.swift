/// Settings for one destination. Only ``ProbeSettings/released(to:)`` creates them, so that probes never get settings for
/// another one.
public struct ReleasedSettings: Sendable {
    /// The settings, without those for another destination.
    @inlinable public var settings: ProbeSettings { boxed.wrappedValue }
    @usableFromInline let boxed: Boxed<ProbeSettings>
    /// What was left out; `nil` for nothing.
    public let omission: Omission?

    fileprivate init(_ settings: Boxed<ProbeSettings>, _ omission: Omission?) {
        boxed = settings
        self.omission = omission
    }
}

extension ProbeSettings {
    /// Binds the secrets to a target and the route of these settings. A second binding has no effect.
    public mutating func bind(to target: Target) {
        if isUnbound { recipient = Recipient(target, self) }
    }

    /// Whether the settings contain secrets that were never bound to a target.
    package var isUnbound: Bool { recipient == nil && hasSecrets }

    /// The settings for a request to a destination, over their current route. Secrets are only part of them if they were
    /// bound to that destination and route.
    public func released(to target: Target) -> ReleasedSettings {
        Boxed(wrappedValue: self).released(to: target)
    }

    fileprivate func withoutSecrets(for target: Target) -> (settings: ProbeSettings, omission: Omission?)? {
        let reason = recipient.map { $0.difference(to: Recipient(target, self)) } ?? .otherOrigin
        guard let reason else { return nil }
        var released = self
        let parts = released.removeSecrets()
        return (released, parts.isEmpty ? nil : Omission(parts: parts, reason: reason))
    }

    /// Whether ``removeSecrets()`` would remove anything.
    fileprivate var hasSecrets: Bool {
        authentication != nil || !http.fields.isEmpty || http.body != nil || tls.clientCertificateFile != nil
            || tls.clientKeyFile != nil || !webSocket.subprotocols.isEmpty || webSocket.message != nil
            || ftp.writesIn != nil || kind.hasSecrets || !script.isEmpty
    }

    /// Removes everything that is meant for the target only.
    private mutating func removeSecrets() -> [Omission.Part] {
        var parts: [Omission.Part] = []
        if authentication != nil { parts.append(.credentials) }
        if !http.fields.isEmpty { parts.append(.headers) }
        if http.body != nil { parts.append(.body) }
        if tls.clientCertificateFile != nil || tls.clientKeyFile != nil { parts.append(.clientCertificate) }
        // Some servers accept tokens as subprotocols.
        if !webSocket.subprotocols.isEmpty { parts.append(.subprotocols) }
        if webSocket.message != nil {
            parts.append(.message)
            // Without the message, there is no response to expect.
            webSocket.expected = nil
        }
        if ftp.writesIn != nil { parts.append(.write) }
        if kind.removeSecrets() { parts.append(.settings) }
        let greeting = script.prefix { step in
            if case .send = step { false } else { true }
        }
        if greeting.count < script.count { parts.append(.script) }
        (authentication, http.fields, http.body) = (nil, [], nil)
        (tls.clientCertificateFile, tls.clientKeyFile) = (nil, nil)
        (webSocket.subprotocols, webSocket.message, ftp.writesIn) = ([], nil, nil)
        script = Array(greeting)
        return parts
    }
}

extension Boxed<ProbeSettings> {
    /// The same as ``ProbeSettings/released(to:)``, in the same box if nothing is removed.
    package func released(to target: Target) -> ReleasedSettings {
        // Most targets have no secrets, and are checked often.
        guard wrappedValue.hasSecrets, let (settings, omission) = wrappedValue.withoutSecrets(for: target) else {
            return ReleasedSettings(self, nil)
        }
        return ReleasedSettings(Boxed(wrappedValue: settings), omission)
    }
}
