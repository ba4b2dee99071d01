public import NetworkModel

/// Why something could not be done at an FTP server.
public struct FTPFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the server's replies, or their absence, come to.
    public let outcome: FTPEvidence.Outcome
    /// The server's reply, or what else went wrong.
    public let detail: String
    /// Whether it was the file on this side that could not be read or written.
    public let isOurs: Bool
    /// Whether the directory that it was to be done in is not there.
    public let isDirectoryMissing: Bool
    /// Whether the server cannot begin in the middle of a file.
    let cannotResume: Bool

    public var description: String { detail }
}

/// The server's information about a file.
public struct FTPFacts: Sendable, Hashable {
    /// Bytes.
    public var size: Int?
    /// `YYYYMMDDHHMMSS` in UTC (RFC 3659 section 2.3).
    public var modified: String?
}

extension FTPSession {
    /// The entries of a directory.
    ///
    /// - Parameter maxEntries: The others are counted.
    /// - Throws: ``FTPFailure``, like all of these; `CancellationError`; ``ProbeError`` where libcurl could not begin.
    public func listing(of path: FTPPath, maxEntries: Int) async throws -> FTPListing {
        let outcome = try await list(
            path.asDirectory, maxEntries: maxEntries, maxBytes: FTPListing.maxBytes)
        try check(outcome)
        return outcome.listing ?? FTPListing(maxEntries: 0, isMachineReadable: true)
    }

    /// What the server says of a file; `nil` if there is none.
    public func facts(at path: FTPPath) async throws -> FTPFacts? {
        let outcome = try await perform(FTPJob(action: .look, path: path))
        do {
            try check(outcome)
        } catch let failure as FTPFailure where failure.outcome == .notFound && outcome.conversation.verb != "CWD" {
            return nil
        }
        return FTPFacts(size: outcome.conversation.size, modified: outcome.conversation.modified)
    }

    /// Whether there is a directory of this name.
    public func isDirectory(_ path: FTPPath) async throws -> Bool {
        let outcome = try await perform(FTPJob(action: .commands([]), path: path.asDirectory))
        do {
            try check(outcome)
        } catch let failure as FTPFailure where failure.outcome != .closed && outcome.isRefused("CWD") {
            return false
        }
        return true
    }

    /// Reads a file from an offset on; from its beginning where the server cannot begin elsewhere, and then calls
    /// `restart` before.
    ///
    /// - Parameters:
    ///   - restart: Makes `sink` begin anew.
    ///   - sink: Takes what comes, on a thread that may be blocked; whether it is to go on.
    public func retrieve(
        _ path: FTPPath, from offset: Int, restart: @escaping @Sendable () -> Bool,
        into sink: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
    ) async throws {
        let job = FTPJob(action: .retrieve(from: offset, most: nil, into: sink), path: path)
        do {
            try check(try await perform(job))
        } catch let failure as FTPFailure where failure.cannotResume && offset > 0 {
            guard restart() else { throw failure }
            try check(try await perform(FTPJob(action: .retrieve(from: 0, most: nil, into: sink), path: path)))
        }
    }

    /// Stores a file, or what is left of it behind an offset that the server has already, and gives it its name once all
    /// of it is there.
    ///
    /// - Parameters:
    ///   - size: Of all of it, in bytes.
    ///   - name: In the same directory.
    ///   - source: Fills the room, from the offset on; 0 at the end, `nil` if it cannot be read.
    public func store(
        _ path: FTPPath, size: Int, from offset: Int, renamedTo name: String,
        of source: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Int?
    ) async throws {
        // Checked for what would end the command.
        let final = try path.sibling(name)
        var job = FTPJob(action: .store(size: size, from: offset, of: source), path: path)
        job.commandsAfter = ["RNFR \(path.name)", "RNTO \(final.name)"]
        try check(try await perform(job))
    }

    /// Makes a directory (MKD, RFC 959 section 5.3.1); the one above it has to be there.
    public func makeDirectory(_ path: FTPPath) async throws {
        let path = try path.withoutSlash
        try check(try await perform(FTPJob(action: .commands(["MKD \(path.name)"]), path: path.directory)))
    }

    /// - Throws: ``FTPFailure`` where it was not done.
    private func check(_ outcome: FTPJob.Outcome) throws {
        let reading = FTPReading(outcome: outcome, server: server)
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
    /// Whether this was the last command, and the server has said no.
    fileprivate func isRefused(_ verb: String) -> Bool {
        conversation.verb == verb && conversation.reply.map { $0.code >= 400 } == true
    }
}
