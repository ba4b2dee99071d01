/// Recognises possible secrets in files to convert. They are never copied into a file that others can read.
enum ImportSecrets {
    /// Parts of names that indicate secrets. It is better to omit too much than too little, since omissions are listed.
    private static let words = [
        "key", "token", "secret", "cookie", "auth", "pass", "pwd", "credential", "session", "signature", "bearer",
        "jwt",
    ]

    /// Whether a name indicates that the value is a secret, as in `X-Api-Key` or `access_token`.
    static func isNamed(_ name: String) -> Bool {
        let name = name.lowercased()
        return words.contains { name.contains($0) }
    }

    /// Whether the value of a header field contains credentials, whatever its name is.
    static func isLogin(_ value: String) -> Bool {
        let start = value.prefix { $0 != " " }.lowercased()
        return ["basic", "bearer", "digest", "negotiate"].contains(start) && start.utf8.count < value.utf8.count
    }

    /// A URL without its login (RFC 3986 section 3.2.1), and without the values of parameters whose names indicate
    /// secrets.
    ///
    /// - Returns: The remaining URL, and what was removed, such as `the login` or `the value of token`.
    static func stripped(_ url: String) -> (url: String, left: [String]) {
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        var result = String(url[..<start])
        var left: [String] = []
        let scalars = url[start...].unicodeScalars
        let authority = scalars.prefix { !"/?#\\".unicodeScalars.contains($0) }
        if let at = authority.lastIndex(of: "@") {
            left.append("the login")
            result += String(authority[authority.index(after: at)...])
        } else {
            result += String(authority)
        }
        let tail = scalars[authority.endIndex...]
        let path = tail.prefix { $0 != "?" && $0 != "#" }
        result += String(path)
        var parameter = ""
        func flush() {
            let name = String(parameter.unicodeScalars.prefix { $0 != "=" })
            if name.unicodeScalars.count < parameter.unicodeScalars.count, isNamed(name) {
                left.append("the value of \(name)")
                result += name + "="
            } else {
                result += parameter
            }
            parameter = ""
        }
        for scalar in tail[path.endIndex...] {
            if "?&;#".unicodeScalars.contains(scalar) {
                flush()
                result.unicodeScalars.append(scalar)
            } else {
                parameter.unicodeScalars.append(scalar)
            }
        }
        flush()
        return (result, left)
    }

    /// A text for messages; if it is a URL, without possible secrets.
    static func shown(_ text: String) -> String { text.contains("://") ? stripped(text).url : text }
}
