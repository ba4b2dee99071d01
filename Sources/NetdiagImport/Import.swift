import NetdiagConfiguration
import NetworkModel

/// What is made of files of others: the targets, and what had to be left out.
struct Import {
    private(set) var targets: [ImportedTarget] = []
    /// Lines with place and reason, in the order of the files.
    private(set) var omissions: [String] = []
    /// The file of blackbox_exporter's modules.
    var blackbox: String?
    private var keys: Set<String> = []
    /// More are counted, and not told.
    private static let maxOmissions = 10_000

    mutating func omit(_ what: String, _ why: String, at place: ImportPlace) {
        guard omissions.count < Self.maxOmissions else { return }
        // One problem is one line, whatever stands in the file.
        let (what, why) = (
            SafeText.cut(SafeText.escaped(what), to: 300), SafeText.cut(SafeText.harmless(why), to: 1_000)
        )
        omissions.append("\(place): \(what) is left out: \(why)")
    }

    /// Takes a target with all of its settings that netdiag takes; the rest is left out, and told.
    mutating func add(_ target: ImportedTarget) {
        var target = target
        target.name = target.name.flatMap { Self.name($0) }
        target.group = target.group.flatMap { Self.name($0) }
        for (what, why, place) in target.omissions { omit("\(what) of \(target.key)", why, at: place) }
        if keys.contains(target.key) {
            let base = target.key
            let number = (2...).first { !keys.contains("\(base) (\($0))") } ?? 2
            target.name = SafeText.cut(base, to: 80) + " (\(number))"
        }
        for _ in 0..<50 {
            guard let problem = Self.problem(of: target) else {
                keys.insert(target.key)
                targets.append(target)
                return
            }
            let name = String(problem.prefix { $0 != " " })
            guard target.remove(name) else {
                omit(target.key, problem, at: target.place)
                return
            }
            omit("\(name) of \(target.key)", String(problem.dropFirst(name.count + 1)), at: target.place)
        }
    }

    /// What netdiag says of it.
    private static func problem(of target: ImportedTarget) -> String? {
        let text = "targets:\n" + target.lines.map { $0 + "\n" }.joined()
        do throws(ConfigurationError) {
            _ = try Configuration.parse(Array(text.utf8), file: "import")
            return nil
        } catch {
            return error.problems.first?.text ?? "it cannot be taken"
        }
    }

    /// A name that netdiag takes: without control characters, and not too long.
    private static func name(_ text: String) -> String? {
        let plain = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        var name = plain.drop { $0 == " " }
        while name.last == " " { name = name.dropLast() }
        while name.utf8.count > 100 { name = name.dropLast() }
        return name.isEmpty ? nil : String(name)
    }
}
