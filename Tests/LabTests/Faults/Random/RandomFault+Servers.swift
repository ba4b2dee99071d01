import Lab

import struct NetworkModel.CauseID

extension RandomFault {
    /// Faults of a proxy, which is set in the programs' environment.
    static let proxyFaults: [RandomFault] = [
        RandomFault(
            "the proxy's port is closed", .proxy, [.proxy], ["proxy.unreachable"], fits: { $0.hasIPv4 },
            change: throughProxy("http://10.77.3.1:3128")),
        RandomFault(
            "the proxy is silent", .proxy, [.proxy], ["proxy.unreachable"], fits: { $0.hasIPv4 },
            change: throughProxy("http://10.77.3.1:3128")
        ) { try await $0.names.drop("tcp dport 3128") },
        RandomFault(
            "the proxy's port is invalid", .setting, [.proxy, .link, .address, .defaultRoute, .router],
            ["proxy.misconfigured"],
            change: throughProxy("http://10.77.3.1:99999")),
        proxy("the proxy requires a login", "proxy.auth-required"),
        proxy("the proxy refuses", "proxy.refused", fits: { $0.isSecure }),
        proxy("the proxy is another server", "proxy.failed", fits: { $0.isSecure }),
    ]

    private static func throughProxy(_ url: String) -> @Sendable (inout TargetPlan) -> Void {
        { $0.environment = ["http_proxy": url, "https_proxy": url] }
    }

    private static func proxy(
        _ name: String, _ cause: CauseID,
        fits: @escaping @Sendable (NetworkPlan) -> Bool = { _ in true }
    ) -> RandomFault {
        RandomFault(
            name, .proxy, [.proxy], [cause], fits: { $0.hasIPv4 && fits($0) },
            change: throughProxy("http://10.77.3.1:3128")
        ) { try await $0.names.startFaultyServer(cause.rawValue, port: 3_128) }
    }

    static let tcpFaults: [RandomFault] = [
        RandomFault("the target's port is closed", .tcp, [.port], ["tcp.refused"], change: { $0.replace(.none) }),
        RandomFault("the target's port is silent", .tcp, [.port], ["tcp.timeout"], change: { $0.serve() }) {
            try await $0.server.drop("tcp dport \($0.port)")
        },
        RandomFault("the server drops everything", .tcp, [.port], ["tcp.timeout"]) {
            try await $0.server.drop("iifname != lo meta l4proto { tcp, udp, icmp }")
            try await $0.server.drop("iifname != lo icmpv6 type echo-request")
        },
        RandomFault("the server prohibits the port", .tcp, [.port], ["path.filtered"]) {
            try await $0.server.reject("tcp dport \($0.port)", at: "input")
        },
        RandomFault(
            "the server's cable is pulled", .tcp, [.port], ["path.no-route", "tcp.timeout"]
        ) {
            let host = $0.work.provider?.host ?? $0.router
            try await host.filter(
                "table netdev g {\n chain e {\n type filter hook egress device eth1 priority 0; policy drop\n }\n}\n")
        },
        RandomFault(
            "the server accepts connections, but sends nothing", .tcp, [.port],
            causes: { $0.isSecure ? ["tls.handshake-timeout"] : ["http.no-answer"] },
            change: { $0.replace(.behaves(.silent)) }),
        RandomFault(
            "the server resets connections", .tcp, [.port], ["tcp.reset"], change: { $0.replace(.behaves(.resets)) }),
        RandomFault(
            "the server closes connections", .tcp, [.port], ["tcp.closed"], change: { $0.replace(.behaves(.closes)) }),
    ]

    private static let isSecure: @Sendable (NetworkPlan) -> Bool = { $0.isSecure }

    static let tlsFaults: [RandomFault] = certificates + handshakes + clocks

    private static let certificates: [RandomFault] = [
        certificate("an expired certificate", "tls.expired") {
            try await $0.work.authority.issue($0.certified, valid: .expired, on: $0.server)
        },
        certificate("a certificate that is not yet valid", "tls.not-yet-valid") {
            try await $0.work.authority.issue($0.certified, valid: .notYet, on: $0.server)
        },
        certificate("a certificate for another name", "tls.wrong-host") {
            try await $0.work.authority.issue(["other.lab.example"], on: $0.server)
        },
        certificate("a self-signed certificate", "tls.self-signed") {
            try await Certificate.selfSigned($0.certified, on: $0.server)
        },
        certificate("a certificate of an unknown authority", "tls.untrusted-issuer") {
            let stranger = try await CertificateAuthority(on: $0.server)
            return try await stranger.issue($0.certified, on: $0.server).followed(by: stranger)
        },
        certificate("a certificate without its intermediate", "tls.incomplete-chain") {
            try await $0.work.authority.issueIntermediate(on: $0.server)
                .issue($0.certified, issuerURL: "http://www.lab.example/ca.der", on: $0.server)
        },
        certificate("an expired intermediate", "tls.expired") {
            let intermediate = try await $0.work.authority.issueIntermediate(valid: .expired, on: $0.server)
            return try await intermediate.issue($0.certified, on: $0.server).followed(by: intermediate)
        },
    ]

    private static func certificate(
        _ name: String, _ cause: CauseID,
        _ issue: @escaping @Sendable (RandomNetwork) async throws -> Certificate
    ) -> RandomFault {
        RandomFault(
            name, .tls, [.certificate], [cause], fits: isSecure,
            change: {
                $0.serve()
                $0.certificate = issue
            })
    }

    private static let handshakes: [RandomFault] = [
        handshake("TLS 1.0 only", "tls.version") { _ in ["-tls1", "-cipher", "DEFAULT@SECLEVEL=0"] },
        handshake("a cipher that no client supports", "tls.alert") { _ in
            ["-tls1_2", "-cipher", "ECDHE-ECDSA-CAMELLIA256-SHA384"]
        },
        handshake("a required client certificate", "tls.client-certificate") {
            ["-Verify", "1", "-verify_return_error", "-CAfile", try await $0.work.authority.file(on: $0.server)]
        },
        RandomFault(
            "the server does not know the name", .tls, [.certificate], ["tls.alert"], fits: isSecure,
            change: {
                $0.serve()
                $0.options.append("ssl_reject_handshake on;")
            }),
        RandomFault(
            "HTTP in the clear", .tls, [.certificate, .answer], ["tls.not-tls"], fits: isSecure,
            change: { $0.serve(.own { try await $0.server.startNginx([Site(port: $0.port)]) }) }),
        RandomFault(
            "SSH on the TLS port", .tls, [.certificate, .answer], ["tls.not-tls"], fits: isSecure,
            change: { $0.serve(.behaves(.says("SSH-2.0-lab\r\n"))) }),
    ]

    private static func handshake(
        _ name: String, _ cause: CauseID, _ options: @escaping @Sendable (RandomNetwork) async throws -> [String]
    ) -> RandomFault {
        RandomFault(
            name, .tls, [.certificate, .answer], [cause], fits: isSecure,
            change: {
                $0.serve(
                    .own {
                        try await $0.server.startSServer(
                            port: $0.port, certificate: try await $0.goodCertificate(), options: try await options($0))
                    })
            })
    }

    private static let clocks: [RandomFault] = [
        RandomFault("the clock is three years ahead", .tls, [.certificate], ["local.clock"], fits: isSecure) {
            try await $0.client.setClock(wrongBy: 3 * 31_556_952)
        },
        RandomFault("the clock is twenty years behind", .tls, [.certificate], ["local.clock"], fits: isSecure) {
            try await $0.client.setClock(wrongBy: -20 * 31_556_952)
        },
    ]

    static let httpFaults: [RandomFault] = [
        status(401, "http.auth-required"), status(403, "http.forbidden"), status(404, "http.not-found"),
        status(410, "http.not-found"), status(418, "http.client-error"), status(429, "http.rate-limited"),
        status(500, "http.server-error"), status(502, "http.gateway-error"), status(503, "http.gateway-error"),
        RandomFault("a required login", .http, [.answer], ["http.auth-required"], change: { $0.path = "/login" }),
        RandomFault("no answer", .http, [.answer], ["http.no-answer"], change: { $0.path = "/never" }),
        RandomFault(
            "redirects in a loop", .http, [.answer], ["http.redirect-loop"],
            change: {
                $0.serve()
                $0.path = "/round"
                $0.options.append("location = /round { return 302 /round; }")
            }),
        RandomFault(
            "a redirect to a closed port", .http, [.answer], ["tcp.refused"],
            fits: { $0.isByName },
            change: {
                $0.serve()
                $0.path = "/away"
                $0.options.append("location = /away { return 302 http://www.lab.example:9/; }")
            }),
        served("a response that stalls", "http.stalled"),
        served("a response that is cut off", "http.truncated"),
        served("a response that is not HTTP", "http.malformed", "kind=status-line"),
        served("a malformed chunk", "http.malformed", "kind=chunk"),
    ]

    private static func status(_ status: Int, _ cause: CauseID) -> RandomFault {
        RandomFault("status \(status)", .http, [.answer], [cause], change: { $0.path = "/status/\(status)" })
    }

    private static func served(_ name: String, _ cause: CauseID, _ arguments: String = "") -> RandomFault {
        let fault = arguments.isEmpty ? cause.rawValue : "\(cause.rawValue)=\(arguments)"
        return RandomFault(
            name, .http, [.answer], [cause], fits: { !$0.isSecure }, change: { $0.serve(.served(fault)) })
    }
}

extension RandomNetwork {
    /// The names and addresses in a certificate of the target.
    fileprivate var certified: [String] { ["www.lab.example", work.serverIPv4, work.serverIPv6] }
}
