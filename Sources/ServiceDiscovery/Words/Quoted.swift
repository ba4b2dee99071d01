import NetworkModel

/// What a caller gave, fit for a message: escaped, and not at full length.
func quoted(_ text: String) -> String {
    "\"\(SafeText.escaped(SafeText.cut(text, to: 80)))\""
}
