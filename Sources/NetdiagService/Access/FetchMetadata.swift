import HTTPTypes
import NetworkModel

/// The browser's information about the page that a request comes from: `Sec-Fetch-*` (W3C Fetch Metadata) and `Origin` (RFC
/// 6454).
enum FetchMetadata {
    private static let site = HTTPField.Name("Sec-Fetch-Site")!
    private static let mode = HTTPField.Name("Sec-Fetch-Mode")!
    private static let destination = HTTPField.Name("Sec-Fetch-Dest")!
    private static let origin = HTTPField.Name("Origin")!

    /// Refuses requests that a page of another site causes; following a link is allowed.
    ///
    /// - Throws: 403.
    static func check(_ request: HTTPRequest, to authority: Authority) throws(Problem) {
        let fields = request.headerFields
        if let site = fields[site] {
            // Browsers do not let scripts set or omit these fields.
            if site == "same-origin" || site == "none" { return }
            let isFollowed =
                (request.method == .get || request.method == .head) && fields[mode] == "navigate"
                && fields[destination] == "document"
            if isFollowed { return }
            throw Self.refusal(site)
        }
        guard let origin = fields[origin] else { return }
        let (scheme, separator, rest) = origin.partitioned(by: "://")
        guard !separator.isEmpty, let from = Authority(rest), from.host == authority.host,
            Self.port(from, scheme) == Self.port(authority, scheme)
        else { throw Self.refusal(origin) }
    }

    private static func port(_ authority: Authority, _ scheme: String) -> UInt16 {
        authority.port ?? (scheme == "https" ? 443 : 80)
    }

    private static func refusal(_ from: String) -> Problem {
        Problem(
            .forbidden,
            "requests from pages of other sites are refused (\(SafeText.escaped(SafeText.cut(from, to: 100))))"
        )
    }
}

extension String {
    /// The text before the first separator, the separator, and the rest; the whole text and empty strings if there is
    /// none.
    fileprivate func partitioned(by separator: String) -> (String, String, String) {
        let bytes = Array(utf8)
        let wanted = Array(separator.utf8)
        guard bytes.count >= wanted.count,
            let start = (0...(bytes.count - wanted.count)).first(where: { bytes[$0...].starts(with: wanted) })
        else { return (self, "", "") }
        return (
            String(decoding: bytes[..<start], as: UTF8.self), separator,
            String(decoding: bytes[(start + wanted.count)...], as: UTF8.self)
        )
    }
}
