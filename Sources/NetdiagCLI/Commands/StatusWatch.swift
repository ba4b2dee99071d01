import FoundationEssentials
import Glibc
import NetworkModel
import TargetKinds
import Translations

/// `netdiag status --watch` and `netdiag top`: follow the status of the daemon. On a screen, it is redrawn in place; otherwise, the
/// current status is written, and then each change.
final class StatusWatch {
    private let session: Session
    private let terminal = Terminal(descriptor: STDOUT_FILENO)
    private var events = ServerSentEvents()
    private var last: [UInt8] = []
    private var shown: StatusDocument?
    /// The stream of changes of the current connection.
    private var stream: Exchange?
    /// Whether the current connection has delivered a status.
    private var isConnected = false
    /// Whether the request for the status failed on the current connection.
    private var isUnanswered = false
    /// Whether the daemon was followed before, and its connection is lost.
    private var isAway = false
    private static let firstPause = Duration.seconds(1)
    private static let maxPause = Duration.seconds(10)
    /// What follows the daemon, for messages: `--watch` or `netdiag top`.
    private let follower: String
    private let screen: LiveScreen<LiveStatus>?

    init(session: Session, follower: String, screen: LiveScreen<LiveStatus>?) {
        self.session = session
        self.follower = follower
        self.screen = screen
    }

    /// Follows the daemon until a signal or the user ends it. A daemon that ends, or is being restarted, is waited for.
    func run() throws {
        defer { screen?.end() }
        var pause = Self.firstPause
        while true {
            do throws(Failure) {
                try follow()
            } catch {
                guard !last.isEmpty, isLost(after: error) else { throw error }
            }
            guard !last.isEmpty else {
                throw Failure.failed(CommandPhrase.changesEnded.text)
            }
            if isConnected { pause = Self.firstPause }
            try reportLoss()
            try wait(for: pause)
            pause = min(pause * 2, Self.maxPause)
        }
    }

    /// Follows one connection until the daemon ends it.
    private func follow() throws(Failure) {
        (stream, isConnected, isUnanswered, events) = (nil, false, false, ServerSentEvents())
        // The stream is opened first, so that no change between the document and the stream is lost.
        let socket = try listen()
        let stream = Exchange(
            path: session.socketPath, socket: socket,
            request: HTTPRequest(path: "/v1/events", accept: "text/event-stream"), limit: .seconds(15),
            reception: .lines(during: nil) { (line) throws(Failure) in try self.receive(line: line) })
        self.stream = stream
        let document = Exchange(
            path: session.socketPath, request: HTTPRequest(path: "/v1/status"), limit: .seconds(15),
            reception: .document { (result) throws(Failure) in
                if case .failure = result { self.isUnanswered = true }
                try self.show(try result.get())
            })
        // If the daemon does not have this document, no bars are shown.
        let recent = Exchange(
            path: session.socketPath, request: HTTPRequest(path: "/v1/recent"), limit: .seconds(15),
            reception: .document { (result) throws(Failure) in
                guard case .success(let bytes) = result else { return }
                try self.screen?.change { $0.bars.replace(withRecent: bytes) }
            })
        var tasks = companions + [stream, document]
        if screen != nil { tasks.append(recent) }
        try DescriptorTasks.run(tasks, until: stream)
    }

    /// The tasks beside every connection.
    private var companions: [any DescriptorTask] {
        guard let screen else { return [BrokenPipeMonitor()] }
        guard let keys = screen.keys else { return [screen] }
        return [screen, keys]
    }

    /// Whether a failure is the end of a daemon that was followed before.
    private func isLost(after failure: Failure) -> Bool {
        switch failure {
        // While it starts or ends, the daemon may not answer. One that refuses this user answers both requests so.
        case .noDaemon: isAway && isUnanswered
        // The status may arrive before the response that begins the stream of changes, or the other way round, and the daemon
        // may end between them.
        case .failed:
            stream?.ending == .ofStream || isConnected && (isUnanswered || stream?.ending == .unanswered)
                || isAway && (isUnanswered || stream?.isStreaming != true)
        case .usage, .refused, .outputClosed, .ended, .interrupted: false
        }
    }

    /// Says once that the connection is lost, and is tried again.
    private func reportLoss() throws(Failure) {
        guard !isAway else { return }
        isAway = true
        let words = Phrase.daemonIsLost.text
        if let screen { return try screen.change(notice: words) }
        StandardStream.writeError("netdiag: \(words)")
    }

    private func reportReturn() throws(Failure) {
        isConnected = true
        guard isAway else { return }
        isAway = false
        if let screen { return try screen.change(notice: nil) }
        StandardStream.writeError("netdiag: \(Phrase.daemonIsBack.text)")
    }

    private func wait(for pause: Duration) throws(Failure) {
        let wait = PauseTask(for: pause)
        try DescriptorTasks.run(companions + [wait], until: wait)
    }

    private func listen() throws(Failure) -> UnixSocket {
        do {
            return try UnixSocket(path: session.socketPath)
        } catch .noDaemon(let reason) {
            let facts = ["reason": reason, "follower": follower, "command": ServiceAdvice().start]
            throw .failed(CommandPhrase.watchNeedsDaemon.text(facts))
        }
    }

    private func receive(line: [UInt8]) throws(Failure) {
        do {
            guard let event = try events.consume(line: line) else { return }
            if event.name == "status" { try show(event.data) }
            if event.name == "report" { try screen?.change { $0.bars.append(report: event.data, in: $0.document) } }
        } catch let error as HTTPError {
            throw .failed(ToolPhrase.streamNotValid.text(["error": "\(error)"]))
        } catch let error as Failure {
            throw error
        } catch {
            return
        }
    }

    private func show(_ bytes: [UInt8]) throws(Failure) {
        try reportReturn()
        guard bytes != last else { return }
        last = bytes
        switch session.format {
        case .json: try DocumentSink<StatusDocument>(subjects: [""], format: .json).receive(bytes, at: 0)
        case .text:
            let document: StatusDocument
            do {
                document = try JSON.decode(StatusDocument.self, from: bytes, kinds: TargetKinds.builtIn.evidence)
            } catch {
                throw .failed(CommandPhrase.answerNotUnderstood.text(["error": DecodingProblem.text(error)]))
            }
            if let screen { return try screen.change { $0.document = document } }
            try writeChanges(of: document)
            shown = document
        }
    }

    /// Writes the whole status first, and then only changes.
    private func writeChanges(of document: StatusDocument) throws(Failure) {
        var page = Page(for: terminal)
        let context = PageContext(isWhole: session.isWhole)
        if let shown {
            StatusChanges(old: shown, new: document).write(to: &page, in: context)
        } else {
            document.write(to: &page, in: context)
        }
        if !page.isEmpty { try StandardStream.write(page.bytes) }
    }
}
