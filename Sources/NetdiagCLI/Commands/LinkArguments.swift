import ArgumentParser
import NetworkEmulation

/// Properties of an emulated link as they are typed.
struct LatencyArgument: ExpressibleByArgument, Sendable {
    let latency: Duration
    let jitter: Duration

    init?(argument: String) {
        guard let (latency, jitter) = LinkText.latency(argument) else { return nil }
        (self.latency, self.jitter) = (latency, jitter)
    }
}

struct LossArgument: ExpressibleByArgument, Sendable {
    let loss: LinkSettings.Loss

    init?(argument: String) {
        guard let loss = LinkText.loss(argument) else { return nil }
        self.loss = loss
    }
}

struct RateArgument: ExpressibleByArgument, Sendable {
    let down: Int
    let up: Int

    init?(argument: String) {
        guard let (down, up) = LinkText.rates(argument) else { return nil }
        (self.down, self.up) = (down, up)
    }
}

struct MTUArgument: ExpressibleByArgument, Sendable {
    let mtu: LinkSettings.MTU

    init?(argument: String) {
        guard let mtu = LinkText.mtu(argument) else { return nil }
        self.mtu = mtu
    }
}

struct ShareArgument: ExpressibleByArgument, Sendable {
    let share: Double

    init?(argument: String) {
        guard let share = LinkText.share(argument) else { return nil }
        self.share = share
    }
}

struct OutageArgument: ExpressibleByArgument, Sendable {
    let outage: LinkSettings.Outage

    init?(argument: String) {
        guard let outage = LinkText.outage(argument) else { return nil }
        self.outage = outage
    }
}

struct DNSArgument: ExpressibleByArgument, Sendable {
    let interference: DNSInterference

    init?(argument: String) {
        guard let interference = LinkText.dns(argument) else { return nil }
        self.interference = interference
    }
}

struct ProfileArgument: ExpressibleByArgument, Sendable {
    let profile: LinkProfile
    static let allValueStrings = LinkProfile.allCases.map(\.rawValue)

    init?(argument: String) {
        guard let profile = LinkProfile(rawValue: argument) else { return nil }
        self.profile = profile
    }
}
