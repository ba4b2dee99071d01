package import NetdiagConfiguration
import NetworkModel
import Probes

/// A netdiag.yaml that is converted from files of blackbox_exporter and Prometheus, of Gatus, or of Uptime Kuma.
package struct ImportedConfiguration: Sendable {
    /// The text of the configuration file.
    package let text: String
    /// What had to be omitted, one line each: the place, the item and the reason.
    package let omissions: [String]
    package let targetCount: Int

    private static let maxBytes = 8 << 20

    private enum Form {
        case gatus, kuma, prometheus, blackbox

        init?(_ root: ImportNode) {
            if root["monitorList"]?.items != nil {
                self = .kuma
            } else if root["scrape_configs"] != nil {
                self = .prometheus
            } else if root["modules"]?.entries != nil {
                self = .blackbox
            } else if root["endpoints"]?.items != nil || root["services"]?.items != nil {
                self = .gatus
            } else {
                return nil
            }
        }
    }

    /// Reads the files and converts them to one configuration.
    ///
    /// - Throws: ``ConfigurationError`` if a file cannot be read, or has none of these formats.
    package init(of paths: [String]) throws(ConfigurationError) {
        var files: [(path: String, root: ImportNode, form: Form)] = []
        for path in paths { files.append(try Self.read(path)) }
        var result = Import()
        var modules: [String: BlackboxModuleSource] = [:]
        for file in files where file.form == .blackbox {
            modules.merge(BlackboxModuleSource.all(of: file.root, file: file.path)) { first, _ in first }
            Self.importModules(blackbox: file.path, into: &result)
        }
        for file in files {
            switch file.form {
            case .blackbox: break
            case .prometheus: PrometheusImport(file: file.path, modules: modules).read(file.root, into: &result)
            case .gatus: GatusImport(file: file.path).read(file.root, into: &result)
            case .kuma: KumaImport(file: file.path).read(file.root, into: &result)
            }
        }
        var lines = [
            "# Made by netdiagd --import of \(paths.map { SafeText.escapedPath($0) }.joined(separator: ", "))."
        ]
        if let blackbox = result.blackbox { lines.append("blackbox: " + ImportedValue.quoted(blackbox)) }
        lines.append(result.targets.isEmpty ? "targets: []" : "targets:")
        lines += result.targets.flatMap(\.lines)
        text = lines.map { $0 + "\n" }.joined()
        omissions = result.omissions
        targetCount = result.targets.count
        // The targets were only checked one by one. The whole configuration is parsed as in the daemon.
        _ = try Configuration.parse(Array(text.utf8), file: "the converted configuration")
    }

    private static func read(_ path: String) throws(ConfigurationError) -> (String, ImportNode, Form) {
        func wrong(_ reason: String) -> ConfigurationError { ConfigurationProblems.one(reason, file: path) }
        let file: RegularFile
        do {
            file = try RegularFile.read(path, maxBytes: maxBytes)
        } catch {
            throw wrong(error.reason)
        }
        var problems = ConfigurationProblems(file: path)
        let node = try YAMLReader.read(
            ConfigurationText(file.bytes, file: path), problems: &problems, extensions: .aliases)
        if let error = problems.error { throw error }
        guard let root = node.map({ ImportNode($0) }), let form = Form(root) else {
            throw wrong(
                "cannot be converted: it has neither scrape_configs: (Prometheus), modules: "
                    + "(blackbox_exporter), endpoints: (Gatus) nor monitorList (a backup of Uptime Kuma)")
        }
        return (path, root, form)
    }

    /// Keeps the modules for /probe, if netdiag accepts them.
    private static func importModules(blackbox path: String, into result: inout Import) {
        guard path.hasPrefix("/") else {
            result.omit(
                "blackbox: \(path)", "give its absolute path to have the modules serve /probe",
                at: ImportSourceLocation(file: path, line: 1))
            return
        }
        do throws(ConfigurationError) {
            _ = try Configuration.parse(Array("blackbox: \(ImportedValue.quoted(path))\n".utf8), file: path)
            result.blackbox = path
        } catch {
            for problem in error.problems {
                result.omit(
                    "blackbox:", problem.text, at: ImportSourceLocation(file: problem.file, line: problem.line ?? 1))
            }
        }
    }
}
