/// The words of causes and the fixed words of output, a file for some layers.
enum FrenchTexts {
    static var causes: [String] { [host, network, names, transport, web, directories, services] }
    static var phrases: [String] { [words, pageWords] }
    static var factTexts: [String] { [facts] }
}
