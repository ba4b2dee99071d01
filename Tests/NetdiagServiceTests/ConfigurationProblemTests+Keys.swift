import TargetKinds

/// The keys that messages list.
extension ConfigurationProblemTests {
    static let topLevel =
        "interval, timeout, proxy, captive_portal_url, uplink, defaults, groups, targets, include, maintenance, history, listen, publish, services, access, discovery, thresholds, blackbox, alerts"
    static let ofTarget =
        ([
            "target, name, group, secret_path, interval, timeout, family, ca_file, after, recover, labels, maintenance, thresholds, address, http, tls, credentials, proxy, ftp, websocket, script, records, ping"
        ]
        + TargetKinds.builtIn.all.filter { !$0.describedSettings.isEmpty }.map { $0.name }).joined(separator: ", ")
}
