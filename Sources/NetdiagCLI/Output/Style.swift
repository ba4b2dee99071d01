/// How a piece of text looks on a terminal with colours.
enum Style: Sendable, Hashable {
    case plain, bold, dim, good, warning, bad, name

    /// The parameters of SGR (ECMA-48 section 8.3.117); `nil` for none.
    var parameters: String? {
        switch self {
        case .plain: nil
        case .bold: "1"
        case .dim: "2"
        case .good: "32"
        case .warning: "33"
        case .bad: "1;31"
        case .name: "36"
        }
    }
}
