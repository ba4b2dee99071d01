/// How many packets to documentation addresses a process sends, whatever its interval is.
///
/// A round is up to three SYNs in each address family, and as many datagrams if no router reports those; three datagrams for each
/// spare uplink; one SYN to port 80, or two if an error is returned; one to port 443 with a handshake if it is accepted; or three
/// packets that end at the gateway. If the silence of the first is in doubt, it is repeated once. If filters of documentation
/// addresses may be the reason, three SYNs in each address family go elsewhere, and if necessary two more, and another one after a
/// pause.
struct PacketBudget {
    /// A group of packets to documentation addresses; a query to a DNS server for a name that cannot exist; or queries that show
    /// whether some are lost.
    enum Round: CaseIterable {
        case datagrams, elsewhere, spares, connection, control, translation, prefixes, output, secure, losses
    }

    /// Why a round is to be sent.
    enum Occasion {
        /// Nothing is in doubt: a round of the same kind that was sent a short while ago is sufficient.
        case routine
        /// Earlier rounds do not tell, or the uplink is broken already.
        case need
        /// Something has just changed: a resolver has lost or found the Internet, or the kernel reported a change.
        case change
    }

    /// The maximum number of rounds at once, and the time until one more may be sent.
    private static let maxRounds = 3
    private static let refill = Duration.seconds(20)
    /// The same for those that follow a change, if no others are left.
    private static let refillOfChanges = Duration.seconds(10)
    /// The time for which a round is sufficient while nothing is in doubt, less than the default interval.
    static let routine = Duration.seconds(25)

    private struct Account {
        var left = PacketBudget.maxRounds
        var since: ContinuousClock.Instant

        mutating func spend(
            leaving reserve: Int, every refill: Duration, at now: ContinuousClock.Instant
        ) -> Bool {
            while left < PacketBudget.maxRounds, since + refill <= now { (left, since) = (left + 1, since + refill) }
            if left == PacketBudget.maxRounds { since = now }
            guard left > reserve else { return false }
            left -= 1
            return true
        }
    }

    private var accounts: [Round: Account] = [:]
    private var accountsOfChanges: [Round: Account] = [:]
    private var last: [Round: ContinuousClock.Instant] = [:]

    /// Whether a round may be sent now, which is then counted as sent: three at once, and three per minute; after a change, as
    /// many again, and six per minute.
    ///
    /// - Parameter reserve: The number of rounds that must remain after this one.
    mutating func begin(
        _ round: Round, _ occasion: Occasion, leaving reserve: Int, at now: ContinuousClock.Instant
    ) -> Bool {
        if occasion == .routine, let last = last[round], last + Self.routine > now { return false }
        let isAllowed =
            accounts[round, default: Account(since: now)].spend(leaving: reserve, every: Self.refill, at: now)
            || occasion == .change
                && accountsOfChanges[round, default: Account(since: now)]
                    .spend(leaving: 0, every: Self.refillOfChanges, at: now)
        if isAllowed { last[round] = now }
        return isAllowed
    }

    /// Allows one more round, whatever was sent before.
    mutating func allow(_ round: Round) {
        if accounts[round]?.left == 0 { accounts[round]?.left = 1 }
        last[round] = nil
    }
}
