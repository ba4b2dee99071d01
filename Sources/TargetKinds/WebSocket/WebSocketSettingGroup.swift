import NetworkModel

extension SettingGroup {
    /// The messages of a WebSocket session.
    static let webSocket = SettingGroup(
        .websocket,
        [
            ProbeSetting(
                "subprotocols", .subprotocols, at: \.webSocket.subprotocols,
                "The subprotocols to offer, in order of preference; the server must choose one of them.",
                for: .target,
                option: .init(name: "websocket-subprotocol", valueName: "name", isRepeated: true)),
            ProbeSetting(
                "send", .message, at: \.webSocket.message, "A message to send once the socket is open.",
                for: .target, option: .init(name: "websocket-send", valueName: "text")),
            ProbeSetting(
                "expect", .pattern, at: \.webSocket.expected,
                "A regular expression (PCRE2) that one of the server's messages must match.",
                option: .init(name: "websocket-expect", valueName: "pattern")),
            ProbeSetting(
                "max_message", .number(in: 125...(16 << 20), of: "bytes"), at: \.webSocket.maxMessageBytes,
                "The longest message to accept.",
                option: .init(name: "websocket-max-message", valueName: "bytes"), openToRequests: true),
        ])
}

extension SettingType<[String]> {
    fileprivate static var subprotocols: Self {
        SettingType<String>("the name of a subprotocol") { text throws(SettingsError) in
            guard Token.isToken(text) else {
                throw SettingsError(
                    "\(SafeText.shown(text)) is not a valid name of a subprotocol (RFC 6455 section 4.1)")
            }
            return text
        } text: {
            $0
        }.list("subprotocols, as in chat")
    }
}

extension SettingType<String?> {
    fileprivate static var message: Self {
        Self("a string", example: " to send") { text throws(SettingsError) in
            guard text.utf8.count <= 16_384 else {
                throw SettingsError("has \(text.utf8.count) bytes; the maximum is 16384")
            }
            return text
        } text: {
            $0
        }
    }
}
