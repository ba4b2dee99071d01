extension [String] {
    /// The parts of a line, separated by commas.
    func listed(otherwise nothing: String) -> String {
        isEmpty ? nothing : joined(separator: ", ")
    }
}
