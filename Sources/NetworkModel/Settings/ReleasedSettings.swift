/// Settings as they may be used at one place: only ``ProbeSettings/released(to:)`` makes them, so that no probe can be given
/// others.
public struct ReleasedSettings: Sendable {
    /// The settings, without what is meant for another place.
    public let settings: ProbeSettings
    /// `nil` if all of it may be sent.
    public let omission: Omission?

    fileprivate init(_ settings: ProbeSettings, _ omission: Omission?) {
        self.settings = settings
        self.omission = omission
    }
}

extension ProbeSettings {
    /// Binds what is secret to a target and the route that these settings name; the first binding counts.
    public mutating func bind(to target: Target) {
        if recipient == nil, hasSecrets { recipient = Recipient(target, self) }
    }

    /// The settings for a place that is about to be asked, over the route that they name now. What is secret is only part of
    /// them where that is what they were bound to; settings that were never bound have none to give.
    public func released(to target: Target) -> ReleasedSettings {
        // Most targets have none, and are checked often.
        guard hasSecrets else { return ReleasedSettings(self, nil) }
        let reason = recipient.map { $0.difference(to: Recipient(target, self)) } ?? .otherOrigin
        guard let reason else { return ReleasedSettings(self, nil) }
        var released = self
        let parts = released.removeSecrets()
        return ReleasedSettings(released, parts.isEmpty ? nil : Omission(parts: parts, reason: reason))
    }

    /// Whether there is anything that ``removeSecrets()`` would take out.
    private var hasSecrets: Bool {
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
