import NetworkModel
import Translations

/// A state as a symbol and a word, since some readers cannot rely on colour.
extension TargetState {
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
        case .up: Phrase.up.text
        case .degraded: Phrase.degraded.text
        case .down: Phrase.down.text
        case .unknown: Phrase.cannotBeTold.text
        case .maintenance: Phrase.maintenance.text
        case .idle: Phrase.noStatusYet.text
        }
    }

    /// A number of targets with this state, as in `3 down`.
    func counted(_ count: Int) -> String {
        switch self {
        case .up: Phrase.countUp.text(count)
        case .degraded: Phrase.countDegraded.text(count)
        case .down: Phrase.countDown.text(count)
        case .unknown: Phrase.countUnknown.text(count)
        case .maintenance: Phrase.countMaintenance.text(count)
        case .idle: Phrase.countNoStatus.text(count)
        }
    }

    /// The coloured symbol, which is hidden from assistive technology.
    var icon: HTML { "<span class=\"m \(rawValue)\" aria-hidden=\"true\">\(symbol)</span>" }
    /// The word for readers who do not see the symbol.
    var hiddenWord: HTML { "<span class=\"vh\">\(word)</span>" }
}
