/// The style of text on a terminal with colours.
enum Style: Sendable, Hashable {
    case plain, bold, dim, good, warning, bad, name, gone

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
        // Dim and crossed out; a terminal that supports only one of them shows that one.
        case .gone: "2;9"
        }
    }
}
