import Lab

import enum NetworkModel.Layer
import struct NetworkModel.Target

extension Fault {
    /// The page whose reach stands for connectivity: that of the target where it is one and is asked for directly, else
    /// the office's. `nil` where the fault is not one of connectivity: of another service, behind a proxy, or in
    /// multicast DNS, for which the row starts a bus of its own.
    private var connectivityURI: String? {
        guard asksTarget, options.isEmpty, environment.isEmpty, under.isEmpty, !target.contains(".local") else {
            return nil
        }
        // netdiag takes the page for a sign of the uplink: one that the fault itself takes away, while the rest works, is another row.
        if cause == "path.ipv6-down" && target.contains("[") || cause == "dns.hijacked" && target.isEmpty { return nil }
        if target.hasPrefix("http://") { return target }
        let layers: [Layer] = [.link, .address, .gateway, .dns]
        return cause?.layer.map(layers.contains) == true ? "http://www.lab.example/" : nil
    }

    /// Has NetworkManager run on the client before anything is wrong; `false` where it does not apply.
    func startNetworkManager(on client: Host) async throws -> Bool {
        guard let uri = connectivityURI else { return false }
        // With this text does every page of the office's web server begin that is as it should be.
        try await client.startNetworkManager(uri: uri, response: "lab")
        return true
    }

    /// What NetworkManager says, which ``startNetworkManager(on:)`` has started.
    func askNetworkManager(on client: Host) async throws -> PeerAnswer {
        let begun = ContinuousClock.now
        let result = try await client.result(
            of: ["nmcli", "--wait", "5", "networking", "connectivity", "check"], within: .seconds(60))
        let time = begun.duration(to: .now)
        let words = (result.output + result.diagnostics).inOneLine
        return PeerAnswer(words: words, isFailure: words != "full", time: time)
    }
}
