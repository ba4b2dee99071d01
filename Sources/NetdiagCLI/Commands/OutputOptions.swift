import ArgumentParser

/// What every command takes.
struct OutputOptions: ParsableArguments {
    /// For whom the output is.
    enum Format: Sendable { case json, text }

    @Flag(name: .customLong("json"), help: "Print JSON: one object a line.")
    var isJSON = false

    @Flag(name: .customLong("plain"), help: "For screen readers: words for signs, and one line after the other.")
    var isPlain = false

    var format: Format { isJSON ? .json : .text }
}
