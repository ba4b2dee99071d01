import EventLoopKit
import NetworkFaults
import NetworkModel
import ServiceDiscovery
import Translations

extension ServeRun {
    /// Announces servers over DNS-SD while the body runs, and then withdraws them.
    func withPublications(of servers: RunningServers, _ body: () async -> Void) async throws {
        let published = servers.list.filter { $0.published != nil && $0.port > 0 }
        guard !published.isEmpty else { return await body() }
        let loop: EventLoop
        do {
            loop = try EventLoop()
        } catch {
            throw FaultError.system(ToolPhrase.cannotBeAnnounced.text(["reason": "\(error)"]))
        }
        defer { loop.shutdown() }
        let connection = AvahiConnection(loop: loop)
        var publications: [ServicePublication] = []
        do {
            for server in published {
                let name = server.published ?? ""
                publications.append(
                    try await connection.publish(
                        ServiceRegistration(
                            name: name.isEmpty ? nil : name, types: ["_http._tcp"], port: UInt16(server.port))))
            }
        } catch {
            await connection.close()
            throw FaultError.usage(ToolPhrase.cannotBeAnnounced.text(["reason": FactWords.local("\(error)")]))
        }
        for server in published {
            if let warning = Self.warning(server.url) { ErrorMessage.write(warning) }
        }
        await withTaskGroup(of: Void.self) { group in
            for publication in publications { group.addTask { await Self.report(publication) } }
            await body()
            for publication in publications { await publication.end() }
        }
        await connection.close()
    }

    /// A warning about announcing a server whose host is announced with addresses at which it does not listen.
    static func warning(_ url: String) -> String? {
        let place = url.split(separator: "/").dropFirst().first ?? ""
        if place.hasPrefix("127.") || place.hasPrefix("[::1]") {
            return ToolPhrase.othersCannotReach.text(["place": String(place)])
        }
        if place.hasPrefix("0.0.0.0:") {
            return ToolPhrase.announcedBeyond.text
        }
        return nil
    }

    /// Reports on standard error if a server is not announced as requested, so that users know why it cannot be found.
    private static func report(_ publication: ServicePublication) async {
        for await state in publication.states {
            let reason = SafeText.escaped(FactWords.local(state.reason ?? ""))
            switch state.state {
            case .waiting where !reason.isEmpty:
                ErrorMessage.write(ToolPhrase.notAnnouncedYet.text(["reason": reason]))
            case .renamed:
                let facts = ["name": SafeText.shown(state.name ?? ""), "reason": reason]
                ErrorMessage.write(ToolPhrase.isAnnouncedAs.text(facts))
            case .waiting, .published, .off: break
            }
        }
    }
}
