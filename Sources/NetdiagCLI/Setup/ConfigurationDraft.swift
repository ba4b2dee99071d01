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

    var text: String {
        """
        # What netdiagd watches, who may look, and who is told. Written by: netdiag setup
        #
        # What is not set here has its default. netdiag.yaml(5) explains every setting.
        # After a change:
        #   netdiagd --check-config    says what is wrong, by file and line
        #   systemctl reload netdiagd  applies it; a file with errors changes nothing

        \(targets)
        \(proxy)
        \(access)
        \(alerts)
        """
    }

    /// Quotes a string for YAML with single quotes, in which only the quote itself has a meaning.
    private func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }

    private var targets: String {
        var lines = [
            "# What is checked, every 30 seconds: URLs, hosts, host:port, and services by their names.",
            "# See check in netdiag(1) for all forms, and netdiag.yaml(5) for settings of each.",
        ]
        lines.append(answers.targets.isEmpty ? "targets: []" : "targets:")
        for entry in answers.targets {
            lines += ["  # \(SafeText.escaped(entry.words))", "  - \(quoted(entry.target))"]
        }
        if !answers.left.isEmpty {
            lines.append("# Found as well, and not watched:")
            for entry in answers.left {
                lines += ["#   # \(SafeText.escaped(entry.words))", "#   - \(quoted(entry.target))"]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var proxy: String {
        guard let proxy = answers.proxy else {
            return """
                # The proxy that pages are checked through: a URL, off, or what the daemon's environment says.
                # proxy: environment

                """
        }
        let login =
            proxy.authentication == nil
            ? ""
            : "\n# It asks for a login, which does not belong in this file: see credentials in netdiag.yaml(5)."
        return """
            # The proxy that pages are checked through (found in \(SafeText.escaped(proxy.origin))).\(login)
            proxy: \(quoted(proxy.description))

            """
    }

    private var access: String {
        switch answers.readers {
        case .nobody:
            """
            # Who may look: this machine alone, over http://localhost:8053/ and the Unix socket.
            listen:
              http: ['127.0.0.1:8053', '[::1]:8053']
            # So it is not announced on the link either.
            publish: off

            """
        case .statusAlone:
            """
            # Who may look: this machine sees everything, over http://localhost:8053/ and the Unix socket. Other hosts
            # on private networks are told its name, version and overall status. To show a network everything:
            # access:
            #   read: [192.168.1.0/24]

            """
        case .networks(let networks):
            """
            # Who may look: every host in these networks sees everything, over http://NAME:8053/.
            access:
              read: [\(networks.map(quoted).joined(separator: ", "))]

            """
        }
    }

    /// A comment for a receiver whose URL may contain a secret: the daemon, which has a user of its own, reads it from this
    /// file.
    private static func notice(_ what: String) -> String {
        """

                  # \(what) can be read by every user of this machine, as this file. A token that is sent as
                  # Authorization: Bearer can stand in a file of root's alone:
                  # credentials: {file: /etc/netdiag/secrets/alerts}
        """
    }

    private var alerts: String {
        let how = "# Try it with: netdiag alerts test NAME"
        func receiver(_ name: String, _ line: String, _ notice: String = "") -> String {
            """
            # Who is told of incidents. \(how.dropFirst(2))
            alerts:
              # What is over sooner is not reported.
              after: 30s
              receivers:
                - name: \(name)\(notice)
                  \(line)

            """
        }
        switch answers.receiver {
        case .nobody:
            return """
                # Who is told of incidents: nobody. Mail, for example; webhook:, ntfy: and exec: are others.
                # alerts:
                #   receivers:
                #     - name: mail
                #       email: [ops@example.org]

                """
        case .mail(let address):
            return receiver("mail", "email: [\(quoted(address))]")
        case .webhook(let url): return receiver("webhook", "webhook: \(quoted(url))", Self.notice("The URL"))
        case .ntfy(let url): return receiver("ntfy", "ntfy: \(quoted(url))", Self.notice("The topic"))
        case .program(let path): return receiver("program", "exec: [\(quoted(path))]")
        }
    }
}
