import HTTPTypes
import NetworkModel

/// A file to which pages refer. It is the same for all readers, and contains nothing about this machine.
enum PageAsset: Sendable, Hashable {
    case style, script
    /// The icon of a state, which browsers show beside the title.
    case icon(TargetState)

    static let all: [PageAsset] = [.style, .script] + TargetState.allCases.map { .icon($0) }

    var name: String {
        switch self {
        case .style: "style.css"
        case .script: "live.js"
        case .icon(let mark): "\(mark.rawValue).svg"
        }
    }

    var path: String { "/page/\(name)" }

    var mediaType: String {
        switch self {
        case .style: "text/css; charset=utf-8"
        case .script: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }

    var text: String {
        switch self {
        case .style: StyleSheet.text
        case .script: LiveScript.text
        case .icon(let mark): StateIcon(mark: mark).svg.text
        }
    }

    /// The entity tag, which changes with the text (RFC 9110 section 8.8.3). FNV-1a is sufficient, since the text
    /// cannot be chosen by others.
    var entityTag: String {
        "\"\(String(FNV1a(text.utf8).value, radix: 16))\""
    }
}
