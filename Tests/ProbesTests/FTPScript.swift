import Foundation
import Glibc
import KindTesting
import NetworkModel
import Synchronization
import SystemAddresses

/// A loopback FTP server that replies to commands by a table, with the faults that a test needs.
final class FTPScript: Sendable {
    struct Answers: Sendable {
        var greeting = "220 lab\r\n"
        /// The replies that replace the defaults, by verb. The default for other verbs is 200.
        var replies: [String: String] = [:]
        /// The contents of a data connection; `nil` if data is sent without end.
        var data: String? = ""
        /// Whether the address in the replies to EPSV and PASV accepts connections.
        var hasDataPort = true
        /// The verbs that get no reply.
        var silent: Set<String> = []
        /// For data without end: the pause between chunks, the number of lines in a chunk, and the text of a line,
        /// without a line break, if it is not an entry.
        var pause = Duration.zero
        var lines = 1_000
        var line: String?
    }

    let address: SocketAddress
    /// The received commands, without arguments.
    let commands = Box()
    /// Signals that the client has read all data of a transfer, and waits for its end, which is withheld.
    let isWaitedFor = Signal()
    private let listener: OwnedSocket
    private let dataListener: OwnedSocket
    private let closed = ClosedPort()

    final class Box: Sendable {
        let list = Mutex<[String]>([])
    }

    init(_ answers: Answers) throws {
        listener = Self.listening()
        dataListener = Self.listening()
        address = boundAddress(listener.descriptor)
        let port = answers.hasDataPort ? boundAddress(dataListener.descriptor).port : closed.address.port
        let service = Service(
            answers: answers, dataListener: dataListener, port: port, commands: commands, isWaitedFor: isWaitedFor)
        let listener = listener
        Thread.detachNewThread {
            while let connection = listener.accept() {
                Thread.detachNewThread { service.serve(connection) }
            }
        }
    }

    deinit {
        listener.end()
        dataListener.end()
    }

    private static func listening() -> OwnedSocket {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        let bound = SocketAddress(IPAddress("127.0.0.1")!, port: 0).withSockaddr { bind(descriptor, $0, $1) }
        precondition(bound == 0 && listen(descriptor, 8) == 0, "cannot listen: \(errno)")
        return OwnedSocket(descriptor)
    }
}

/// The state that the threads of a script's connections share. It outlives the script if a thread has not ended yet.
private struct Service: Sendable {
    let answers: FTPScript.Answers
    let dataListener: OwnedSocket
    let port: UInt16
    let commands: FTPScript.Box
    let isWaitedFor: Signal

    @discardableResult
    private func say(_ text: String, to connection: OwnedSocket) -> Bool {
        Array(text.utf8).withUnsafeBytes {
            send(connection.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        } > 0
    }

    func serve(_ connection: OwnedSocket) {
        say(answers.greeting, to: connection)
        var usual = [
            "USER": "331 password\r\n", "PASS": "230 in\r\n", "PWD": "257 \"/\"\r\n", "CWD": "250 there\r\n",
            "EPSV": "229 (|||\(port)|)\r\n", "PASV": "227 (127,0,0,1,\(port >> 8),\(port & 255))\r\n",
            "QUIT": "221 bye\r\n", "SIZE": "213 7\r\n",
        ]
        usual.merge(answers.replies) { $1 }
        var rest = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(connection.descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            rest += String(decoding: buffer[..<count], as: UTF8.self)
            while let end = rest.firstIndex(of: "\r\n") {
                let verb = rest[..<end].prefix { $0 != " " }.uppercased()
                rest = String(rest[rest.index(after: end)...])
                commands.list.withLock { $0.append(verb) }
                if answers.silent.contains(verb) { continue }
                if ["EPSV", "PASV"].contains(verb) { dropUnused() }
                if ["MLSD", "LIST", "RETR"].contains(verb), answers.replies[verb] == nil {
                    transfer(connection)
                } else {
                    say(usual[verb] ?? "200 well\r\n", to: connection)
                }
            }
        }
    }

    /// Drops unused data connections, which do not belong to the next command.
    private func dropUnused() {
        var waiting = pollfd(fd: dataListener.descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 0) > 0, dataListener.accept() != nil {}
    }

    private func transfer(_ connection: OwnedSocket) {
        say("150 now\r\n", to: connection)
        guard let data = dataListener.accept() else { return }
        if let text = answers.data {
            say(text, to: data)
        } else {
            let entry = "type=file;size=1; " + String(repeating: "n", count: 40) + "\r\n"
            let chunk = String(repeating: answers.line ?? entry, count: answers.lines)
            while say(chunk, to: data) {
                if answers.pause > .zero { Thread.sleep(forTimeInterval: answers.pause / .seconds(1)) }
            }
        }
        guard answers.silent.contains("226") else {
            say("226 done\r\n", to: connection)
            return
        }
        // A client that has read to the end closes its side, and then waits for the reply.
        shutdown(data.descriptor, CInt(SHUT_WR))
        var byte: UInt8 = 0
        while recv(data.descriptor, &byte, 1, 0) > 0 {}
        isWaitedFor.happen()
    }
}
