import NetworkModel

/// The resource of this machine that is exhausted (connect(2), socket(2), send(2)).
enum Shortage {
    /// The resource as text; `nil` if the error is not about a resource.
    static func of(_ error: String) -> String? {
        switch error {
        case "EADDRNOTAVAIL": FactPhrase.noPortForAddress.text(["error": "EADDRNOTAVAIL"])
        // This is the error for a datagram without a port.
        case "EAGAIN": FactPhrase.noPort.text(["error": "EAGAIN"])
        case "EMFILE": FactPhrase.noDescriptorHere.text(["error": "EMFILE"])
        case "ENFILE": FactPhrase.noDescriptor.text(["error": "ENFILE"])
        case "ENOBUFS", "ENOMEM": FactPhrase.noMemory.text(["error": error])
        default: nil
        }
    }

    /// The same, if the error is that of a packet. `ENOBUFS` is not about a resource then: the queue of an interface may have
    /// dropped the packet, or a link that has just gone down. If there is no memory for packets, the probe finds that out, and
    /// reports `ENOMEM`.
    static func ofPacket(_ error: String) -> String? { error == "ENOBUFS" ? nil : of(error) }

    /// The options of ss(8) that list the sockets which have the ports, for a socket without one; `nil` for other errors. A port can
    /// be used for several destinations, but not for several datagram sockets.
    static func holders(_ error: String, towards destination: IPAddress) -> String? {
        switch error {
        case "EADDRNOTAVAIL":
            // With -a, it also lists closed connections whose ports are not free yet (TIME-WAIT).
            destination.family == .ipv4 ? "-tanp dst \(destination)" : "-tanp dst '[\(destination)]'"
        case "EAGAIN": "-uanp"
        default: nil
        }
    }

    /// The finding about a table of neighbours that is full, so that packets to hosts that are not in it are not sent.
    static func ofNeighbours(_ family: AddressFamily) -> Finding {
        let limit = "net.\(family == .ipv4 ? "ipv4" : "ipv6").neigh.default.gc_thresh3"
        return Finding(
            LocalCauses.resource, confidence: 0.97,
            ["error": FactPhrase.neighboursFull.text(["limit": limit]), "limit": limit])
    }
}
