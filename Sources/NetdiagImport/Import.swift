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
    /// The number that the next target of a name gets, so that thousands of one name are not counted through again.
    private var numbers: [String: Int] = [:]
    /// Settings that are left out of one target before it is left out itself.
    private static let maxRemovals = 50
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
        guard targets.count < Configuration.maximumTargets else {
            return omit(target.key, "netdiag takes up to \(Configuration.maximumTargets) targets", at: target.place)
        }
        for (what, why, place) in target.omissions { omit("\(what) of \(target.key)", why, at: place) }
        var removals = 0
        while removals <= Self.maxRemovals {
            let problem: String
            do throws(ConfigurationError) {
                let key = try Self.key(of: target)
                if keys.insert(key).inserted { return targets.append(target) }
                // A free name is taken the next time.
                target.name = freeName(like: key)
                continue
            } catch {
                problem = error.problems.first?.text ?? "it cannot be taken"
            }
            let name = String(problem.prefix { $0 != " " })
            guard target.remove(name) else { return omit(target.key, problem, at: target.place) }
            removals += 1
            omit("\(name) of \(target.key)", String(problem.dropFirst(name.count + 1)), at: target.place)
        }
        omit(target.key, "netdiag does not take more than \(Self.maxRemovals) of its settings", at: target.place)
    }

    /// What tells a target from the others, as netdiag reads it: two ways to write one URL are one.
    ///
    /// - Throws: What netdiag says of a target that it does not take.
    private static func key(of target: ImportedTarget) throws(ConfigurationError) -> String {
        let text = "targets:\n" + target.lines.map { $0 + "\n" }.joined()
        return try Configuration.parse(Array(text.utf8), file: "import").targets.first?.key ?? target.key
    }

    /// A name that no target has, as in `Shop (2)`.
    private mutating func freeName(like key: String) -> String {
        let base = Self.name(SafePrefix.of(key, 80)) ?? "target"
        var number = numbers[base] ?? 2
        while keys.contains("\(base) (\(number))") { number += 1 }
        numbers[base] = number + 1
        return "\(base) (\(number))"
    }

    /// A name that netdiag takes: without control characters, and not too long.
    private static func name(_ text: String) -> String? {
        let plain = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        var name = SafePrefix.of(String(plain.drop { $0 == " " }), 100)[...]
        while name.last == " " { name = name.dropLast() }
        return name.isEmpty ? nil : String(name)
    }
}
