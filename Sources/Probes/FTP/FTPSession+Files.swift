public import NetworkModel

/// The reason why an operation on an FTP server failed.
public struct FTPFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The result according to the server's replies, or their absence.
    public let outcome: FTPEvidence.Outcome
    /// The server's reply, or another reason.
    public let detail: String
    /// Whether the local file could not be read or written.
    public let isOurs: Bool
    /// Whether the directory for the operation does not exist.
    public let isDirectoryMissing: Bool
    /// Whether the server cannot start in the middle of a file.
    let cannotResume: Bool

    public var description: String { detail }
}

/// The server's information about a file.
public struct FTPFacts: Sendable, Hashable {
    /// The size in bytes.
    public var size: Int?
    /// The time of modification, `YYYYMMDDHHMMSS` in UTC (RFC 3659 section 2.3).
    public var modified: String?
}

extension FTPSession {
    /// The entries of a directory.
    ///
    /// - Parameters:
    ///   - path: The path of the directory.
    ///   - maxEntries: The maximum number of entries; further ones are only counted.
    /// - Throws: ``FTPFailure``; `CancellationError`; ``ProbeError`` if libcurl could not start.
    public func listing(of path: FTPPath, maxEntries: Int) async throws -> FTPListing {
        let outcome = try await list(
            path.asDirectory, maxEntries: maxEntries, maxBytes: FTPListing.maxBytes)
        try check(outcome)
        return outcome.listing ?? FTPListing(maxEntries: 0, isMachineReadable: true)
    }

    /// The server's information about a file; `nil` if there is no such file.
    ///
    /// - Throws: ``FTPFailure``; `CancellationError`; ``ProbeError`` if libcurl could not start.
    public func facts(at path: FTPPath) async throws -> FTPFacts? {
        let outcome = try await perform(FTPJob(action: .inspect, path: path))
        do {
            try check(outcome)
        } catch let failure as FTPFailure where failure.outcome == .notFound && outcome.conversation.verb != "CWD" {
            return nil
        }
        return FTPFacts(size: outcome.conversation.size, modified: outcome.conversation.modified)
    }

    /// Whether there is a directory of this name.
    ///
    /// - Throws: ``FTPFailure``; `CancellationError`; ``ProbeError`` if libcurl could not start.
    public func isDirectory(_ path: FTPPath) async throws -> Bool {
        let outcome = try await perform(FTPJob(action: .commands([]), path: path.asDirectory))
        do {
            try check(outcome)
        } catch let failure as FTPFailure where failure.outcome != .closed && outcome.isRefused("CWD") {
            return false
        }
        return true
    }

    /// Reads a file from an offset on. If the server does not support that, reads it from the beginning, after a call of
    /// `restart`.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - offset: The offset in bytes, from 0.
    ///   - restart: Makes `sink` start again.
    ///   - sink: Receives data on a thread that may be blocked, and returns whether to continue.
    /// - Throws: ``FTPFailure``; `CancellationError`; ``ProbeError`` if libcurl could not start.
    public func retrieve(
        _ path: FTPPath, from offset: Int, restart: @escaping @Sendable () -> Bool,
        into sink: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
    ) async throws {
        let job = FTPJob(action: .retrieve(from: offset, maxBytes: nil, into: sink), path: path)
        do {
            try check(try await perform(job))
        } catch let failure as FTPFailure where failure.cannotResume && offset > 0 {
            guard restart() else { throw failure }
            try check(try await perform(FTPJob(action: .retrieve(from: 0, maxBytes: nil, into: sink), path: path)))
        }
    }

    /// Stores a file, or the rest after an offset that the server already has, and renames it once it is complete.
    ///
    /// - Parameters:
    ///   - path: The path under which the file is uploaded.
    ///   - size: The size of the whole file, in bytes.
    ///   - offset: The number of bytes that the server already has.
    ///   - name: The final name, in the same directory.
    ///   - source: Fills the buffer, from the offset on; returns 0 at the end, and `nil` if the data cannot be read.
    /// - Throws: ``FTPFailure``; `CancellationError`; ``ProbeError`` if the name contains a control character, or libcurl could
    ///   not start.
    public func store(
        _ path: FTPPath, size: Int, from offset: Int, renamedTo name: String,
        of source: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Int?
    ) async throws {
        // The name is validated: it must not contain characters that would end the command.
        let final = try path.sibling(name)
        var job = FTPJob(action: .store(size: size, from: offset, of: source), path: path)
        job.commandsAfter = ["RNFR \(path.name)", "RNTO \(final.name)"]
        try check(try await perform(job))
    }

    /// Creates a directory (MKD, RFC 959 section 5.3.1), whose parent must exist.
    ///
    /// - Throws: ``FTPFailure``; `CancellationError`; ``ProbeError`` if libcurl could not start.
    public func makeDirectory(_ path: FTPPath) async throws {
        let path = try path.withoutSlash
        try check(try await perform(FTPJob(action: .commands(["MKD \(path.name)"]), path: path.directory)))
    }

    /// Checks the result of a job.
    ///
    /// - Throws: ``FTPFailure`` if it failed.
    private func check(_ outcome: FTPJob.Outcome) throws {
        let reading = FTPAssessment(outcome: outcome, server: server)
        guard !reading.isDone else { return }
        if let tls = reading.tls, tls.outcome != .established {
            throw FTPFailure(
                outcome: .failed, detail: "TLS: \(tls.detail ?? tls.outcome.rawValue)", isOurs: false,
                isDirectoryMissing: false, cannotResume: false)
        }
        throw FTPFailure(
            outcome: reading.result, detail: reading.detail, isOurs: outcome.isOurs,
            isDirectoryMissing: reading.result == .notFound && outcome.isRefused("CWD"),
            cannotResume: outcome.isRefused("REST"))
    }
}

extension FTPJob.Outcome {
    /// Whether this was the last command, and the server refused it.
    fileprivate func isRefused(_ verb: String) -> Bool {
        conversation.verb == verb && conversation.reply.map { $0.code >= 400 } == true
    }
}
