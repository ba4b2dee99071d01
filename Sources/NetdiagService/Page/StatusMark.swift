import NetworkModel

/// How a thing stands, in a symbol and a word: colour alone says nothing to some readers.
enum StatusMark: String, Sendable, CaseIterable {
    case up, degraded, down, unknown, maintenance, idle

    init(_ status: ConnectionStatus, isDegraded: Bool = false) {
        self =
            switch status {
            case .connectionUp: isDegraded ? .degraded : .up
            case .connectionDown: .down
            case .connectionIndeterminate, .err: .unknown
            case .noErr: .idle
            }
    }

    init(_ target: StatusDocument.TargetStatus) {
        self = target.isInMaintenance ? .maintenance : StatusMark(target.status, isDegraded: target.degraded)
    }

    var symbol: String {
        switch self {
        case .up: "✓"
        case .degraded: "!"
        case .down: "✗"
        case .unknown: "?"
        case .maintenance: "⚙"
        case .idle: "·"
        }
    }

    var word: String {
        switch self {
        case .up: "up"
        case .degraded: "degraded"
        case .down: "down"
        case .unknown: "cannot be told"
        case .maintenance: "maintenance"
        case .idle: "no status yet"
        }
    }

    /// The place in lists that begin with what is worst.
    var rank: Int {
        switch self {
        case .down: 0
        case .unknown: 1
        case .degraded: 2
        case .maintenance: 3
        case .idle: 4
        case .up: 5
        }
    }

    /// The symbol, which assistive technology passes over, in its colour.
    var icon: HTML { "<span class=\"m \(rawValue)\" aria-hidden=\"true\">\(symbol)</span>" }
    /// The word for those who do not see the symbol.
    var hiddenWord: HTML { "<span class=\"vh\">\(word)</span>" }

    static func worst(_ marks: some Sequence<StatusMark>) -> StatusMark? { marks.min { $0.rank < $1.rank } }
}
