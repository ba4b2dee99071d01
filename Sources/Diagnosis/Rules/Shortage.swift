/// What there is none left of (connect(2), socket(2), send(2)).
enum Shortage {
    /// In words; `nil` for an error that is no lack of anything.
    static func of(_ error: String) -> String? {
        switch error {
        case "EADDRNOTAVAIL": "no local port is free for this address (EADDRNOTAVAIL)"
        // Of a datagram that has no port yet.
        case "EAGAIN": "no local port is free (EAGAIN)"
        case "EMFILE": "this process has no file descriptor left (EMFILE)"
        case "ENFILE": "the system has no file descriptor left (ENFILE)"
        case "ENOBUFS", "ENOMEM": "there is no memory for a socket (\(error))"
        default: nil
        }
    }
}
