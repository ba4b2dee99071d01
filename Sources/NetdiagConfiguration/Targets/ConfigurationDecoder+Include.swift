import NetworkModel
import Probes

/// The targets of the configuration file, and of the files that it includes.
extension ConfigurationDecoder {
    /// The maximum number of files that a configuration includes.
    static let maxIncluded = 1_000
    static let includedKeys = ["groups", "targets"]

    /// A file and its settings.
    private struct Part {
        let file: String
        let group: Group
    }

    mutating func targets(
        _ root: Group, pace: CheckTiming, proxy: ProxyChoice, thresholds: Thresholds
    ) -> [Configuration.TargetSettings] {
        var defaults = TargetDefaults(pace: pace)
        if let windows = root["maintenance"] { defaults.maintenance = maintenance(windows) }
        if let setting = root["defaults"], let group = group(setting, known: Self.defaultKeys) {
            defaults = sharedDefaults(group, on: defaults, thresholds: thresholds)
        }
        let main = problems.file
        let parts = [Part(file: main, group: root)] + included(root["include"])
        var context = TargetContext(defaults: defaults, proxy: proxy, thresholds: thresholds)
        for part in parts {
            guard let setting = part.group["groups"] else { continue }
            problems.attribute(to: part.file)
            let groups = self.groups(setting, on: defaults, thresholds: thresholds)
            for name in groups.keys.sorted() where context.groups?[name] != nil {
                refuse(setting, "has \(SafeText.shown(name)), which another file has already; keep one of the two")
            }
            context.groups = (context.groups ?? [:]).merging(groups) { first, _ in first }
        }
        var targets: [Configuration.TargetSettings] = []
        for part in parts {
            guard let setting = part.group["targets"] else { continue }
            problems.attribute(to: part.file)
            self.targets(setting, &context, to: &targets)
        }
        problems.attribute(to: main)
        return targets
    }

    private mutating func included(_ setting: Setting?) -> [Part] {
        guard let setting, !setting.node.isNull,
            let items = list(setting, of: "files, as in conf.d/*.yaml, in quotes where it begins with *")
        else { return [] }
        let main = problems.file
        var seen: Set<String> = []
        var paths: [String] = []
        for item in items {
            guard let pattern = text(item, "files, as in conf.d/*.yaml") else { continue }
            guard !pattern.isEmpty, !pattern.utf8.contains(0) else {
                refuse(item, "is not a path; write files, as in conf.d/*.yaml")
                continue
            }
            let found = FilePattern.files(
                pattern.hasPrefix("/") ? pattern : FilePath.prefix(of: main) + pattern, atMost: Self.maxIncluded + 1)
            // A pattern may not match any file yet, but a path without a pattern must exist.
            if found.isEmpty, !pattern.contains(where: { "*?[".contains($0) }) {
                refuse(item, "\(SafeText.shown(pattern)) is not there; write the path of a file, or a pattern")
            }
            paths += found.filter { seen.insert($0).inserted }
            guard paths.count <= Self.maxIncluded else {
                refuse(setting, "matches more files than the maximum of \(Self.maxIncluded)")
                return []
            }
        }
        let parts = paths.compactMap { part(of: $0) }
        problems.attribute(to: main)
        return parts
    }

    private static func hasTargets(_ root: YAMLNode) -> Bool {
        guard case .mapping(let entries) = root.content else { return false }
        return entries.contains { includedKeys.contains($0.key) }
    }

    private static func noTargets(_ root: YAMLNode) -> String {
        let found =
            switch root.content {
            case .scalar: "text without keys"
            case .sequence: "a list without a key"
            case .mapping(let entries):
                entries.first.map { "the key \(SafeText.shown($0.key)) first" } ?? "nothing between the braces"
            }
        return
            "is not a file of targets: it has \(found); write targets: or groups:, as in targets: [https://example.org/]"
    }

    private mutating func part(of path: String) -> Part? {
        problems.attribute(to: path)
        let root: YAMLNode?
        do throws(ConfigurationError) {
            let file: RegularFile
            do throws(SettingsError) {
                file = try RegularFile.read(path, maxBytes: ConfigurationText.maxBytes)
            } catch {
                throw ConfigurationProblems.one(error.reason, file: path)
            }
            root = try YAMLReader.read(ConfigurationText(file.bytes, file: path), problems: &problems)
        } catch {
            for problem in error.problems { problems.add(problem.text, line: problem.line) }
            return nil
        }
        guard let root else { return nil }
        // Files of other programs, such as nsswitch.conf, may happen to be valid YAML. Their lines are not reported one
        // by one.
        guard root.isNull || Self.hasTargets(root) else {
            problems.add(Self.noTargets(root), line: root.mark.line)
            return nil
        }
        return group(Setting(name: "an included file", node: root), known: Self.includedKeys, prefix: "").map {
            Part(file: path, group: $0)
        }
    }
}
