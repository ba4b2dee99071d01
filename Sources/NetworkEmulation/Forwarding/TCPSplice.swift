import CNamespace
import Glibc

/// Two joined connections: data, end of stream and reset of each are passed to the other. While data cannot be written,
/// no more is read, so that a slow reader slows down the writer.
final class TCPSplice: PollHandler, TCPSession {
    private static let chunk = 256 << 10
    /// The maximum number of chunks at a time, so that other connections are served as well.
    private static let maxChunks = 8

    /// One direction.
    private struct Half {
        let from: CInt
        let to: CInt
        var pending: [UInt8] = []
        var offset = 0
        var hasEnded = false
        var isShut = false

        var isBlocked: Bool { offset < pending.count }
    }

    private enum Progress {
        case waits, failed
    }

    private var outward: Half
    private var inward: Half
    private let poller: Poller
    private let ended: (TCPSplice) -> Void
    private var isOver = false
    /// The watched events of the two descriptors: readable and writable.
    private var interests: [CInt: [Bool]] = [:]

    init(_ command: CInt, _ remote: CInt, poller: Poller, ended: @escaping (TCPSplice) -> Void) {
        outward = Half(from: command, to: remote)
        inward = Half(from: remote, to: command)
        (self.poller, self.ended) = (poller, ended)
    }

    func begin() { transfer() }

    func ready(_ event: netdiag_poll_event) { transfer() }

    private func transfer() {
        guard !isOver else { return }
        guard Self.transfer(&outward) == .waits, Self.transfer(&inward) == .waits else {
            return end { netdiag_flow_abort($0) }
        }
        guard !(outward.isShut && inward.isShut) else { return end { close($0) } }
        watch(outward.from, readable: canReadMore(outward), writable: inward.isBlocked)
        watch(inward.from, readable: canReadMore(inward), writable: outward.isBlocked)
    }

    private func canReadMore(_ half: Half) -> Bool { !half.hasEnded && !half.isBlocked }

    private func watch(_ fd: CInt, readable: Bool, writable: Bool) {
        guard interests[fd] != [readable, writable] else { return }
        interests[fd] = [readable, writable]
        poller.watch(fd, readable: readable, writable: writable, self)
    }

    private func end(_ release: (CInt) -> Void) {
        isOver = true
        for fd in [outward.from, inward.from] {
            poller.remove(fd)
            release(fd)
        }
        ended(self)
    }

    private static func transfer(_ half: inout Half) -> Progress {
        guard write(&half) else { return .failed }
        guard !half.isBlocked, !half.hasEnded else { return .waits }
        return withUnsafeTemporaryAllocation(byteCount: chunk, alignment: 16) { buffer in
            for _ in 0..<maxChunks {
                let count = netdiag_flow_receive(half.from, buffer.baseAddress, buffer.count)
                if count < 0 { return count == -Int(EAGAIN) ? .waits : .failed }
                if count == 0 {
                    half.hasEnded = true
                    return write(&half) ? .waits : .failed
                }
                let sent = netdiag_flow_send(half.to, buffer.baseAddress, count)
                if sent < 0, sent != -Int(EAGAIN) { return .failed }
                if sent < count {
                    half.pending = Array(buffer[max(0, sent)..<count])
                    half.offset = 0
                    return .waits
                }
            }
            return .waits
        }
    }

    /// Writes pending data, and passes on the end of stream once all of it is written.
    private static func write(_ half: inout Half) -> Bool {
        while half.isBlocked {
            let sent = half.pending.withUnsafeBytes {
                netdiag_flow_send(half.to, $0.baseAddress! + half.offset, $0.count - half.offset)
            }
            if sent < 0 { return sent == -Int(EAGAIN) }
            half.offset += sent
        }
        (half.pending, half.offset) = ([], 0)
        if half.hasEnded, !half.isShut {
            half.isShut = true
            // ENOTCONN means that the peer has closed the connection already.
            _ = shutdown(half.to, CInt(SHUT_WR))
        }
        return true
    }
}
