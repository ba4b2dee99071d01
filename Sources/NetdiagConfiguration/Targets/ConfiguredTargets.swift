package import NetworkDiagnostics
package import NetworkModel
import TargetKinds

/// The targets of a configuration, found by what somebody calls them: their names, or what is checked.
package struct ConfiguredTargets: Sendable {
    private let targets: [Configuration.TargetSettings]
    private let thresholds: Thresholds
    /// The place of each among ``targets``.
    private let names: [String: Int]
    private let texts: [String: Int]

    package init(_ configuration: Configuration = Configuration()) {
        targets = configuration.targets
        thresholds = configuration.thresholds
        let places = configuration.targets.enumerated()
        names = Dictionary(places.map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        // Of those that are the same place, the first is what a check of the place is of.
        texts = Dictionary(places.map { ($1.target.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What somebody means: a configured target by its name, else by what is checked, else what the text itself says. A name
    /// goes before a host of the same name, which is meant by `icmp://HOST`.
    ///
    /// - Throws: Where it is none of these, with the name that is nearest.
    package func find(_ text: String) throws(SettingsError) -> (target: Target, settings: Configuration.TargetSettings?)
    {
        if let place = names[text] ?? texts[text] { return (targets[place].target, targets[place]) }
        do {
            return (try Target(text), nil)
        } catch {
            let meant = nearest(to: text).map {
                "; no configured target is called so either, did you mean \(SafeText.shown($0))?"
            }
            throw SettingsError(error.description + (meant ?? ""))
        }
    }

    /// The settings that apply to a check of a configured target.
    package func options(of settings: Configuration.TargetSettings) -> CheckOptions { settings.options(thresholds) }

    /// The name of a configured target that differs a little from a text.
    package func nearest(to text: String) -> String? {
        NearestName.of(text, among: targets.lazy.map(\.key))
    }

    /// Says with a bare host of one label that does not work what was probably meant.
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
