/// Finds loopback hosts in the arguments of a command.
///
/// In a network namespace, the loopback interface is that of the namespace: packets to it never pass the emulated link.
enum LoopbackArgument {
    /// The first loopback host in an argument: by itself, in a URL, with a port or within a script.
    static func first(in arguments: some Sequence<String>) -> String? {
        for argument in arguments {
            for word in argument.split(whereSeparator: { !isPart($0) }) {
                // This removes the port and a final full stop.
                let host = word.hasPrefix("::") ? word : word.prefix { $0 != ":" }
                let name = host.hasSuffix(".") ? host.dropLast() : host
                if name == "localhost" || name == "::1" || isLoopback(name) { return String(name) }
            }
        }
        return nil
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || ".:-_".contains(character))
    }

    /// Whether it is an address in 127.0.0.0/8.
    private static func isLoopback(_ name: Substring) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
