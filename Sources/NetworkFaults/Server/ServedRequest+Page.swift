import NIOHTTP1
import NetworkModel

extension ServedRequest {
    /// Whether the request may come from a page of another origin in a browser, or from a page whose name was redirected to
    /// this server after it was loaded (DNS rebinding).
    ///
    /// Browsers send the field Origin with all requests that change something (Fetch standard, section 3.2). Other clients need
    /// not send it. An IP address and localhost cannot be rebound.
    var isOfReboundPage: Bool {
        guard let origin = headers.first(name: "origin") else { return false }
        guard let host = headers.first(name: "host"), origin == "http://\(host)" || origin == "https://\(host)" else {
            return true
        }
        let name = Self.name(of: host)
        return LocalhostName(name) == nil && IPAddress(name) == nil
    }

    /// Whether the request may come from a page as above that is not one of this machine. A page that is being developed has its
    /// own server on another port, and may be given access by the fields of a route (CORS).
    var isOfUnrelatedPage: Bool {
        guard isOfReboundPage, let origin = headers.first(name: "origin") else { return false }
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            let name = Self.name(of: String(origin.dropFirst(scheme.count)))
            return LocalhostName(name) == nil && IPAddress(name)?.isLoopback != true
        }
        return true
    }

    /// Returns the name or address of a host with an optional port, in lower case and without brackets.
    private static func name(of host: String) -> String {
        let colon = host.utf8.last == UInt8(ascii: "]") ? nil : host.utf8.lastIndex(of: UInt8(ascii: ":"))
        let name = String(host[..<(colon ?? host.endIndex)]).lowercased()
        return name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
    }
}
