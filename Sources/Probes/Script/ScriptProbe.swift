import CCurl
import CSockets
public import EventLoopKit
import Glibc
public import NetworkModel

/// A conversation over TCP, step by step: what the server has to say, what it is told, and the turn to TLS where both
/// want it (SMTP, IMAP and their like).
public struct ScriptProbe: Sendable {
    /// How much of what comes is looked at in one step.
    private static let mostBytes = 65_536

    public struct Observation: Sendable {
        public var steps: [TCPEvidence.ScriptResult]
        /// Where the script turns to TLS.
        public var tls: TLSEvidence?
        public var tlsDuration: Duration?
    }

    private let engine: CurlEngine
    private let loop: EventLoop
    private let script: [ScriptStep]
    private let host: Host
    private let port: UInt16
    private let tls: TLSSettings

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

    /// Holds the conversation until a step fails.
    ///
    /// - Throws: `CancellationError`, `SettingsError` for a bad pattern, ``ProbeError`` where libcurl could not begin.
    public func observe(over socket: ConnectedSocket, until deadline: ContinuousClock.Instant) async throws
        -> Observation
    {
        let turn = script.firstIndex(of: .startTLS) ?? script.endIndex
        var observation = Observation(steps: [])
        guard let fd = socket.duplicate() else {
            throw ProbeError("dup", errno: errno)
        }
        let line = PlainLine(fd: fd, loop: loop)
        defer { close(fd) }
        guard try await run(script[..<turn], over: line, into: &observation, until: deadline), turn < script.endIndex
        else { return observation }
        return try await secure(socket, script[(turn + 1)...], observation, until: deadline)
    }

    private func secure(
        _ socket: ConnectedSocket, _ rest: ArraySlice<ScriptStep>, _ before: Observation,
        until deadline: ContinuousClock.Instant
    ) async throws -> Observation {
        let plan = {
            var plan = CurlPlan(
                url: HTTPProbe.url("https", named, port, "/"), socket: socket,
                places: [.init(host: named, port: port, address: socket.peer.address)],
                limit: ContinuousClock.now.duration(to: deadline))
            plan.tls = tls
            plan.offersProtocols = false
            return plan
        }()
        let begun = ContinuousClock.now
        return try await engine.withConnection {
            try TLSTransfer($0, plan, isKept: true)
        } _: { outcome, channel in
            var observation = before
            let evidence = TLSReading(
                code: outcome.code, text: HTTPReading.text(outcome.code, outcome.error),
                verifyResult: outcome.verifyResult, isShaken: outcome.isShaken, facts: outcome.tls,
                isCertificateMissing: outcome.isCertificateMissing
            ).evidence(for: named)
            let took = begun.duration(to: .now)
            observation.tls = evidence
            observation.tlsDuration = took
            observation.steps.append(
                .init(step: "starttls", hasSucceeded: evidence.outcome == .established, duration: took))
            guard evidence.outcome == .established, let channel else { return observation }
            _ = try await run(rest, over: channel, into: &observation, until: deadline)
            return observation
        }
    }

    private var named: Host { tls.serverName.map(Host.name) ?? host }

    /// - Returns: Whether all steps went well.
    private func run(
        _ steps: ArraySlice<ScriptStep>, over line: some ScriptLine, into observation: inout Observation,
        until deadline: ContinuousClock.Instant
    ) async throws -> Bool {
        // What came behind the match of a step: the next one looks at it, unless something is said in between.
        var rest: [UInt8] = []
        var budget = MatchBudget()
        for step in steps {
            let begun = ContinuousClock.now
            var result: TCPEvidence.ScriptResult
            switch step {
            case .send(let bytes):
                rest = []
                result = .init(step: "send", hasSucceeded: true, duration: .zero)
                do {
                    try await line.send(bytes, until: deadline)
                } catch let error as ProbeError {
                    result.hasSucceeded = false
                    result.received = error.reason
                }
            case .expect(let pattern):
                result = try await expect(pattern, over: line, &rest, &budget, until: deadline)
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

    private func expect(
        _ text: String, over line: some ScriptLine, _ rest: inout [UInt8], _ budget: inout MatchBudget,
        until deadline: ContinuousClock.Instant
    ) async throws -> TCPEvidence.ScriptResult {
        let pattern = try Pattern("(?m)" + text)
        var result = TCPEvidence.ScriptResult(step: "expect \(text)", hasSucceeded: false, duration: .zero)
        var received = rest
        while true {
            let (match, end) = budget.first(of: pattern, in: received)
            if match == .yes, !received.isEmpty {
                rest = Array(received[end...])
                result.hasSucceeded = true
                result.received = Self.shown(received)
                return result
            }
            guard match != .tooCostly else {
                result.received = Self.shown(received) + " (which takes too many steps to match)"
                return result
            }
            guard received.count < Self.mostBytes else { break }
            let more: [UInt8]?
            do {
                more = try await line.receive(until: deadline)
            } catch let error as ProbeError {
                result.received = Self.shown(received) + " (\(error.reason))"
                return result
            }
            guard let more, !more.isEmpty else {
                result.received = Self.shown(received) + (more == nil ? " (and no more in time)" : " (then it closes)")
                return result
            }
            received += more.prefix(Self.mostBytes - received.count)
        }
        result.received = Self.shown(received) + " (and more)"
        return result
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty else { return "nothing" }
        return String(decoding: bytes.prefix(200), as: UTF8.self)
    }
}

/// What a script is held over.
protocol ScriptLine: Sendable {
    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) async throws
    /// - Returns: What comes next; nothing at all where the peer has closed, `nil` at the deadline.
    func receive(until deadline: ContinuousClock.Instant) async throws -> [UInt8]?
}

extension CurlChannel: ScriptLine {}

/// A socket without TLS.
private struct PlainLine: ScriptLine {
    let fd: CInt
    let loop: EventLoop

    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) async throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, CInt(NETDIAG_NO_SIGNAL)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard try await !loop.ready(fd, for: .writable, until: deadline).isEmpty else { return }
            } else {
                throw ProbeError("send", errno: errno)
            }
        }
    }

    func receive(until deadline: ContinuousClock.Instant) async throws -> [UInt8]? {
        guard try await !loop.ready(fd, for: .readable, until: deadline).isEmpty else { return nil }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(fd, &buffer, buffer.count, 0)
        guard count >= 0 else {
            if errno == EAGAIN { return try await receive(until: deadline) }
            throw ProbeError("recv", errno: errno)
        }
        return Array(buffer[..<count])
    }
}
