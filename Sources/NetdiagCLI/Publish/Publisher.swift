import FoundationEssentials
import Glibc
import NetworkModel

/// Keeps a service published until a signal ends it: through the daemon, again when that is back after it has gone, or
/// from a process of its own.
final class Publisher {
    /// A daemon that is being restarted is back after this, or is not coming back.
    private static let restart = Duration.seconds(5)
    /// A registration that ended sooner is not tried again at once.
    private static let brief = Duration.seconds(10)
    private static let longestPause = Duration.seconds(30)

    private let session: Session
    private let request: HTTPRequest
    private let once: [String]
    private let terminal = Terminal(descriptor: STDOUT_FILENO)
    /// What ends it although the daemon is there: its answer makes no sense, or nobody reads ours.
    private var problem: Failure?

    init(session: Session, name: String, order: ServiceOrder) throws {
        self.session = session
        let json = try JSON.line(order)
        request = HTTPRequest(
            method: "PUT", path: "/v1/services/\(HTTPRequest.percentEncoded(name))", accept: "application/x-ndjson",
            body: Array(json))
        once = ["publish", "--order", String(decoding: json, as: UTF8.self), "--", name]
    }

    func run() throws(Failure) -> ExitStatus {
        switch try session.source() {
        case .once(let program): return try run(program, EndSignals())
        case .daemon(let socket):
            let signals = try EndSignals()
            guard let program = try keep(socket, signals) else { return .error }
            return try run(program, signals)
        }
    }

    /// - Returns: the program to go on with, where the daemon has gone for good.
    private func keep(_ first: UnixSocket, _ signals: EndSignals) throws(Failure) -> OnceProgram? {
        var socket = first
        var pause = Duration.zero
        var isFirst = true
        while true {
            let begun = ContinuousClock.now
            do throws(Failure) {
                try register(on: socket, signals, isFirst: isFirst)
            } catch .noDaemon(let refusal) {
                return try session.program(insteadOf: refusal)
            }
            isFirst = false
            let now = ContinuousClock.now
            pause = begun.duration(to: now) > Self.brief ? .zero : min(max(pause * 2, .seconds(1)), Self.longestPause)
            StandardStream.complain("netdiag: the daemon has gone; publishing again when it is back")
            let program = try? OnceProgram(insteadOf: "")
            let watch = SocketWatch(
                path: session.socketPath, notBefore: now + pause,
                until: program.map { _ in now + max(Self.restart, pause) })
            try Conversations.hold([signals, watch], until: watch)
            guard let next = watch.socket else {
                StandardStream.complain("netdiag: the daemon does not come back; publishing from this process")
                return program
            }
            socket = next
        }
    }

    /// Returns when the daemon has gone.
    private func register(on socket: UnixSocket, _ signals: EndSignals, isFirst: Bool) throws(Failure) {
        let exchange = Exchange(
            path: session.socketPath, socket: socket, request: request, limit: .seconds(15),
            reception: .lines(during: nil) { (line) throws(Failure) in try self.receive(line) })
        do {
            try Conversations.hold([signals, exchange], until: exchange)
        } catch .failed(let reason) {
            if let problem { throw problem }
            // One that is only just starting may close before it answers.
            guard exchange.isStreaming || !isFirst else { throw .failed(reason) }
        }
    }

    private func run(_ program: OnceProgram, _ signals: EndSignals) throws(Failure) -> ExitStatus {
        if session.format == .json { try program.replaceThisProcess(with: once) }
        let output = ProgramOutput(
            start: { [once] () throws(Failure) in try program.start(once) },
            receive: { (line) throws(Failure) in try self.receive(line) })
        // Once it has ended, the service is withdrawn.
        defer { output.terminate() }
        try Conversations.hold([signals, output], until: output)
        return output.exitStatus ?? .error
    }

    private func receive(_ line: [UInt8]) throws(Failure) {
        guard !line.isEmpty else { return }
        do throws(Failure) {
            try write(line)
        } catch {
            problem = error
            throw error
        }
    }

    private func write(_ line: [UInt8]) throws(Failure) {
        let publication: Publication
        do {
            publication = try JSON.decode(Publication.self, from: Data(line))
        } catch {
            let why = DecodingProblem.text(error)
            throw .failed("the answer cannot be understood (\(why)); is netdiagd of another version?")
        }
        if session.format == .json {
            guard let safe = SafeText.escapedJSON(line) else { throw .failed("the answer is not UTF-8") }
            return try StandardStream.write(safe + [UInt8(ascii: "\n")])
        }
        var page = Page(for: terminal)
        publication.write(to: &page)
        try StandardStream.write(page.bytes)
    }
}
