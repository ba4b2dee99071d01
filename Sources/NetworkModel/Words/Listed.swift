extension [String] {
    /// The parts of a line, with commas between them.
    func listed(otherwise nothing: String) -> String {
        isEmpty ? nothing : joined(separator: ", ")
    }
}
