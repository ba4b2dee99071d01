import TargetKinds

/// The keys that an error lists.
extension ConfigurationProblemTests {
    static let topLevel =
        "interval, timeout, proxy, captive_portal_url, uplink, targets, listen, publish, services, access, discovery, thresholds, blackbox"
    static let ofTarget =
        ([
            "target, interval, timeout, family, ca_file, address, http, tls, credentials, proxy, ftp, websocket, script, records, ping"
        ]
        + TargetKinds.builtIn.all.filter { !$0.describedSettings.isEmpty }.map { $0.name }).joined(separator: ", ")
}
