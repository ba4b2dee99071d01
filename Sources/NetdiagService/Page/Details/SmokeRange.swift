import Translations

/// The periods on a target's page, which are those of SmokePing.
enum SmokeRange: CaseIterable, Sendable {
    case hours3, hours30, days10, days400

    /// The length in the language of the reader.
    var title: String { LocalQuantity.span(seconds: Int64(span), .one) }

    /// The heading of its durations, in the language of the reader.
    var heading: String {
        switch self {
        case .hours3, .hours30: Phrase.timesOfTheLastHours.text(["hours": title])
        case .days10, .days400: Phrase.timesOfTheLast.text(["span": title])
        }
    }

    /// The start of the period in queries.
    var since: String {
        switch self {
        case .hours3: "3h"
        case .hours30: "30h"
        case .days10: "10d"
        case .days400: "400d"
        }
    }

    /// The length in seconds.
    var span: Int {
        switch self {
        case .hours3: 3 * 3_600
        case .hours30: 30 * 3_600
        case .days10: 10 * 86_400
        case .days400: 400 * 86_400
        }
    }

    /// The length of a column in seconds, for about a hundred columns, and no finer than the stored data of that age.
    var step: Int {
        switch self {
        case .hours3: 120
        case .hours30: 1_200
        case .days10: 7_200
        case .days400: 4 * 86_400
        }
    }
}
