package import NetworkDiagnostics
package import NetworkModel
import TargetKinds

/// Finds the targets of a configuration by their names or their targets.
package struct ConfiguredTargets: Sendable {
    private let targets: [Configuration.TargetSettings]
    private let thresholds: Thresholds
    /// The index of each target in ``targets``.
    private let names: [String: Int]
    private let texts: [String: Int]

    package init(_ configuration: Configuration = Configuration()) {
        targets = configuration.targets
        thresholds = configuration.thresholds
        let places = configuration.targets.enumerated()
        names = Dictionary(places.map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        // If several targets are the same, the first one is used.
        texts = Dictionary(places.map { ($1.target.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Finds a configured target by its name, or else by its target; otherwise, the text is parsed as a target. A name
    /// takes precedence over a host of the same name, for which `icmp://HOST` can be used.
    ///
    /// - Throws: ``SettingsError`` if the text is none of these, with the most similar name.
    package func find(_ text: String) throws(SettingsError) -> (target: Target, settings: Configuration.TargetSettings?)
    {
        if let place = names[text] ?? texts[text] { return (targets[place].target, targets[place]) }
        do {
            return (try Target(text), nil)
        } catch {
            let meant = nearest(to: text).map {
                "; no configured target has this name either, did you mean \(SafeText.shown($0))?"
            }
            throw SettingsError(error.description + (meant ?? ""))
        }
    }

    /// The settings that apply to a check of a configured target.
    package func options(of settings: Configuration.TargetSettings) -> CheckOptions { settings.options(thresholds) }

    /// The name of a configured target that is similar to a text.
    package func nearest(to text: String) -> String? {
        NearestName.of(text, among: targets.lazy.map(\.key))
    }

    /// Adds a suggestion of a configured target to the report about a host name of one label that does not work.
    package func explain(_ report: inout Report, of target: Target) {
        guard report.status == .connectionDown, case .host = target.kind,
            !target.text.contains("."), let name = nearest(to: target.text)
        else { return }
        let advice =
            "No target of the configuration is called \(SafeText.shown(target.text)); did you mean \(SafeText.shown(name))?"
        report.cause?.advice.insert(advice, at: 0)
        if !report.findings.isEmpty, report.findings[0].id == report.cause?.id {
            report.findings[0].advice.insert(advice, at: 0)
        }
    }
}
