import CNamespace
import Glibc

/// A connection to the captive portal. It reads the head of one request, sends a response, and closes the connection.
final class PortalSession: PollHandler, TCPSession {
    private static let maxHead = 16_384

    private let fd: CInt
    private let isOpen: Bool
    private let poller: Poller
    /// Called when the session has ended, with whether the terms were accepted.
    private let ended: (PortalSession, Bool) -> Void
    private var head: [UInt8] = []
    private var answer: [UInt8] = []
    private var offset = 0
    private var hasAccepted = false
    private var isOver = false

    init(_ fd: CInt, isOpen: Bool, poller: Poller, ended: @escaping (PortalSession, Bool) -> Void) {
        (self.fd, self.isOpen, self.poller, self.ended) = (fd, isOpen, poller, ended)
    }

    func begin() { poller.watch(fd, readable: true, writable: false, self) }

    func ready(_ event: netdiag_poll_event) {
        guard !isOver else { return }
        if answer.isEmpty { read() }
        if !answer.isEmpty { write() }
    }

    private func read() {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
            let count = netdiag_flow_receive(fd, buffer.baseAddress, buffer.count)
            if count == -Int(EAGAIN) { return }
            guard count > 0, head.count + count <= Self.maxHead else { return end(resets: true) }
            head += buffer[..<count]
        }
        guard !isOver, let reply = CaptivePortalPages.reply(to: head, isOpen: isOpen) else { return }
        (answer, hasAccepted) = (reply.bytes, reply.accepts)
    }

    private func write() {
        while offset < answer.count {
            let sent = answer.withUnsafeBytes {
                netdiag_flow_send(fd, $0.baseAddress! + offset, $0.count - offset)
            }
            if sent == -Int(EAGAIN) {
                return poller.watch(fd, readable: false, writable: true, self)
            }
            guard sent > 0 else { return end(resets: true) }
            offset += sent
        }
        end(resets: false)
    }

    private func end(resets: Bool) {
        isOver = true
        poller.remove(fd)
        if resets {
            netdiag_flow_abort(fd)
        } else {
            // Closing a socket with unread bytes would send a reset, and the response would be lost.
            _ = shutdown(fd, CInt(SHUT_WR))
            withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
                _ = netdiag_flow_receive(fd, buffer.baseAddress, buffer.count)
            }
            close(fd)
        }
        ended(self, hasAccepted)
    }
}
