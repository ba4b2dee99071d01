import Lab
import TargetKinds

import struct NetworkModel.RegisteredScheme
import struct NetworkModel.Target

extension Fault {
    /// The module that makes the equivalent check, in YAML, and its target; `nil` if there is none.
    private func module(login: String?) -> (text: String, target: String)? {
        guard asksTarget, let target = try? Target(target) else { return nil }
        switch target.goal.rawValue {
        case "http":
            var http: [String] = []
            if let proxy = value(of: "--proxy") ?? environment["http_proxy"] { http.append("proxy_url: '\(proxy)'") }
            if let status = value(of: "--status") { http.append("valid_status_codes: [\(status)]") }
            if let text = value(of: "--contains") { http.append("fail_if_body_not_matches_regexp: ['\(text)']") }
            if let parts = login?.split(separator: ":", maxSplits: 1), parts.count == 2 {
                http.append("basic_auth: {username: '\(parts[0])', password: '\(parts[1])'}")
            }
            return ("{prober: http, timeout: 5s, http: {\(http.joined(separator: ", "))}}", self.target)
        case "tcp" where target.scheme != nil:
            let place = self.target.hasPrefix("tcp://") ? String(self.target.dropFirst("tcp://".count)) : self.target
            return ("{prober: tcp, timeout: 5s}", place)
        case "tls":
            return ("{prober: tcp, timeout: 5s, tcp: {tls: true}}", String(self.target.dropFirst("tls://".count)))
        case "ftp":
            let secure = target.beginsWithTLS
            let place = "\(target.host.bracketed):\(target.port ?? (secure ? 990 : 21))"
            let tcp = "query_response: [{expect: '^220'}]\(secure ? ", tls: true" : "")"
            return ("{prober: tcp, timeout: 5s, tcp: {\(tcp)}}", place)
        case "icmp": return ("{prober: icmp, timeout: 5s}", target.host.description)
        case "dns":
            guard let question = target.question else { return nil }
            let dns = "query_name: '\(question.name)', query_type: '\(question.type.rawValue)'"
            return ("{prober: dns, timeout: 5s, dns: {\(dns)}}", target.host.bracketed)
        default:
            guard let scheme = target.scheme, let text = module(of: scheme, target.path) else { return nil }
            return (text, "\(target.host.bracketed):\(target.port ?? 0)")
        }
    }

    /// The module for a scheme that blackbox_exporter has a prober for or can be scripted for.
    private func module(of scheme: RegisteredScheme, _ path: String) -> String? {
        let tls = scheme.transport == .tls ? ", tls: true" : ""
        switch scheme.layer.rawValue {
        case "grpc": return "{prober: grpc, timeout: 5s, grpc: {service: '\(path.dropFirst())'\(tls)}}"
        case "smtp":
            var steps = ["expect: '^220'", "send: \"EHLO prober\\r\"", "expect: '^250 '"]
            if value(of: "--smtp-starttls") == "required" {
                steps[2] = "expect: '^250.STARTTLS'"
                steps += ["send: \"STARTTLS\\r\"", "expect: '^220'", "starttls: true", steps[1], "expect: '^250 '"]
            }
            return Self.conversation(steps, tls)
        case "imap":
            var steps = ["expect: '^\\* OK'", "send: \"a CAPABILITY\\r\"", "expect: '^a OK'"]
            if value(of: "--imap-starttls") == "required" {
                steps[2] = "expect: 'STARTTLS'"
                steps += ["send: \"b STARTTLS\\r\"", "expect: '^b OK'", "starttls: true", steps[1], "expect: '^a OK'"]
            }
            return Self.conversation(steps, tls)
        case "ssh": return Self.conversation(["expect: '^SSH-2.0-'"], tls)
        default: return nil
        }
    }

    private static func conversation(_ steps: [String], _ tls: String) -> String {
        let list = steps.map { "{\($0)}" }.joined(separator: ", ")
        return "{prober: tcp, timeout: 5s, tcp: {query_response: [\(list)]\(tls)}}"
    }

    /// The text after an option of `netdiag check`.
    func value(of option: String) -> String? {
        options.firstIndex(of: option).flatMap { options.dropFirst($0 + 1).first }
    }

    /// What blackbox_exporter reports: `probe_success` and the reason in its debug output. `nil` if it does not apply.
    func askBlackbox(on client: Host) async throws -> PeerAnswer? {
        var login: String?
        if let path = value(of: "--credentials") { login = try await client.read(path) }
        guard let module = module(login: login) else { return nil }
        let exporter: HostProcess
        do {
            exporter = try await client.startBlackboxExporter("modules: {row: \(module.text)}\n")
        } catch let error as LabError {
            // A setting that it does not accept, such as that of a proxy.
            return PeerAnswer(words: "does not start: \("\(error)".inOneLine)", isFailure: true, time: .zero)
        }
        let begun = ContinuousClock.now
        let result = try await client.result(
            of: [
                "curl", "-sS", "--noproxy", "*", "-G", "-m", "10", "--data-urlencode", "target=\(module.target)",
                "http://127.0.0.1:9115/probe?module=row&debug=true",
            ])
        let time = begun.duration(to: .now)
        exporter.killGroup()
        return Self.answer(in: result.output, time: time)
    }

    private static func answer(in output: String, time: Duration) -> PeerAnswer {
        let lines = output.split(whereSeparator: \.isNewline)
        let isFailure = !lines.contains("probe_success 1")
        let logged = lines.prefix { !$0.hasPrefix("Metrics that") }.filter {
            $0.hasPrefix("ts=") && !$0.contains("msg=\"Probe ") && !$0.contains("msg=\"Response timings")
        }
        let last = logged.last { $0.contains("level=error") } ?? logged.last
        let words = last.map { line in line.firstRange(of: "msg=").map { line[$0.lowerBound...] } ?? line } ?? ""
        let reason = isFailure && !words.isEmpty ? ": \(String(words).inOneLine)" : ""
        return PeerAnswer(words: "probe_success \(isFailure ? 0 : 1)\(reason)", isFailure: isFailure, time: time)
    }
}
