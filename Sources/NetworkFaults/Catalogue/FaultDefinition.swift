public import NetworkModel

/// A fault that a server can cause. It is identified by the root cause that `netdiag check` must report for it.
public struct FaultDefinition: Sendable {
    /// Starts a server with the fault. It throws ``FaultError`` if the system does not allow it, such as for a port in
    /// use.
    public typealias Start = @Sendable (FaultContext) async throws -> FaultEndpoint

    /// The cause that a check of the endpoint's target must report.
    public let cause: CauseID
    /// What the server does, in one sentence.
    public let summary: String
    /// The arguments, the most important one first. The name of the first may be omitted (`http.client-error=418`).
    public let arguments: [FaultArgument]
    /// Starts a server with the fault.
    public let start: Start
    /// The fault of a route or an HTTP listener; `nil` if the fault needs a server of its own.
    package let exchange: (@Sendable (FaultArguments) -> ExchangeFault)?
    /// Whether the server asks the gate of its context (``FaultGate``) at each connection.
    package let isConditional: Bool
    /// The arguments that a check needs to detect a fault of HTTP exchanges. It may write files for that.
    package let exchangeCheckArguments: @Sendable (FaultContext) throws(FaultError) -> [String]

    /// Creates a fault that needs a server of its own.
    public init(
        _ cause: CauseID, _ summary: String, arguments: [FaultArgument] = [], start: @escaping Start
    ) {
        self.init(cause, summary, isConditional: false, arguments: arguments, start: start)
    }

    /// Creates a fault that needs a server of its own.
    ///
    /// - Parameter isConditional: Whether the server asks the gate of its context (``FaultGate``) at each connection.
    init(
        _ cause: CauseID, _ summary: String, isConditional: Bool, arguments: [FaultArgument] = [],
        start: @escaping Start
    ) {
        self.cause = cause
        self.summary = summary
        self.arguments = arguments
        self.start = start
        self.isConditional = isConditional
        exchange = nil
        exchangeCheckArguments = { _ throws(FaultError) in [] }
    }

    /// Creates a fault of HTTP exchanges. Its server applies the fault to each request.
    ///
    /// - Parameters:
    ///   - checkArguments: The arguments that a check needs to detect the fault. It may write files for that.
    init(
        _ cause: CauseID, _ summary: String, arguments: [FaultArgument] = [],
        checkArguments: @escaping @Sendable (FaultContext) throws(FaultError) -> [String] = { _ throws(FaultError) in []
        },
        exchange: @escaping @Sendable (FaultArguments) -> ExchangeFault
    ) {
        self.cause = cause
        self.summary = summary
        self.arguments = arguments
        self.exchange = exchange
        isConditional = false
        exchangeCheckArguments = checkArguments
        start = { context in
            let fault = FaultRule(cause.rawValue, exchange(context.arguments))
            return try await HTTPFaultServer.start(
                context, faults: [fault], checkArguments: try checkArguments(context))
        }
    }

    /// Parses arguments of the form `NAME=VALUE`, separated by commas. The name of the first may be omitted.
    ///
    /// - Throws: ``FaultError`` for an unknown name, and for a value out of range.
    public func arguments(_ text: String) throws(FaultError) -> FaultArguments {
        try FaultArguments(text, of: cause, taking: arguments)
    }

    /// Whether a server without the fault can replace that of the fault.
    package var canBeOff: Bool {
        !["proxy.", "smtp.", "imap."].contains { cause.rawValue.hasPrefix($0) } && cause != "tcp.unexpected-answer"
    }

    /// The name of the fault with arguments, as it is written in files and options: `http.malformed=chunk`.
    package func name(with arguments: FaultArguments) -> String {
        arguments.text.isEmpty ? cause.rawValue : "\(cause.rawValue)=\(arguments.text)"
    }
}

extension FaultArguments {
    /// Parses arguments of the form `NAME=VALUE`, separated by commas. The name of the first may be omitted.
    init(_ text: String, of cause: CauseID, taking arguments: [FaultArgument]) throws(FaultError) {
        self.init(defaultsOf: arguments)
        guard !text.isEmpty else { return }
        record(text: text)
        guard !arguments.isEmpty else { throw .usage("\(cause) takes no arguments") }
        for (index, part) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = pair.count == 2 ? String(pair[0]) : arguments[0].name
            guard pair.count == 2 || index == 0, let argument = arguments.first(where: { $0.name == name }) else {
                let known = arguments.map(\.name).joined(separator: ", ")
                throw .usage("\(cause) has no argument \(SafeText.shown(String(pair[0]))); it has: \(known)")
            }
            set(name, try argument.value(String(pair[pair.count - 1]), of: cause))
        }
    }
}

extension FaultArgument {
    /// Parses a value.
    func value(_ text: String, of cause: CauseID) throws(FaultError) -> FaultArguments.Value {
        switch kind {
        case .integer(let range, _):
            guard let number = Int(text), range.contains(number) else {
                throw refusal(text, of: cause, expecting: "\(range.lowerBound) to \(range.upperBound)")
            }
            return .integer(number)
        case .duration(let range, _):
            guard Delay.unitProblem(text) == nil, let duration = try? Duration(setting: text), range.contains(duration)
            else {
                let bounds = "\(range.lowerBound.settingText) to \(range.upperBound.settingText)"
                throw refusal(text, of: cause, expecting: "a duration of \(bounds), as in 3s")
            }
            return .duration(duration)
        case .choice(let words, _):
            guard words.contains(text) else {
                throw refusal(text, of: cause, expecting: "one of \(words.joined(separator: ", "))")
            }
            return .text(text)
        case .text(let maxBytes, _):
            guard text.utf8.count <= maxBytes else {
                throw refusal(text, of: cause, expecting: "at most \(maxBytes) bytes")
            }
            return .text(text)
        }
    }

    private func refusal(_ text: String, of cause: CauseID, expecting expected: String) -> FaultError {
        .usage("\(cause) cannot take \(SafeText.shown(text)) as \(name); write \(expected)")
    }
}
