/// The completion scripts for bash, zsh and fish from the argument parser, with additions.
enum CompletionScript {
    private static let registration = "complete -o filenames -F _netdiag netdiag"

    /// Bash treats every word as a file name: it quotes the colon of a URL, and adds a space after a scheme, where the host
    /// must follow. Words that need no quotes are left unchanged.
    private static let wrapper = #"""
        _netdiag_words() {
            if [[ "${COMP_WORDS[1]}" == serve && "${COMP_CWORD}" -ge 2 ]]; then
                _netdiag_serve_words "$@"
                return
            fi
            local word are_files=
            _netdiag "$@"
            # A directory gets a slash, and no space.
            [[ -n "${are_files}" ]] && return
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

    /// Adds the lines of its input that begin with the typed text. An empty line, which the program prints if it knows no word,
    /// would be inserted as a blank. `compgen -W`, which the argument parser uses, performs command substitution on its words: a
    /// target or an interface named `$(reboot)` would be executed. Files are noted, since only they are completed as file names.
    private static let adding = #"""
        _netdiag_add_words() {
            local word
            while IFS='' read -r word; do
                [[ -n "${word}" && "${word}" == "${cur}"* ]] && COMPREPLY+=("${word}")
            done
            return 0
        }

        _netdiag_add_files() {
            are_files=1
            __netdiag_add_completions "$@"
        }
        """#

    private static func withoutSubstitution(_ script: String) -> String {
        let (head, tail) = (#"__netdiag_add_completions -W "$("#, #")""#)
        let files = ["__netdiag_add_completions -f", "__netdiag_add_completions -d"]
        return script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if let call = files.first(where: { line.hasSuffix(" \($0)") }) {
                return line.dropLast(call.count) + "_netdiag_add_files" + call.suffix(3)
            }
            guard let start = line.firstRange(of: head), line.hasSuffix(tail) else { return String(line) }
            let words = line[start.upperBound...].dropLast(tail.count)
            return line[..<start.lowerBound] + "_netdiag_add_words < <(" + words + ")"
        }.joined(separator: "\n")
    }

    /// - Returns: The unchanged text if it is another script or another message.
    static func completed(_ text: String) -> String {
        // The registration is the last line of the script.
        guard text.hasSuffix(registration) else {
            if text.hasPrefix("#compdef netdiag\n") { return ServeScript.inZsh(text) }
            return text.hasPrefix("function __netdiag_") ? ServeScript.inFish(withPlaces(text)) : text
        }
        let script = withoutSubstitution(String(text.dropLast(registration.count)))
        return [script + adding, ServeScript.bash, wrapper].joined(separator: "\n\n")
    }

    /// For fish, the argument parser only counts the arguments that have completions. In `netdiag publish NAME TYPE`, it
    /// therefore offers types in the place of the name.
    private static func withPlaces(_ text: String) -> String {
        text.replacing(#/ -(eq|ge) \d+(' -fka '\(__netdiag_custom_completion ---completion [^@\n]*positional@)(\d+)/#) {
            line in
            " -\(line.1) \((Int(line.3) ?? 0) + 1)\(line.2)\(line.3)"
        }
    }
}
