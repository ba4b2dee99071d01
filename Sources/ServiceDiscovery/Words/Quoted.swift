import NetworkModel

/// Text of a caller for a message: escaped and truncated.
func quoted(_ text: String) -> String {
    "\"\(SafeText.escaped(SafeText.cut(text, to: 80)))\""
}
