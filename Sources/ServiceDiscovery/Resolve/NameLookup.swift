import CAvahi
import EventLoopKit
import NetworkModel
import SystemAddresses

/// A lookup of the host name of an address.
final class NameLookup: Lookup {
    private let address: IPAddress
    private let answer: PendingResult<FoundName?>
    private var resolver: AddressResolver?
    var isStarted: Bool { resolver != nil }
    var timer: EventLoopKit.Timer?

    init(_ address: IPAddress, _ answer: PendingResult<FoundName?>) {
        self.address = address
        self.answer = answer
    }

    func start(_ client: ClientHandle) {
        resolver = AddressResolver(client, address) { [unowned self] found in
            // There was no response within avahi's limit. That of the caller may be longer, and the resolver continues.
            if let found { answer.resume(with: .success(found)) }
        }
    }

    func lost() {
        resolver?.free()
        resolver = nil
    }

    func expire() { answer.resume(with: .success(nil)) }

    func fail(_ error: ServiceDiscoveryError) { answer.resume(with: .failure(error)) }
}

/// avahi's resolver of the name of an address, `AvahiAddressResolver`.
typealias AddressResolver = ObjectHandle<FoundName?>

extension ObjectHandle<FoundName?> {
    convenience init?(_ client: ClientHandle, _ address: IPAddress, handler: @escaping (FoundName?) -> Void) {
        var raw = AvahiAddress()
        raw.proto = AvahiProtocol(address.family == .ipv4 ? AVAHI_PROTO_INET : AVAHI_PROTO_INET6)
        withUnsafeMutableBytes(of: &raw.data) { $0.copyBytes(from: address.bytes) }
        let scope = address.scopeID
        self.init(
            client, handler: handler,
            make: { client, context in
                avahi_address_resolver_new(
                    client, scope == 0 ? AvahiIfIndex(AVAHI_IF_UNSPEC) : AvahiIfIndex(scope),
                    AvahiProtocol(AVAHI_PROTO_UNSPEC), &raw, AvahiLookupFlags(0),
                    { _, interface, _, event, _, name, _, context in
                        let found =
                            event == AVAHI_RESOLVER_FOUND
                            ? FoundName(name: WireText.string(name), interface: WireText.interfaceName(interface))
                            : nil
                        CallbackContext.call(context, found)
                    }, context)
            },
            freeing: { avahi_address_resolver_free($0) })
    }
}
