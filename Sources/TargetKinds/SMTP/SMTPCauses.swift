import Diagnosis
import NetworkModel

/// The root causes of faults at SMTP servers.
enum SMTPCauses {
    static let noGreeting = CauseEntry(
        "smtp.no-greeting", .error, "The mail server accepts the connection, but sends no greeting.",
        summary: "{destination} accepts the connection, but sends no greeting",
        advice: [
            "On the server, see whether it is short of processes or looks up this machine's name: journalctl -u postfix -u exim4",
            "It may expect TLS from the first byte: netdiag check smtps://{destination}",
            "Some servers delay unknown clients on purpose: see whether more time helps, netdiag check --timeout 60",
        ],
        evidence:
            "the connection is established, but the greeting (220) does not arrive in time (RFC 5321 section 3.1)",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let noAnswer = CauseEntry(
        "smtp.no-answer", .error, "The mail server starts to answer, and then falls silent.",
        summary: "{destination} stops responding before {step}",
        advice: [
            "On the server, find out what it waits for, often DNS or a policy service: journalctl -u postfix -u exim4",
            "See where it fails: openssl s_client -starttls smtp -connect {destination}",
        ],
        evidence: "the server has sent something, but the rest of a reply does not arrive in time",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let closed = CauseEntry(
        "smtp.closed", .error, "The connection ends before the mail server has completed the dialogue.",
        summary: "{destination} {how} instead of {step}",
        advice: [
            "On the server, see why: journalctl -u postfix -u exim4",
            "See whether this address is blocked: access tables, connection limits, fail2ban-client status",
        ],
        evidence: "a FIN, an RST or a connection error arrives instead of a reply",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let notSMTP = CauseEntry(
        "smtp.not-smtp", .error, "The service on the port does not speak SMTP.",
        summary: "{destination} does not speak SMTP: instead of {step} it says \"{said}\"",
        advice: [
            "On the server, see what listens there: ss -ltnp",
            "Check whether something on the path answers in its place, such as a firewall that inspects mail",
        ],
        evidence: "a line is not a reply of three digits and text, or a code has no meaning at this point",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let refused = CauseEntry(
        "smtp.refused", .error, "The mail server refuses to serve this client.",
        summary: "{destination} refuses service instead of {step}: \"{said}\"",
        advice: [
            "{busy}: it is busy, shutting down, or limits this client: connect less often, or look at its log",
            "{denied}: it serves no clients, or not this address: look for the address on the block lists that it uses",
            "{named} to EHLO: it rejects the name; set another with smtp: name:",
        ],
        evidence: "the reply to the connection, to EHLO or to HELO has a code of 400 or more (RFC 5321 section 4.2)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let startTLSMissing = CauseEntry(
        "smtp.starttls-missing", .error, "The mail server does not offer STARTTLS, which is required.",
        summary: "{destination} does not offer STARTTLS, which smtp: starttls: requires",
        advice: [
            "On the server, give it a certificate: postconf smtpd_tls_security_level smtpd_tls_cert_file",
            "Check whether something on the path removes it from the answer, such as a firewall that inspects mail",
        ],
        evidence: "STARTTLS is not among the extensions in the reply to EHLO (RFC 3207 section 4)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let startTLSRefused = CauseEntry(
        "smtp.starttls-refused", .error, "The mail server offers STARTTLS, but refuses it.",
        summary: "{destination} offers STARTTLS, but refuses it: \"{said}\"",
        advice: [
            "454: its TLS is misconfigured, often an unreadable key or certificate: journalctl -u postfix -u exim4",
            "See what it says: openssl s_client -starttls smtp -connect {destination}",
        ],
        evidence:
            "the reply to STARTTLS is not 220; a warning if it is not required, since mail is then sent without TLS",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let startTLSInjected = CauseEntry(
        "smtp.starttls-injected", .error, "Plain text is injected after the reply to STARTTLS.",
        summary: "{destination} sends plain text after its reply to STARTTLS: \"{said}\"",
        advice: [
            "An attacker on the path may have injected it, so that it seems to come over TLS: do not log in over this path",
            "Check whether it comes from the server itself: try it from a host next to it",
        ],
        evidence: "more data than the reply arrives before the TLS handshake has begun (CVE-2011-0411)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let loginRejected = CauseEntry(
        "smtp.login-rejected", .error, "The mail server rejects the login.",
        summary: "{destination} rejects the login: {said}",
        advice: [
            "Check that name and password belong to an account on the server: credentials:",
            "Some providers require a separate password for each program, or TLS: smtps://, smtp: starttls: required",
            "On the server, see why: journalctl -u postfix -u saslauthd -u dovecot",
        ],
        evidence:
            "AUTH PLAIN is answered with a code of 500 or more (RFC 4954); or the configured credentials are not "
            + "available, were rejected before, or would have to be sent without TLS",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [
        noGreeting, noAnswer, closed, notSMTP, refused, startTLSMissing, startTLSRefused, startTLSInjected,
        loginRejected,
    ]
}
