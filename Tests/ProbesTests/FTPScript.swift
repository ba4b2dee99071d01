import Foundation
import Glibc
import NetworkModel
import Synchronization

/// An FTP server on loopback that answers every command by a table, and is wrong where a test wants it.
final class FTPScript: Sendable {
    struct Answers: Sendable {
        var greeting = "220 lab\r\n"
        /// Instead of the usual reply to a verb; without one: 200.
        var replies: [String: String] = [:]
        /// What a data connection carries; `nil`: it is sent without end.
        var data: String? = ""
        /// Whether what EPSV and PASV name listens.
        var hasDataPort = true
        /// Verbs that are never answered.
        var silent: Set<String> = []
        /// Of what is sent without end: the pause between chunks, the lines of a chunk, and what they are instead of
        /// entries, without a line's end.
        var pause = Duration.zero
        var lines = 1_000
        var line: String?
    }

    let address: SocketAddress
    /// The commands that came, without arguments.
    let commands = Box()
    private let listener: CInt
    private let dataListener: CInt
    private let closed = ClosedPort()

    final class Box: Sendable {
        let list = Mutex<[String]>([])
    }

    init(_ answers: Answers) throws {
        listener = Self.listening()
        dataListener = Self.listening()
        address = boundAddress(listener)
        let (listener, dataListener, commands) = (listener, dataListener, commands)
        let dataPort = answers.hasDataPort ? boundAddress(dataListener).port : closed.address.port
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread {
                    Self.serve(connection, dataListener, dataPort, answers, commands)
                    close(connection)
                }
            }
        }
    }

    deinit {
        for descriptor in [listener, dataListener] {
            shutdown(descriptor, CInt(SHUT_RDWR))
            close(descriptor)
        }
    }

    private static func listening() -> CInt {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        let bound = SocketAddress(IPAddress("127.0.0.1")!, port: 0).withSockaddr { bind(descriptor, $0, $1) }
        precondition(bound == 0 && listen(descriptor, 8) == 0, "cannot listen: \(errno)")
        return descriptor
    }

    @discardableResult
    private static func say(_ text: String, to connection: CInt) -> Bool {
        Array(text.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) } > 0
    }

    private static func serve(
        _ connection: CInt, _ dataListener: CInt, _ port: UInt16, _ answers: Answers, _ commands: Box
    ) {
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
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            rest += String(decoding: buffer[..<count], as: UTF8.self)
            while let end = rest.firstIndex(of: "\r\n") {
                let verb = rest[..<end].prefix { $0 != " " }.uppercased()
                rest = String(rest[rest.index(after: end)...])
                commands.list.withLock { $0.append(verb) }
                if answers.silent.contains(verb) { continue }
                if ["EPSV", "PASV"].contains(verb) { drop(dataListener) }
                if ["MLSD", "LIST", "RETR"].contains(verb), answers.replies[verb] == nil {
                    transfer(connection, dataListener, answers)
                } else {
                    say(usual[verb] ?? "200 well\r\n", to: connection)
                }
            }
        }
    }

    /// Data connections that nothing was asked for over: they are not those of the next command.
    private static func drop(_ dataListener: CInt) {
        var waiting = pollfd(fd: dataListener, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 0) > 0 {
            let data = accept(dataListener, nil, nil)
            guard data >= 0 else { return }
            close(data)
        }
    }

    private static func transfer(_ connection: CInt, _ dataListener: CInt, _ answers: Answers) {
        say("150 now\r\n", to: connection)
        let data = accept(dataListener, nil, nil)
        defer { close(data) }
        if let text = answers.data {
            say(text, to: data)
        } else {
            let entry = "type=file;size=1; " + String(repeating: "n", count: 40) + "\r\n"
            let chunk = String(repeating: answers.line ?? entry, count: answers.lines)
            while say(chunk, to: data) {
                if answers.pause > .zero { Thread.sleep(forTimeInterval: answers.pause / .seconds(1)) }
            }
        }
        if !answers.silent.contains("226") { say("226 done\r\n", to: connection) }
    }
}
