/// How failures with a cause become incidents. There are no defaults, so that this must be decided for each cause.
public struct IncidentRule: Sendable, Hashable {
    /// What is broken. Failures with the same cause and the same broken thing are one incident.
    public struct Scope: Sendable, Hashable {
        /// What is broken if no fact names it.
        public enum Owner: Sendable, Hashable {
            /// This machine, whichever targets are affected.
            case machine
            /// Each target separately.
            case target
        }

        /// What is broken if ``fact`` is `nil`, or if the finding does not have the fact.
        public let owner: Owner
        /// The name of the fact with the broken thing: a gateway, a server, a certificate.
        public let fact: String?
        /// The name of the fact with a device that responded in place of the broken thing, and is broken instead; `nil` if none does.
        public let device: String?

        /// One incident for this machine, whichever targets are affected.
        public static let machine = Scope(owner: .machine, fact: nil, device: nil)
        /// One incident for each target.
        public static let target = Scope(owner: .target, fact: nil, device: nil)

        /// One incident for each value of a fact, and one for this machine if the fact is missing.
        public static func machine(by fact: String) -> Scope { Scope(owner: .machine, fact: fact, device: nil) }
        /// One incident for each value of a fact, and one for each target if the fact is missing.
        ///
        /// - Parameters:
        ///   - fact: The name of the fact.
        ///   - device: The name of the fact with a device that may respond in place of several of them, which are then one incident.
        public static func target(by fact: String, orDevice device: String? = nil) -> Scope {
            Scope(owner: .target, fact: fact, device: device)
        }

        /// What a finding names as broken; `nil` if it has neither fact.
        public func culprit(in facts: [String: String]) -> String? {
            device.flatMap { facts[$0] } ?? fact.flatMap { facts[$0] }
        }
    }

    /// How the cause is known, which determines how it is confirmed and what can explain it.
    public enum Basis: Sendable, Hashable {
        /// Nothing was received, as if a lower layer were broken. Such an incident becomes part of one about a gateway or
        /// interface over which the packets leave.
        case silence
        /// There was a response: a RST, an error or a status. It proves that the path works.
        case answer
        /// A resolver or router responded on behalf of others, which it may not have reached. A broken uplink explains that.
        case relayedAnswer
        /// It was read from the kernel or from files. It is true until that changes, and cannot be caused by a lost packet,
        /// so that no second check is needed.
        case configuration
    }

    /// What cannot work while the cause persists.
    public enum Breakage: Sendable, Hashable {
        /// All traffic through the gateway in the fact `gateway`.
        case gateway
        /// The same. In addition, resolvers and routers that respond cannot reach others (see ``Basis/relayedAnswer``).
        case uplink
        /// Everything beyond the gateway, since a device responds in place of all hosts.
        case everybody
        /// IPv6 traffic beyond the gateway. Programs fall back to IPv4.
        case ipv6
        /// IPv4 traffic beyond the gateway. Programs use IPv6 if there is an address.
        case ipv4
        /// All traffic over the interface in the fact `interface`.
        case interface
        /// Nothing except what failed.
        case nothing
    }

    /// What is broken; failures with the same scope are one incident.
    public let scope: Scope
    /// How the cause is known: by silence, a response, or configuration.
    public let basis: Basis
    /// What cannot work while the cause persists. Such failures are part of this incident.
    public let breaks: Breakage
    /// Whether some packets get lost or late, as when another host with this machine's address receives them.
    package private(set) var isOfLoss = false

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - scope: What is broken. For most causes of a kind, each target is, or each server (`.target(by: "destination")`).
    ///   - basis: How the cause is known: `silence` if nothing was received, `answer` if the server sent anything.
    ///   - breaks: What cannot work while the cause persists; `nothing` for causes of a kind.
    public init(scope: Scope, basis: Basis, breaks: Breakage) {
        self.scope = scope
        self.basis = basis
        self.breaks = breaks
    }

    /// The same rule, for a cause by which some packets get lost or late.
    package var ofLoss: Self {
        var rule = self
        rule.isOfLoss = true
        return rule
    }
}
