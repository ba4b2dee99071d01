import Glibc
import ServiceDiscovery
import Translations

/// Checks whether the service manager has the daemon's unit, starts it at boot, and whether it is running.
struct DoctorUnits {
    var findings: [DoctorFinding] {
        guard ServiceCommand.isManaged else {
            return [DoctorFinding("unit", .note, .unitUnmanaged)]
        }
        return [daemon, helper]
    }

    private var daemon: DoctorFinding {
        let unit = Self.properties("netdiagd.service")
        let see = LocalSentence(.seeWhy, ["command": "journalctl -u netdiagd -n 50"])
        switch (unit["LoadState"], unit["ActiveState"], unit["UnitFileState"]) {
        case (nil, _, _):
            return DoctorFinding("unit", .note, .systemdSilent)
        case ("loaded", "failed", _):
            return DoctorFinding(
                "unit", .error, .unitFailed,
                ["result": unit["Result"].map(Text.shown) ?? CommandPhrase.noReasonGiven.text], fix: see,
                LocalSentence(.startAgain, ["command": "sudo systemctl restart netdiagd"]))
        case ("loaded", let active, let file) where !["enabled", "enabled-runtime", "static"].contains(file ?? ""):
            return DoctorFinding(
                "unit", .warning, .unitNotAtBoot,
                ["state": Text.shown(active ?? ""), "file": Text.shown(file ?? "")],
                fix: LocalSentence(command: "sudo systemctl enable --now netdiagd"))
        case ("loaded", "active", _), ("loaded", "reloading", _):
            return DoctorFinding("unit", .ok, .unitActive)
        case ("loaded", let active, _):
            return DoctorFinding(
                "unit", .warning, .unitState, ["state": Text.shown(active ?? "")], fix: see,
                LocalSentence(.startIt, ["command": "sudo systemctl start netdiagd"]))
        case (let state?, _, _):
            return DoctorFinding(
                "unit", .warning, .unitNotInstalled, ["state": Text.shown(state)],
                fix: LocalSentence(.installIt, ["command": "sudo make install"]),
                LocalSentence(.loadUnit, ["command": "sudo systemctl daemon-reload"]))
        }
    }

    /// The unit that sends ARP and watches packets for the daemon, which has no capability to do so itself.
    private var helper: DoctorFinding {
        let unit = Self.properties("netdiag-arp.socket")
        if unit["ActiveState"] == "active" {
            return DoctorFinding("unit.arp", .ok, .helperActive)
        }
        let state = unit["ActiveState"].map(Text.shown)
        return DoctorFinding(
            "unit.arp", .warning,
            state.map { LocalSentence(.helperState, ["state": $0]) } ?? LocalSentence(.helperUnknown),
            fix: LocalSentence(command: "sudo systemctl enable --now netdiag-arp.socket"))
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
