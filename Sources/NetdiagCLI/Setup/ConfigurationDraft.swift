import NetdiagConfiguration
import NetworkModel

/// The text of a first configuration: the chosen settings, with comments about others.
struct ConfigurationDraft {
    let answers: SetupAnswers
    /// The path of the file.
    let path: String

    /// Returns the text after validating it with the daemon's own decoder.
    ///
    /// - Throws: ``Failure/failed(_:)`` with the decoder's error.
    func validated() throws(Failure) -> [UInt8] {
        let bytes = Array(text.utf8)
        do {
            _ = try Configuration.parse(bytes, file: path)
        } catch {
            throw .failed("the configuration would not be taken: \(error)")
        }
        return bytes
    }

    /// The decoder's first error; `nil` if the text is valid.
    var problem: String? {
        do {
            _ = try Configuration.parse(Array(text.utf8), file: path)
            return nil
        } catch {
            return error.problems.first?.text ?? error.description
        }
    }

    /// The decoder's warnings, as of a program that does not exist.
    var warnings: [String] {
        (try? Configuration.parse(Array(text.utf8), file: path))?.warnings.map(\.text) ?? []
    }

    var text: String {
        """
        # The targets, access and alerts of netdiagd. Written by: netdiag setup
        #
        # Settings that are not here have their defaults. netdiag.yaml(5) explains every setting.
        # After a change:
        \(changes)

        \(targets)
        \(proxy)
        \(access)
        \(alerts)
        """
    }

    /// How a change is checked and applied. The service only reads the file at the default path.
    private var changes: String {
        guard path != Configuration.defaultPath else {
            return """
                #   netdiagd --check-config    reports errors with file and line
                #   systemctl reload netdiagd  applies it, or fails and changes nothing
                """
        }
        return """
            #   netdiagd --config \(Text.shown(path)) --check-config
            # reports errors with file and line. The service reads \(Configuration.defaultPath) instead.
            """
    }

    /// Quotes a string for YAML with single quotes, in which only the quote itself has a meaning.
    private func quoted(_ text: String) -> String {
        "'" + text.replacing(scalar: "'", with: "''") + "'"
    }

    private var targets: String {
        var lines = [
            "# The targets, which are checked every 30 seconds: URLs, hosts, host:port, and services by name.",
            "# See check in netdiag(1) for all forms, and netdiag.yaml(5) for the settings of each.",
        ]
        lines.append(answers.targets.isEmpty ? "targets: []" : "targets:")
        for entry in answers.targets {
            lines += ["  # \(SafeText.escaped(entry.words))", "  - \(quoted(entry.target))"]
        }
        if !answers.left.isEmpty {
            lines.append("# These were found too, but are not checked:")
            for entry in answers.left {
                lines += ["#   # \(SafeText.escaped(entry.words))", "#   - \(quoted(entry.target))"]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var proxy: String {
        guard let proxy = answers.proxy else {
            return """
                # The proxy for web pages: a URL, off, or environment for the proxy in the daemon's environment.
                # proxy: environment

                """
        }
        let login =
            proxy.authentication == nil
            ? ""
            : "\n# It requires a login, which does not belong in this file: see credentials in netdiag.yaml(5)."
        return """
            # The proxy for web pages (found in \(SafeText.escaped(proxy.origin))).\(login)
            proxy: \(quoted(proxy.description))

            """
    }

    private var access: String {
        switch answers.readers {
        case .nobody:
            """
            # Access: only this machine, over http://localhost:8053/ and the Unix socket.
            listen:
              http: ['127.0.0.1:8053', '[::1]:8053']
            # Therefore it is not announced on the link either.
            publish: off

            """
        case .statusAlone:
            """
            # Access: this machine can read everything, over http://localhost:8053/ and the Unix socket. Other hosts
            # on private networks can read its name, version and overall status. To let a network read everything:
            # access:
            #   read: [192.168.1.0/24]

            """
        case .networks(let networks):
            """
            # Access: every host in these networks can read everything, over http://NAME:8053/.
            access:
              read: [\(networks.map(quoted).joined(separator: ", "))]

            """
        }
    }

    /// A comment for a receiver whose URL may contain a secret: the daemon, which has a user of its own, reads it from this
    /// file. It is indented like the settings of the receiver, so that its last line becomes one without the `# `.
    private static func secretComment(_ what: String) -> String {
        """

              # \(what) can be read by every user of this machine, like this file. A token that is sent as
              # Authorization: Bearer can be in a file that only root can read:
              # credentials: {file: /etc/netdiag/secrets/alerts}
        """
    }

    private var alerts: String {
        let how = "# Try it with: netdiag alerts test NAME"
        func receiver(_ name: String, _ line: String, _ notice: String = "") -> String {
            """
            # The receivers of alerts. \(how.dropFirst(2))
            alerts:
              # Shorter incidents are not reported.
              after: 30s
              receivers:
                - name: \(name)\(notice)
                  \(line)

            """
        }
        switch answers.receiver {
        case .nobody:
            return """
                # The receivers of alerts: none. Mail is an example; webhook:, ntfy: and exec: are others.
                # alerts:
                #   receivers:
                #     - name: mail
                #       email: [ops@example.org]

                """
        case .mail(let address):
            return receiver("mail", "email: [\(quoted(address))]")
        case .webhook(let url): return receiver("webhook", "webhook: \(quoted(url))", Self.secretComment("The URL"))
        case .ntfy(let url): return receiver("ntfy", "ntfy: \(quoted(url))", Self.secretComment("The topic"))
        case .program(let path): return receiver("program", "exec: [\(quoted(path))]")
        }
    }
}
