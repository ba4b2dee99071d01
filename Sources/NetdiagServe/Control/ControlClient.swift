import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NetworkFaults
import NetworkModel
import Translations

/// The run ended before its response was complete.
struct RunEnded: Error {}

/// Sends requests to a run over its Unix socket.
struct ControlClient {
    let path: String

    /// The run with a name, or the only one.
    ///
    /// - Throws: ``FaultError/usage(_:)`` if there is none, or if there are several and no name is given.
    init(named name: String?) async throws {
        let directory = try RunName.directory()
        if let name {
            guard RunName.isGood(name) else {
                throw FaultError.usage(ToolPhrase.isNoRunName.text(["name": SafeText.shown(name)]))
            }
            path = "\(directory)/\(name).sock"
            if access(path, F_OK) == 0 { return }
            let others = try await Self.running()
            let phrase: ToolPhrase = others.isEmpty ? .noneIsCalled : .noneIsCalledBut
            let facts = ["name": name, "names": others.joined(separator: Phrase.itemSeparator)]
            throw FaultError.usage(phrase.text(facts))
        }
        let running = try await Self.running()
        guard let only = running.first else { throw FaultError.usage(ToolPhrase.noneIsServing.text) }
        guard running.count == 1 else {
            let names = running.joined(separator: Phrase.itemSeparator)
            throw FaultError.usage(ToolPhrase.severalAreServing.text(["names": names]))
        }
        path = "\(directory)/\(only).sock"
    }

    init(path: String) { self.path = path }

    /// The names of the runs that respond.
    private static func running() async throws -> [String] {
        let directory = try RunName.directory()
        var names: [String] = []
        for name in try RunName.all()
        where (try? await ControlClient(path: "\(directory)/\(name).sock").get("/status")) != nil {
            names.append(name)
        }
        return names
    }

    func get(_ target: String) async throws -> String { try await all(.GET, target) }
    func post(_ target: String, body: [UInt8] = []) async throws -> String { try await all(.POST, target, body) }

    private func all(_ method: HTTPMethod, _ target: String, _ body: [UInt8] = []) async throws -> String {
        var text = ByteBuffer()
        try await send(method, target, body: body) { part in
            var part = part
            text.writeBuffer(&part)
        }
        return String(buffer: text)
    }

    /// Sends a request, and passes on each part of the response's body as it arrives.
    ///
    /// - Throws: ``FaultError/usage(_:)`` if no run responds, or with the run's reason if it refuses the request;
    ///   ``FaultError/system(_:)`` for other failures; ``RunEnded``.
    func send(
        _ method: HTTPMethod, _ target: String, body: [UInt8] = [], _ receive: (ByteBuffer) throws -> Void
    ) async throws {
        let channel: NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>
        do {
            channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(.seconds(3))
                .connect(unixDomainSocketPath: path) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            if (error as? IOError)?.errnoCode == ECONNREFUSED { RunName.removeStaleSocket(path) }
            throw FaultError.usage(ToolPhrase.noRunAnswers.text(["socket": SafeText.escapedPath(path)]))
        }
        do {
            try await exchange(over: channel, method, target, body, receive)
        } catch is HTTPParserError {
            throw RunEnded()
        } catch is IOError {
            throw RunEnded()
        }
    }

    private func exchange(
        over channel: NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>, _ method: HTTPMethod,
        _ target: String, _ body: [UInt8], _ receive: (ByteBuffer) throws -> Void
    ) async throws {
        try await channel.executeThenClose { inbound, outbound in
            let head = HTTPRequestHead(
                version: .http1_1, method: method, uri: target,
                headers: [
                    "Host": "netdiag-serve", "Connection": "close", "Content-Length": "\(body.count)",
                ])
            try await outbound.write(
                contentsOf: [.head(head), .body(.byteBuffer(ByteBuffer(bytes: body))), .end(nil)])
            var refusal: ByteBuffer?
            for try await part in inbound {
                switch part {
                case .head(let head):
                    guard head.status != .unprocessableEntity else {
                        refusal = ByteBuffer()
                        continue
                    }
                    if head.status == .conflict { throw FaultError.system(ToolPhrase.runNotChanged.text) }
                    guard head.status == .ok else {
                        throw FaultError.system(
                            ToolPhrase.runOfOtherVersion.text(["status": "\(head.status.code)"]))
                    }
                case .body(var buffer):
                    if refusal == nil { try receive(buffer) } else { refusal?.writeBuffer(&buffer) }
                case .end:
                    if let refusal { throw FaultError.usage(String(buffer: refusal)) }
                    return
                }
            }
            throw RunEnded()
        }
    }
}
