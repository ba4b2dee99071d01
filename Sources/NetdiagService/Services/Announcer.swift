import NetworkModel
import ServiceDiscovery

/// Carries out what is wanted of one service: one thing after the other, and only the latest of what has piled up.
struct Announcer: Sendable {
    enum Wish: Sendable {
        case announce(ServiceRegistration)
        /// Not announced, which is told of so.
        case withhold(Publication)
    }

    let connection: AvahiConnection

    private struct Announced {
        var registration: ServiceRegistration
        let publication: ServicePublication
        /// Hands on the publication's states until it is ended.
        let relay: Task<Void, Never>
    }

    /// Runs until there are no more wishes, or its task is cancelled; then the service is gone from the link.
    func run(_ wishes: AsyncStream<Wish>, tell: @escaping @Sendable (Publication) -> Void) async {
        var announced: Announced?
        for await wish in wishes {
            switch wish {
            case .announce(let registration):
                if let present = announced, registration.differsInTXTAlone(from: present.registration),
                    await present.publication.update(txt: registration.txt) == nil
                {
                    announced?.registration = registration
                    continue
                }
                // Two at a time would collide with each other.
                await end(announced)
                announced = await announce(registration, tell)
            case .withhold(let publication):
                await end(announced)
                announced = nil
                tell(publication)
            }
        }
        await end(announced)
    }

    private func announce(
        _ registration: ServiceRegistration, _ tell: @escaping @Sendable (Publication) -> Void
    ) async -> Announced? {
        do {
            let publication = try await connection.publish(registration)
            let relay = Task {
                for await state in publication.states { tell(state) }
            }
            return Announced(registration: registration, publication: publication, relay: relay)
        } catch {
            tell(registration.waiting(error.description))
            return nil
        }
    }

    private func end(_ announced: Announced?) async {
        guard let announced else { return }
        await announced.publication.end()
        // What was said of it before must not be heard after what is said next.
        await announced.relay.value
    }
}

extension ServiceRegistration {
    /// How it stands while it is not announced.
    func waiting(_ reason: String?) -> Publication {
        Publication(state: .waiting, types: types, port: port, reason: reason)
    }
}
