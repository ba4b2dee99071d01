import CAvahi

/// The hosts whose addresses are followed, each once for all of its services.
final class HostDirectory {
    struct Key: Hashable {
        let host: String
        let interface: AvahiIfIndex
    }

    private var hosts: [Key: HostAddresses] = [:]

    func addresses(of host: String, on interface: AvahiIfIndex, _ client: ClientHandle) -> (Key, HostAddresses)? {
        let key = Key(host: host.lowercased(), interface: interface)
        if let known = hosts[key] { return (key, known) }
        guard let addresses = HostAddresses(client, host: host, interface: interface) else { return nil }
        hosts[key] = addresses
        return (key, addresses)
    }

    func stopListening(_ listener: Int, to key: Key) {
        guard let addresses = hosts[key], addresses.stopListening(listener) else { return }
        addresses.free()
        hosts[key] = nil
    }

    func free() {
        for addresses in hosts.values { addresses.free() }
        hosts = [:]
    }
}
