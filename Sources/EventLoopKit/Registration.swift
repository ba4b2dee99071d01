/// The watches of a descriptor.
struct Registration {
    /// Distinguishes this registration from an earlier one of the same descriptor, for which events may still be in
    /// flight.
    var generation: UInt32
    var watches: [(id: UInt64, interest: EventLoop.Interest, handler: EventLoop.WatchHandler)]
    /// How events are reported.
    var arming = Arming.once

    var interest: EventLoop.Interest { watches.reduce(into: []) { $0.formUnion($1.interest) } }
}

/// Most descriptors of checks are watched for one event. Those need no call to end the watch: the kernel reports one event
/// of a new registration (`EPOLLONESHOT`), after which it is renewed only if a watch is left.
enum Arming {
    /// The first event will be reported.
    case once
    /// The first event was reported, and its handlers are running.
    case spent
    /// All events are reported.
    case always
}

/// Values by file descriptor. The kernel assigns the lowest free numbers, so that an array has few gaps.
struct DescriptorTable<Value> {
    private var values: [Value?] = []

    subscript(fd: CInt) -> Value? {
        get { values.indices.contains(Int(fd)) ? values[Int(fd)] : nil }
        _modify {
            while values.count <= Int(fd) { values.append(nil) }
            yield &values[Int(fd)]
        }
    }
}
