import Lab

import enum NetworkModel.Layer
import struct NetworkModel.Target

extension Fault {
    /// The page that NetworkManager uses to check connectivity: the target if it is a page that is requested directly,
    /// otherwise the office's page. `nil` if the fault does not concern connectivity: that of another service, behind a
    /// proxy, or in multicast DNS, where the row starts its own bus.
    private var connectivityURI: String? {
        guard asksTarget, options.isEmpty, environment.isEmpty, under.isEmpty, !target.contains(".local") else {
            return nil
        }
        if target.hasPrefix("http://") { return target }
        let layers: [Layer] = [.link, .address, .gateway, .dns]
        return cause?.layer.map(layers.contains) == true ? "http://www.lab.example/" : nil
    }

    /// What NetworkManager reports that has run on the client since before the fault; `nil` if it does not apply,
    /// or the fault cannot be brought about beside it.
    func verdictOfNetworkManager() async throws -> PeerAnswer? {
        guard let connectivityURI else { return nil }
        return try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            // Every correct page of the office's web server begins with this text.
            try await office.client.startNetworkManager(uri: connectivityURI, response: "lab")
            // NetworkManager may have changed the routes that the fault changes.
            guard (try? await bringAbout(office)) != nil else { return nil }
            return try await askNetworkManager(on: office.client)
        }
    }

    private func askNetworkManager(on client: Host) async throws -> PeerAnswer {
        let begun = ContinuousClock.now
        let result = try await client.result(
            of: ["nmcli", "--wait", "5", "networking", "connectivity", "check"])
        let time = begun.duration(to: .now)
        let words = (result.output + result.diagnostics).inOneLine
        return PeerAnswer(words: words, isFailure: words != "full", time: time)
    }
}
