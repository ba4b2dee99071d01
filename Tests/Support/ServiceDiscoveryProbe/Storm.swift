import NetworkModel
import ServiceDiscovery

/// Starts all operations of the library, many at a time, and cancels them at various times: before the loop has
/// processed them, while avahi-daemon is queried, between its responses, and at the end of a time limit.
struct Storm {
    private let connection: AvahiConnection

    init(_ connection: AvahiConnection) { self.connection = connection }

    /// Starts and cancels the given number of operations.
    func run(_ count: Int) async throws -> Int {
        let together = 32
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= together { try await group.next() }
                group.addTask { try await one(number) }
            }
            try await group.waitForAll()
            return count
        }
    }

    private func one(_ number: Int) async throws {
        let work = Task { try await ask(number) }
        let pause = [0, 1, 3, 10, 40, 150][number / 8 % 6]
        try await Task.sleep(for: .milliseconds(pause))
        work.cancel()
        do {
            try await work.value
        } catch is CancellationError {
        } catch ServiceDiscoveryError.unavailable {
            // The daemon is killed during the test.
        }
    }

    private func ask(_ number: Int) async throws {
        let limit = Duration.milliseconds(20)
        switch number % 8 {
        case 0: for await _ in try await connection.browse(type: nil, domain: "local", resolve: true) {}
        case 1: for await _ in try await connection.browse(type: "_http._tcp", domain: "local", resolve: true) {}
        case 2: for await _ in try await connection.monitor(name: "h1.local", type: .aaaa) {}
        case 3: _ = try await connection.resolve(instance: "S", type: "_http._tcp", domain: "local", timeout: limit)
        case 4: _ = try await connection.addresses(of: "h1.local", timeout: limit)
        case 5: for await _ in try await connection.follow(instance: "S", type: "_http._tcp", domain: "local") {}
        case 6: _ = try await connection.hostName(of: IPAddress("10.77.1.1")!, timeout: limit)
        default: try await publish(number)
        }
    }

    private func publish(_ number: Int) async throws {
        let publication = try await connection.publish(
            ServiceRegistration(name: "Storm \(number)", types: ["_storm._tcp"], port: 9, subtypes: ["_much"]))
        for await _ in publication.states {
            await publication.update(txt: [TXTEntry(key: "n", value: .text(String(number)))])
        }
        await publication.end()
    }
}
