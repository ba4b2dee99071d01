/// Settings as they may be used at one place: only ``ProbeSettings/released(to:)`` makes them, so that no probe can be given
/// others.
public struct ReleasedSettings: Sendable {
    /// The settings, without what is meant for another place.
    @inlinable public var settings: ProbeSettings { boxed.wrappedValue }
    @usableFromInline let boxed: Boxed<ProbeSettings>
    /// `nil` if all of it may be sent.
    public let omission: Omission?

    fileprivate init(_ settings: Boxed<ProbeSettings>, _ omission: Omission?) {
        boxed = settings
        self.omission = omission
    }
}

extension ProbeSettings {
    /// Binds what is secret to a target and the route that these settings name; the first binding counts.
    public mutating func bind(to target: Target) {
        if isUnbound { recipient = Recipient(target, self) }
    }

    /// Whether they hold secrets that were never bound to a target.
    package var isUnbound: Bool { recipient == nil && hasSecrets }

    /// The settings for a place that is about to be asked, over the route that they name now. What is secret is only part of
    /// them where that is what they were bound to; settings that were never bound have none to give.
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

    /// Whether there is anything that ``removeSecrets()`` would take out.
    fileprivate var hasSecrets: Bool {
        authentication != nil || !http.fields.isEmpty || http.body != nil || tls.clientCertificateFile != nil
            || tls.clientKeyFile != nil || !webSocket.subprotocols.isEmpty || webSocket.message != nil
            || ftp.writesIn != nil || kind.hasSecrets || !script.isEmpty
    }

    /// Takes out whatever is meant for the target alone.
    private mutating func removeSecrets() -> [Omission.Part] {
        var parts: [Omission.Part] = []
        if authentication != nil { parts.append(.credentials) }
        if !http.fields.isEmpty { parts.append(.headers) }
        if http.body != nil { parts.append(.body) }
        if tls.clientCertificateFile != nil || tls.clientKeyFile != nil { parts.append(.clientCertificate) }
        // Some servers take tokens as subprotocols.
        if !webSocket.subprotocols.isEmpty { parts.append(.subprotocols) }
        if webSocket.message != nil {
            parts.append(.message)
            // There is no answer to what is not asked.
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
    /// As ``ProbeSettings/released(to:)``, in the same box where nothing is taken out.
    package func released(to target: Target) -> ReleasedSettings {
        // Most targets have no secrets, and are checked often.
        guard wrappedValue.hasSecrets, let (settings, omission) = wrappedValue.withoutSecrets(for: target) else {
            return ReleasedSettings(self, nil)
        }
        return ReleasedSettings(Boxed(wrappedValue: settings), omission)
    }
}
