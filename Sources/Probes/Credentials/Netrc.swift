import NetworkModel

/// The entries of a netrc(5) file.
struct Netrc {
    private let tokens: [String]

    init(_ text: String) {
        var tokens: [String] = []
        var isMacro = false
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            // A macro ends at the next empty line.
            if isMacro {
                isMacro = !line.isEmpty
                continue
            }
            let words = Self.words(of: line)
            if let macro = words.firstIndex(of: "macdef") {
                tokens += words[..<macro]
                isMacro = true
            } else {
                tokens += words
            }
        }
        self.tokens = tokens
    }

    /// The first entry for the host, or else the default.
    func secret(for host: Host) -> Secret? {
        var isMeant = false
        var user: String?
        var password: String?
        var index = 0
        func value() -> String {
            index += 1
            return index < tokens.count ? tokens[index] : ""
        }
        loop: while index < tokens.count {
            switch tokens[index] {
            case "machine", "default":
                if isMeant { break loop }
                let isDefault = tokens[index] == "default"
                isMeant = isDefault || value().lowercased() == host.description.lowercased()
            case "login": if isMeant { user = value() } else { index += 1 }
            case "password": if isMeant { password = value() } else { index += 1 }
            case "account": index += 1
            default: break
            }
            index += 1
        }
        guard isMeant, let user else { return nil }
        return Secret(.password(user: user, password: password ?? ""))
    }

    /// The words of a line, up to a comment. Quoted words can contain blanks and, after a backslash, any character (the rules
    /// of curl, which extend netrc(5)). The line is read by scalars, since a password may begin with a combining one.
    private static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var rest = line.unicodeScalars
        while true {
            rest = rest.drop(while: \.properties.isWhitespace)
            guard let first = rest.first, first != "#" else { return words }
            guard first == "\"" else {
                let word = rest.prefix { !$0.properties.isWhitespace }
                words.append(String(word))
                rest = rest[word.endIndex...]
                continue
            }
            var word = String.UnicodeScalarView()
            rest = rest.dropFirst()
            while let scalar = rest.popFirst(), scalar != "\"" {
                guard scalar == "\\", let escaped = rest.popFirst() else {
                    word.append(scalar)
                    continue
                }
                let meant: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t"]
                word.append(meant[escaped] ?? escaped)
            }
            words.append(String(word))
        }
    }
}
