import NetworkModel

/// What only a receiver of alerts may know: its login, and the path of its URL and its topic, which are often keys. Receivers
/// repeat them, as in `Cannot POST /hooks/KEY` or in a redirect to https, and readers of the status see those responses.
struct ReceiverSecrets: Sendable {
    /// The length below which a part of a path is a word that occurs in any text.
    private static let minPart = 8

    private let secrets: [Secret]

    /// - Parameter path: The path and the query of the URL.
    init(path: String, topic: String?, login: Secret?) {
        let parts = path.unicodeScalars.split { "/?&=".unicodeScalars.contains($0) }.map { String($0) }
        let texts = [path] + parts.filter { $0.utf8.count >= Self.minPart } + [topic].compactMap(\.self)
        // A whole text is masked before its parts, of which it would keep the rest.
        let sorted = texts.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        secrets = [login].compactMap(\.self) + sorted.map { Secret(.token($0)) }
    }

    func masked(_ text: String) -> String { secrets.reduce(text) { $1.masked($0) } }

    /// A URL with its scheme and its host, which the user needs in order to write another one.
    func maskedPath(of url: String) -> String { ServerURL.mapped(url, masked) }
}
