import NetworkModel

/// What a caller gave, fit for a message: escaped, and not at full length.
func quoted(_ text: String) -> String {
    let shown = text.prefix(80)
    return "\"\(SafeText.escaped(String(shown)))\(shown.endIndex == text.endIndex ? "" : "…")\""
}
