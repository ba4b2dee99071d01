import NetworkModel
import Probes
import Synchronization

extension FTPClient {
    /// Downloads the file to `FILE.part`, and gives it its name once all of it is on the disk. What an interrupted
    /// download left there is gone on with, unless the server's file has changed since.
    ///
    /// - Parameters:
    ///   - file: A path, or a directory; `nil`: by the file's own name in the working directory.
    ///   - overwrites: Whether a file of that name goes.
    /// - Returns: Where it is, and how many bytes it has.
    public func get(
        to file: String? = nil, overwrites: Bool = false, progress: @escaping Progress = { _, _ in }
    ) async throws -> (file: String, bytes: Int) {
        let name = path.name
        guard !path.isDirectory, name != ".", name != ".." else {
            throw FTPClientError.usage("a directory cannot be downloaded; name a file")
        }
        let final = file.map { LocalFile.isDirectory($0) ? "\($0)/\(name)" : $0 } ?? "./\(name)"
        guard overwrites || !LocalFile.exists(final) else {
            throw FTPClientError.local("\(final) is there already; --force replaces it")
        }
        let part = try LocalFile(writing: final + ".part")
        // What is empty is nothing to go on with.
        defer { if part.size == 0, LocalFile.exists(part.path) { part.remove() } }
        try await run { session in
            guard let facts = try await session.look(at: path) else {
                throw FTPClientError.network("there is no file \(path.name) on the server")
            }
            try await receive(facts, over: session, into: part, progress)
        }
        try part.rename(to: final, overwrites: overwrites)
        return (final, part.size)
    }

    private func receive(
        _ facts: FTPFacts, over session: FTPSession, into part: LocalFile, _ progress: @escaping Progress
    ) async throws {
        var offset = part.size
        // Another file than the one whose beginning is here.
        let isStale = facts.modified.map { $0 > part.modified } ?? false
        if facts.size.map({ offset > $0 }) ?? true || isStale { offset = 0 }
        guard offset > 0 ? part.seek(offset) : part.restart() else {
            throw FTPClientError.local("\(part.path): \(LocalFile.reason())")
        }
        if offset > 0, offset == facts.size { return }
        let done = Mutex(offset)
        progress(offset, facts.size)
        try await session.retrieve(path, from: offset) {
            done.withLock { $0 = 0 }
            return part.restart()
        } into: { chunk in
            guard part.write(chunk) else { return false }
            let count = done.withLock { done in
                done += chunk.count
                return done
            }
            progress(count, facts.size)
            return true
        }
        if let size = facts.size, part.size != size {
            throw FTPClientError.network("\(part.size) bytes have come of \(size)")
        }
    }

    /// Uploads a file as `.NAME.part` and gives it its name once all of it is there. What an interrupted upload left
    /// under that name is gone on with, unless the file here has changed since.
    ///
    /// - Parameter overwrites: Whether a file of that name may go.
    /// - Returns: How many bytes it has.
    public func put(
        _ file: String, overwrites: Bool = false, progress: @escaping Progress = { _, _ in }
    ) async throws -> Int {
        let source = try LocalFile(reading: file)
        // A directory takes it by its own name.
        let final = path.isDirectory ? try path.sibling(Self.name(of: file)) : path
        let size = source.size
        try await run { session in
            if !overwrites, try await session.look(at: final) != nil {
                throw FTPClientError.network("\(final.name) is there already; --force replaces it")
            }
            let part = try final.sibling(".\(final.name).part")
            var offset = 0
            if let facts = try await session.look(at: part), let there = facts.size, there <= size,
                facts.modified.map({ $0 >= source.modified }) ?? true
            {
                offset = there
            }
            guard source.seek(offset) else { throw FTPClientError.local("\(file): \(LocalFile.reason())") }
            let done = Mutex(offset)
            progress(offset, size)
            try await session.store(part, size: size, from: offset, renamedTo: final.name) { room in
                guard let count = source.read(into: room) else { return nil }
                progress(
                    done.withLock { done in
                        done += count
                        return done
                    }, size)
                return count
            }
        }
        return size
    }

    private static func name(of file: String) -> String {
        file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
    }
}
