import CAvahi
import EventLoopKit
import NetworkModel

/// A browser as the connection keeps it: what is found, and what its listener has been told.
struct Browse {
    /// An instance on one interface.
    struct Entry {
        /// The transports that carry it, with the resolver's last word.
        var transports: [CInt: Transport] = [:]
        /// What the listener was told last; with a host once it was told as resolved.
        var told: ServiceInstance

        /// Whether nothing more is to be waited for before it is told as resolved.
        var isAnswered: Bool { transports.values.allSatisfy { $0.answer != .pending } }
    }

    struct Transport {
        enum Answer: Hashable {
            case pending, failed
            case found(Resolved)
        }

        var answer = Answer.pending
        /// Avahi's resolver, and the userdata that it was given; `nil` while its turn has not come, and after it gave way.
        var resolver: (pointer: OpaquePointer, context: CallbackContext)?
    }

    /// Instances and types that are told of; more are ignored.
    static let mostInstances = 8_192
    static let mostTypes = 512

    /// `nil` for all types.
    let type: String?
    let domain: String
    let resolves: Bool
    let context: CallbackContext
    let continuation: AsyncStream<BrowseEvent>.Continuation

    var typeBrowser: OpaquePointer?
    /// By lower-case type.
    var browsers: [String: (pointer: OpaquePointer, context: CallbackContext)] = [:]
    /// Those that have not told all that they know yet; the types' own browser is "".
    var pending: Set<String> = []
    var entries: [InstanceKey: Entry] = [:]
    /// Resolvers whose turn has not come.
    var queue: [ResolverKey] = []
    var hasToldAll = false

    func tell(_ kind: ServiceEvent.Kind, _ instance: ServiceInstance) {
        continuation.yield(.service(ServiceEvent(kind, instance)))
    }

    /// Tells that all is known, once it is.
    mutating func tellAllIfKnown() {
        guard !hasToldAll, pending.isEmpty, !resolves || entries.values.allSatisfy({ $0.isAnswered }) else { return }
        hasToldAll = true
        continuation.yield(.allForNow)
    }

    /// After Avahi has gone: everything is removed, and the listener told why.
    mutating func lose(_ reason: String) {
        for entry in entries.values { tell(.removed, entry.told) }
        continuation.yield(.unavailable(reason))
        forget()
    }

    /// After the client has been freed, which frees browsers and resolvers.
    mutating func forget() {
        typeBrowser = nil
        browsers = [:]
        pending = []
        entries = [:]
        queue = []
        hasToldAll = false
    }

    /// Tells of an instance what its resolvers found, if that is anything new.
    mutating func tellResolved(_ key: InstanceKey) {
        guard var entry = entries[key] else { return }
        let found = entry.transports.sorted { $0.key < $1.key }.compactMap { _, transport -> Resolved? in
            if case .found(let resolved) = transport.answer { resolved } else { nil }
        }
        guard let first = found.first else { return }
        var instance = entry.told
        let isFirst = instance.host == nil
        instance.host = first.host
        instance.port = first.port
        var seen = Set<IPAddress>()
        instance.addresses = found.compactMap(\.address).filter { seen.insert($0).inserted }
        instance.txt = first.txt
        guard instance != entry.told else { return }
        entry.told = instance
        entries[key] = entry
        tell(isFirst ? .resolved : .updated, instance)
    }
}
