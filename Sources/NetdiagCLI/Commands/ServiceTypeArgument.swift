import NetworkModel
import ServiceDiscovery
import Translations

/// A service type as given on the command line: `_http._tcp`, or with a subtype `_printer._sub._http._tcp` (RFC 6763 section
/// 7.1).
enum ServiceTypeArgument {
    /// - Throws: ``Failure/usage(_:)`` with the reason, and the type that was probably meant.
    static func check(_ text: String) throws(Failure) {
        do {
            _ = try BrowsableType(text)
        } catch {
            let meant = TypeWords.type(meantBy: text).map { "; did you mean \($0)?" }
            let example = error.description.contains("_http._tcp") ? "" : "; a service type looks like _http._tcp"
            throw .usage(FactWords.local("\(error)\(meant ?? example)"))
        }
    }
}
