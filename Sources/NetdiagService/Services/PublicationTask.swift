import NetworkModel
import ServiceDiscovery

/// Publishes and withholds one service, one command after the other; of several waiting commands, only the latest.
struct PublicationTask: Sendable {
    enum Command: Sendable {
        case publish(ServiceRegistration)
        /// The service is withdrawn, with this state in its report.
        case withhold(Publication)
    }

    let connection: AvahiConnection

    private struct Active {
        var registration: ServiceRegistration
        let publication: ServicePublication
        /// Forwards the publication's states until it ends.
        let relay: Task<Void, Never>
    }

    /// Runs until there are no more commands, or its task is cancelled, and then withdraws the service from the link.
    func run(_ commands: AsyncStream<Command>, report: @escaping @Sendable (Publication) -> Void) async {
        var active: Active?
        for await command in commands {
            switch command {
            case .publish(let registration):
                if let present = active, registration.differsInTXTAlone(from: present.registration),
                    await present.publication.update(txt: registration.txt) == nil
                {
                    active?.registration = registration
                    continue
                }
                // Both at the same time would collide with each other.
                await end(active)
                active = await publish(registration, report)
            case .withhold(let publication):
                await end(active)
                active = nil
                report(publication)
            }
        }
        await end(active)
    }

    private func publish(
        _ registration: ServiceRegistration, _ report: @escaping @Sendable (Publication) -> Void
    ) async -> Active? {
        do {
            let publication = try await connection.publish(registration)
            let relay = Task {
                for await state in publication.states { report(state) }
            }
            return Active(registration: registration, publication: publication, relay: relay)
        } catch {
            report(registration.waiting(error.description))
            return nil
        }
    }

    private func end(_ active: Active?) async {
        guard let active else { return }
        await active.publication.end()
        // Its last states must not be reported after those of the next one.
        await active.relay.value
    }
}

extension ServiceRegistration {
    /// The state while it is not announced.
    func waiting(_ reason: String?) -> Publication {
        Publication(state: .waiting, types: types, port: port, reason: reason)
    }
}
