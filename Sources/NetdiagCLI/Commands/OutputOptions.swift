import ArgumentParser

/// Options of every command.
struct OutputOptions: ParsableArguments {
    /// The output format.
    enum Format: Sendable { case json, text }

    @Flag(name: .customLong("json"), help: "Print JSON, one object per line.")
    var isJSON = false

    @Flag(name: .customLong("plain"), help: "Print for screen readers: words instead of symbols, no alignment.")
    var isPlain = false

    var format: Format { isJSON ? .json : .text }
}
