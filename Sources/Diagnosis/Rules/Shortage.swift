/// The resource of this machine that is exhausted (connect(2), socket(2), send(2)).
enum Shortage {
    /// In words; `nil` for an error that is no lack of anything.
    static func of(_ error: String) -> String? {
        switch error {
        case "EADDRNOTAVAIL": FactPhrase.noPortForAddress.text(["error": "EADDRNOTAVAIL"])
        // Of a datagram that has no port yet.
        case "EAGAIN": FactPhrase.noPort.text(["error": "EAGAIN"])
        case "EMFILE": FactPhrase.noDescriptorHere.text(["error": "EMFILE"])
        case "ENFILE": FactPhrase.noDescriptor.text(["error": "ENFILE"])
        case "ENOBUFS", "ENOMEM": FactPhrase.noMemory.text(["error": error])
        default: nil
        }
    }
}
