import Diagnosis
import NetworkModel

/// The root causes of faults at IMAP servers.
enum IMAPCauses {
    static let noGreeting = CauseEntry(
        "imap.no-greeting", .error, "The IMAP server accepts the connection, but sends no greeting.",
        summary: "{destination} accepts the connection, but sends no greeting",
        advice: [
            "On the server, see whether its login processes are used up: doveadm log errors, journalctl -u dovecot",
            "It may expect TLS from the first byte: netdiag check imaps://{destination}",
        ],
        evidence: "the connection is established, but the greeting does not arrive in time (RFC 9051 section 3)",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let noAnswer = CauseEntry(
        "imap.no-answer", .error, "The IMAP server starts to answer, and then falls silent.",
        summary: "{destination} stops responding before {step}",
        advice: [
            "On the server, see what it waits for: doveadm log errors, journalctl -u dovecot",
            "See where it fails: openssl s_client -starttls imap -connect {destination}",
        ],
        evidence: "the server has sent something, but the rest of an answer does not arrive in time",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let closed = CauseEntry(
        "imap.closed", .error, "The connection ends before the IMAP server has completed the dialogue.",
        summary: "{destination} {how} instead of {step}",
        advice: [
            "On the server, see why: doveadm log errors, journalctl -u dovecot",
            "See whether this address is blocked: connection limits, fail2ban-client status",
        ],
        evidence: "a FIN, an RST or a connection error arrives instead of an answer, without BYE",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let notIMAP = CauseEntry(
        "imap.not-imap", .error, "The service on the port does not speak IMAP.",
        summary: "{destination} does not speak IMAP: instead of {step} it says \"{said}\"",
        advice: [
            "On the server, see what listens there: ss -ltnp",
            "Check whether something on the path answers in its place, such as a firewall that inspects mail",
        ],
        evidence:
            "a line is not an IMAP response, the answer is to another command, or the capabilities do not include"
            + " one of IMAP",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let bye = CauseEntry(
        "imap.bye", .error, "The IMAP server says goodbye instead of serving.",
        summary: "{destination} says BYE instead of {step}: \"{said}\"",
        advice: [
            "Its message gives the reason: it is shutting down, has too many connections, or does not serve this address",
            "On the server, see its limits: doveconf mail_max_userip_connections default_client_limit",
        ],
        evidence: "the greeting, or an answer during the check, is BYE (RFC 9051 section 7.1.5)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let startTLSMissing = CauseEntry(
        "imap.starttls-missing", .error, "STARTTLS cannot be used with the IMAP server, and is required.",
        summary: "{destination} {detail}, and imap: starttls: requires it",
        advice: [
            "On the server, give it a certificate: doveconf ssl ssl_cert",
            "Check whether something on the path removes it from the answer, such as a firewall that inspects mail",
        ],
        evidence: "STARTTLS is not among the capabilities, or the greeting is PREAUTH (RFC 9051 section 6.2.1)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let startTLSRefused = CauseEntry(
        "imap.starttls-refused", .error, "The IMAP server offers STARTTLS, but refuses it.",
        summary: "{destination} offers STARTTLS, but refuses it: \"{said}\"",
        advice: [
            "Its TLS may be misconfigured, often an unreadable key or certificate: doveadm log errors",
            "See what it says: openssl s_client -starttls imap -connect {destination}",
        ],
        evidence: "STARTTLS is answered with NO or BAD; a warning if it is not required",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let startTLSInjected = CauseEntry(
        "imap.starttls-injected", .error, "Plain text is injected after the reply to STARTTLS.",
        summary: "{destination} sends plain text after its reply to STARTTLS: \"{said}\"",
        advice: [
            "An attacker on the path may have injected it, so that it seems to come over TLS: do not log in over this path",
            "Check whether it comes from the server itself: try it from a host next to it",
        ],
        evidence: "more data than the reply arrives before the TLS handshake has begun",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let loginRejected = CauseEntry(
        "imap.login-rejected", .error, "The IMAP server rejects the login.",
        summary: "{destination} rejects the login: {said}",
        advice: [
            "Check that name and password belong to an account on the server: credentials:",
            "Some providers require a separate password for each program, or TLS: imaps://, imap: starttls: required",
            "On the server, try the account: doveadm auth test NAME",
        ],
        evidence:
            "AUTHENTICATE PLAIN is answered with NO or BAD; or the configured credentials are not available, were"
            + " rejected before, or would have to be sent without TLS",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let loginDisabled = CauseEntry(
        "imap.login-disabled", .warning, "The IMAP server offers no way to log in.",
        summary:
            "nobody can log in to {destination}: it forbids LOGIN (LOGINDISABLED), and offers neither STARTTLS nor another way",
        advice: [
            "On the server, give it a certificate, so that it offers STARTTLS: doveconf ssl ssl_cert",
            "Check whether something on the path removes STARTTLS from the answer, such as a firewall that inspects mail",
            "Or use it over TLS, if it serves that: netdiag check imaps://{host}",
        ],
        evidence:
            "the capabilities include LOGINDISABLED (RFC 9051 section 6.2.3), but neither STARTTLS nor a mechanism (AUTH=)"
            + " other than ANONYMOUS",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [
        noGreeting, noAnswer, closed, notIMAP, bye, startTLSMissing, startTLSRefused, startTLSInjected, loginRejected,
        loginDisabled,
    ]
}
