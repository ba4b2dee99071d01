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
        let colon = host.utf8.last == UInt8(ascii: "]") ? nil : host.utf8.lastIndex(of: UInt8(ascii: ":"))
        let name = String(host[..<(colon ?? host.endIndex)]).lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") { return false }
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        return IPAddress(isBracketed ? String(name.dropFirst().dropLast()) : name) == nil
    }
}
