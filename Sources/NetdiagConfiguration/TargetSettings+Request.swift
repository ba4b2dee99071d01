package import NetworkDiagnostics
package import NetworkModel

extension Configuration.TargetSettings {
    /// How the target is checked. What is secret is bound to the target and the route of the configuration: whatever else is
    /// asked for of these options, it goes nowhere else.
    package func options(_ thresholds: Thresholds) -> CheckOptions {
        var probe = probe
        probe.bind(to: target)
        return CheckOptions(
            families: families, timeout: timeout, thresholds: self.thresholds ?? thresholds, probe: probe)
    }

    /// A check of the target as it is configured.
    package func request(_ thresholds: Thresholds) -> CheckRequest {
        CheckRequest(target, settings: options(thresholds))
    }

    /// As ``request(_:)``, for checks that go on by themselves.
    package func scheduledRequest(_ thresholds: Thresholds) -> CheckRequest {
        var request = request(thresholds)
        request.settings.followUps = .asBudgeted
        return request
    }
}

extension Configuration {
    /// How the uplink is examined.
    package var uplink: UplinkOptions { UplinkOptions(sendsPackets: probesUplink, url: portalURL) }
}
