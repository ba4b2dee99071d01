/// The form of a setting's values, as far as JSON Schema can express it, for the API's description and the help.
public enum SettingForm: Sendable, Hashable {
    /// A text, such as a duration or a pattern.
    case text
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    /// `true` or `false`, which are `on` or `off` as text.
    case flag
    /// One of several words.
    case choice([String])
    /// A list of values, or a single one in its place.
    indirect case list(SettingForm)
    /// A group of settings, or one of several forms.
    case any
}
