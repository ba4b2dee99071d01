/// How the failures by one cause become incidents. It has no defaults: whoever adds a cause has to decide.
public struct IncidentRule: Sendable, Hashable {
    /// What is broken. Failures by the same cause, of what is the same, are one incident.
    public struct Scope: Sendable, Hashable {
        /// Whose fault it is where no fact names it.
        public enum Owner: Sendable, Hashable {
            /// This machine, whichever target meets it.
            case machine
            /// Each target by itself.
            case target
        }

        /// Whose fault it is where ``fact`` is `nil`, or the finding does not have that fact.
        public let owner: Owner
        /// The name of the fact that tells what is broken: a gateway, a server, a certificate.
        public let fact: String?

        /// One incident for this machine, whichever targets meet it.
        public static let machine = Scope(owner: .machine, fact: nil)
        /// One incident for each target.
        public static let target = Scope(owner: .target, fact: nil)

        /// One incident for each value of a fact, and one for this machine where the fact is missing.
        public static func machine(by fact: String) -> Scope { Scope(owner: .machine, fact: fact) }
        /// One incident for each value of a fact, and one for each target where the fact is missing.
        public static func target(by fact: String) -> Scope { Scope(owner: .target, fact: fact) }
    }

    /// What the cause is known from, which decides how it is confirmed and what can explain it.
    public enum Basis: Sendable, Hashable {
        /// Nothing was heard from beyond, as when a lower layer is broken: such an incident becomes part of one of a gateway
        /// or interface that the packets leave by.
        case silence
        /// Somebody has answered, with a RST, an error or a status: proof that the way there works.
        case answer
        /// A resolver or router has answered for others, whom it may not have reached: where the uplink is broken, that is why.
        case relayedAnswer
        /// It is read from the kernel or from files. That stands until it changes, and no lost packet can forge it, so that it
        /// needs no second look.
        case configuration
    }

    /// What cannot work as long as the cause lasts.
    public enum Breakage: Sendable, Hashable {
        /// All that leaves by the gateway of the fact `gateway`.
        case gateway
        /// The same, and resolvers and routers that answer cannot reach others: see ``Basis/relayedAnswer``.
        case uplink
        /// All beyond the gateway, since somebody answers in place of everybody.
        case everybody
        /// What is sent over IPv6 beyond the gateway; programs fall back to IPv4.
        case ipv6
        /// What is sent over IPv4 beyond the gateway; programs take IPv6 where there is an address.
        case ipv4
        /// All that leaves by the interface of the fact `interface`.
        case interface
        /// Nothing but what failed.
        case nothing
    }

    /// What is broken, so that failures of the same are one incident.
    public let scope: Scope
    /// What the cause is known from: silence, an answer, or configuration.
    public let basis: Basis
    /// What cannot work as long as the cause lasts, so that its failures are part of this incident.
    public let breaks: Breakage

    /// Creates the rule of a cause.
    public init(scope: Scope, basis: Basis, breaks: Breakage) {
        self.scope = scope
        self.basis = basis
        self.breaks = breaks
    }
}
