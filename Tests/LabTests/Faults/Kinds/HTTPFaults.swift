import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults in HTTP responses.
enum HTTPFaults: LabKind {
    private static let raw = "http://10.77.2.1:447/"
    private static let recorder = "http://four.lab.example:8080"
    private static let proxy = ["--proxy", "http://proxy.lab.example:3128"]

    static let healthyTargets: [HealthyTarget] = [
        "http://www.lab.example/",
        "https://www.lab.example/",
        "http://www.lab.example/redirect",
        HealthyTarget("http://www.lab.example/", options: proxy),
        HealthyTarget("https://www.lab.example/", options: proxy),
        HealthyTarget("http://www.lab.example:8081/basic", options: ["--credentials", "/run/login"]),
    ]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startApache(port: 8081)
        try await work.client.keep(Account.pair)
        try await work.startProxy()
    }

    static let rows = responses + streams

    private static let responses: [Fault] = [
        Fault("http.auth-required", .connectionDown, "http://www.lab.example/login", ["Basic"]),
        Fault(
            "http.auth-rejected", .connectionDown, "\(recorder)/basic", ["(basic)"],
            options: ["--credentials", "/run/login"]
        ) {
            try await $0.office.server.startApache(port: 8080)
            try await $0.client.keep("alice:mistaken")
        },
        Fault(
            "http.auth-scheme", .connectionDown, "\(recorder)/digest", ["Digest"],
            options: ["--credentials", "/run/login"]
        ) {
            try await $0.office.server.startApache(port: 8080)
            try await $0.client.keep("dG9rZW4tb2YtYWxpY2U")
        },
        Fault(
            "http.auth-unavailable", .connectionDown, "\(recorder)/basic", ["no entry for four.lab.example"],
            options: ["--netrc"]
        ) {
            try await $0.office.server.startApache(port: 8080)
            try await $0.client.keep("machine elsewhere.example login eve password other", in: "/run/home/.netrc")
        },
        Fault("http.forbidden", .connectionDown, "http://www.lab.example/status/403"),
        Fault("http.not-found", .connectionDown, "http://www.lab.example/status/404", ["404"]),
        Fault("http.not-found", .connectionDown, "http://www.lab.example/status/410", ["410"]),
        Fault("http.rate-limited", .connectionDown, "\(recorder)/busy", ["120"]) {
            try await $0.office.server.startFaultyServer("http.rate-limited=after=120", port: 8080)
        },
        Fault("http.client-error", .connectionDown, "http://www.lab.example/status/418", ["418"]),
        Fault("http.gateway-error", .connectionDown, "https://www.lab.example/status/502", ["502"]),
        Fault(
            "http.gateway-error", .connectionDown, "http://www.lab.example:8080/api", ["502"], name: "a dead backend"
        ) {
            // Its upstream server does not exist, so nginx itself responds with 502.
            try await $0.office.server.startNginx([
                Site(port: 8080, options: ["location ^~ /api { proxy_pass http://127.0.0.1:9; }"])
            ])
        },
        Fault("http.server-error", .connectionDown, "http://www.lab.example/status/500", ["500"]),
        Fault("http.no-answer", .connectionDown, "http://www.lab.example/never"),
        Fault("http.stalled", .connectionDown, raw) {
            try await $0.office.server.startFaultyServer("http.stalled", port: 447)
        },
        Fault("http.truncated", .connectionDown, raw) {
            try await $0.office.server.startFaultyServer("http.truncated", port: 447)
        },
        Fault("http.truncated", .connectionDown, raw, ["Connection reset by peer"], name: "a body that a reset ends") {
            try await $0.office.server.startFaultyServer("http.truncated=ending=reset", port: 447)
        },
        Fault("http.malformed", .connectionDown, raw) {
            try await $0.office.server.startFaultyServer("http.malformed=kind=status-line", port: 447)
        },
        Fault("http.malformed", .connectionDown, raw, name: "a malformed chunk") {
            try await $0.office.server.startFaultyServer("http.malformed=kind=chunk", port: 447)
        },
        Fault(
            "http.unexpected-status", .connectionDown, "http://www.lab.example/", ["200"], options: ["--status", "204"]),
        Fault(
            "http.unexpected-body", .connectionDown, "http://www.lab.example/", ["Welcome"],
            options: ["--contains", "Welcome"]),
        Fault("http.redirect-loop", .connectionDown, "\(recorder)/") {
            try await $0.office.server.startFaultyServer("http.redirect-loop", port: 8080)
        },
        Fault(
            "http.redirect-refused", .connectionDown, raw, ["302", "Location"], name: "a redirect without Location"
        ) {
            try await $0.office.server.startFaultyServer("http.redirect-refused=to=nowhere", port: 447)
        },
        Fault("http.redirect-refused", .connectionDown, "\(recorder)/", ["file:///etc/passwd"]) {
            try await $0.office.server.startFaultyServer("http.redirect-refused=to=file", port: 8080)
        },
        Fault(
            "http.redirect-downgrade", .connectionUp, "https://www.lab.example:444/old", ["http://www.lab.example/"]
        ) {
            try await $0.office.server.startNginx([
                Site(
                    port: 444, certificate: try await $0.certificate(),
                    options: ["location ^~ /old { return 302 http://www.lab.example/; }"])
            ])
        },
    ]
}

extension HTTPFaults {
    static func curlArguments(for check: PeerCheck) -> [String]? { [check.fault.target] }

    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? {
        let fault = check.fault
        var http: [String] = []
        if let proxy = fault.value(of: "--proxy") ?? fault.environment["http_proxy"] {
            http.append("proxy_url: '\(proxy)'")
        }
        if let status = fault.value(of: "--status") { http.append("valid_status_codes: [\(status)]") }
        if let text = fault.value(of: "--contains") { http.append("fail_if_body_not_matches_regexp: ['\(text)']") }
        if let login = check.login {
            http.append("basic_auth: {username: '\(login.name)', password: '\(login.password)'}")
        }
        return ("{prober: http, timeout: 5s, http: {\(http.joined(separator: ", "))}}", fault.target)
    }

    static let culprits: [String: [String]] = [
        "http.captive-portal": ["portal"], "http.redirect-loop": ["redirects"],
        "http.redirect-downgrade": ["downgrade"], "http.redirect-refused": ["protocol", "redirect"],
        "http.auth-required": ["401"], "http.auth-rejected": ["401"], "http.auth-scheme": ["401"],
        "http.auth-unavailable": ["401"], "http.forbidden": ["403"], "http.not-found": ["404", "410"],
        "http.rate-limited": ["429"], "http.client-error": ["418"], "http.gateway-error": ["502", "503", "504"],
        "http.server-error": ["500"], "http.no-answer": ["timed out", "timeout", "deadline exceeded"],
        "http.stalled": ["bytes received", "timed out", "timeout", "deadline exceeded"],
        "http.truncated": ["remaining to read", "unexpected eof", "partial"],
        "http.malformed": ["malformed", "http/0.9", "invalid", "illegal"], "http.unexpected-status": ["status"],
        "http.unexpected-body": ["regex", "body"],
    ]
}
