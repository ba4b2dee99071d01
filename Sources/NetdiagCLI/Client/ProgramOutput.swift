import Glibc

/// The lines that a program writes, until it ends.
final class ProgramOutput: Conversation {
    private let start: () throws(Failure) -> (process: pid_t, output: CInt)
    private let receive: ([UInt8]) throws(Failure) -> Void
    private var process: pid_t = -1
    private var splitter = LineSplitter()
    private(set) var descriptor: CInt = -1
    private(set) var interest: Int16? = Int16(POLLIN)
    let deadline: ContinuousClock.Instant? = nil
    /// How it ended; `nil` before, and where a signal ended it.
    private(set) var exitStatus: ExitStatus?

    init(
        start: @escaping () throws(Failure) -> (process: pid_t, output: CInt),
        receive: @escaping ([UInt8]) throws(Failure) -> Void
    ) {
        self.start = start
        self.receive = receive
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func begin() throws(Failure) {
        (process, descriptor) = try start()
    }

    func proceed() throws(Failure) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            return try finish()
        }
        do {
            for line in try splitter.consume(buffer[..<count]) where !line.isEmpty { try receive(line) }
        } catch let error as HTTPError {
            throw .failed("what netdiagd wrote is no good: \(error)")
        } catch let error as Failure {
            throw error
        } catch {
            return
        }
    }

    func expire() throws(Failure) {}

    /// Ends the program in order, and waits for its end.
    func terminate() {
        guard process > 0, interest != nil else { return }
        interest = nil
        kill(process, SIGTERM)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    private func finish() throws(Failure) {
        interest = nil
        if let line = splitter.end() { try receive(line) }
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // WIFEXITED, WEXITSTATUS: macros, which Swift does not see.
        if status & 0x7f == 0 { exitStatus = ExitStatus(rawValue: (status >> 8) & 0xff) }
    }
}
