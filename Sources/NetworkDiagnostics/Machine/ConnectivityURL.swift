import Glibc
import HostResolution
import NetworkModel
import Probes
import TargetKinds

/// A page that this machine requests anyway to detect captive portals.
struct ConnectivityURL: Sendable, Hashable {
    let target: Target
    /// The beginning of the body without interception; `nil` if the response is 204, or has an empty body.
    let response: String?

    /// The configured URL.
    ///
    /// - Parameter own: The URL in netdiag's configuration, which takes precedence over NetworkManager's.
    static func configured(_ own: Target?, folders: [String] = NetworkManagerFile.folders) -> ConnectivityURL? {
        if let own { return ConnectivityURL(target: own, response: nil) }
        guard let (uri, response) = NetworkManagerFile.connectivity(in: folders),
            let target = try? Target(uri, schemes: .web), target.scheme == .http
        else { return nil }
        return ConnectivityURL(target: target, response: response)
    }

    /// Whether the response is the expected one by the rules of NetworkManager: 204, a 200 with an empty body, or the
    /// expected text.
    func isAnswered(by answer: HTTPHeadProbe.Response) -> Bool {
        if answer.status == 204 { return true }
        guard answer.status == 200 else { return false }
        guard let response, !response.isEmpty else { return answer.bodyBytes == 0 }
        return answer.body.starts(with: response.utf8)
    }
}

/// The connectivity check of NetworkManager.conf(5).
package enum NetworkManagerFile {
    /// The folders in the order of increasing precedence.
    package static let folders = [
        "/usr/lib/NetworkManager/conf.d", "/run/NetworkManager/conf.d", "/etc/NetworkManager",
        "/etc/NetworkManager/conf.d",
    ]
    private static let maxFiles = 64

    package static func connectivity(in folders: [String] = folders) -> (uri: String, response: String?)? {
        var settings: [String: String] = [:]
        for folder in folders {
            // Next to the folders of fragments, there is a single file.
            let names = folder.hasSuffix("conf.d") ? fragments(of: folder) : ["NetworkManager.conf"]
            for name in names { read(SmallFile.text("\(folder)/\(name)"), into: &settings) }
        }
        guard settings["enabled"].map({ !["false", "no", "off", "0"].contains($0.lowercased()) }) ?? true,
            let uri = settings["uri"], !uri.isEmpty, uri.utf8.count <= 2_048
        else { return nil }
        return (uri, settings["response"] ?? "NetworkManager is online")
    }

    /// Reads the keys of `[connectivity]`.
    static func read(_ text: String, into settings: inout [String: String]) {
        var isInSection = false
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("[") { isInSection = line.hasPrefix("[connectivity]") }
            guard isInSection, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
            let key = line[..<equals].reversed().drop { $0 == " " }.reversed()
            let value = line[line.index(after: equals)...].drop { $0 == " " }
            settings[String(key)] = String(value)
        }
    }

    private static func fragments(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while names.count < maxFiles, let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".conf"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}

extension DiagnosticEngine {
    /// Requests a page to examine the head of its response; pages of this machine are excluded.
    ///
    /// - Returns: `nil` if it has no address, or if there was no response.
    /// - Throws: `CancellationError`, and errors of this machine.
    func fetchHead(
        at url: Target, until end: ContinuousClock.Instant
    ) async throws -> (page: PortalEvidence.PageResponse, answer: HTTPHeadProbe.Response)? {
        let snapshot = try await routedSnapshot().snapshot
        let addresses: [IPAddress]
        switch url.host {
        case .address(let address): addresses = [address]
        case .name(let name):
            let left = max(ContinuousClock.now.duration(to: end), .milliseconds(50))
            addresses = try await resolver.resolve(name, configuration: snapshot.resolvers, timeout: left).addresses
        case .socket: return nil
        }
        guard let address = addresses.first, let port = url.port, try await !isOwn(address, in: snapshot) else {
            return nil
        }
        let probe = HTTPHeadProbe(
            engine: curl, secure: url.beginsWithTLS, host: url.host, port: port, path: url.path)
        let peer = SocketAddress(address, port: port)
        let seen = try await TCPProbe(addresses: [peer], loop: loop).observe(until: end) {
            try await probe.observe(over: $0, within: max(ContinuousClock.now.duration(to: end), .milliseconds(50)))
        }
        guard let answer = seen.upper ?? nil else { return nil }
        let page = PortalEvidence.PageResponse(
            url: probe.url, status: answer.status, location: answer.location.map { SafeText.withoutLogin($0) },
            address: address, bodyBytes: answer.bodyBytes)
        return (page, answer)
    }
}
