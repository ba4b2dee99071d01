import NetdiagConfiguration
import NetworkModel

/// The result of a conversion: the targets, and what had to be omitted.
struct Import {
    private(set) var targets: [ImportedTarget] = []
    /// Lines with the place and the reason, in the order of the files.
    private(set) var omissions: [String] = []
    /// The file with the modules of blackbox_exporter.
    var blackbox: String?
    private var keys: Set<String> = []
    /// The next number for each name, so that thousands of targets with the same name are not searched again.
    private var numbers: [String: Int] = [:]
    /// The maximum number of settings that are omitted from a target before the target itself is omitted.
    private static let maxRemovals = 50
    /// The maximum number of omissions that are listed.
    private static let maxOmissions = 10_000

    mutating func omit(_ what: String, _ why: String, at place: ImportSourceLocation) {
        guard omissions.count < Self.maxOmissions else { return }
        // Each problem must be one line, whatever the file contains.
        let (what, why) = (
            SafeText.cut(SafeText.escaped(what), to: 300), SafeText.cut(SafeText.harmless(why), to: 1_000)
        )
        omissions.append("\(place): \(what) is left out: \(why)")
    }

    /// Adds a target with all settings that netdiag accepts. The others are omitted and listed.
    mutating func add(_ target: ImportedTarget) {
        var target = target
        target.name = target.name.flatMap { Self.name($0) }
        target.group = target.group.flatMap { Self.name($0) }
        guard targets.count < Configuration.maxTargets else {
            return omit(target.key, "netdiag takes up to \(Configuration.maxTargets) targets", at: target.place)
        }
        for (what, why, place) in target.omissions { omit("\(what) of \(target.key)", why, at: place) }
        var removals = 0
        while removals <= Self.maxRemovals {
            let problem: String
            do throws(ConfigurationError) {
                let key = try Self.key(of: target)
                if keys.insert(key).inserted { return targets.append(target) }
                // The next attempt uses a free name.
                target.name = freeName(like: key)
                continue
            } catch {
                problem = error.problems.first?.text ?? "it is not valid"
            }
            let name = String(problem.prefix { $0 != " " })
            guard target.remove(name) else { return omit(target.key, problem, at: target.place) }
            removals += 1
            omit("\(name) of \(target.key)", String(problem.dropFirst(name.count + 1)), at: target.place)
        }
        omit(target.key, "netdiag does not take more than \(Self.maxRemovals) of its settings", at: target.place)
    }

    /// The key of a target as parsed by netdiag, in which two spellings of a URL are the same.
    ///
    /// - Throws: ``ConfigurationError`` if netdiag does not accept the target.
    private static func key(of target: ImportedTarget) throws(ConfigurationError) -> String {
        let text = "targets:\n" + target.lines.map { $0 + "\n" }.joined()
        return try Configuration.parse(Array(text.utf8), file: "import").targets.first?.key ?? target.key
    }

    /// A name that no target has, such as `Shop (2)`.
    private mutating func freeName(like key: String) -> String {
        let base = Self.name(SafePrefix.of(key, 80)) ?? "target"
        var number = numbers[base] ?? 2
        while keys.contains("\(base) (\(number))") { number += 1 }
        numbers[base] = number + 1
        return "\(base) (\(number))"
    }

    /// The name without control characters and cut to a valid length; `nil` if nothing remains.
    private static func name(_ text: String) -> String? {
        let plain = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        var name = SafePrefix.of(String(plain.drop { $0 == " " }), 100)[...]
        while name.last == " " { name = name.dropLast() }
        return name.isEmpty ? nil : String(name)
    }
}
