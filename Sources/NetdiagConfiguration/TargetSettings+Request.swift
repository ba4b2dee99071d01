package import NetworkDiagnostics
package import NetworkModel

extension Configuration.TargetSettings {
    /// The options for a check of the target. Secrets are bound to the target and the route of the configuration, so
    /// that they are not sent elsewhere even if the options are used for another request.
    package func options(_ thresholds: Thresholds) -> CheckOptions {
        var probe = probe
        probe.bind(to: target)
        return CheckOptions(
            families: families, timeout: timeout, thresholds: self.thresholds ?? thresholds, probe: probe)
    }

    /// A request to check the target as configured.
    package func request(_ thresholds: Thresholds) -> CheckRequest {
        CheckRequest(target, settings: options(thresholds))
    }

    /// A request as ``request(_:)``, for periodic checks.
    package func scheduledRequest(_ thresholds: Thresholds) -> CheckRequest {
        var request = request(thresholds)
        request.settings.followUps = .asBudgeted
        return request
    }
}

extension Configuration {
    /// The settings for the examination of the uplink.
    package var uplink: UplinkOptions { UplinkOptions(sendsPackets: probesUplink, url: portalURL) }
}
