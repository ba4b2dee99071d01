import FoundationEssentials
import Lab
import Testing

@Suite("Replacing blackbox_exporter", .lab, .tags(.lab))
struct BlackboxTests {
    /// Series that Debian's version 0.23 does not have, or has with fewer labels; later versions are like netdiag.
    private static let later: Set<String> = [
        "probe_failed_due_to_bytes", "probe_tls_cipher_info", "probe_timeout_seconds",
    ]
    /// The known differences and their reasons (docs/blackbox.md).
    private static let known: [(module: String, target: String, series: String)] = [
        // Version 0.23 has it without TLS too; later versions do not.
        ("grpc", "", "probe_ssl_earliest_cert_expiry"),
        // The destination of a redirect does not respond: the report is about that destination.
        ("http_2xx", "http://web.test/secure", "probe_http_redirects"),
    ]
    /// Durations differ from one probe to the next, and the cause exists only in netdiag.
    private static func isComparable(_ name: String) -> Bool {
        !name.hasPrefix("probe_duration_seconds") && !name.hasPrefix("probe_netdiag_")
    }
    private static func isTime(_ series: String) -> Bool {
        series.contains("_duration_seconds") || series.hasPrefix("probe_dns_lookup_time_seconds")
    }

    /// The series of a response by name and labels, with their values.
    private static func series(_ text: String) throws -> [String: Double] {
        var series: [String: Double] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let blank = try #require(line.lastIndex(of: " "))
            var name = String(line[..<blank])
            let value = try #require(Double(line[line.index(after: blank)...]), "\(line)")
            guard isComparable(name), !later.contains(where: { name.hasPrefix($0) }) else { continue }
            if let label = name.firstRange(of: ",serialnumber=\""),
                let quote = name[label.upperBound...].firstIndex(of: "\"")
            {
                name.removeSubrange(label.lowerBound...quote)
            }
            #expect(series.updateValue(value, forKey: name) == nil, "\(name) occurs twice")
        }
        return series
    }

    /// The dialogue up to the first response within TLS.
    private static let startTLS = #"""
        { expect: "^220.mail" }, { send: "EHLO prober\r" }, { expect: "STARTTLS" }, { send: "STARTTLS\r" }, \#
        { expect: "^220" }, { starttls: true }, { send: "EHLO prober\r" }, { expect: "^250" }
        """#

    private static let modules = """
        modules:
          http_2xx: { prober: http, timeout: 5s }
          http_ip4: { prober: http, timeout: 5s, http: { preferred_ip_protocol: ip4, ip_protocol_fallback: false } }
          http_stays: { prober: http, timeout: 5s, http: { follow_redirects: false, valid_status_codes: [302] } }
          http_404: { prober: http, timeout: 5s, http: { valid_status_codes: [404] } }
          http_post:
            prober: http
            timeout: 5s
            http: { method: POST, headers: { Content-Type: application/json }, body: '{}' }
          http_basic: { prober: http, timeout: 5s, http: { basic_auth: { username: lab, password: secret-of-lab } } }
          http_body: { prober: http, timeout: 5s, http: { fail_if_body_not_matches_regexp: [lab], fail_if_ssl: true } }
          http_no_body: { prober: http, timeout: 5s, http: { fail_if_body_matches_regexp: ["^lab$"] } }
          http_no_lab: { prober: http, timeout: 5s, http: { fail_if_body_matches_regexp: ["(?i)LAB"] } }
          http_field:
            prober: http
            timeout: 5s
            http:
              fail_if_header_matches: [{ header: Set-Cookie, allow_missing: true, regexp: '.*' }]
              fail_if_header_not_matches: [{ header: Access-Control-Allow-Origin, regexp: '(\\*|example\\.com)' }]
          http_version: { prober: http, timeout: 5s, http: { valid_http_versions: [HTTP/2.0] } }
          http_limit: { prober: http, timeout: 5s, http: { body_size_limit: 2B } }
          http_gzip: { prober: http, timeout: 5s, http: { compression: gzip, headers: { Accept-Encoding: gzip } } }
          https_any: { prober: http, timeout: 5s, http: { tls_config: { insecure_skip_verify: true } } }
          https_ca:
            prober: http
            timeout: 5s
            http: { fail_if_not_ssl: true, tls_config: { ca_file: /run/ca.pem } }
          https_12:
            prober: http
            timeout: 5s
            http: { tls_config: { ca_file: /run/ca.pem, max_version: TLS12, server_name: web.test } }
          tcp: { prober: tcp, timeout: 5s, tcp: { source_ip_address: 10.77.1.2 } }
          tcp_tls: { prober: tcp, timeout: 5s, tcp: { tls: true, tls_config: { ca_file: /run/ca.pem } } }
          tcp_any: { prober: tcp, timeout: 5s, tcp: { tls: true, tls_config: { insecure_skip_verify: true } } }
          tcp_ssh:
            prober: tcp
            timeout: 5s
            tcp:
              query_response:
                - { expect: "^SSH-2.0-(.*)$", send: "SSH-2.0-probe ${1}" }
          tcp_ssh_not: { prober: tcp, timeout: 2s, tcp: { query_response: [{ expect: "^HTTP" }, { send: never }] } }
          pop3_banner: { prober: tcp, timeout: 2s, tcp: { query_response: [{ expect: "^+OK" }] } }
          smtp_starttls:
            prober: tcp
            timeout: 5s
            tcp: { query_response: [\(startTLS), { send: "QUIT\\r" }], tls_config: { ca_file: /run/ca.pem } }
          smtp_any:
            prober: tcp
            timeout: 5s
            tcp: { query_response: [\(startTLS)], tls_config: { insecure_skip_verify: true } }
          icmp: { prober: icmp, timeout: 2s, icmp: { preferred_ip_protocol: ip4, payload_size: 100 } }
          icmp_6: { prober: icmp, timeout: 2s }
          icmp_near: { prober: icmp, timeout: 2s, icmp: { ttl: 1 } }
          dns_a: { prober: dns, timeout: 2s, dns: { query_name: web.test, query_type: A } }
          dns_any: { prober: dns, timeout: 2s, dns: { query_name: web.test, transport_protocol: tcp } }
          dns_soa: { prober: dns, timeout: 2s, dns: { query_name: zone.test, query_type: SOA } }
          dns_rules:
            prober: dns
            timeout: 2s
            dns:
              query_name: web.test
              query_type: A
              valid_rcodes: [NOERROR, NXDOMAIN]
              validate_answer_rrs:
                fail_if_not_matches_regexp: ["web.test.\\t60\\tIN\\tA\\t10.77.1.1"]
                fail_if_matches_regexp: [".*127.0.0.1"]
          dns_wrong:
            prober: dns
            timeout: 2s
            dns: { query_name: web.test, query_type: A, validate_answer_rrs: { fail_if_all_match_regexp: ["10[.]77"] } }
          dns_tls:
            prober: dns
            timeout: 2s
            dns:
              query_name: www.lab.example
              query_type: A
              transport_protocol: tcp
              dns_over_tls: true
              tls_config: { insecure_skip_verify: true }
          grpc: { prober: grpc, timeout: 5s }
          grpcs_any: { prober: grpc, timeout: 5s, grpc: { tls: true, tls_config: { insecure_skip_verify: true } } }
          grpcs: { prober: grpc, timeout: 5s, grpc: { tls: true, tls_config: { ca_file: /run/ca.pem } } }
        """

    private static let probes: [(module: String, target: String)] = [
        ("http_2xx", "http://web.test/"), ("http_2xx", "10.77.1.1"), ("http_2xx", "http://[fd77:1::1]/status/500"),
        ("http_2xx", "http://web.test/redirect"), ("http_2xx", "http://web.test/status/404"),
        ("http_2xx", "http://10.77.1.1:9/"), ("http_2xx", "http://nothing.test/"), ("http_2xx", "http://web.test/loop"),
        ("http_2xx", "https://web.test/"), ("http_2xx", "http://web.test/secure"), ("http_2xx", "web.test/last"),
        ("http_2xx", "http://web.test/status/204"), ("http_ip4", "http://web.test/"), ("http_ip4", "http://six.test/"),
        ("http_stays", "http://web.test/redirect"), ("http_404", "http://web.test/status/404"),
        ("http_post", "http://web.test/"), ("http_basic", "http://web.test/account"),
        ("http_2xx", "http://web.test/account"), ("http_body", "http://web.test/"),
        ("http_no_body", "http://web.test/"), ("http_no_lab", "http://web.test/"), ("http_field", "http://web.test/"),
        ("http_field", "http://web.test/open"), ("http_version", "http://web.test/"),
        ("http_limit", "http://web.test/"),
        ("http_gzip", "http://web.test/packed/page"), ("http_gzip", "http://web.test/"),
        ("https_any", "https://web.test/"), ("https_ca", "https://web.test/"), ("https_ca", "http://web.test/secure"),
        ("https_ca", "http://web.test/"), ("https_12", "https://10.77.1.1/"), ("tcp", "web.test:80"),
        ("tcp", "10.77.1.1:9"), ("tcp", "nothing.test:80"), ("tcp_tls", "web.test:443"), ("tcp_tls", "web.test:80"),
        ("tcp_any", "web.test:443"), ("tcp_any", "10.77.1.1:443"), ("tcp_any", "web.test:80"), ("tcp_any", "no port"),
        ("smtp_any", "web.test:25"), ("smtp_any", "10.77.1.1:25"), ("dns_tls", "10.77.1.1"),
        ("grpcs_any", "10.77.1.1:50052"),
        ("tcp_ssh", "web.test:22"), ("pop3_banner", "web.test:110"), ("pop3_banner", "web.test:111"),
        ("tcp_ssh_not", "web.test:22"), ("smtp_starttls", "web.test:25"),
        ("icmp", "web.test"), ("icmp_6", "web.test"), ("icmp_near", "10.77.1.1"), ("icmp", "10.77.1.77"),
        ("icmp", "nothing.test"), ("dns_a", "10.77.1.1"), ("dns_a", "web.test:53"), ("dns_any", "10.77.1.1"),
        ("dns_soa", "10.77.1.1"), ("dns_rules", "10.77.1.1"), ("dns_wrong", "10.77.1.1"), ("dns_a", "10.77.1.1:9"),
        ("grpc", "web.test:50051"), ("grpc", "web.test:9"), ("grpc", "web.test:80"), ("grpcs", "web.test:50052"),
    ]

    /// A web server with everything that is probed, and a monitor with netdiagd and blackbox_exporter.
    private func withServers(
        _ body: @Sendable (_ daemon: RunningDaemon, _ monitor: Host) async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let web = try await lab.host("web"), monitor = try await lab.host("monitor")
            _ = try await lab.segment([web, monitor])
            let authority = try await CertificateAuthority(on: web)
            let certificate = try await authority.issue(["web.test", "10.77.1.1"], on: web)
            let options = [
                "gzip_types text/plain; gzip_min_length 1;", "location = /loop { return 302 /loop; }",
                "location = /secure { return 302 https://web.test/; }",
                "location = /open { add_header Access-Control-Allow-Origin *; return 200 open; }",
                "location = /last { add_header Last-Modified 'Sun, 06 Nov 1994 08:49:37 GMT'; return 200 old; }",
                "location = /account { auth_basic lab; auth_basic_user_file /run/account; alias /run/page; }",
                "location /packed/ { gzip on; alias /run/www/; }",
            ]
            try await web.run(["mkdir", "-p", "/run/www"])
            try await web.write("/run/page", "an account\n")
            try await web.write("/run/www/page", String(repeating: "a page that shrinks. ", count: 200))
            try await web.write("/run/account", "lab:{PLAIN}secret-of-lab\n")
            try await web.startNginx([Site(port: 80, options: options), Site(port: 443, certificate: certificate)])
            try await web.startDNSMasq(
                [
                    .addresses("web.test", ["10.77.1.1", "fd77:1::1"]), .addresses("six.test", ["fd77:1::1"]),
                    .missing("nothing.test"),
                ], options: ["auth-zone=zone.test", "auth-server=ns.zone.test,lo", "auth-soa=2026"])
            _ = try web.startTCPServer(.says("SSH-2.0-lab\r\n"), port: 22)
            _ = try web.startTCPServer(.says("+OK ready\r\n"), port: 110)
            _ = try web.startTCPServer(.says("OK ready\r\n"), port: 111)
            try await web.startServer(of: "smtp", port: 25, certificate: certificate)
            try await web.startEncryptedDNS(certificate, records: ["www.lab.example. 60 IN A 10.77.2.1"])
            try await web.startServer(of: "grpc", port: 50_051)
            try await web.startServer(of: "grpc", port: 50_052, certificate: certificate)
            try await monitor.write("/run/ca.pem", authority.authority.certificate)
            try await monitor.write("/etc/resolv.conf", "nameserver 10.77.1.1\n")
            try await monitor.startBlackboxExporter(Self.modules)
            try await body(
                try await monitor.startDaemon("publish: off\nuplink: off\nblackbox: /run/blackbox.yml"), monitor)
        }
    }

    @Test("the configuration files that blackbox_exporter ships are accepted")
    func files() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            for file in [
                "/etc/prometheus/blackbox.yml", "/usr/share/doc/prometheus-blackbox-exporter/examples/example.yml",
            ] {
                try await host.write("/run/netdiag.yaml", "blackbox: \(file)\n")
                let result = try await host.result(
                    of: [Programs.daemon, "--config", "/run/netdiag.yaml", "--check-config"])
                #expect(result.status == .exited(0), "\(result.diagnostics)")
            }
        }
    }

    @Test("the series are those of blackbox_exporter, with equal values except for durations")
    func equal() async throws {
        try await withServers { daemon, monitor in
            for (module, target) in Self.probes {
                let query = "/probe?module=\(module)&target=\(target.replacing(" ", with: "%20"))"
                let theirs = try Self.series(
                    try await monitor.run(["curl", "-sSg", "http://127.0.0.1:9115" + query]))
                let ours = try Self.series(try await daemon.get(query, "-g"))
                let known = Self.known.filter { $0.module == module && ["", target].contains($0.target) }.map(\.series)
                let differing = Set(theirs.keys).symmetricDifference(ours.keys).subtracting(known)
                #expect(differing.isEmpty, "\(module) \(target)")
                for (series, value) in theirs
                where !Self.isTime(series) && !known.contains(series) && ours[series] != nil {
                    #expect(ours[series] == value, "\(module) \(target): \(series)")
                }
            }
        }
    }
}
