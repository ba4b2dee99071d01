import Glibc
import NetworkModel
import SQLite

extension AlertQueue {
    /// Opens a queue. If it is damaged, it is renamed, and a new one is created.
    ///
    /// - Parameter notice: Receives a line for the log.
    package static func open(path: String, notice: (String) -> Void) throws -> AlertQueue {
        do {
            return try AlertQueue(path: path)
        } catch let error as SQLiteError where [11, 26].contains(error.primaryCode) && path != ":memory:" {
            // SQLITE_CORRUPT, SQLITE_NOTADB
            let other = path + ".damaged"
            for end in ["", "-wal", "-shm"] {
                unlink(other + end)
                rename(path + end, other + end)
            }
            notice(
                "the queue of alerts \(SafeText.escaped(path)) is damaged (\(error.message)); it is kept as "
                    + "\(SafeText.escaped(other)), and a new one is begun")
            return try AlertQueue(path: path)
        }
    }
}
