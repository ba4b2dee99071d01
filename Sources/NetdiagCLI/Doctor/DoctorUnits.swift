import Glibc
import ServiceDiscovery

/// Checks whether the service manager has the daemon's unit, starts it at boot, and whether it is running.
struct DoctorUnits {
    var findings: [DoctorFinding] {
        guard ServiceCommand.isManaged else {
            return [
                DoctorFinding(
                    "unit", .note, "this machine is not run by systemd: what starts netdiagd at boot is not known here")
            ]
        }
        return [daemon, helper]
    }

    private var daemon: DoctorFinding {
        let unit = Self.properties("netdiagd.service")
        let see = "See why: journalctl -u netdiagd -n 50"
        switch (unit["LoadState"], unit["ActiveState"], unit["UnitFileState"]) {
        case (nil, _, _):
            return DoctorFinding(
                "unit", .note, "systemd does not answer: systemctl show netdiagd.service failed")
        case ("loaded", "failed", _):
            return DoctorFinding(
                "unit", .error, "netdiagd.service has failed (\(Text.shown(unit["Result"] ?? "no reason given")))",
                fix: see, "Start it again: sudo systemctl restart netdiagd")
        case ("loaded", let active, let file) where !["enabled", "enabled-runtime", "static"].contains(file ?? ""):
            return DoctorFinding(
                "unit", .warning,
                "netdiagd.service is \(Text.shown(active ?? "")), and is not started at boot (\(Text.shown(file ?? "")))",
                fix: "sudo systemctl enable --now netdiagd")
        case ("loaded", "active", _), ("loaded", "reloading", _):
            return DoctorFinding("unit", .ok, "netdiagd.service is active, and started at boot")
        case ("loaded", let active, _):
            return DoctorFinding(
                "unit", .warning, "netdiagd.service is \(Text.shown(active ?? ""))", fix: see,
                "Start it: sudo systemctl start netdiagd")
        case (let state?, _, _):
            return DoctorFinding(
                "unit", .warning, "netdiagd.service is not installed (\(Text.shown(state)))",
                fix: "Install it: sudo make install", "Have systemd load it: sudo systemctl daemon-reload")
        }
    }

    /// The unit that sends ARP for the daemon, which has no capability to do so itself.
    private var helper: DoctorFinding {
        let unit = Self.properties("netdiag-arp.socket")
        if unit["ActiveState"] == "active" {
            return DoctorFinding(
                "unit.arp", .ok, "netdiag-arp.socket is active: the daemon can ask for gateways by ARP")
        }
        return DoctorFinding(
            "unit.arp", .warning,
            "netdiag-arp.socket is \(Text.shown(unit["ActiveState"] ?? "not known")): "
                + "a dead gateway is detected some seconds later",
            fix: "sudo systemctl enable --now netdiag-arp.socket")
    }

    private static func properties(_ unit: String) -> [String: String] {
        let arguments = ["systemctl", "show", "-p", "LoadState,ActiveState,UnitFileState,Result", unit]
        guard let (status, output) = try? SystemCommand.run(arguments, limit: .seconds(5)), status == 0 else {
            return [:]
        }
        var properties: [String: String] = [:]
        for line in output.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
        }
        return properties
    }
}
