import ArgumentParser
import FoundationEssentials

/// A command with its options and subcommands, as declared: what the argument parser says of itself
/// (`--experimental-dump-help`).
struct CommandDescription: Decodable, Sendable {
    struct Argument: Decodable, Sendable {
        enum Kind: String, Decodable, Sendable {
            case positional, option, flag
        }

        struct Name: Decodable, Sendable {
            enum Kind: String, Decodable, Sendable {
                case long, short, longWithSingleDash
            }

            let kind: Kind
            let name: String

            /// The name as it is typed.
            var word: String { (kind == .long ? "--" : "-") + name }
        }

        /// How a value is completed.
        enum Completion: Decodable, Sendable {
            case list(values: [String])
            case file(extensions: [String])
            case directory
            case shellCommand(command: String)
            case custom, customAsync, customDeprecated
        }

        let kind: Kind
        let isRepeating: Bool
        let shouldDisplay: Bool
        let names: [Name]?
        let valueName: String?
        let allValues: [String]?
        let completionKind: Completion?

        var words: [String] { (names ?? []).map(\.word) }
    }

    let commandName: String
    let subcommands: [CommandDescription]?
    let arguments: [Argument]?
    let defaultSubcommand: String?

    /// `netdiag serve` with all its commands; `nil` if the argument parser describes itself in another form.
    static let serve: CommandDescription? = {
        struct Tool: Decodable {
            let command: CommandDescription
        }
        let text = ServeRootCommand._dumpHelp()
        return try? JSONDecoder().decode(Tool.self, from: Data(text.utf8)).command
    }()

    func subcommand(_ name: String) -> CommandDescription? { subcommands?.first { $0.commandName == name } }

    /// The arguments of the command, with those of its default command.
    var all: [Argument] {
        (arguments ?? []) + (defaultSubcommand.flatMap(subcommand)?.arguments ?? [])
    }

    /// The option or flag with a name.
    func argument(named word: String) -> Argument? { all.first { $0.words.contains(word) } }
}
