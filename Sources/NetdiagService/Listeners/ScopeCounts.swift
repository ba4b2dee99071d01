/// The numbers of places that clients have, by scope.
struct ScopeCounts: Sendable {
    typealias Limits = [(scope: ClientScope, limit: Int)]

    private var counts: [ClientScope: Int] = [:]

    /// The number of places in a scope.
    subscript(scope: ClientScope) -> Int { counts[scope, default: 0] }

    /// The limit of the first scope that has no place left; `nil` if all have.
    func limitReached(in limits: Limits) -> Int? { limits.first { self[$0.scope] >= $0.limit }?.limit }

    /// Adds a place to each scope.
    mutating func enter(_ scopes: [ClientScope]) {
        for scope in scopes { counts[scope, default: 0] += 1 }
    }

    /// Removes a place from each scope.
    mutating func leave(_ scopes: [ClientScope]) {
        for scope in scopes {
            let left = self[scope] - 1
            counts[scope] = left > 0 ? left : nil
        }
    }
}
