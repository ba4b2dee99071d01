import Glibc
import NetworkModel
import Synchronization

/// The text of a file, which is served and can be edited.
package final class EditableTextFile: Sendable {
    /// The maximum length, in bytes.
    package static let maxBytes = 1 << 20

    package let path: String
    /// A note for the user at the start; `nil` for none.
    package let note: String?
    private let text: Mutex<[UInt8]>

    /// Reads the file. If it is missing, the text is empty, and ``note`` says so.
    ///
    /// - Throws: ``FaultError/usage(_:)`` if the file cannot be read, or is missing and could not be created.
    package init(path: String) throws(FaultError) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw Self.problem(path) }
            let name = FilePath.name(of: path), parent = FilePath.directory(of: path)
            guard !name.isEmpty, access(parent, W_OK | X_OK) == 0 else {
                throw .usage(
                    "\(SafeText.shown(path)) does not exist, and cannot be created: "
                        + (name.isEmpty
                            ? "it is not a valid name of a file"
                            : "\(SafeText.shown(parent)): \(String(cString: strerror(errno)))"))
            }
            note =
                "\(SafeText.shown(path)) does not exist yet: / is empty until a text is saved at /edit, which creates the file"
            text = Mutex([])
            return
        }
        note = nil
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: Self.maxBytes + 1)
        var count = 0
        while count < buffer.count {
            let got = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, $0.count - count) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Self.problem(path) }
            guard got > 0 else { break }
            count += got
        }
        guard count <= Self.maxBytes else { throw .usage("\(SafeText.shown(path)) has more than 1 MiB") }
        text = Mutex(Array(buffer[..<count]))
    }

    private static func problem(_ path: String) -> FaultError {
        .usage("\(SafeText.shown(path)) cannot be read: \(String(cString: strerror(errno)))")
    }

    package var bytes: [UInt8] { text.withLock { $0 } }

    /// Replaces the text and writes the file. The result is `false` if it cannot be written; the old text stays then.
    func replace(with bytes: [UInt8]) -> Bool {
        text.withLock { text in
            let directory = open(FilePath.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard directory >= 0 else { return false }
            defer { close(directory) }
            let name = FilePath.name(of: path)
            guard FileReplacement.store(bytes, in: directory, as: name, by: name + ".netdiag-serve") else {
                return false
            }
            text = bytes
            return true
        }
    }
}
