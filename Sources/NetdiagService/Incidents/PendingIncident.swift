import NetworkModel

/// A fault that was seen, and has not been confirmed yet.
struct PendingIncident: Sendable {
    /// What the first check that saw it said.
    var finding: Finding
    /// When the first check that saw it began.
    var first: Moment
    /// The targets whose last check saw it.
    var targets: Set<String> = []
    /// This machine's own look at the network sees it.
    var isOfMachine = false
    /// What it breaks beneath other targets.
    var broken: TargetDependencies.Part?

    /// A second check counts when it began so much later: one burst of lost packets is over by then.
    static let apart = Duration.milliseconds(250)
    /// For so long at least the checks must have seen it, from the first one's start to the second one's end.
    static let shortest = Duration.seconds(1)

    /// Whether a check that saw the same confirms it.
    func isConfirmed(byCheckFrom begun: ContinuousClock.Instant, to ended: ContinuousClock.Instant) -> Bool {
        Self.isConfirmed(firstSeen: first.clock, byCheckFrom: begun, to: ended)
    }

    /// - Parameter first: When the first check that saw it began.
    static func isConfirmed(
        firstSeen first: ContinuousClock.Instant, byCheckFrom begun: ContinuousClock.Instant,
        to ended: ContinuousClock.Instant
    ) -> Bool {
        begun >= first + apart && ended >= first + shortest
    }
}

/// An open incident, and the failures that keep it open.
struct OpenIncident: Sendable {
    var fault: Fault
    /// As it is told of. Its targets are those that it has taken down since it began.
    var document: StatusDocument.Incident
    /// When it was first seen.
    var first: ContinuousClock.Instant
    /// The targets that it holds down now.
    var targets: Set<String> = []
    /// Those of them that name the fault themselves; for the others, it explains what they name.
    var witnesses: Set<String> = []
    var isOfMachine = false
    /// Those that it has ever held down.
    var named: Set<String> = []
    var broken: TargetDependencies.Part?

    /// The most targets that are named in one; the others are counted.
    static let maxNamed = 10_000

    /// - Returns: Whether it is told of otherwise now.
    mutating func hold(_ target: String, isWitness: Bool) -> Bool {
        targets.insert(target)
        if isWitness { witnesses.insert(target) } else { witnesses.remove(target) }
        return name(target)
    }

    /// - Returns: Whether it is told of otherwise now.
    mutating func name(_ target: String) -> Bool {
        guard named.count < Self.maxNamed, named.insert(target).inserted else { return false }
        document.targets.append(target)
        document.targetCount += 1
        return true
    }

    mutating func release(_ target: String) {
        targets.remove(target)
        witnesses.remove(target)
    }

    /// Somebody says now that the fault is there.
    var isWitnessed: Bool { isOfMachine || !witnesses.isEmpty }
    var isOver: Bool { !isOfMachine && targets.isEmpty }
}
