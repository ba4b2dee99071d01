import CAvahi
import EventLoopKit
import NetworkModel

/// One instance that somebody wants to reach, over both transports.
struct Lookup {
    let key: InstanceKey
    let context: [CallbackContext]
    var continuation: CheckedContinuation<ServiceInstance?, any Error>?
    var resolvers: [OpaquePointer] = []
    var answers: [CInt: Resolved?] = [:]
    var timers: [EventLoopKit.Timer] = []

    /// After the client has been freed, which frees the resolvers.
    mutating func forget() {
        resolvers = []
        answers = [:]
    }

    /// What was found, the families merged; `nil` where nothing was.
    func instance() -> ServiceInstance? {
        let found = answers.sorted { $0.key < $1.key }.compactMap(\.value)
        guard let first = found.first else { return nil }
        var seen = Set<IPAddress>()
        return ServiceInstance(
            name: key.name, type: key.type, domain: key.domain, interface: nil, host: first.host, port: first.port,
            addresses: found.compactMap(\.address).filter { seen.insert($0).inserted }, txt: first.txt)
    }

    func end(_ instance: ServiceInstance?) {
        for timer in timers { timer.cancel() }
        for resolver in resolvers { avahi_service_resolver_free(resolver) }
        continuation?.resume(returning: instance)
    }
}
