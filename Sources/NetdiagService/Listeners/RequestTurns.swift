import Glibc
import NIOCore
import NIOPosix

/// The connections of an event loop that have sent more requests ahead. Each has one request served per turn, and between
/// two turns the loop looks for events of all its channels.
///
/// SwiftNIO executes tasks as long as there are any, including those that tasks add, before it looks for events again. With
/// many requests that wait in user space, a loop would neither accept connections nor read from others until all are
/// served, which took minutes on a busy machine. Therefore, a turn is started by a byte in a socket, since that is an event.
/// The object belongs to its event loop.
final class RequestTurns {
    private let loop: any EventLoop
    /// The end of the socket pair to which a byte is written for the next turn; `nil` if there were no descriptors.
    private let trigger: CInt?
    private var waiting: [RequestSerializer] = []

    /// Called on the event loop.
    init(on loop: any EventLoop) {
        self.loop = loop
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            trigger = nil
            return
        }
        trigger = ends[0]
        // The reader does not retain the turns: when they end, so does it.
        let turns = NIOLoopBound(WeakTurns(self), eventLoop: loop)
        ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(TriggerHandler(turns.value))
                }
            }
            .withConnectedSocket(ends[1])
            .whenFailure { [end = ends[1]] _ in close(end) }
    }

    deinit {
        if let trigger { close(trigger) }
    }

    /// Calls ``RequestSerializer/beginNextRequest()`` after the loop has looked for events.
    func wait(_ connection: RequestSerializer) {
        waiting.append(connection)
        guard waiting.count == 1 else { return }
        if let trigger, send(trigger, [1], 1, CInt(MSG_NOSIGNAL)) == 1 { return }
        let turns = NIOLoopBound(self, eventLoop: loop)
        loop.execute { turns.value.start() }
    }

    fileprivate func start() {
        let connections = waiting
        waiting = []
        for connection in connections { connection.beginNextRequest() }
    }

    private struct WeakTurns {
        weak var turns: RequestTurns?

        init(_ turns: RequestTurns) { self.turns = turns }
    }

    private final class TriggerHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let turns: WeakTurns

        init(_ turns: WeakTurns) { self.turns = turns }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { turns.turns?.start() }
    }
}
