/// A sentence in the language of the reader, made from the catalogue. Where a type takes nothing else, a sentence without a
/// translation does not compile.
public struct LocalSentence: Sendable, Hashable {
    /// The text in the language that was current when the sentence was made.
    public let text: String

    /// A phrase of the catalogue.
    public init(_ phrase: CommandPhrase, _ facts: [String: String] = [:]) { text = phrase.text(facts) }

    /// A phrase about a number of things.
    public init(_ phrase: CommandPhrase, _ count: Int, _ facts: [String: String] = [:]) {
        text = phrase.text(count, facts)
    }

    /// A command, which is the same in all languages.
    public init(command: String) { text = command }

    /// A message of a library, the kernel or the decoder of the configuration, which is English.
    public init(message: String) { text = message }
}
