import NetworkModel
import Probes
import Synchronization

extension FTPClient {
    /// Downloads the file to `FILE.<mark>.part`, and gives it its name once all of it is on the disk. The mark stands for
    /// the URL and for what the server says of the file: what an interrupted download left there is gone on with, and what
    /// another file left is not.
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
        guard file?.isEmpty != true else { throw FTPClientError.usage("the name of the file is empty") }
        let final = file.map { LocalFile.isDirectory($0) ? "\($0)/\(name)" : $0 } ?? "./\(name)"
        try LocalFile.checkPlace(final, overwrites: overwrites)
        let part = try await run { session in
            guard let facts = try await session.look(at: path) else {
                throw FTPClientError.network("there is no file \(path.name) on the server")
            }
            let part = try LocalFile(writing: "\(final).\(mark(facts)).part")
            do {
                try await receive(facts, over: session, into: part, progress)
            } catch {
                // What is empty is nothing to go on with.
                if part.size == 0 { part.remove() }
                throw error
            }
            return part
        }
        try part.rename(to: final, overwrites: overwrites)
        return (final, part.size)
    }

    /// What a part is a part of.
    private func mark(_ facts: FTPFacts) -> String {
        PartMark(url, facts.size.map { "\($0)" } ?? "", facts.modified ?? "").text
    }

    private func receive(
        _ facts: FTPFacts, over session: FTPSession, into part: LocalFile, _ progress: @escaping Progress
    ) async throws {
        var offset = part.size
        // Without a size there is no telling whether it is the beginning of the same file.
        if facts.size.map({ offset > $0 }) ?? true { offset = 0 }
        guard offset > 0 ? part.seek(offset) : part.restart() else {
            throw FTPClientError.local("\(part.path): \(LocalFile.reason())")
        }
        progress(offset, facts.size)
        if offset > 0, offset == facts.size { return }
        let done = Mutex(offset)
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

    /// Uploads a file as `.NAME.<mark>.part` and gives it its name once all of it is there. The mark stands for the file
    /// here, as it is now: what an interrupted upload of it left there is gone on with.
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
            let part = try final.sibling(".\(final.name).\(source.mark).part")
            var offset = 0
            if let there = try await session.look(at: part)?.size, there <= size { offset = there }
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
