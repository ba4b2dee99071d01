import EventLoopKit
import Glibc

/// A DNS server over UDP that answers as it is told to, for behaviours that no real server has. It ends with the host at
/// the latest.
///
/// `@unchecked Sendable`: after the start, its variables are only touched on the thread of its loop.
public final class ScriptedDNSServer: LabServer, @unchecked Sendable {
    /// The port that it listens on.
    public let port: UInt16
    private let script: DNSScript
    private let fd: CInt
    private let loop: EventLoop
    private var watch: Watch?
    private var isOpen = true

    init(on host: Host, address: String, port: UInt16, script: DNSScript) throws {
        loop = try LabLoop.shared.get()
        (fd, self.port) = try boundSocket(on: host, type: SOCK_DGRAM, address: address, port: port)
        self.script = script
        loop.execute { [self] in watch = try? loop.watch(fd, for: .readable) { _ in self.receive() } }
    }

    /// Closes it: from then on the port is closed, which asks for an ICMP error.
    public func stop() {
        loop.execute { [self] in
            guard isOpen else { return }
            isOpen = false
            watch?.cancel()
            close(fd)
        }
    }

    private struct Sender: Sendable {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    }

    private func receive() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var sender = Sender()
        let count = withUnsafeMutablePointer(to: &sender.address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                recvfrom(fd, &bytes, bytes.count, 0, $0, &sender.length)
            }
        }
        guard count >= 12, let question = DNSQuestion(Array(bytes.prefix(count))) else { return }
        answer(question, script.answer(to: question.name, question.type), to: sender)
    }

    private func answer(_ question: DNSQuestion, _ answer: DNSScript.Answer, to sender: Sender) {
        if case .late(let later, let delay) = answer {
            loop.schedule(after: delay) { [self] in self.answer(question, later, to: sender) }
            return
        }
        guard isOpen, let reply = question.reply(answer, script) else { return }
        withUnsafePointer(to: sender.address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(fd, reply, reply.count, 0, $0, sender.length)
            }
        }
    }
}

extension Host {
    /// Starts a DNS server that answers as it is told to.
    ///
    /// - Parameters:
    ///   - port: 0 for one that is free: ``ScriptedDNSServer/port``.
    ///   - address: `::` for all addresses of both families.
    @discardableResult
    public func startDNS(
        _ rules: [DNSScript.Rule], port: UInt16 = 53, address: String = "::"
    ) throws -> ScriptedDNSServer {
        let server = try ScriptedDNSServer(on: self, address: address, port: port, script: DNSScript(rules))
        own(server)
        return server
    }
}
