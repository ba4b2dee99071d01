/// The scripts that bash and fish read, as the argument parser writes them, with what they lack.
enum CompletionScript {
    private static let registration = "complete -o filenames -F _netdiag netdiag"

    /// Bash takes every word for the name of a file: it quotes the colon of a URL, and puts a space behind a scheme, where the
    /// host is to follow. Words that need no quotes are left as they are.
    private static let wrapper = #"""
        _netdiag_words() {
            _netdiag "$@"
            local word
            for word in "${COMPREPLY[@]}"; do
                [[ "${word}" == *[^[:alnum:]:/._%@+=,-]* ]] && return
            done
            compopt +o filenames 2>/dev/null
            for word in "${COMPREPLY[@]}"; do
                [[ "${word}" == *// ]] && compopt -o nospace 2>/dev/null
            done
            return 0
        }

        complete -o filenames -F _netdiag_words netdiag
        """#

    /// - Returns: the text itself where it is another script, or another message.
    static func completed(_ text: String) -> String {
        // It is the last line of the script.
        guard text.hasSuffix(registration) else { return withPlaces(text) }
        return text.dropLast(registration.count) + wrapper
    }

    /// For fish, the argument parser counts only the arguments that have words to offer. In `netdiag publish NAME TYPE`, it
    /// therefore offers types in the place of the name.
    private static func withPlaces(_ text: String) -> String {
        text.replacing(#/ -(eq|ge) \d+(' -fka '\(__netdiag_custom_completion ---completion [^@\n]*positional@)(\d+)/#) {
            line in
            " -\(line.1) \((Int(line.3) ?? 0) + 1)\(line.2)\(line.3)"
        }
    }
}
