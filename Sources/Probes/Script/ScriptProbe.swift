public import EventLoopKit
public import NetworkModel

/// A dialogue over TCP, step by step: what the server must send, what it is sent, and the switch to TLS (SMTP, IMAP and
/// similar protocols).
public struct ScriptProbe: Sendable {
    /// The maximum number of received bytes that are examined in one step.
    private static let maxBytes = 65_536

    /// The result of a dialogue.
    public struct Observation: Sendable {
        /// The steps in order; the last one may have failed.
        public var steps: [TCPEvidence.ScriptResult]
        /// The result of the switch to TLS.
        public var tls: TLSEvidence?
        /// The duration of the handshake; `nil` if there was none.
        public var tlsDuration: Duration?
    }

    private let engine: CurlEngine
    private let loop: EventLoop
    private let script: [ScriptStep]
    private let host: Host
    private let port: UInt16
    private let tls: TLSSettings

    /// Creates a dialogue.
    ///
    /// - Parameters:
    ///   - engine: The engine for TLS.
    ///   - loop: The loop on which the probe runs.
    ///   - script: The steps in order.
    ///   - host: The host for which the certificate must be valid, unless the settings name another one.
    ///   - port: The port of the server, to which the connection already leads.
    ///   - tls: How TLS is established, and how certificates are verified, if a step switches to TLS.
    public init(
        engine: CurlEngine, loop: EventLoop, script: [ScriptStep], host: Host, port: UInt16, tls: TLSSettings
    ) {
        self.engine = engine
        self.loop = loop
        self.script = script
        self.host = host
        self.port = port
        self.tls = tls
    }

    /// Runs the dialogue until a step fails.
    ///
    /// - Throws: `CancellationError`, `SettingsError` for an invalid pattern, or ``ProbeError`` if libcurl could not start.
    public func observe(
        over socket: ConnectedSocket, until deadline: ContinuousClock.Instant
    ) async throws -> Observation {
        let turn = script.firstIndex(of: .startTLS) ?? script.endIndex
        let connection = StreamConnection(
            socket, to: .init(host: host, port: port, tls: tls), engine: engine, loop: loop, until: deadline)
        var before = Observation(steps: [])
        guard try await run(script[..<turn], over: try connection.plain(), into: &before), turn < script.endIndex else {
            return before
        }
        let begun = ContinuousClock.now
        let (first, rest) = (before, script[(turn + 1)...])
        let observed = try await connection.withTLS { stream in
            var observation = first
            observation.steps.append(
                .init(step: "starttls", hasSucceeded: true, duration: begun.duration(to: .now)))
            _ = try await run(rest, over: stream, into: &observation)
            return observation
        }
        if observed == nil {
            before.steps.append(.init(step: "starttls", hasSucceeded: false, duration: begun.duration(to: .now)))
        }
        var observation = observed ?? before
        (observation.tls, observation.tlsDuration) = (connection.handshake?.evidence, connection.handshake?.duration)
        return observation
    }

    /// Runs steps.
    ///
    /// - Returns: Whether all steps succeeded.
    private func run(
        _ steps: ArraySlice<ScriptStep>, over stream: ByteStream, into observation: inout Observation
    ) async throws -> Bool {
        // Data after the match of a step, which the next one examines, unless something is sent in between.
        var rest: [UInt8] = []
        var budget = MatchBudget()
        var groups: [String] = []
        for step in steps {
            let begun = ContinuousClock.now
            var result: TCPEvidence.ScriptResult
            switch step {
            case .send(let bytes):
                rest = []
                result = try await send(bytes, over: stream)
            case .expect(let pattern):
                result = try await expect(pattern, over: stream, &rest, &budget)
            case .expectLine(let pattern):
                result = try await expectLine(pattern, over: stream, &rest, &budget)
                groups = result.groups ?? []
            case .expectBytes(let bytes):
                result = try await expect(bytes, over: stream, &rest)
            case .sendExpanded(let text):
                result = try await send(Array(Self.expanded(text, groups).utf8), over: stream)
            case .startTLS:
                result = .init(
                    step: "starttls", hasSucceeded: false, received: "TLS has begun already", duration: .zero)
            }
            result.duration = Milliseconds(begun.duration(to: .now))
            observation.steps.append(result)
            guard result.hasSucceeded else { return false }
        }
        return true
    }

    private func send(_ bytes: [UInt8], over stream: ByteStream) async throws -> TCPEvidence.ScriptResult {
        var result = TCPEvidence.ScriptResult(step: "send", hasSucceeded: true, duration: .zero)
        do {
            try await stream.send(bytes)
        } catch let end as StreamEnd {
            result.hasSucceeded = false
            result.received = Self.words(end)
        }
        return result
    }

    private func expect(
        _ text: String, over stream: ByteStream, _ rest: inout [UInt8], _ budget: inout MatchBudget
    ) async throws -> TCPEvidence.ScriptResult {
        let pattern = try Pattern("(?m)" + text)
        var result = TCPEvidence.ScriptResult(step: "expect \(text)", hasSucceeded: false, duration: .zero)
        var received = rest
        while true {
            let (match, end) = budget.first(of: pattern, in: received)
            if match == .yes, !received.isEmpty {
                rest = Array(received[end...])
                result.hasSucceeded = true
                result.received = shown(received)
                return result
            }
            guard match != .tooCostly else {
                result.received = shown(received) + " (which takes too many steps to match)"
                return result
            }
            guard received.count < Self.maxBytes else { break }
            do {
                let more = try await stream.receive()
                received += more.prefix(Self.maxBytes - received.count)
            } catch let end as StreamEnd {
                result.received = shown(received) + " (\(Self.words(end)))"
                return result
            }
        }
        result.received = shown(received) + " (and more)"
        return result
    }

    /// Reads lines until one matches, or there are no more.
    private func expectLine(
        _ text: String, over stream: ByteStream, _ rest: inout [UInt8], _ budget: inout MatchBudget
    ) async throws -> TCPEvidence.ScriptResult {
        let pattern = try Pattern(text)
        var result = TCPEvidence.ScriptResult(step: "expect \(text)", hasSucceeded: false, duration: .zero)
        var taken = 0
        var isOver = false
        var last: [UInt8] = []
        while taken <= Self.maxBytes {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? (isOver && !rest.isEmpty ? rest.endIndex : nil) {
                last = Array(rest[..<end])
                if last.last == UInt8(ascii: "\r") { last.removeLast() }
                rest = Array(rest[min(end + 1, rest.endIndex)...])
                switch budget.first(of: pattern, in: last).match {
                case .yes:
                    (result.hasSucceeded, result.received) = (true, shown(last))
                    result.groups = pattern.groups(in: last)
                    return result
                case .tooCostly:
                    result.received = shown(last) + " (which takes too many steps to match)"
                    return result
                case .no: continue
                }
            }
            guard !isOver else {
                result.received = shown(last) + " (then it closes)"
                result.isClosed = true
                return result
            }
            do {
                let more = try await stream.receive()
                taken += more.count
                rest += more
            } catch StreamEnd.closed {
                isOver = true
            } catch let end as StreamEnd {
                result.received = shown(last) + " (\(Self.words(end)))"
                return result
            }
        }
        result.received = shown(last) + " (and more)"
        return result
    }

    private func expect(
        _ bytes: [UInt8], over stream: ByteStream, _ rest: inout [UInt8]
    ) async throws -> TCPEvidence.ScriptResult {
        var result = TCPEvidence.ScriptResult(
            step: "expect \(bytes.count) bytes", hasSucceeded: false, duration: .zero)
        while rest.count < bytes.count {
            do {
                rest += try await stream.receive()
            } catch let end as StreamEnd {
                result.received = shown(rest) + " (\(Self.words(end)))"
                return result
            }
        }
        let found = Array(rest.prefix(bytes.count))
        result.received = shown(found)
        result.hasSucceeded = found == bytes
        // They arrived, but differ.
        if !result.hasSucceeded { result.isClosed = false }
        rest = Array(rest.dropFirst(bytes.count))
        return result
    }

    /// A text in which references to groups are replaced by the groups of a match.
    public static func expanded(_ text: String, _ groups: [String]) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "$" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            if rest.first == "$" {
                rest.removeFirst()
                result += "$"
                continue
            }
            let isBraced = rest.first == "{"
            let digits = rest.dropFirst(isBraced ? 1 : 0).prefix { ("0"..."9").contains($0) }
            let after = rest[digits.endIndex...]
            guard let number = Int(String(digits)), !isBraced || after.first == "}" else {
                result += "$"
                continue
            }
            rest = isBraced ? after.dropFirst() : after
            if groups.indices.contains(number) { result += groups[number] }
        }
        return result
    }

    private func shown(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty else { return "nothing" }
        let secrets = script.secrets
        guard !secrets.isEmpty else { return String(decoding: bytes.prefix(200), as: UTF8.self) }
        // Before it is cut, since a part of a secret would not be recognised.
        let text = secrets.reduce(String(decoding: bytes.prefix(8_192), as: UTF8.self)) { $1.masked($0) }
        return String(text.unicodeScalars.prefix(200))
    }

    private static func words(_ end: StreamEnd) -> String {
        switch end {
        case .timeout: "and no more in time"
        case .closed: "then it closes"
        case .reset: "then it resets the connection"
        case .tooMuch: "and more"
        case .failed(let reason): reason
        }
    }
}
