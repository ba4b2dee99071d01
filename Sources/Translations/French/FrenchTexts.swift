/// The texts of causes, and the fixed texts of output. Each file has those of some layers.
enum FrenchTexts {
    static var causes: [String] { [host, network, names, transport, web, directories, services] }
    static var phrases: [String] { [words, pageWords] }
    static var factTexts: [String] { [facts] }
}
