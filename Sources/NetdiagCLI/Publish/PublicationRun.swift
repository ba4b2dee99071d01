import Glibc
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Translations

/// Keeps a service published until a signal ends it: through the daemon, again after the daemon has restarted, or from this
/// process.
final class PublicationRun {
    /// The time after which a restarting daemon is available again, or will not return.
    private static let restart = Duration.seconds(5)
    /// A registration that ended within this time is not repeated immediately.
    private static let brief = Duration.seconds(10)
    private static let maxPause = Duration.seconds(30)

    private let session: Session
    private let registration: ServiceRegistration
    private let request: HTTPRequest
    private let terminal = Terminal(descriptor: STDOUT_FILENO)
    private let signals: EndSignals
    private let output = BrokenPipeMonitor()
    /// The reason to end although the daemon is running: its response is invalid, or the reader of the output has gone.
    private var problem: Failure?

    /// - Throws: ``Failure/usage(_:)`` for a service that cannot be published.
    init(session: Session, name: String, order: ServiceOrder) throws {
        self.session = session
        do throws(BodyError) {
            registration = try order.registration(named: name)
        } catch {
            throw Failure.usage(error.description)
        }
        request = HTTPRequest(
            method: "PUT", path: "/v1/services/\(PercentEncoding.encoded(name))", accept: "application/x-ndjson",
            body: try JSON.line(order))
        // The handlers are installed before anything is announced, so that an early signal does not leave the service on the
        // link.
        signals = try EndSignals()
    }

    /// Runs until it throws.
    func run() throws(Failure) {
        switch try session.source() {
        case .daemon(let socket): try maintainRegistration(socket)
        case .local(let reason): session.reportFallback(reason)
        }
        try publishHere()
    }

    /// Returns when the daemon does not return, or refuses this user, after reporting it.
    private func maintainRegistration(_ first: UnixSocket) throws(Failure) {
        var socket = first
        var pause = Duration.zero
        var isFirst = true
        while true {
            let begun = ContinuousClock.now
            do throws(Failure) {
                try register(on: socket, isFirst: isFirst)
            } catch .noDaemon(let refusal) {
                return session.reportFallback(refusal)
            }
            isFirst = false
            let now = ContinuousClock.now
            pause = begun.duration(to: now) > Self.brief ? .zero : min(max(pause * 2, .seconds(1)), Self.maxPause)
            StandardStream.writeError("netdiag: \(CommandPhrase.publishesAgain.text)")
            let watch = SocketWatch(
                path: session.socketPath, notBefore: now + pause, until: now + max(Self.restart, pause))
            try DescriptorTasks.run([signals, output, watch], until: watch)
            guard let next = watch.socket else {
                return session.reportFallback(CommandPhrase.daemonStaysAway.text)
            }
            socket = next
        }
    }

    /// Returns when the daemon has closed the connection.
    private func register(on socket: UnixSocket, isFirst: Bool) throws(Failure) {
        let exchange = Exchange(
            path: session.socketPath, socket: socket, request: request, limit: .seconds(15),
            reception: .lines(during: nil) { (line) throws(Failure) in try self.receive(line) })
        do {
            try DescriptorTasks.run([signals, output, exchange], until: exchange)
        } catch .failed(let reason) {
            if let problem { throw problem }
            // A daemon that is still starting may close the connection before it responds.
            guard exchange.isStreaming || !isFirst else { throw .failed(reason) }
        }
    }

    private func publishHere() throws(Failure) {
        let local = try LocalDiagnostics()
        let work = try LocalWork<Publication> { [registration] send in
            let publication = try await local.services.publish(registration)
            // The sequence ends when the task is cancelled.
            for await state in publication.states { send(state) }
            await publication.end()
        } receive: { (publication) throws(Failure) in
            try self.write(publication)
        }
        // The service is withdrawn when the work has ended. A second signal ends the program without waiting for that.
        defer {
            signals.release()
            work.cancel()
        }
        try DescriptorTasks.run([signals, output, work], until: work)
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
        let publication = try DaemonAnswer.decoded { try JSON.decode(Publication.self, from: line) }
        guard session.format == .json else { return try write(publication) }
        guard let safe = SafeText.escapedJSON(line) else { throw .failed("the answer is not UTF-8") }
        try StandardStream.write(safe + [UInt8(ascii: "\n")])
    }

    private func write(_ publication: Publication) throws(Failure) {
        switch session.format {
        case .json:
            guard let json = try? JSON.line(VersionedDocument(publication, .publication)) else {
                throw .failed("its state cannot be written as JSON")
            }
            try StandardStream.write(json + [UInt8(ascii: "\n")])
        case .text:
            var page = Page(for: terminal)
            publication.write(to: &page)
            try StandardStream.write(page.bytes)
        }
    }
}
