/// The texts of the causes of the route's layers, and the fixed texts of output. Kinds of targets have their own
/// (`TargetKind.translations`).
enum FrenchTexts {
    static var causes: [String] { [host, network, names, transport] }
    static var phrases: [String] { [words, pageWords, commandWords, toolWords] }
    static var factTexts: [String] { [facts, messages] }
}
