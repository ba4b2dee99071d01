/// Who is resolved next: the instance that has waited longest, the one that has just come, or one that has not answered.
enum Turn {
    case oldest, newest, again

    var next: Turn {
        switch self {
        case .oldest: .newest
        case .newest: .again
        case .again: .oldest
        }
    }
}
