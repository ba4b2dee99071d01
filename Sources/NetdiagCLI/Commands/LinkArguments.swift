import ArgumentParser
import NetworkEmulation

/// An argument with a property of an emulated link. ``LinkTextError`` gives the reason if it is invalid.
struct LatencyArgument: Sendable {
    let latency: Duration
    let jitter: Duration

    init(_ text: String) throws(LinkTextError) { (latency, jitter) = try LinkText.latency(text) }
}

struct RateArgument: Sendable {
    let down: Int
    let up: Int

    init(_ text: String) throws(LinkTextError) { (down, up) = try LinkText.rates(text) }
}

struct ProfileArgument: ExpressibleByArgument, Sendable {
    let profile: LinkProfile
    static let allValueStrings = LinkProfile.allCases.map(\.rawValue)

    init?(argument: String) {
        guard let profile = LinkProfile(rawValue: argument) else { return nil }
        self.profile = profile
    }
}
