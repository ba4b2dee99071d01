import Logging
import NetworkModel
import ServiceDiscovery
import NetdiagConfiguration

/// Announces the server over DNS-SD, updates `status` in its TXT record, and reports the state of the announcement to the store.
struct Publisher: Sendable {
    /// The minimum time between updates of the TXT record, since every change is a multicast to the whole link.
    private static let shortestBetweenUpdates = Duration.seconds(1)

    let connection: AvahiConnection
    let store: StatusStore
    let logger: Logger

    /// Runs until its task is cancelled, and then withdraws the services from the link.
    func run(_ publish: Configuration.Publish, port: Port) async {
        guard publish.isEnabled else {
            store.setPublication(Publication(state: .off, reason: "switched off in the configuration (publish:)"))
            return
        }
        guard case .bound(let port) = port else {
            store.setPublication(
                Publication(state: .off, reason: "other hosts cannot reach netdiagd over HTTP (listen: http:)"))
            return
        }
        let registration = ServiceRegistration(
            name: publish.name, types: Configuration.Publish.types, port: port, txt: Self.text(store.document.status))
        let publication: ServicePublication
        do {
            publication = try await connection.publish(registration)
        } catch {
            logger.error("netdiagd cannot be published: \(error)")
            store.setPublication(
                Publication(state: .off, types: Configuration.Publish.types, port: port, reason: error.description))
            return
        }
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await state in publication.states { record(state) }
            }
            group.addTask { await follow(publication, from: registration.txt) }
        }
        await publication.end()
    }

    /// The port at which other hosts reach the server.
    enum Port: Sendable, Hashable {
        case bound(UInt16)
        case none
    }

    private func record(_ publication: Publication) {
        let before = store.publication
        store.setPublication(publication)
        guard before.state != publication.state || before.name != publication.name else { return }
        logger.log(publication, of: "publication")
    }

    private func follow(_ publication: ServicePublication, from first: [TXTEntry]) async {
        guard let events = store.events.listen() else { return }
        var last = first
        for await event in events {
            guard event.kind == .status else { continue }
            // The latest status counts, not the event's: several may have arrived while this one waited.
            let text = Self.text(store.document.status)
            guard text != last else { continue }
            await publication.update(txt: text)
            last = text
            try? await Task.sleep(for: Self.shortestBetweenUpdates)
        }
    }

    private static func text(_ status: ConnectionStatus) -> [TXTEntry] {
        [
            TXTEntry(key: "txtvers", value: .text("1")), TXTEntry(key: "path", value: .text("/")),
            TXTEntry(key: "api", value: .text("/v1")), TXTEntry(key: "status", value: .text(status.rawValue)),
        ]
    }
}
