import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Testing

@testable import NetdiagService

private let command = ProcessInfo.processInfo.environment["NETDIAG_AUTOBAHN"]

/// Runs the handler of `/v1/socket` as an echo server against Autobahn's test suite. The suite requires Python 2; if it
/// is installed, NETDIAG_AUTOBAHN is the command for its wstest. Tests/Support/WebSocket has the frames without an
/// echo.
@Suite("The Autobahn test suite", .enabled(if: command != nil))
struct AutobahnTests {
    /// The size of the longest message in the suite, in bytes.
    private static let maxBytes = 16 << 20
    /// Cases that take long (9), and those of compression (12, 13), which is not supported.
    private static let excluded = ["9.*", "12.*", "13.*"]

    private struct Outcome: Decodable {
        let behavior: String
        let behaviorClose: String
    }

    @Test("every case passes; if a case allows several results, any of them")
    func cases() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server = try await Self.server(on: group)
        let port = try #require(server.localAddress?.port)
        let folder = FileManager.default.temporaryDirectory.appending(path: "netdiag-autobahn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let plan: [String: Any] = [
            "outdir": folder.appending(path: "reports").path, "cases": ["*"], "exclude-cases": Self.excluded,
            "servers": [["agent": "netdiagd", "url": "ws://127.0.0.1:\(port)"]],
        ]
        let file = folder.appending(path: "plan.json")
        try JSONSerialization.data(withJSONObject: plan).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "exec \(command ?? "") -m fuzzingclient -s '\(file.path)' > '\(folder.path)/log' 2>&1",
        ]
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let log = (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
        #expect(status == 0, "\(log.suffix(2_000))")
        let index = try Data(contentsOf: folder.appending(path: "reports/index.json"))
        let outcomes = try JSONDecoder().decode([String: [String: Outcome]].self, from: index)["netdiagd"] ?? [:]
        #expect(outcomes.count > 200, "\(outcomes.count) cases")
        let allowed: Set = ["OK", "NON-STRICT", "INFORMATIONAL"]
        for (name, outcome) in outcomes {
            #expect(
                allowed.contains(outcome.behavior) && allowed.contains(outcome.behaviorClose),
                "case \(name): \(outcome.behavior), close \(outcome.behaviorClose)")
        }
        let counts = Dictionary(grouping: outcomes.values, by: \.behavior).mapValues(\.count)
        print("Autobahn: \(outcomes.count) cases: \(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
        try await server.close()
        try await group.shutdownGracefully()
    }

    /// Listens on a loopback port, and sends back each message.
    private static func server(on group: any EventLoopGroup) async throws -> any Channel {
        try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                let upgrader = NIOWebSocketServerUpgrader(
                    maxFrameSize: maxBytes, automaticErrorHandling: false,
                    shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                    upgradePipelineHandler: { channel, _ in
                        channel.eventLoop.makeCompletedFuture {
                            let echo = Echo()
                            let handler = SocketHandler(
                                maxMessageBytes: maxBytes, takesBinary: true, dropInput: {}, onEnd: {}
                            ) { opcode, message in echo.send(message, as: opcode) }
                            echo.handler = handler
                            try channel.pipeline.syncOperations.addHandler(handler)
                        }
                    })
                return channel.pipeline.configureHTTPServerPipeline(
                    withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    /// Sends responses by the handler; it is used on the handler's event loop.
    private final class Echo {
        weak var handler: SocketHandler?

        func send(_ message: ByteBuffer, as opcode: WebSocketOpcode) -> Bool {
            _ = handler?.send(message, as: opcode)
            return true
        }
    }
}
