import Glibc
public import NetworkModel
import Synchronization

/// FTP (RFC 959), without or with TLS (RFC 4217), over a control connection of the TCP probe. It logs in, and lists a
/// directory or reads the beginning of a file. If configured, it stores a small file, reads it back and removes it.
///
/// It runs on a thread of its own (see ``FTPSession``), not on the loop of other probes.
public struct FTPProbe: Sendable {
    /// The results of the layers.
    public struct Observation: Sendable {
        /// The handshake of the control connection; `nil` if there was none.
        public var tls: TLSEvidence?
        /// The result of the session; `nil` if TLS failed before the first command.
        public var ftp: FTPEvidence?
        /// The duration, without the end of the session.
        public var duration: Duration
    }

    /// The maximum number of entries of a directory; further ones are only counted.
    public static let maxEntries = 1_000
    /// The maximum number of bytes of a file, which is sufficient to see that it can be read.
    public static let maxFileBytes = 64 * 1_024
    /// The size of the stored file in bytes.
    static let storedBytes = 1_024

    private let path: String
    private var server: FTPServer

    /// How the data connection is opened, whether TLS is required, and where a file is stored.
    public var settings: FTPSettings {
        get { server.settings }
        set { server.settings = newValue }
    }
    /// How TLS is established, and how certificates are verified.
    public var tls: TLSSettings {
        get { server.tls }
        set { server.tls = newValue }
    }
    /// The credentials, which must be a name with a password; without them, `anonymous` is used.
    public var login: HTTPProbe.Login? {
        get { server.login }
        set { server.login = newValue }
    }
    /// The proxy for the session; `nil` for none.
    public var proxy: Proxy? {
        get { server.proxy }
        set { server.proxy = newValue }
    }
    /// The credentials for the proxy; `nil` for none.
    public var proxyLogin: HTTPProbe.Login? {
        get { server.proxyLogin }
        set { server.proxyLogin = newValue }
    }

    /// Creates a probe of a server.
    ///
    /// - Parameters:
    ///   - secure: Whether TLS begins before the greeting (`ftps://`).
    ///   - host: The host, for which the certificate must be valid.
    ///   - port: The port of the control connection.
    ///   - path: The path as in the URL; if it is empty or ends with a slash, it is a directory.
    public init(secure: Bool, host: Host, port: UInt16, path: String) {
        server = FTPServer(isSecure: secure, host: host, port: port)
        self.path = path
    }

    /// Runs the session.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` if the path is not valid, or libcurl could not start.
    public func observe(over socket: ConnectedSocket, within limit: Duration) async throws -> Observation {
        let path = try FTPPath(path)
        let begun = ContinuousClock.now
        return try await FTPSession.run(with: server, over: socket, within: limit) { session in
            var run = Run(session: session, evidence: FTPEvidence(url: server.url(path), outcome: .failed))
            var (tls, isShaken) = (TLSEvidence?.none, true)
            do {
                let first = path.isDirectory ? try await run.list(path) : try await run.read(path)
                tls = first.tls
                isShaken = tls.map { $0.outcome == .established } ?? true
                if run.evidence.outcome == .done, let directory = server.settings.writesIn {
                    try await run.write(in: try FTPPath(directory).asDirectory)
                }
            }
            let duration = begun.duration(to: .now)
            run.evidence.steps = session.conversation.steps
            return Observation(tls: tls, ftp: isShaken ? run.evidence : nil, duration: duration)
        }
    }

    /// The jobs of an observation in turn, up to the first that fails.
    private struct Run {
        let session: FTPSession
        var evidence: FTPEvidence

        private mutating func record(_ outcome: FTPJob.Outcome) -> FTPAssessment {
            let reading = FTPAssessment(outcome: outcome, server: session.server)
            evidence.outcome = reading.result
            evidence.detail = reading.result == .done ? nil : reading.detail
            return reading
        }

        mutating func list(_ path: FTPPath) async throws -> FTPAssessment {
            let outcome = try await session.list(
                path, maxEntries: FTPProbe.maxEntries, maxBytes: FTPListing.maxBytesInCheck)
            let reading = record(outcome)
            if reading.isDone, let listing = outcome.listing {
                evidence.entries = listing.entries
                evidence.entryCount = listing.count
                if listing.isCut {
                    evidence.detail = "more than \(listing.count) entries, left off after \(outcome.bytes) bytes"
                }
            }
            return reading
        }

        mutating func read(_ path: FTPPath) async throws -> FTPAssessment {
            let outcome = try await session.perform(
                FTPJob(action: .retrieve(from: 0, maxBytes: FTPProbe.maxFileBytes) { _ in true }, path: path))
            evidence.size = outcome.conversation.size
            let reading = record(outcome)
            if reading.isDone, let size = evidence.size, outcome.bytes != min(size, FTPProbe.maxFileBytes) {
                evidence.outcome = .failed
                let more = outcome.bytes == FTPProbe.maxFileBytes ? " or more" : ""
                evidence.detail = "\(outcome.bytes) bytes\(more) have come of a file of \(size)"
            }
            return reading
        }

        /// Stores and removes a file. Whatever the result, nothing remains of it.
        mutating func write(in directory: FTPPath) async throws {
            let name = ".netdiag-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
            let path = try directory.sibling(name)
            let content = (0..<FTPProbe.storedBytes).map { _ in UInt8.random(in: .min ... .max) }
            let left = Mutex(content[...])
            let stored = try await session.perform(
                FTPJob(
                    action: .store(size: content.count, from: 0) { room in
                        left.withLock { left in
                            let part = left.prefix(room.count)
                            room.copyBytes(from: part)
                            left = left.dropFirst(part.count)
                            return part.count
                        }
                    }, path: path))
            _ = record(stored)
            guard evidence.outcome == .done || stored.conversation.isUnderWay else { return }
            if evidence.outcome == .done { try await compare(path, with: content) }
            let removed = try await session.perform(FTPJob(action: .commands(["DELE \(name)"]), path: directory))
            if evidence.outcome == .done { _ = record(removed) }
        }

        private mutating func compare(_ path: FTPPath, with content: [UInt8]) async throws {
            let back = Mutex<[UInt8]>([])
            let read = try await session.perform(
                FTPJob(
                    action: .retrieve(from: 0, maxBytes: nil) { chunk in
                        back.withLock { back in
                            back += chunk.prefix(content.count + 1 - back.count)
                            return back.count <= content.count
                        }
                    }, path: path))
            _ = record(read)
            if read.isOurs || evidence.outcome == .done && back.withLock({ $0 }) != content {
                evidence.outcome = .failed
                evidence.detail = "what is read back is not what was stored"
            }
        }
    }
}

extension FTPSession {
    /// Lists a directory by `MLSD`, or by `LIST` if the server does not support that, which replies 500, 501, 502 and 504
    /// indicate.
    func list(_ path: FTPPath, maxEntries: Int, maxBytes: Int) async throws -> FTPJob.Outcome {
        func job(_ isMachineReadable: Bool) -> FTPJob {
            FTPJob(
                action: .list(isMachineReadable: isMachineReadable, maxEntries: maxEntries, maxBytes: maxBytes),
                path: path)
        }
        let outcome = try await perform(job(true))
        guard outcome.conversation.verb == "MLSD", let code = outcome.conversation.reply?.code,
            [500, 501, 502, 504].contains(code)
        else { return outcome }
        return try await perform(job(false))
    }
}
