public import EventLoopKit
public import NetworkModel

/// Which sizes of packets get to a host and back (RFC 8899 section 1.1, RFC 4821 section 7.2): echo requests that may
/// not be fragmented, of the usual sizes at once, then between the largest that passed and the next.
public struct PathMTUProbe: Sendable {
    private let address: IPAddress
    private let interfaceMTU: Int
    private let loop: EventLoop
    /// IPv6's least (RFC 8200), what tunnels leave, PPPoE (RFC 2516), Ethernet.
    private static let usual = [576, 1280, 1400, 1420, 1440, 1460, 1480, 1492, 1500]

    /// - Parameter interfaceMTU: Of the interface that leads there, 576 to 65,535 bytes: the largest that can be sent.
    public init(address: IPAddress, interfaceMTU: Int, loop: EventLoop) {
        self.address = address
        self.interfaceMTU = min(max(interfaceMTU, 576), 65_535)
        self.loop = loop
    }

    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration = .milliseconds(800)) async throws -> PathEvidence.Sizes {
        let deadline = ContinuousClock.now + limit
        var sizes = Set(Self.usual.filter { $0 < interfaceMTU })
        sizes.insert(interfaceMTU)
        // A refined search takes another third of the time.
        let first = ContinuousClock.now + limit * 2 / 3
        var found = try await round(sizes, until: first)
        if let largest = found.blackHole, let next = found.silent.first(where: { $0 > largest }), next - largest > 1 {
            let step = max(1, (next - largest) / 12)
            let between = Set(stride(from: largest + step, to: next, by: step))
            let finer = try await round(between, until: deadline)
            found.answered += finer.answered
            found.silent += finer.silent
            found.tooBig = found.tooBig ?? finer.tooBig
        }
        found.answered.sort()
        found.silent.sort()
        return found
    }

    private enum Fate: Sendable {
        case answered, silent, notPermitted, unsent
        case tooBig(ICMPError)
    }

    /// Each size twice; where all others have passed, the last few are not waited for longer than their replies took.
    private func round(
        _ sizes: Set<Int>, until deadline: ContinuousClock.Instant
    ) async throws -> PathEvidence.Sizes {
        let half = ContinuousClock.now + ContinuousClock.now.duration(to: deadline) / 2
        return try await withThrowingTaskGroup(of: (Int, Fate).self) { group in
            for size in sizes {
                group.addTask { (size, try await fate(of: size, half, deadline)) }
            }
            var found = PathEvidence.Sizes(address: address)
            for try await (size, fate) in group {
                switch fate {
                case .answered: found.answered.append(size)
                case .silent: found.silent.append(size)
                case .tooBig(let error): found.tooBig = error
                case .notPermitted: found.isNotPermitted = true
                case .unsent: break
                }
            }
            found.answered.sort()
            found.silent.sort()
            return found
        }
    }

    private func fate(
        of size: Int, _ half: ContinuousClock.Instant, _ deadline: ContinuousClock.Instant
    ) async throws -> Fate {
        switch EchoSocket.open(to: address) {
        case .notPermitted: return .notPermitted
        case .failed: return .unsent
        case .open(let socket):
            socket.keepWhole()
            let identifier = UInt16.random(in: 1...UInt16.max)
            for (number, wait) in [half, deadline].enumerated() {
                let code = socket.send(identifier: identifier, sequence: UInt16(number + 1), size: size)
                guard code == 0 else { return .unsent }
                if let fate = try await heard(on: socket, identifier, until: wait) { return fate }
            }
            return .silent
        }
    }

    private func heard(
        on socket: borrowing EchoSocket, _ identifier: UInt16, until deadline: ContinuousClock.Instant
    ) async throws -> Fate? {
        while try await !loop.ready(socket.fd, for: .readable, until: deadline).isEmpty {
            // Bounded, so that a flood of other replies cannot keep the deadline from being looked at.
            received: for _ in 0..<64 {
                switch socket.receive(identifier: identifier) {
                case .reply: return .answered
                case .error(let error):
                    if let icmp = error.icmp, icmp.meaning == .tooBig { return .tooBig(icmp) }
                    return .unsent
                case .nothing: break received
                case .unrelated: continue
                }
            }
        }
        return nil
    }
}
