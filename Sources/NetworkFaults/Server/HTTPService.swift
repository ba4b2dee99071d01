import EventLoopTasks
import Glibc
import NIOCore
import NIOHTTP1
import Synchronization
import TLSServerChannel

/// Serves connections. Their requests are processed in order.
final class HTTPService: Sendable {
    let limits: ServerLimits
    private let responder: any HTTPResponder
    private let hasTLS: Bool
    /// The descriptors that all listeners share, and those that a connection takes.
    private let (budget, cost): (DescriptorBudget, Int)
    private let begun: ContinuousClock.Instant
    /// The memory in bytes of bodies that are being received or answered.
    private let buffered = Atomic(0)
    private let connections = Atomic(0)
    let occupancy = BusyConnections()

    init(
        limits: ServerLimits, responder: any HTTPResponder, hasTLS: Bool, budget: DescriptorBudget, cost: Int,
        begun: ContinuousClock.Instant
    ) {
        (self.budget, self.cost) = (budget, cost)
        self.limits = limits
        self.responder = responder
        self.hasTLS = hasTLS
        self.begun = begun
    }

    /// Reserves a place for a connection. The result is `false` if there are too many.
    func hasPlace() -> Bool {
        guard connections.add(1, ordering: .relaxed).newValue <= limits.maxConnections, budget.reserve(cost) else {
            connections.subtract(1, ordering: .relaxed)
            return false
        }
        return true
    }

    /// Returns the executor for a connection of the loop; `nil` for any thread.
    func executor(on loop: any EventLoop) -> (any TaskExecutor)? {
        responder.isBrief ? EventLoopTaskExecutor(loop) : nil
    }

    func freePlace() {
        connections.subtract(1, ordering: .relaxed)
        budget.release(cost)
    }

    func serve(_ connection: HTTPServer.Connection) async {
        // An error of the client only ends its own connection.
        try? await connection.executeThenClose { inbound, outbound in
            let writer = ExchangeWriter(channel: connection.channel, outbound: outbound, limits: limits)
            let peer = connection.channel.remoteAddress.flatMap(Self.text)
            var tls: TLSHandler.Negotiated?
            var parts = inbound.makeAsyncIterator()
            let upstreams = UpstreamSlot(connection.channel, budget)
            defer { upstreams.close() }
            defer { occupancy.leave(connection.channel) }
            while true {
                // While the server drains, it does not wait for further requests.
                guard occupancy.rest(connection.channel) else { return }
                guard let part = try await parts.next() else { return }
                guard case .head(var head) = part else { continue }
                head.useOriginForm()
                occupancy.work(connection.channel)
                let begins = ContinuousClock.now
                if hasTLS, tls == nil { tls = try await Self.negotiated(on: connection.channel) }
                var request = ServedRequest(
                    method: head.method.rawValue, target: head.uri, version: head.version, headers: head.headers,
                    peer: peer, tls: tls)
                let destination = responder.destination(of: request)
                if destination == .upstream {
                    let transmission = await responder.respond(to: request, after: begun.duration(to: begins))
                    let exchange = ForwardExchange(
                        head: head, transmission: transmission, writer: writer, upstreams: upstreams)
                    guard try await exchange.run(&parts) == .next else { return }
                    continue
                }
                if head.headers.contains(name: "expect") {
                    try await writer.proceed(head.version)
                }
                let reception = try await body(&parts)
                defer { buffered.subtract(reception.memory, ordering: .relaxed) }
                let transmission: HTTPTransmission
                if let refusal = reception.refusal {
                    responder.recordRefusal(
                        refusal, of: request, received: reception.count, after: begun.duration(to: begins))
                    transmission = HTTPTransmission(refusal)
                } else {
                    request.body = reception.body
                    transmission = await responder.respond(to: request, after: begun.duration(to: begins))
                }
                if destination == .both, transmission.order != nil {
                    let exchange = ForwardExchange(
                        head: head, transmission: transmission, writer: writer, upstreams: upstreams,
                        received: reception.parts)
                    guard try await exchange.run(&parts) == .next else { return }
                    continue
                }
                let isLast =
                    reception.refusal != nil || !head.isKeepAlive || head.endsParsing || occupancy.isDraining
                guard try await writer.send(transmission, for: head, isLast: isLast) == .next else { return }
            }
        }
    }

    /// What the TLS handler of a connection has negotiated. A request can arrive only after that.
    private static func negotiated(on channel: any Channel) async throws -> TLSHandler.Negotiated? {
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: TLSHandler.self).negotiated
        }.get()
    }

    /// A body as far as it was received.
    private struct Reception {
        var body = ByteBuffer()
        var count = 0
        /// The memory of the body in bytes.
        var memory = 0
        /// The trailer fields.
        var trailers: HTTPHeaders?
        var refusal: ServedResponse?

        /// The received parts, with the body as a single part.
        var parts: [HTTPServerRequestPart] {
            body.readableBytes > 0 ? [.body(body), .end(trailers)] : [.end(trailers)]
        }
    }

    private func body(
        _ parts: inout NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator
    ) async throws -> Reception {
        var reception = Reception()
        while let part = try await parts.next() {
            switch part {
            case .head: return reception
            case .end(let trailers):
                reception.trailers = trailers
                return reception
            case .body(var buffer):
                guard reception.refusal == nil else { return reception }
                let count = buffer.readableBytes
                if reception.count + count > limits.maxBodyBytes {
                    reception.refusal = .problem(
                        .payloadTooLarge, "the body has more than \(limits.maxBodyBytes) bytes")
                    return reception
                }
                reception.count += count
                guard reserve(reception.count, in: &reception) else {
                    reception.refusal = .problem(.serviceUnavailable, "too many bodies are being received")
                    return reception
                }
                reception.body.writeBuffer(&buffer)
            }
        }
        return reception
    }

    /// Reserves the memory for a body, which is the next power of two of its size (`ByteBuffer`).
    ///
    /// - Returns: Whether all bodies together have that much left.
    private func reserve(_ count: Int, in reception: inout Reception) -> Bool {
        guard count > reception.memory else { return true }
        let needed = count == 1 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
        let growth = needed - reception.memory
        guard buffered.add(growth, ordering: .relaxed).newValue <= limits.maxBufferedBytes else {
            buffered.subtract(growth, ordering: .relaxed)
            return false
        }
        reception.memory = needed
        reception.body.reserveCapacity(needed)
        return true
    }

    static func text(_ address: SocketAddress) -> String? {
        guard let host = address.ipAddress, let port = address.port else { return nil }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension HTTPRequestHead {
    /// Whether the parser treats the following bytes as another protocol, so that the connection has no further requests.
    fileprivate var endsParsing: Bool { method == .CONNECT || headers.contains(name: "upgrade") }
}
