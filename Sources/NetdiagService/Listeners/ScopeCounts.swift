/// The numbers of places that clients have, by scope.
struct ScopeCounts: Sendable {
    typealias Limits = [(scope: ClientScope, limit: Int)]

    private var counts: [ClientScope: Int] = [:]

    /// The number of places in a scope.
    subscript(scope: ClientScope) -> Int { counts[scope, default: 0] }

    /// Adds a place to each scope.
    mutating func enter(_ scopes: [ClientScope]) {
        for scope in scopes { counts[scope, default: 0] += 1 }
    }

    /// Adds a place to each scope if all of them have one left.
    ///
    /// - Returns: The limit of the first scope that has no place left; `nil` if places were added.
    mutating func enter(within limits: Limits) -> Int? {
        for (scope, limit) in limits where self[scope] >= limit { return limit }
        enter(limits.map(\.scope))
        return nil
    }

    /// Removes a place from each scope.
    mutating func leave(_ scopes: [ClientScope]) {
        for scope in scopes {
            let left = self[scope] - 1
            counts[scope] = left > 0 ? left : nil
        }
    }
}
