import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NetworkModel
import TestProcess
import Testing

@testable import NetworkFaults

/// Clients that exhaust the server's memory, descriptors or time.
@Suite("Hostile clients of faulty servers", .timeLimit(.minutes(5)))
struct HostileClientTests {
    /// Sends back all input as fast as it arrives.
    private final class EchoHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.writeAndFlush(data, promise: nil) }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private func connected(_ port: Int) throws -> CInt {
        let client = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        // The bytes of a sockaddr_in.
        let address: [UInt8] = [2, 0, UInt8(port >> 8), UInt8(port & 0xff), 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
        let status = address.withUnsafeBytes {
            connect(client, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        try #require(client >= 0 && (status == 0 || errno == EINPROGRESS))
        return client
    }

    /// Sends without reading; returns the number of bytes that were accepted until none were for two seconds.
    private func send(_ bytes: [UInt8], upTo limit: Int, to client: CInt) -> Int {
        var sent = 0
        while sent < limit {
            let count = bytes.withUnsafeBytes {
                Glibc.send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
                continue
            }
            var ready = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
            guard count < 0, errno == EAGAIN || errno == ENOTCONN, poll(&ready, 1, 2_000) == 1 else { break }
        }
        return sent
    }

    @Test func whoReadsNoAnswersIsNotReadEither() async throws {
        let listener = try await StreamListener.start(on: MultiThreadedEventLoopGroup.singleton, host: "127.0.0.1") {
            try $0.pipeline.syncOperations.addHandler(EchoHandler())
        }
        let client = try connected(listener.port)
        // This includes the kernel's buffers on both sides.
        let sent = try await onOwnThread {
            send([UInt8](repeating: 0x78, count: 1 << 16), upTo: 256 << 20, to: client)
        }
        close(client)
        await listener.close()
        #expect(sent > 0 && sent < 64 << 20, "\(sent >> 20) MiB were taken")
    }

    @Test(arguments: ["Connection: Upgrade\r\nUpgrade: other", "Connection: Upgrade\r\nUpgrade: websocket"])
    func nothingIsKeptBehindAChangeOfProtocolThatIsRefused(_ fields: String) async throws {
        let path = try #require(PathPattern("/*"))
        var plan = ListenerPlan()
        plan.routes = [RoutePlan(path, [ResponsePlan(.text(ResponseTemplate("plain")))])]
        let server = try await HTTPServer.start(
            at: .address(host: "127.0.0.1", port: 0), group: MultiThreadedEventLoopGroup.singleton,
            responder: PlanResponder(plan, log: RequestLog(), seed: 1))
        let answer = try await RawClient.exchange(server.port, "GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n").text
        await server.close()
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("Connection: close\r\n"), "\(answer)")
    }

    @Test("the memory of bodies is limited, which their buffers take in powers of two, and not their bytes")
    func memoryOfBodies() async throws {
        let path = try #require(PathPattern("/*"))
        var plan = ListenerPlan()
        plan.routes = [RoutePlan(path, [ResponsePlan(.text(ResponseTemplate("plain")))])]
        var limits = ServerLimits()
        limits.maxBufferedBytes = 31
        let server = try await HTTPServer.start(
            at: .address(host: "127.0.0.1", port: 0), group: MultiThreadedEventLoopGroup.singleton, limits: limits,
            responder: PlanResponder(plan, log: RequestLog(), seed: 1))
        // What a request has taken is given back after its response.
        for (count, status) in [(16, 200), (17, 503), (16, 200), (17, 503), (16, 200)] {
            let head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(count)\r\n\r\n"
            let body = String(repeating: "x", count: count)
            let answer = try await RawClient.exchange(server.port, head + body).text
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(count): \(answer)")
        }
        await server.close()
    }

    @Test(arguments: ["ws.upgrade-refused", "ws.no-pong", "proxy.auth-required"])
    func bytesBehindARequestAreBounded(_ cause: String) async throws {
        let definition = try #require(FaultCatalogue.definition(CauseID(rawValue: cause)))
        let directory = try RunDirectory()
        defer { directory.remove() }
        let endpoint = try await definition.start(
            FaultContext(
                group: MultiThreadedEventLoopGroup.singleton, arguments: try definition.arguments(""),
                directory: directory))
        let port = try #require(Int(endpoint.target.split(separator: ":").last?.prefix { $0.isNumber } ?? ""))
        let client = try connected(port)
        let request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n"
        _ = send(Array(request.utf8), upTo: request.utf8.count, to: client)
        let sent = try await onOwnThread {
            send([UInt8](repeating: 0x78, count: 1 << 16), upTo: 256 << 20, to: client)
        }
        close(client)
        await endpoint.close()
        #expect(sent < 64 << 20, "\(sent >> 20) MiB were taken")
    }

    @Test func aClientOfFTPHasOnePortOpen() async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let definition = try #require(FaultCatalogue.definition(CauseID(rawValue: "ftp.write-denied")))
        let endpoint = try await definition.start(
            FaultContext(
                group: MultiThreadedEventLoopGroup.singleton, arguments: try definition.arguments(""),
                directory: directory))
        let port = try #require(Int(endpoint.target.split(separator: ":").last?.prefix { $0.isNumber } ?? ""))
        let client = try connected(port)
        let commands = "USER a\r\nPASS b\r\n" + String(repeating: "EPSV\r\n", count: 100)
        _ = send(Array(commands.utf8), upTo: commands.utf8.count, to: client)
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // Each command has a reply of one line; the greeting and the login have three together.
        while text.utf8.count(where: { $0 == 0x0a }) < 103 {
            var ready = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 20_000) == 1 else { break }
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        let ports = text.split(separator: "\r\n").filter { $0.hasPrefix("229 ") }
            .compactMap { Int($0.split(separator: "|").first { Int($0) != nil } ?? "") }
        #expect(!ports.isEmpty, "\(text.prefix(200))")
        let open = try ports.filter { port in
            let data = try connected(port)
            defer { close(data) }
            var ready = pollfd(fd: data, events: Int16(POLLOUT), revents: 0)
            guard poll(&ready, 1, 5_000) == 1 else { return false }
            return ready.revents & Int16(POLLERR) == 0
        }
        // Some of those that were closed may be ports of other tests by now.
        #expect(open.count <= 3, "\(open.count) ports of one client are open")
        close(client)
        await endpoint.close()
    }

    @Test func whatIsNotToldIsNotMade() {
        var (problem, made) = (RequestProblem(), 0)
        func reason() -> String {
            made += 1
            return "is wrong"
        }
        for _ in 0..<1_000 { problem.add(.body(pointer: ""), reason()) }
        #expect(made == 100)
        guard case .bytes(let bytes) = problem.response(.unprocessableEntity).body else { return }
        #expect(String(buffer: bytes).contains("1000 values are wrong"))
    }

    @Test func largeObjectsAreComparedInOnePass() throws {
        let names = (0..<60_000).map { "\"name\($0)\":0" }
        let one = try JSONReader.read("{\(names.joined(separator: ","))}".utf8)
        let other = try JSONReader.read("{\(names.reversed().joined(separator: ","))}".utf8)
        #expect(CanonicalJSON(one) == CanonicalJSON(other))
        let pairs = [
            ("1", "1.0", true), ("0", "-0.0", true), ("1", "1.5", false), ("1", "\"1\"", false), ("12", "1", false),
            ("[1, 2]", "[12]", false), ("[\"a\", \"b\"]", "[\"ab\"]", false), ("[[], []]", "[[[]]]", false),
            ("{\"a\": 1, \"b\": [null]}", "{\"b\": [null], \"a\": 1.0}", true), ("{\"a\": 1}", "{\"a\": 2}", false),
            ("1e300", "1e300", true), ("1e300", "2e300", false), ("true", "false", false),
            // Texts with the same letters in other code points are different (RFC 8259 section 8.3).
            ("\"\u{e9}\"", "\"e\u{301}\"", false), ("\"\u{e9}\"", "\"\\u00e9\"", true),
        ]
        for (text, other, isEqual) in pairs {
            let same = CanonicalJSON(try JSONReader.read(text.utf8)) == CanonicalJSON(try JSONReader.read(other.utf8))
            #expect(same == isEqual, "\(text) and \(other)")
        }
    }
}
