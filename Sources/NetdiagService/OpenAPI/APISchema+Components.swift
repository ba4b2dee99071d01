import NetworkDiagnostics
import NetworkModel

/// The documents of the API.
extension APISchema {
    private static func name(_ schema: DocumentSchema) -> APISchema { .constant(schema.rawValue) }

    static let components: [String: APISchema] = [
        "Status": .word(["noErr", "err", "connectionUp", "connectionIndeterminate", "connectionDown"]),
        "Finding": .object([
            "id": .text("The cause, as in dns.servfail; netdiag explain ID says what it means."), "layer": .text(),
            "severity": .word(["error", "warning", "info"]), "confidence": .number, "summary": .text(),
            "advice": .array(.text()), "facts?": .map(.text()), "side?": .nullable(.text()), "scope?": .anything,
        ]),
        "Layer": .object([
            "layer": .text(), "status": .reference("Status"), "code": .integer, "duration_ms": .number,
            "evidence?": .anything,
        ]),
        "Report": .object([
            "schema": .constant(Report.schema), "target": .text(), "name?": .text(), "started": .time,
            "duration_ms": .number, "status": .reference("Status"), "code": .integer, "degraded": .flag,
            "cause": .nullable(.reference("Finding")), "findings": .array(.reference("Finding")),
            "layers": .array(.reference("Layer")), "asked?": .anything, "own_delay_ms?": .number,
            "own_stall_ms?": .number,
        ]),
        "TargetStatus": .object([
            "target": .text(), "name?": .text(), "group?": .text(), "labels?": .map(.text()), "maintenance?": .flag,
            "pending?": .integer, "pending_of?": .integer, "status": .reference("Status"), "code": .integer,
            "degraded": .flag,
            "cause": .nullable(.reference("Finding")), "last": .nullable(.time), "duration_ms?": .number,
            "certificate_days?": .integer, "proxied?": .flag,
        ]),
        // The document in the list; the one in the status has no schema.
        "IncidentDocument": .object(incident.merging(["schema": .name(.incident)]) { $1 }),
        "Incident": .object(incident),
        "Link": .object(["name": .text(), "index": .integer]),
        "Publication": .object([
            "state": .word(["published", "renamed", "waiting", "off"]), "name": .nullable(.text()),
            "types": .array(.text()), "port": .integer, "reason": .nullable(.text()),
        ]),
        "StatusDocument": .object([
            "schema": .constant(StatusDocument.schema), "status": .reference("Status"), "code": .integer,
            "degraded": .flag, "cause": .nullable(.reference("Finding")), "findings": .array(.reference("Finding")),
            "host": .text(), "since": .time, "links": .array(.reference("Link")), "resolvers": .array(.map(.anything)),
            "gateways": .array(.map(.anything)), "uplink?": .map(.anything),
            "incidents": .array(.reference("Incident")),
            "targets": .array(.reference("TargetStatus")), "publication": .reference("Publication"),
            "services": .array(.map(.anything)), "exposure?": .anything, "history?": .anything, "alerts?": .anything,
            "listen?": .anything,
            "history_file?": .text("The database in which the daemon records results."),
        ]),
        "PublicStatus": .object([
            "schema": .constant(StatusDocument.schema), "restricted": .flag, "status": .reference("Status"),
            "code": .integer, "host": .text(), "name?": .nullable(.text()), "version": .text(),
        ]),
        "History": .object([
            "schema": .constant(HistoryDocument.schema), "from": .time, "to": .time, "step_s": .integer,
            "targets": .array(.reference("TargetHistory")), "trouble?": .anything,
        ]),
        "TargetHistory": .object([
            "target": .text(), "name?": .text(), "up_s": .array(.integer), "down_s": .array(.integer),
            "maintenance_s": .array(.integer), "unknown_s": .array(.integer), "uptime": .array(.nullable(.number)),
            "checks": .array(.integer), "failures": .array(.integer), "cause": .array(.nullable(.text())),
            "min_ms": .array(.nullable(.number)), "p10_ms": .array(.nullable(.number)),
            "p50_ms": .array(.nullable(.number)), "p90_ms": .array(.nullable(.number)),
            "max_ms": .array(.nullable(.number)), "causes": .array(.object(["id": .text(), "checks": .integer])),
            "total": .map(.anything),
        ]),
        "Recent": .object([
            "schema": .constant("netdiag.recent/1"),
            "targets": .array(.object(["target": .text(), "name?": .text(), "results": .text()])),
        ]),
        "Alerts": .object([
            "schema": .constant("netdiag.alerts/1"), "receivers": .array(.map(.anything)),
            "messages": .array(.map(.anything)), "pending": .array(.map(.anything)),
        ]),
        "Peers": .object([
            "schema": .constant(PeersDocument.schema), "host": .text(), "version": .text(),
            "status": .reference("Status"), "code": .integer, "peers": .array(.reference("Peer")),
        ]),
        "Peer": .object([
            "name": .text(), "host": .text(), "interfaces": .array(.text()), "addresses": .array(.text()),
            "port": .integer, "seen": .flag,
        ]),
        "Links": .object([
            "schema": .name(.links), "links": .array(.reference("Link")), "routes": .array(.map(.anything)),
            "neighbours": .array(.map(.anything)),
            "resolvers": .map(.anything),
        ]),
        "Resolution": .object([
            "schema": .name(.resolution), "name?": .text(), "answers": .array(.map(.anything)),
            "failures": .array(.map(.anything)),
            "status": .reference("Status"), "code": .integer,
        ]),
        "Service": .object([
            "schema": .name(.service), "name": .text(), "type": .text(), "domain": .text(), "interface": .text(),
            "stale": .flag,
        ]),
        "RegisteredService": .object([
            "schema": .name(.registeredService), "origin": .text(), "name": .text(),
            "publication": .reference("Publication"), "check?": .text(),
            "status?": .reference("Status"),
        ]),
        "AlertTest": .object([
            "schema": .constant("netdiag.alert-test/1"), "receiver": .text(), "delivered": .flag, "detail": .text(),
            "duration_ms": .number,
        ]),
        "ScrapeTargets": .array(.object(["targets": .array(.text()), "labels": .map(.text())])),
        "Problem": .object([
            "schema": .name(.problem), "type": .constant("about:blank"), "title": .text(), "status": .integer,
            "detail": .text(),
        ]),
    ]

    private static let incident: [String: APISchema] = [
        "id": .integer, "cause": .reference("Finding"), "culprit": .nullable(.text()), "targets": .array(.text()),
        "target_count": .integer, "degraded_count?": .integer, "opened": .time, "closed": .nullable(.time),
        "ending?": .text(),
        "reopened": .integer, "changes": .array(.anything),
    ]
}
