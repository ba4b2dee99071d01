import FoundationEssentials
import Glibc
import NetworkModel

/// `netdiag status --watch`: the status now, and again whenever it changes.
final class StatusWatch {
    private let session: Session
    private let terminal = Terminal(descriptor: STDOUT_FILENO)
    private var events = ServerSentEvents()
    private var last: [UInt8] = []

    init(session: Session) {
        self.session = session
    }

    func run() throws {
        // The stream is opened first, so that no change falls between the document and it.
        let socket = try listen()
        let stream = Exchange(
            path: session.socketPath, socket: socket,
            request: HTTPRequest(path: "/v1/events", accept: "text/event-stream"), limit: .seconds(15),
            reception: .lines(during: nil) { (line) throws(Failure) in try self.receive(line: line) })
        let document = Exchange(
            path: session.socketPath, request: HTTPRequest(path: "/v1/status"), limit: .seconds(15),
            reception: .document { (result) throws(Failure) in try self.show(try result.get()) })
        try Conversations.hold([OutputWatch(), stream, document])
        throw Failure.failed("the daemon ended the stream of changes; is it being restarted?")
    }

    private func listen() throws(Failure) -> UnixSocket {
        do {
            return try UnixSocket(path: session.socketPath)
        } catch .noDaemon(let reason) {
            throw .failed("\(reason), which --watch follows; start it with: systemctl start netdiagd")
        }
    }

    private func receive(line: [UInt8]) throws(Failure) {
        do {
            guard let event = try events.consume(line: line), event.name == "status" else { return }
            try show(event.data)
        } catch let error as HTTPError {
            throw .failed("the answer of the daemon is no good: \(error)")
        } catch let error as Failure {
            throw error
        } catch {
            return
        }
    }

    private func show(_ bytes: [UInt8]) throws(Failure) {
        guard bytes != last else { return }
        let sink = DocumentSink<StatusDocument>(subjects: [""], format: session.format)
        if session.format == .text {
            // A terminal shows the latest one alone; elsewhere an empty line stands between them.
            let separator = terminal.isInteractive ? "\u{1b}[H\u{1b}[2J" : last.isEmpty ? "" : "\n"
            try StandardStream.write(separator.utf8)
        }
        try sink.receive(bytes, at: 0)
        last = bytes
    }
}
