/// The parts of completion scripts for `netdiag serve`, whose words are known to another program: each asks
/// `netdiag serve --complete-words SHELL INDEX WORD…`, which prints one word a line, and `---files` if files are possible.
enum ServeScript {
    /// Completes for bash, in place of the function of the argument parser.
    static let bash = #"""
        _netdiag_serve_words() {
            local -r cur="${2}"
            local word has_files=
            COMPREPLY=()
            while IFS='' read -r word; do
                if [[ "${word}" == ---files ]]; then has_files=1; else COMPREPLY+=("${word}"); fi
            done < <("${COMP_WORDS[0]}" serve --complete-words bash "$((COMP_CWORD - 2))" "${COMP_WORDS[@]:2}" 2>/dev/null)
            if [[ -n "${has_files}" ]]; then
                while IFS='' read -r word; do COMPREPLY+=("${word}"); done < <(compgen -f -- "${cur}")
                return
            fi
            compopt +o filenames 2>/dev/null
            for word in "${COMPREPLY[@]}"; do
                [[ "${word}" == *= ]] && compopt -o nospace 2>/dev/null
            done
            return 0
        }
        """#

    /// Completes for zsh; replaces the function of the argument parser.
    static let zsh = #"""
        _netdiag_serve() {
            local -i ret=1
            local -a offered=("${(@f)$("${command_name}" serve --complete-words zsh "$((CURRENT - 2))" "${(@Q)words[2,-1]}" 2>/dev/null)}")
            local -a words_offered=("${(@)offered:#(|---files)}")
            local -a open_words=("${(@M)words_offered:#*=}") whole_words=("${(@)words_offered:#*=}")
            (( ${#whole_words} )) && compadd -- "${whole_words[@]}" && ret=0
            (( ${#open_words} )) && compadd -S '' -- "${open_words[@]}" && ret=0
            if (( ${offered[(Ie)---files]} )); then
                # The file of --option=FILE begins after the equals sign.
                [[ "${PREFIX}" == --*=* ]] && compset -P '*='
                _files && ret=0
            fi
            return "${ret}"
        }

        """#

    /// Completes for fish.
    static let fish = #"""

        function __netdiag_is_serve
            set -l tokens (__netdiag_tokens -pc)
            test (count $tokens) -ge 2; and test "$tokens[2]" = serve
        end

        function __netdiag_serve_words
            set -l tokens (__netdiag_tokens -pc)
            set -l words $tokens[3..]
            set -a words "$(commandline -ct)"
            for word in (command $tokens[1] serve --complete-words fish (math (count $words) - 1) $words 2>/dev/null)
                if test "$word" = ---files
                    # The file of --option=FILE begins after the equals sign.
                    set -l parts (string match -r '^(--[^=]*=|)(.*)$' -- (commandline -ct))
                    for path in (__fish_complete_path "$parts[3]")
                        printf '%s\n' "$parts[2]$path"
                    end
                else
                    printf '%s\n' $word
                end
            end
        end

        complete -c 'netdiag' -n '__netdiag_is_serve' -fka '(__netdiag_serve_words)'
        """#

    /// The zsh script with the function for `netdiag serve`.
    static func inZsh(_ script: String) -> String {
        guard let begin = script.firstRange(of: "_netdiag_serve() {\n"),
            let end = script[begin.upperBound...].firstRange(of: "\n}\n")
        else { return script }
        return script[..<begin.lowerBound] + zsh + script[end.upperBound...]
    }

    /// The fish script without the lines for the options of `netdiag serve`, which the other program names as well.
    static func inFish(_ script: String) -> String {
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false).filter {
            !$0.contains("__netdiag_should_offer_completions_for_flags_or_options \"netdiag serve\"")
        }
        return lines.joined(separator: "\n") + fish
    }
}
