import NIOCore
import Synchronization

/// The memory for data that clients have not read yet: queues of streams, and responses in progress.
///
/// Each kind of client has its own share. If a share is used up, its largest queue is closed.
final class ByteBudget: Sendable {
    enum Share: Sendable, Hashable, CaseIterable {
        case root, local, remote

        init(of client: Client) {
            self =
                switch client {
                case .local(uid: 0, _, _): .root
                case .local: .local
                case .remote: .remote
                }
        }

        /// The size in bytes; all shares together are less than a tenth of the service's memory limit.
        var limit: Int {
            switch self {
            case .root, .remote: 8 << 20
            case .local: 12 << 20
            }
        }
    }

    private struct Use {
        var share: Share
        var bytes = 0
        /// Ends the queue, which releases its memory; `nil` if it cannot be ended.
        var cut: (@Sendable () -> Void)?
    }

    private struct State {
        var lastID = 0
        var uses: [Int: Use] = [:]
        var totals: [Share: Int] = [:]
        /// The buffers in transit, by the address of their storage, which counts once, however many clients receive it.
        var shared: [UInt: (users: Int, bytes: Int, share: Share)] = [:]
    }

    private let state = Mutex(State())

    /// The bytes that wait for all clients together.
    var total: Int { state.withLock { $0.totals.values.reduce(0, +) } }

    // MARK: Queues

    /// The memory of one queue.
    final class Account: Sendable {
        private let budget: ByteBudget
        private let id: Int

        fileprivate init(_ budget: ByteBudget, _ id: Int) {
            self.budget = budget
            self.id = id
        }

        /// - Returns: Whether there is room; another queue may have been closed for it.
        func grow(by bytes: Int) -> Bool { budget.grow(id, by: bytes) }

        func shrink(by bytes: Int) { budget.shrink(id, by: bytes) }

        deinit { budget.close(id) }
    }

    /// - Parameter cut: Called at most once, on any thread, when the queue must make room for others.
    func open(for client: Client, cut: @escaping @Sendable () -> Void) -> Account {
        let id = state.withLock { state in
            state.lastID += 1
            state.uses[state.lastID] = Use(share: Share(of: client), cut: cut)
            return state.lastID
        }
        return Account(self, id)
    }

    private func grow(_ id: Int, by bytes: Int) -> Bool {
        let (hasRoom, cut) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard let use = state.uses[id] else { return (false, nil) }
            var cut: (@Sendable () -> Void)?
            if state.totals[use.share, default: 0] + bytes > use.share.limit {
                cut = Self.cutLargest(in: use.share, above: use.bytes + bytes, &state)
            }
            guard state.totals[use.share, default: 0] + bytes <= use.share.limit else { return (false, cut) }
            state.uses[id]?.bytes += bytes
            state.totals[use.share, default: 0] += bytes
            return (true, cut)
        }
        cut?()
        return hasRoom
    }

    private static func cutLargest(in share: Share, above bytes: Int, _ state: inout State) -> (@Sendable () -> Void)? {
        let others = state.uses.filter { $0.value.share == share && $0.value.cut != nil && $0.value.bytes > bytes }
        guard let largest = others.max(by: { $0.value.bytes < $1.value.bytes }) else { return nil }
        state.totals[share, default: 0] -= largest.value.bytes
        state.uses[largest.key] = nil
        return largest.value.cut
    }

    private func shrink(_ id: Int, by bytes: Int) {
        state.withLock { state in
            // A closed queue has already released everything.
            guard let use = state.uses[id] else { return }
            state.uses[id]?.bytes -= bytes
            state.totals[use.share, default: 0] -= bytes
        }
    }

    private func close(_ id: Int) {
        state.withLock { state in
            guard let use = state.uses.removeValue(forKey: id) else { return }
            state.totals[use.share, default: 0] -= use.bytes
        }
    }

    // MARK: Responses in transit

    /// Exists while a buffer is being sent.
    final class Reservation: Sendable {
        private let budget: ByteBudget
        private let address: UInt

        fileprivate init(_ budget: ByteBudget, _ address: UInt) {
            self.budget = budget
            self.address = address
        }

        deinit { budget.release(address) }
    }

    /// Accounts for a buffer to be sent; a single buffer may exceed the share.
    ///
    /// - Returns: `nil` if too much is in transit to clients of this kind.
    func charge(_ buffer: ByteBuffer, for client: Client) -> Reservation? {
        let share = Share(of: client)
        let address = buffer.withVeryUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        let isTaken = state.withLock { state in
            if state.shared[address] != nil {
                state.shared[address]?.users += 1
                return true
            }
            let total = state.totals[share, default: 0]
            guard total == 0 || total + buffer.storageCapacity <= share.limit else { return false }
            state.shared[address] = (1, buffer.storageCapacity, share)
            state.totals[share] = total + buffer.storageCapacity
            return true
        }
        return isTaken ? Reservation(self, address) : nil
    }

    private func release(_ address: UInt) {
        state.withLock { state in
            guard let one = state.shared[address] else { return }
            guard one.users == 1 else {
                state.shared[address]?.users -= 1
                return
            }
            state.shared[address] = nil
            state.totals[one.share, default: 0] -= one.bytes
        }
    }
}
