import Diagnosis
import NetworkModel

/// The root causes of faults at FTP servers.
enum FTPCauses {
    static let loginRejected = CauseEntry(
        "ftp.login-rejected", .error, "The FTP server rejects the login (530).",
        summary: "{destination} rejects the login: {detail}",
        advice: [
            "Check the user name and password; without them, the login is anonymous",
            "See whether it accepts logins only over TLS: netdiag ftp ls --tls {url}",
        ],
        evidence: "the reply to USER or PASS is 530, or an earlier check was refused with the same credentials",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let noTLS = CauseEntry(
        "ftp.no-tls", .error, "TLS is required, but the FTP server does not support it (502, 534 or 431 to AUTH TLS).",
        summary: "{destination} does not offer TLS: {detail}",
        advice: [
            "Configure the server to offer AUTH TLS",
            "See whether it has ftps:// on port 990: netdiag check tls://{host}:990",
        ],
        evidence: "the reply to AUTH TLS is 502, 534 or 431",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let dataBlocked = CauseEntry(
        "ftp.data-blocked", .error, "The control connection works, but the data connection does not.",
        summary: "{destination} answers, but no data connection can be established: {detail}",
        advice: [
            "Open the server's passive ports in its firewall, and configure its public address there (pasv_address)",
            "Try active mode: netdiag ftp ls --active {url}",
            "A firewall in this network or on the path may block all ports but the usual ones: try it over another network",
        ],
        evidence:
            "the control connection answers, but the data connection to the port from EPSV or PASV cannot be "
            + "established, or the server does not use it",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let notFound = CauseEntry(
        "ftp.not-found", .error, "The path does not exist, or may not be read (550).",
        summary: "{url} does not exist or may not be read: {detail}",
        advice: [
            "Check the spelling of the path, which is relative to the login directory",
            "See what there is: netdiag ftp ls {parent}",
        ],
        evidence: "the reply to CWD, SIZE or RETR is 550",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let writeDenied = CauseEntry(
        "ftp.write-denied", .error, "The FTP server refuses to store, rename or remove a file.",
        summary: "{destination} refuses to store the file: {detail}",
        advice: ["Check the permissions of the login in that directory, and the free space on the server"],
        evidence: "the reply to STOR, MKD, RNTO or DELE is 550, 553, 532 or 452",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let malformed = CauseEntry(
        "ftp.malformed", .error, "The port does not speak FTP, or violates RFC 959.",
        summary: "{destination} does not speak FTP: {detail}",
        advice: ["See what it says: netdiag check tcp://{host}:{port}", "Check whether port {port} is the right one"],
        evidence: "the greeting, or a reply, is not three digits with text",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let noAnswer = CauseEntry(
        "ftp.no-answer", .error, "The FTP server accepts the connection, but stops answering.",
        summary: "{destination} stops answering: {detail}",
        advice: [
            "Check whether the server waits for lookups of clients' names (UseReverseDNS, reverse_lookup_enable)",
            "Allow more time: netdiag check --timeout 60 {url}",
        ],
        evidence: "the control connection is established, but the next reply does not arrive in time",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let failed = CauseEntry(
        "ftp.failed", .error, "The FTP server fails for another reason.",
        summary: "{url} fails: {detail}",
        advice: ["Try it by hand: curl -v {url}", "Look at the server's log"],
        evidence: "the server ends with a reply or an error that indicates none of the other causes",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [
        loginRejected, noTLS, dataBlocked, notFound, writeDenied, malformed, noAnswer, failed,
    ]
}
