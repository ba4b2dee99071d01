import NetworkModel

/// A state as a small image for other pages, for example in a wiki or a README. Its size does not depend on the state.
struct StatusBadge: Sendable {
    let name: String
    let mark: TargetState

    /// The maximum length of a name, since the width of text is not known here.
    private static let maxName = 40

    var svg: HTML {
        let name = SafeText.cut(name, to: Self.maxName)
        let left = max(name.unicodeScalars.count * 7 + 12, 40)
        let (right, word) = (100, mark.word)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(String(left + right))" height="20" role="img">\
            <title>\(name): \(word)</title><rect width="\(String(left))" height="20" fill="#3d444d"/>\
            <rect x="\(String(left))" width="\(String(right))" height="20" fill="\(StateIcon(mark: mark).colour)"/>\
            <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">\
            <text x="\(String(left / 2))" y="14" textLength="\(String(left - 12))">\(name)</text>\
            <text x="\(String(left + right / 2))" y="14">\(word)</text></g></svg>

            """
    }
}
