import FoundationEssentials
import Glibc
import NetworkModel

/// Puts questions to the daemon or, where none runs, to `netdiagd --once`, and writes the answers.
struct Session {
    /// Where answers come from.
    enum Source {
        case daemon(UnixSocket)
        case once(OnceProgram)
    }

    let socketPath: String
    let format: OutputOptions.Format
    /// Ask `netdiagd --once` even where a daemon runs.
    var isDaemonLess = false
    /// What is done in the daemon's place, for the line that says so.
    var doing = "checking"

    /// Asks, writes every answer, and says how the program is to end: the worst of the answers.
    func ask<Answer: Document>(_ inquiry: Inquiry, for type: Answer.Type) throws(Failure) -> ExitStatus {
        let sink = DocumentSink<Answer>(subjects: inquiry.questions.map(\.subject), format: format)
        switch try source() {
        case .daemon(let socket): try ask(inquiry, on: socket, sink: sink)
        case .once(let program): try run(program, inquiry, sink: sink)
        }
        return sink.worst
    }

    /// Asks what the daemon alone knows.
    func askDaemon<Answer: Document>(_ question: Question, for type: Answer.Type) throws(Failure) -> ExitStatus {
        let socket: UnixSocket
        do {
            socket = try UnixSocket(path: socketPath)
        } catch .noDaemon(let reason) {
            throw .failed("\(reason), which alone knows; start it with: systemctl start netdiagd")
        }
        let sink = DocumentSink<Answer>(subjects: [""], format: format)
        try ask(Inquiry(questions: [question], once: [], doing: "asking"), on: socket, sink: sink)
        return sink.worst
    }

    /// The daemon, if it listens; what happens in its place is said on standard error.
    func source() throws(Failure) -> Source {
        guard !isDaemonLess else { return .once(try OnceProgram(insteadOf: "--no-daemon was given")) }
        do {
            return .daemon(try UnixSocket(path: socketPath))
        } catch .noDaemon(let reason) {
            let program = try OnceProgram(insteadOf: reason)
            StandardStream.complain("netdiag: \(reason); \(doing) from this process")
            return .once(program)
        }
    }

    private func ask<Answer: Document>(
        _ inquiry: Inquiry, on socket: UnixSocket, sink: DocumentSink<Answer>
    ) throws(Failure) {
        var first: UnixSocket? = socket
        let exchanges = inquiry.questions.enumerated().map { index, question in
            defer { first = nil }
            return Exchange(
                path: socketPath, socket: first, request: question.request, limit: question.limit,
                reception: .document { (result) throws(Failure) in
                    switch result {
                    case .success(let bytes):
                        do throws(Failure) {
                            try sink.receive(bytes, at: index)
                        } catch .failed(let reason) {
                            // One answer that is no good does not take the others along.
                            try sink.fail(.failed(reason), at: index)
                        }
                    case .failure(let failure): try sink.fail(failure, at: index)
                    }
                })
        }
        try Conversations.hold(exchanges, interval: sink.progress?.interval) { sink.draw(inquiry.doing) }
        sink.progress?.clear()
    }

    private func run<Answer: Document>(
        _ program: OnceProgram, _ inquiry: Inquiry, sink: DocumentSink<Answer>
    ) throws(Failure) {
        // As JSON, the program's lines are the answer already: it takes over this process.
        if format == .json { try program.replaceThisProcess(with: inquiry.once) }
        let output = ProgramOutput { () throws(Failure) in
            try program.start(inquiry.once)
        } receive: { (line) throws(Failure) in
            try sink.receive(line, at: nil)
        }
        try Conversations.hold([output], interval: sink.progress?.interval) { sink.draw(inquiry.doing) }
        sink.progress?.clear()
        try sink.end(with: output.exitStatus)
    }

    /// Follows a stream, line by line, and says how the program is to end.
    ///
    /// - Parameter companion: what is held meanwhile, and shows what happens by itself.
    func follow(
        _ inquiry: Inquiry, beside companion: (any Conversation)? = nil,
        line: @escaping ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> ExitStatus {
        let progress = format == .json || companion != nil ? nil : Progress()
        defer { progress?.clear() }
        let receive = { (bytes: [UInt8]) throws(Failure) in
            progress?.clear()
            try line(bytes)
        }
        let stream: any Conversation
        let status: () -> ExitStatus
        switch try source() {
        case .daemon(let socket):
            guard let question = inquiry.questions.first else { return .up }
            stream = Exchange(
                path: socketPath, socket: socket, request: question.request, limit: question.limit,
                reception: .lines(during: question.streamLimit, receive))
            status = { .up }
        case .once(let program):
            if format == .json { try program.replaceThisProcess(with: inquiry.once) }
            let output = ProgramOutput(
                start: { () throws(Failure) in try program.start(inquiry.once) }, receive: receive)
            stream = output
            status = { output.exitStatus ?? .error }
        }
        try Conversations.hold(
            [companion, stream].compactMap(\.self), until: stream, interval: progress?.interval
        ) { progress?.draw(inquiry.doing) }
        return status()
    }
}
