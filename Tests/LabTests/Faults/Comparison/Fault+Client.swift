import Lab
import TargetKinds

import struct NetworkModel.Target

extension Fault {
    /// The command of the protocol's own client, as a person would type it; `nil` if there is none for the kind, or if it
    /// cannot make the row's check.
    private func clientCommand(login: String?) -> [String]? {
        guard asksTarget, let target = try? Target(target) else { return nil }
        let host = target.host.description
        let port = target.port.map { "\($0)" } ?? ""
        switch target.goal.rawValue {
        case "mqtt":
            var command = ["mosquitto_sub", "-h", host, "-p", port, "-W", "5"]
            if value(of: "--mqtt-version") == "5" { command += ["-V", "mqttv5"] }
            if let parts = login?.split(separator: ":", maxSplits: 1), parts.count == 2 {
                command += ["-u", String(parts[0]), "-P", String(parts[1])]
            }
            if target.beginsWithTLS { command += ["--cafile", Self.authorities] }
            // Without a topic, the client ends when the broker has accepted a subscription.
            return command + (value(of: "--mqtt-topic").map { ["-t", $0, "-C", "1"] } ?? ["-t", "lab", "-E"])
        case "ldap":
            var command = ["ldapsearch", "-x", "-LLL", "-o", "nettimeout=5", "-H", self.target]
            switch value(of: "--ldap-starttls") {
            case "required": command.append("-ZZ")
            case "try": command.append("-Z")
            default: break
            }
            return command + ["-s", "base", "-b", value(of: "--ldap-naming-context") ?? "", "namingContexts"]
        case "postgres":
            // By default, psql does not verify the certificate.
            let isVerified = value(of: "--postgres-starttls") == "required" || cause?.rawValue.hasPrefix("tls.") == true
            let tls = isVerified ? "&sslmode=verify-full&sslrootcert=\(Self.authorities)" : ""
            return [
                "psql", "-X", "-w", "-U", value(of: "--postgres-user") ?? "postgres", "-c", "SELECT 1",
                "\(self.target)?connect_timeout=5\(tls)",
            ]
        // ssh accepts a host key only in a file.
        case "ssh" where value(of: "--ssh-fingerprint") == nil:
            let settings = [
                "BatchMode=yes", "ConnectTimeout=5", "PreferredAuthentications=none", "StrictHostKeyChecking=no",
                "UserKnownHostsFile=/dev/null", "LogLevel=ERROR",
            ]
            return ["ssh", "-F", "none"] + settings.flatMap { ["-o", $0] } + ["-p", port, host, "true"]
        // With a file as its input, ncat does not wait for a response.
        case "udp" where value(of: "--udp-send") == nil: return ["ncat", "-uvz", "-w", "5", host, port]
        case "unix" where !target.isPage: return ["ncat", "-U", host]
        case "ntp": return ["ntpdig", "-t", "5", host]
        default: return nil
        }
    }

    /// The file with the authorities that the client trusts.
    private static let authorities = "/etc/ssl/certs/ca-certificates.crt"

    /// What the protocol's own client reports; `nil` if it does not apply.
    func askClient(on client: Host) async throws -> PeerAnswer? {
        var login: String?
        if let path = value(of: "--credentials") { login = try await client.read(path) }
        guard let command = clientCommand(login: login), let program = command.first else { return nil }
        let limited = under + ["timeout", "5"] + command
        let begun = ContinuousClock.now
        let result = try await client.result(
            of: limited, environment: ["LDAPTLS_CACERT": Self.authorities].merging(environment) { $1 })
        let time = begun.duration(to: .now)
        guard case .exited(let code) = result.status else { return nil }
        // timeout(1) did not find the program.
        if code == 127 { throw LabError.failed(command: limited, result: result) }
        // For the version that ncat prints first, see its option -v.
        let lines = result.diagnostics.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("Ncat: Version") }
        let words = lines.joined(separator: "\n").inOneLine
        // An SSH server that asks for a login works.
        let isLogin = program == "ssh" && words.contains("Permission denied (")
        return PeerAnswer(
            words: "\(program): exit \(code)\(words.isEmpty ? "" : ": \(words)")", isFailure: code != 0 && !isLogin,
            time: time)
    }
}
