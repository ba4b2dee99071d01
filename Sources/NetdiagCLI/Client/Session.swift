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
        case .daemon(let socket):
            if let refusal = try ask(inquiry, on: socket, sink: sink) {
                // What it has no arguments for, the caller does.
                guard !inquiry.once.isEmpty else { throw .noDaemon(refusal) }
                try run(try program(insteadOf: refusal), inquiry, sink: sink)
            }
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
        let refusal = try ask(Inquiry(questions: [question], once: [], doing: "asking"), on: socket, sink: sink)
        if let refusal { throw .failed(refusal) }
        return sink.worst
    }

    /// The daemon, if it listens; what happens in its place is said on standard error.
    func source() throws(Failure) -> Source {
        guard !isDaemonLess else { return .once(try OnceProgram(insteadOf: "--no-daemon was given")) }
        do {
            return .daemon(try UnixSocket(path: socketPath))
        } catch .noDaemon(let reason) {
            return .once(try program(insteadOf: reason))
        }
    }

    /// The program that does the daemon's work; that it does is said on standard error.
    func program(insteadOf reason: String) throws(Failure) -> OnceProgram {
        let program = try OnceProgram(insteadOf: reason)
        StandardStream.complain("netdiag: \(reason); \(doing) from this process")
        return program
    }

    /// - Returns: Why the daemon does not do this for this user; then nothing has been written.
    private func ask<Answer: Document>(
        _ inquiry: Inquiry, on socket: UnixSocket, sink: DocumentSink<Answer>
    ) throws(Failure) -> String? {
        var first: UnixSocket? = socket
        var refusals: [Int: String] = [:]
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
                    case .failure(.noDaemon(let reason)): refusals[index] = reason
                    case .failure(let failure): try sink.fail(failure, at: index)
                    }
                })
        }
        try Conversations.hold(exchanges, interval: sink.progress?.interval) { sink.draw(inquiry.doing) }
        sink.progress?.clear()
        if refusals.count == inquiry.questions.count { return refusals.first?.value }
        // Who may not any more was allowed to before: the answers that came are not given twice.
        for (index, reason) in refusals.sorted(by: { $0.key < $1.key }) { try sink.fail(.failed(reason), at: index) }
        return nil
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
        let hold = { (stream: any Conversation) throws(Failure) in
            try Conversations.hold(
                [companion, stream].compactMap(\.self), until: stream, interval: progress?.interval
            ) { progress?.draw(inquiry.doing) }
        }
        let program: OnceProgram
        switch try source() {
        case .once(let own): program = own
        case .daemon(let socket):
            guard let question = inquiry.questions.first else { return .up }
            let stream = Exchange(
                path: socketPath, socket: socket, request: question.request, limit: question.limit,
                reception: .lines(during: question.streamLimit, receive))
            do throws(Failure) {
                try hold(stream)
                return .up
            } catch .noDaemon(let refusal) {
                progress?.clear()
                program = try self.program(insteadOf: refusal)
            }
        }
        if format == .json { try program.replaceThisProcess(with: inquiry.once) }
        let output = ProgramOutput(
            start: { () throws(Failure) in try program.start(inquiry.once) }, receive: receive)
        try hold(output)
        return output.exitStatus ?? .error
    }
}
