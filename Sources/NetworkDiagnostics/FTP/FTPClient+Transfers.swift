import NetworkModel
import Probes
import Synchronization

extension FTPClient {
    /// Downloads the file to `FILE.<mark>.part`, and renames it once all of it is on the disk. The mark identifies the URL
    /// and the server's information about the file. An interrupted download of the same file is resumed, and one of another
    /// file is not.
    ///
    /// - Parameters:
    ///   - file: A path, or a directory; `nil` for the name of the file in the working directory.
    ///   - overwrites: Whether to replace an existing file of that name.
    ///   - progress: Receives the number of transferred bytes, and the total if it is known.
    /// - Returns: The path of the file, and its size in bytes.
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
            guard let facts = try await session.facts(at: path) else {
                throw FTPClientError.network("there is no file \(path.name) on the server")
            }
            let part = try LocalFile(writing: "\(final).\(sourceTag(facts)).part")
            do {
                try await receive(facts, over: session, into: part, progress)
            } catch {
                // An empty file is not worth resuming.
                if part.size == 0 { part.remove() }
                throw error
            }
            return part
        }
        try part.rename(to: final, overwrites: overwrites)
        return (final, part.size)
    }

    /// The mark, which identifies the source of a partial file.
    private func sourceTag(_ facts: FTPFacts) -> String {
        PartialFileTag(url, facts.size.map { "\($0)" } ?? "", facts.modified ?? "").text
    }

    private func receive(
        _ facts: FTPFacts, over session: FTPSession, into part: LocalFile, _ progress: @escaping Progress
    ) async throws {
        var offset = part.size
        // If the server states no size, the part on disk may be of another file.
        if facts.size.map({ offset > $0 }) ?? true { offset = 0 }
        guard offset > 0 ? part.seek(offset) : part.restart() else {
            throw FTPClientError.local("\(part.path): \(LocalFile.reason())")
        }
        progress(offset, facts.size)
        if offset > 0, offset == facts.size { return }
        let done = Mutex(offset)
        let trouble = Mutex<FTPClientError?>(nil)
        do {
            try await session.retrieve(path, from: offset) {
                done.withLock { $0 = 0 }
                if part.restart() { return true }
                trouble.withLock { $0 = .local("\(part.path): \(LocalFile.reason())") }
                return false
            } into: { chunk in
                let count = done.withLock { $0 } + chunk.count
                if let size = facts.size, count > size {
                    trouble.withLock { $0 = .network("the server sends more than the \(size) bytes it says there are") }
                    // It cannot be resumed, since its source is not known.
                    _ = part.restart()
                    return false
                }
                guard part.write(chunk) else {
                    trouble.withLock { $0 = .local("\(part.path): \(LocalFile.reason())") }
                    return false
                }
                done.withLock { $0 = count }
                progress(count, facts.size)
                return true
            }
        } catch let failure as FTPFailure {
            throw trouble.withLock { $0 } ?? failure
        }
        if let size = facts.size, part.size != size {
            throw FTPClientError.network("\(part.size) bytes have come of \(size)")
        }
    }

    /// Uploads a file as `.NAME.<mark>.part`, and renames it once it is complete. The mark identifies the local file in its
    /// current state. An interrupted upload of it is resumed.
    ///
    /// - Parameters:
    ///   - file: The path of the local file.
    ///   - overwrites: Whether to replace an existing file of that name.
    ///   - progress: Receives the number of transferred bytes, and the total.
    /// - Returns: The size in bytes.
    public func put(
        _ file: String, overwrites: Bool = false, progress: @escaping Progress = { _, _ in }
    ) async throws -> Int {
        let source = try LocalFile(reading: file)
        // In a directory, it keeps its own name.
        let final = path.isDirectory ? try path.sibling(FilePath.name(of: file)) : path
        let size = source.size
        try await run { session in
            guard try await !session.isDirectory(final) else {
                throw FTPClientError.network(
                    "\(final.name) is a directory there; a slash after it puts the file into it")
            }
            if !overwrites, try await session.facts(at: final) != nil {
                throw FTPClientError.network("\(final.name) is there already; --force replaces it")
            }
            let part = try final.sibling(".\(final.name).\(source.mark).part")
            var offset = 0
            if let there = try await session.facts(at: part)?.size, there <= size { offset = there }
            guard source.seek(offset) else { throw FTPClientError.local("\(file): \(LocalFile.reason())") }
            let done = Mutex(offset)
            let trouble = Mutex<FTPClientError?>(nil)
            progress(offset, size)
            do {
                try await session.store(part, size: size, from: offset, renamedTo: final.name) { room in
                    let before = done.withLock { $0 }
                    guard let read = source.read(into: room) else {
                        trouble.withLock { $0 = .local("\(file): \(LocalFile.reason())") }
                        return nil
                    }
                    guard read > 0 || before == size else {
                        trouble.withLock { $0 = .local("\(file) has shrunk meanwhile, to \(before) bytes of \(size)") }
                        return nil
                    }
                    // Data by which the file has grown does not belong to the file that was marked.
                    let count = min(read, size - before)
                    done.withLock { $0 = before + count }
                    progress(before + count, size)
                    return count
                }
            } catch let failure as FTPFailure {
                throw trouble.withLock { $0 } ?? failure
            }
        }
        return size
    }
}
