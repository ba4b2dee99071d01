import Hummingbird
import Glibc
import NIOCore
import NIOPosix

/// The smallest Hummingbird handler that returns the bytes of a file. `GET /v1/status` is compared with it.
@main
struct BareServer {
    static func main() async throws {
        let bytes = try await ByteBuffer(bytes: contents(of: CommandLine.arguments[1]))
        let router = Router()
        router.get("/v1/status") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: bytes))
        }
        let app = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: Int(CommandLine.arguments[2]) ?? 0)),
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: 1)))
        try await app.runService()
    }

    private static func contents(of path: String) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        let file = fopen(path, "r")
        defer { if let file { fclose(file) } }
        while let file, case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return bytes
    }
}
