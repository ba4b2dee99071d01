import FoundationEssentials
import Glibc
import NetworkModel
import Translations

/// Sends requests to the daemon or, if none is running, does the same work in this process, and writes the answers.
struct Session {
    /// The source of the answers.
    enum Source {
        case daemon(UnixSocket)
        /// This process, for the reason given.
        case local(insteadOf: String)
    }

    let socketPath: String
    let format: OutputOptions.Format
    /// The message that this process works in place of the daemon.
    var fallback = CommandPhrase.checkingHere
    /// See ``PageContext/isWhole``.
    var isWhole = false

    /// Writes every answer to a query, and returns the exit status, which is that of the worst answer.
    func perform<Answer: Document>(_ commandQuery: CommandQuery<Answer>) throws(Failure) -> ExitStatus {
        let reason: String
        switch try source() {
        case .local(let why): reason = why
        case .daemon(let socket):
            let sink = sink(commandQuery)
            guard let refusal = try query(commandQuery.requests(), commandQuery.doing, on: socket, sink: sink) else {
                return sink.worst
            }
            reason = refusal
        }
        // On a terminal, the first line is the answer: whether this machine, its network or the other side is at fault.
        let isAnswerFirst = format == .text && isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        if !isAnswerFirst { reportFallback(reason) }
        let status = try run(commandQuery)
        if isAnswerFirst { reportFallback(reason) }
        return status
    }

    /// Does the work in this process, even if a daemon is running.
    func run<Answer: Document>(_ commandQuery: CommandQuery<Answer>) throws(Failure) -> ExitStatus {
        let local = try LocalDiagnostics()
        let sink = sink(commandQuery)
        let work = try LocalWork<CommandQuery<Answer>.Placed> { [work = commandQuery.work] send in
            try await work(local, send)
        } receive: { (placed) throws(Failure) in
            try sink.receive(placed.answer, at: placed.place)
        }
        defer { sink.progress?.clear() }
        try DescriptorTasks.run([work, BrokenPipeMonitor()], until: work, interval: sink.progress?.interval) {
            sink.draw(commandQuery.doing)
        }
        return sink.worst
    }

    /// Writes the response to a request that only the daemon can answer.
    func requestFromDaemon<Answer: Document>(_ request: DaemonRequest, for type: Answer.Type) throws(Failure)
        -> ExitStatus
    {
        let socket = try UnixSocket.connected(to: socketPath, orSaying: .needsDaemon)
        let sink = DocumentSink<Answer>(subjects: [""], format: format)
        if let refusal = try query([request], CommandPhrase.doingAsk.text, on: socket, sink: sink) {
            throw .failed(refusal)
        }
        return sink.worst
    }

    /// The daemon if it is running, or this process.
    func source() throws(Failure) -> Source {
        do {
            return .daemon(try UnixSocket(path: socketPath))
        } catch .noDaemon(let reason) {
            return .local(insteadOf: reason)
        }
    }

    /// Reports on standard error that this process does the daemon's work.
    func reportFallback(_ reason: String) {
        StandardStream.writeError("netdiag: \(fallback.text(["reason": reason]))")
    }

    private func sink<Answer: Document>(_ commandQuery: CommandQuery<Answer>) -> DocumentSink<Answer> {
        DocumentSink(
            subjects: commandQuery.subjects, remarks: commandQuery.remarks, comparesRoutes: commandQuery.comparesRoutes,
            format: format, isWhole: isWhole)
    }

    /// - Returns: The reason why the daemon refuses all requests of this user, in which case nothing has been written.
    private func query<Answer: Document>(
        _ requests: [DaemonRequest], _ doing: String, on socket: UnixSocket, sink: DocumentSink<Answer>
    ) throws(Failure) -> String? {
        var first: UnixSocket? = socket
        var refusals: [Int: String] = [:]
        let exchanges = requests.enumerated().map { index, request in
            defer { first = nil }
            return Exchange(
                path: socketPath, socket: first, request: request.request, limit: request.limit,
                reception: .document { (result) throws(Failure) in
                    switch result {
                    case .success(let bytes):
                        do throws(Failure) {
                            try sink.receive(bytes, at: index)
                        } catch .failed(let reason) {
                            // An invalid answer does not affect the others.
                            try sink.fail(.failed(reason), at: index)
                        }
                    case .failure(.noDaemon(let reason)): refusals[index] = reason
                    case .failure(let failure): try sink.fail(failure, at: index)
                    }
                })
        }
        try DescriptorTasks.run([BrokenPipeMonitor()] + exchanges, interval: sink.progress?.interval) {
            sink.draw(doing)
        }
        sink.progress?.clear()
        if refusals.count == requests.count { return refusals.first?.value }
        // The user had permission at first. The answers so far are not repeated.
        for (index, reason) in refusals.sorted(by: { $0.key < $1.key }) { try sink.fail(.failed(reason), at: index) }
        return nil
    }

    /// Follows a stream until it ends.
    ///
    /// - Parameters:
    ///   - companions: Conversations that run at the same time, and show the progress themselves.
    ///   - line: Receives each line from the daemon.
    ///   - value: Receives each observation of this process if it replaces the daemon.
    func follow<Value>(
        _ subscription: DaemonSubscription<Value>, beside companions: [(any DescriptorTask)?] = [],
        line: @escaping ([UInt8]) throws(Failure) -> Void, value: @escaping (Value) throws(Failure) -> Void
    ) throws(Failure) {
        let companions = companions.compactMap(\.self)
        let progress = format == .json || !companions.isEmpty ? nil : Progress()
        defer { progress?.clear() }
        let hold = { (stream: any DescriptorTask) throws(Failure) in
            try DescriptorTasks.run(
                companions + [stream, BrokenPipeMonitor()], until: stream, interval: progress?.interval
            ) { progress?.draw(subscription.doing) }
        }
        let reason: String
        switch try source() {
        case .local(let why): reason = why
        case .daemon(let socket):
            let request = subscription.request
            let stream = Exchange(
                path: socketPath, socket: socket, request: request.request, limit: request.limit,
                reception: .lines(during: request.streamLimit) { (bytes) throws(Failure) in
                    progress?.clear()
                    try line(bytes)
                })
            do throws(Failure) {
                return try hold(stream)
            } catch .noDaemon(let refusal) {
                progress?.clear()
                reason = refusal
            }
        }
        reportFallback(reason)
        let local = try LocalDiagnostics()
        try hold(
            try LocalWork<Value> { [subscription] send in
                try await subscription.work(local, send)
            } receive: { (observed) throws(Failure) in
                progress?.clear()
                try value(observed)
            })
    }
}
