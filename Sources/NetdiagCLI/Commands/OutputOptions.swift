import ArgumentParser

/// What every command takes.
struct OutputOptions: ParsableArguments {
    /// For whom the output is.
    enum Format: Sendable { case json, text }

    @Flag(name: .customLong("json"), help: "Print JSON: one object a line.")
    var isJSON = false

    var format: Format { isJSON ? .json : .text }
}
