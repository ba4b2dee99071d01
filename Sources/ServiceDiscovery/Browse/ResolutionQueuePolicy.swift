/// The order of resolving: the instance that has waited longest, the one that arrived last, or one that is due for a retry.
enum ResolutionQueuePolicy {
    case oldest, newest, retry

    var next: Self {
        switch self {
        case .oldest: .newest
        case .newest: .retry
        case .retry: .oldest
        }
    }
}
