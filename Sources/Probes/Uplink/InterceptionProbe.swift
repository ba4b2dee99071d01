public import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// Connects to port 80 of an address that belongs to nobody, with a hop limit of 4. Normally there is no response. A captive
/// portal that intercepts all web traffic responds with a redirect. If there is a response, port 443 is tried as well, and if it is
/// an error, a request that no proxy can pass on. If it is a page, further SYNs show whether a device next to this machine takes
/// port 80 alone.
public struct InterceptionProbe: Sendable {
    /// The maximum number of bytes of the response, and of the pieces in which they may arrive.
    private static let maxBytes = 4_096
    private static let maxPieces = 16
    private static let hopLimit = 4
    /// The status of a portal (RFC 6585 section 6), which is no error.
    private static let statusOfPortal = 511
    /// The statuses of pages and redirects.
    private static let statusesOfPages = 200..<400
    /// The status of a device that forbids a page (RFC 9110 section 15.5.4).
    private static let statusOfFilter = 403
    /// A name that cannot exist (RFC 6761), so that no proxy gets further with it. Filters often forbid pages by their address.
    private static let nonexistentName = "netdiag.invalid"

    private let destination: IPAddress
    private let loop: EventLoop
    private let triesTLS: Bool

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - destination: An address that belongs to nobody (RFC 5737, RFC 3849).
    ///   - loop: The loop on which the probe runs.
    ///   - triesTLS: Whether to try port 443 as well. A portal that drops connections to it takes until the deadline.
    public init(_ destination: IPAddress, loop: EventLoop, triesTLS: Bool = true) {
        self.destination = destination
        self.loop = loop
        self.triesTLS = triesTLS
    }

    /// Makes the connection.
    ///
    /// - Parameters:
    ///   - deadline: The deadline of the connection.
    ///   - patience: How long to wait for the response, once the connection was accepted.
    /// - Returns: `nil` if the SYN could not be sent.
    /// - Throws: `CancellationError`.
    public func observe(
        until deadline: ContinuousClock.Instant, patience: Duration = .milliseconds(700)
    ) async throws -> UplinkEvidence.Interception? {
        var met = UplinkEvidence.Interception(destination: destination, isAccepted: false)
        do {
            let begun = ContinuousClock.now
            let socket = try connect(to: 80)
            guard try await socket.wait(for: .writable, until: deadline, on: loop) else { return met }
            if let error = socket.takeError() {
                met.error = error.icmp
                return met
            }
            guard socket.takePendingError() == 0 else { return met }
            met.isAccepted = true
            let received = try await response(to: "GET", over: socket, within: patience)
            if received == nil { met.isEnded = true }
            let answer = received ?? []
            (met.status, met.location) = Self.head(of: answer)
            met.server = Self.field("server", of: answer).map(SafeText.escaped)
            met.contentLength = Self.field("content-length", of: answer).flatMap(Int.init)
            guard triesTLS else { return met }
            let limit = begun.duration(to: deadline)
            if let status = met.status {
                // A working proxy responds to each with an error of its own.
                let again: Int? =
                    switch status {
                    case Self.statusOfFilter:
                        try await self.status(of: "GET", host: Self.nonexistentName, until: .now + limit)
                    case 500..<600 where status != Self.statusOfPortal:
                        try await self.status(of: "OPTIONS", "Max-Forwards: 0\r\n", until: .now + limit)
                    default: nil
                    }
                met.isOwnFailure = again == status ? true : nil
            }
            let end = ContinuousClock.now + limit
            guard let status = met.status, Self.statusesOfPages.contains(status) else {
                met.isTLSAccepted = try await isTLSAccepted(until: end)
                return met
            }
            async let passed = passedSYN(until: end)
            met.isTLSAccepted = try await isTLSAccepted(until: end)
            (met.isNear, met.errorBehind) = try await passed
        } catch is ProbeSocket.Failure {
            return nil
        }
        return met
    }

    /// The response to a request for the root of the address, as far as it is read; empty if there was none in time, `nil` if the
    /// connection ended without one.
    ///
    /// - Parameter host: The host in the request; `nil` for the address.
    private func response(
        to method: String, _ field: String = "", host: String? = nil, over socket: ProbeSocket,
        within patience: Duration
    ) async throws -> [UInt8]? {
        let host = host ?? (destination.family == .ipv6 ? "[\(destination)]" : "\(destination)")
        let request =
            "\(method) / HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: netdiag\r\n\(field)Connection: close\r\n\r\n"
        guard socket.send(Array(request.utf8)) == 0 else { return nil }
        let end = ContinuousClock.now + patience
        var answer: [UInt8] = []
        for _ in 0..<Self.maxPieces {
            guard answer.count < Self.maxBytes, try await socket.wait(until: end, on: loop) else { break }
            guard let piece = socket.receive(atMost: Self.maxBytes - answer.count), !piece.isEmpty else {
                if answer.isEmpty { return nil }
                break
            }
            answer += piece
            if Self.hasWholeHead(answer) { break }
        }
        return answer
    }

    /// The status for a request over a further connection: one that a proxy must not pass on, and responds to itself (RFC 9110
    /// section 7.6.2), or one for another host; `nil` for none.
    private func status(
        of method: String, _ field: String = "", host: String? = nil, until deadline: ContinuousClock.Instant
    ) async throws -> Int? {
        guard let socket = try? connect(to: 80),
            try await socket.wait(for: .writable, until: deadline, on: loop), socket.takePendingError() == 0
        else { return nil }
        let left = ContinuousClock.now.duration(to: deadline)
        let answer = try await response(to: method, field, host: host, over: socket, within: left)
        return answer.flatMap { Self.head(of: $0).status }
    }

    private func isTLSAccepted(until deadline: ContinuousClock.Instant) async throws -> Bool? {
        guard let socket = try? connect(to: 443) else { return nil }
        return try await socket.wait(for: .writable, until: deadline, on: loop) && socket.takeError() == nil
            && socket.takePendingError() == 0
    }

    /// Whether port 80 is accepted with a hop limit of 1, and then the ICMP error for a SYN to port 443 with a hop limit of 2.
    private func passedSYN(
        until deadline: ContinuousClock.Instant
    ) async throws -> (isNear: Bool?, error: ICMPError?) {
        guard let near = try? connect(to: 80, hopLimit: 1), let next = try? connect(to: 443, hopLimit: 2),
            try await near.wait(for: .writable, until: deadline, on: loop), near.takeError() == nil,
            near.takePendingError() == 0
        else { return (nil, nil) }
        guard try await next.wait(for: .writable, until: deadline, on: loop) else { return (true, nil) }
        return (true, next.takeError()?.icmp)
    }

    private func connect(
        to port: UInt16, hopLimit: Int = InterceptionProbe.hopLimit
    ) throws(ProbeSocket.Failure) -> ProbeSocket {
        let socket = try ProbeSocket(.stream(destination.family))
        socket.setHopLimit(hopLimit)
        socket.resetOnClose()
        socket.queueErrors()
        try socket.connect(to: SocketAddress(destination, port: port))
        return socket
    }

    private static func hasWholeHead(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .contains { $0.isEmpty || $0.elementsEqual("\r".unicodeScalars) }
    }

    /// Parses the status line and `Location` of an HTTP/1 response (RFC 9112 section 4).
    static func head(of bytes: [UInt8]) -> (status: Int?, location: String?) {
        let lines = bytes.prefix(maxBytes).split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
            line.last == 0x0d ? line.dropLast() : line
        }
        guard let first = lines.first, first.starts(with: Array("HTTP/1.".utf8)) else { return (nil, nil) }
        let parts = first.split(separator: 0x20)
        guard parts.count >= 2, parts[1].count == 3, let status = Int(String(decoding: parts[1], as: UTF8.self)) else {
            return (nil, nil)
        }
        return (status, field("location", of: bytes).map(SafeText.withoutLogin))
    }

    /// The value of a field in the head of an HTTP/1 response; `nil` if there is none.
    private static func field(_ name: String, of bytes: [UInt8]) -> String? {
        let lines = bytes.prefix(maxBytes).split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
            line.last == 0x0d ? line.dropLast() : line
        }
        let name = Array("\(name):".utf8)
        for line in lines.dropFirst() {
            if line.isEmpty { break }
            let isWanted = line.prefix(name.count).map { $0 | 0x20 }.elementsEqual(name.map { $0 | 0x20 })
            guard isWanted, line.count <= 2_048 + name.count else { continue }
            let value = String(decoding: line.dropFirst(name.count), as: UTF8.self).unicodeScalars
                .drop { $0 == " " || $0 == "\t" }
            return String(value)
        }
        return nil
    }
}
