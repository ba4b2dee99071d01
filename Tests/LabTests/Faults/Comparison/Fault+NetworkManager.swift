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
        // For netdiag, the page is evidence about the uplink. A page that the fault itself makes unreachable while
        // everything else works belongs to another row.
        if cause == "path.ipv6-down" && target.contains("[") || cause == "dns.hijacked" && target.isEmpty { return nil }
        if target.hasPrefix("http://") { return target }
        let layers: [Layer] = [.link, .address, .gateway, .dns]
        return cause?.layer.map(layers.contains) == true ? "http://www.lab.example/" : nil
    }

    /// Starts NetworkManager on the client before the fault; `false` if it does not apply.
    func startNetworkManager(on client: Host) async throws -> Bool {
        guard let uri = connectivityURI else { return false }
        // Every correct page of the office's web server begins with this text.
        try await client.startNetworkManager(uri: uri, response: "lab")
        return true
    }

    /// What the NetworkManager reports that ``startNetworkManager(on:)`` has started.
    func askNetworkManager(on client: Host) async throws -> PeerAnswer {
        let begun = ContinuousClock.now
        let result = try await client.result(
            of: ["nmcli", "--wait", "5", "networking", "connectivity", "check"], within: .seconds(60))
        let time = begun.duration(to: .now)
        let words = (result.output + result.diagnostics).inOneLine
        return PeerAnswer(words: words, isFailure: words != "full", time: time)
    }
}
