import EventLoopKit
import HTTPTypes
import NetworkModel
import ServiceDiscovery
import Synchronization
import Testing

@testable import NetdiagService
@testable import NetdiagConfiguration
@testable import NetworkDiagnostics

@Suite("Service types that are browsed")
struct ServiceDirectoryTests {
    /// A directory on a link with one service of each type, which records what is browsed.
    private final class Link: Sendable {
        private let streams = Mutex<[(type: String, stream: AsyncStream<BrowseEvent>.Continuation)]>([])
        private let ended = Mutex<[String]>([])
        /// The browsed types, in order; repeated if they were started again.
        var begun: [String] { streams.withLock { $0.map(\.type) } }
        var hasEnded: [String] { ended.withLock { $0 } }

        func directory() throws -> ServiceDirectory {
            let loop = try EventLoop()
            // Nothing connects if the kernel's state is not available.
            let ports = PortCheck(loop: loop) { throw CancellationError() }
            return ServiceDirectory(ports: ports, loop: loop) { [self] in browse($0) }
        }

        private func browse(_ type: BrowsableType) -> AsyncStream<BrowseEvent> {
            let (stream, continuation) = AsyncStream.makeStream(of: BrowseEvent.self)
            continuation.onTermination = { [weak self] _ in self?.ended.withLock { $0.append(type.key) } }
            streams.withLock { $0.append((type.key, continuation)) }
            let instance = ServiceInstance(
                name: "one", type: type.description, domain: "local", interface: "eth0", host: "h.local", port: 80,
                addresses: [IPAddress("10.0.0.2")!])
            continuation.yield(.service(ServiceEvent(.resolved, instance)))
            continuation.yield(.allForNow)
            return stream
        }
    }

    /// The rights of a client: to read what is known, or also to send packets.
    private enum Right { case read, sendTraffic }

    /// Runs the body with a directory that browses the types.
    private static func with(
        _ types: [String] = [], _ body: (ServiceDirectory, Link) async throws -> Void
    ) async throws {
        let link = Link()
        let directory = try link.directory()
        var settings = Configuration.Discovery()
        settings.types = try types.map { text in try BrowsableType(text) }
        let kept = settings
        let task = Task { await directory.run(kept) }
        while directory.configured.count < types.count { await Task.yield() }
        try await body(directory, link)
        task.cancel()
        await task.value
        directory.close()
    }

    private static func ask(
        _ directory: ServiceDirectory, _ type: String, _ right: Right
    ) async throws -> [String] {
        switch right {
        case .read: try await directory.known(BrowsableType(type)).instances.map(\.name)
        case .sendTraffic: try await directory.knownInstances(BrowsableType(type)).instances.map(\.name)
        }
    }

    private static func expectOne(
        _ directory: ServiceDirectory, _ type: String, _ right: Right,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let names = try await ask(directory, type, right)
        #expect(names == ["one"], sourceLocation: location)
    }

    @Test("readers see the types that are browsed, and cannot add others")
    func reading() async throws {
        try await Self.with(["_ab._tcp"]) { directory, link in
            try await Self.expectOne(directory, "_AB._TCP", .read)
            for index in 0..<100 {
                let problem = await #expect(throws: Problem.self) {
                    try await Self.ask(directory, "_t\(index)._tcp", .read)
                }
                #expect(problem?.status == .forbidden)
                #expect(problem?.detail.contains("discovery: types:") == true)
                #expect(problem?.detail.contains("Authorization: Bearer") == true)
            }
            #expect(link.begun == ["_ab._tcp"])
            try await Self.expectOne(directory, "_bc._tcp", .sendTraffic)
            try await Self.expectOne(directory, "_bc._tcp", .read)
            #expect(link.begun == ["_ab._tcp", "_bc._tcp"])
        }
    }

    @Test("at the limit, the type that was requested least recently makes room, and a configured one never")
    func full() async throws {
        try await Self.with(["_ab._tcp"]) { directory, link in
            for index in 0..<ServiceDirectory.maxOthers {
                try await Self.expectOne(directory, "_t\(index)._tcp", .sendTraffic)
            }
            // The first type in other letters is the same type. A client that may only read does not keep one active.
            try await Self.expectOne(directory, "_T0._tcp", .sendTraffic)
            try await Self.expectOne(directory, "_t1._tcp", .read)
            #expect(link.begun.count == 1 + ServiceDirectory.maxOthers)
            try await Self.expectOne(directory, "_new._tcp", .sendTraffic)
            await #expect(throws: Problem.self) { try await Self.ask(directory, "_t1._tcp", .read) }
            for type in ["_ab._tcp", "_t0._tcp", "_t2._tcp", "_new._tcp"] {
                try await Self.expectOne(directory, type, .read)
            }
            #expect(link.begun.count == 2 + ServiceDirectory.maxOthers)
            while link.hasEnded.isEmpty { await Task.yield() }
            #expect(link.hasEnded == ["_t1._tcp"])
        }
    }

    @Test("a browse that ends before anything is known is an error, not an empty list")
    func ended() async throws {
        let started = ChangeSignal(loop: try EventLoop())
        let sent = started.sent
        let loop = try EventLoop()
        let directory = ServiceDirectory(ports: PortCheck(loop: loop) { throw CancellationError() }, loop: loop) { _ in
            started.send()
            return AsyncStream { _ in }
        }
        let answer = Task { try await Self.ask(directory, "_ab._tcp", .sendTraffic) }
        await started.wait(until: .now + .seconds(60), after: sent)
        directory.close()
        let problem = await #expect(throws: Problem.self) { try await answer.value }
        #expect(problem?.status == .serviceUnavailable)
    }
}
