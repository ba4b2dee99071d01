import Translations

/// The spans of time that a target's page shows, as SmokePing has made them known.
enum SmokeRange: CaseIterable, Sendable {
    case hours3, hours30, days10, days400

    /// Its length in the language of the reader.
    var title: String { LocalQuantity.span(seconds: Int64(span), .one) }

    /// As queries name its beginning.
    var since: String {
        switch self {
        case .hours3: "3h"
        case .hours30: "30h"
        case .days10: "10d"
        case .days400: "400d"
        }
    }

    /// Seconds.
    var span: Int {
        switch self {
        case .hours3: 3 * 3_600
        case .hours30: 30 * 3_600
        case .days10: 10 * 86_400
        case .days400: 400 * 86_400
        }
    }

    /// The length of a column in seconds: some hundred of them, and as fine as is kept that long.
    var step: Int {
        switch self {
        case .hours3: 120
        case .hours30: 1_200
        case .days10: 7_200
        case .days400: 4 * 86_400
        }
    }
}
