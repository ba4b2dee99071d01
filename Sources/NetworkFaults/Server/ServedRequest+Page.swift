import NIOHTTP1
import NetworkModel

extension ServedRequest {
    /// Whether a page in a browser asks which may be somebody else's: one of another origin, or of a name that its owner has had lead
    /// here after the page was loaded (DNS rebinding).
    ///
    /// Browsers send Origin with all requests that change something (Fetch standard, section 3.2); other clients need none. An address
    /// and localhost lead nowhere else, whatever DNS says.
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
