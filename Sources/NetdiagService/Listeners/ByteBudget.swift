import NIOCore
import Synchronization

/// The memory for data that clients have not read yet: queues of streams, and responses in progress.
///
/// Each kind of client has a share of its own. Where a share is used up, the client that has most in it loses its place.
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

        /// Bytes; together less than a tenth of what the service may have.
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
        /// Ends what it is used for, so that it is given back; `nil`: it cannot be ended.
        var cut: (@Sendable () -> Void)?
    }

    private struct State {
        var lastID = 0
        var uses: [Int: Use] = [:]
        var totals: [Share: Int] = [:]
        /// Who shares the storage of a buffer, by its address: it is there once, however many are being sent it.
        var shared: [UInt: (users: Int, bytes: Int, share: Share)] = [:]
    }

    private let state = Mutex(State())

    /// What waits for all clients together, in bytes.
    var total: Int { state.withLock { $0.totals.values.reduce(0, +) } }

    // MARK: Queues

    /// What one queue holds.
    final class Account: Sendable {
        private let budget: ByteBudget
        private let id: Int

        fileprivate init(_ budget: ByteBudget, _ id: Int) {
            self.budget = budget
            self.id = id
        }

        /// - Returns: Whether there is room; where not, another may have been cut for it.
        func grow(by bytes: Int) -> Bool { budget.grow(id, by: bytes) }

        func shrink(by bytes: Int) { budget.shrink(id, by: bytes) }

        deinit { budget.close(id) }
    }

    /// - Parameter cut: Called at most once, on any thread, when the queue has to make room for others.
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
            // One that was cut has given back all.
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

    // MARK: Answers on their way

    /// Held while a buffer is being sent.
    final class Charge: Sendable {
        private let budget: ByteBudget
        private let address: UInt

        fileprivate init(_ budget: ByteBudget, _ address: UInt) {
            self.budget = budget
            self.address = address
        }

        deinit { budget.release(address) }
    }

    /// Accounts for a buffer that is about to be sent; one alone may be larger than the share.
    ///
    /// - Returns: `nil`: too much is on its way to clients of this kind.
    func charge(_ buffer: ByteBuffer, for client: Client) -> Charge? {
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
        return isTaken ? Charge(self, address) : nil
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
