import Diagnosis
import NetworkModel

/// The root causes of faults at LDAP servers.
enum LDAPCauses {
    static let noAnswer = CauseEntry(
        "ldap.no-answer", .error, "The directory server accepts the connection, but does not answer.",
        summary: "{destination} stops responding before {step}",
        advice: [
            "On the server, see whether its threads are used up or wait for a backend: journalctl -u slapd, cn=monitor",
            "It may expect TLS from the first byte: netdiag check ldaps://{destination}",
        ],
        evidence: "the connection is established, but the answer does not arrive in time",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let closed = CauseEntry(
        "ldap.closed", .error, "The connection ends before the directory server has answered.",
        summary: "{destination} {how} instead of {step}",
        advice: [
            "On the server, see why: journalctl -u slapd",
            "It may expect TLS from the first byte: netdiag check ldaps://{destination}",
        ],
        evidence: "a FIN, an RST or a connection error arrives instead of an answer, without a notice",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let notLDAP = CauseEntry(
        "ldap.not-ldap", .error, "The service on the port does not speak LDAP.",
        summary: "{destination} does not speak LDAP ({step} was expected): {detail}",
        advice: [
            "On the server, see what listens there: ss -ltnp",
            "Check whether something on the path answers in its place",
        ],
        evidence: "the data is not an LDAP message, or is the answer to another request (RFC 4511 section 4.1.1)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let refused = CauseEntry(
        "ldap.refused", .error, "The directory server does not show its root DSE to anonymous clients.",
        summary: "{destination} does not show its root DSE to an anonymous client: {detail}",
        advice: [
            "On the server, allow it to be read: access to dn.base=\"\" by * read, in slapd-config olcAccess",
            "The settings require authc and disallow bind_anon of slapd.conf(5) block anonymous clients",
            "If that is intended, check only its port: netdiag check {destination}",
        ],
        evidence:
            "the search ends without an entry, or with a result that requires a login or TLS (RFC 4511 appendix A)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let unavailable = CauseEntry(
        "ldap.unavailable", .error, "The directory server reports that it is temporarily unavailable.",
        summary: "{destination} is temporarily unavailable: {detail}",
        advice: [
            "It is starting, shutting down or overloaded: journalctl -u slapd",
            "See its connections and waiting operations: ldapsearch -b cn=monitor",
        ],
        evidence:
            "the result is busy, unavailable or a limit, or the server sends a notice of disconnection (RFC 4511 "
            + "section 4.4.1)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let failed = CauseEntry(
        "ldap.failed", .error, "The directory server fails to show its root DSE.",
        summary: "{destination} answers the search of its root DSE with {detail}",
        advice: [
            "On the server, see its log: journalctl -u slapd",
            "Query it by hand: ldapsearch -x -s base -b '' -H ldap://{destination} +",
        ],
        evidence: "the search ends with a result that indicates none of the other causes",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let contextMissing = CauseEntry(
        "ldap.naming-context-missing", .error, "The directory server does not hold the expected directory.",
        summary: "{destination} does not hold {expected}, which ldap: naming_context: expects; it holds {contexts}",
        advice: [
            "On the server, see whether the database is configured and was opened: slapcat -n 1, journalctl -u slapd",
            "Check that this is the intended server, and not one with an empty configuration",
        ],
        evidence: "the name is not among the namingContexts of the root DSE (RFC 4512 section 5.1)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let startTLSRefused = CauseEntry(
        "ldap.starttls-refused", .error, "The directory server refuses StartTLS.",
        summary: "{destination} refuses StartTLS: {detail}",
        advice: [
            "protocolError: it has no TLS; give it a certificate: TLSCertificateFile, olcTLSCertificateFile",
            "unavailable: its TLS is misconfigured, often an unreadable key or certificate: journalctl -u slapd",
        ],
        evidence:
            "StartTLS is answered with a result other than success; a warning if it is not required, and nothing "
            + "if the server does not know it",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let startTLSInjected = CauseEntry(
        "ldap.starttls-injected", .error, "Plain text is injected after the answer to StartTLS.",
        summary: "{destination} sends plain text after its answer to StartTLS: {detail}",
        advice: [
            "An attacker on the path may have injected it, so that it seems to come over TLS: do not log in over this path",
            "Check whether it comes from the server itself: try it from a host next to it",
        ],
        evidence: "more data than the answer arrives before the TLS handshake has begun",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [
        noAnswer, closed, notLDAP, refused, unavailable, failed, contextMissing, startTLSRefused, startTLSInjected,
    ]
}
