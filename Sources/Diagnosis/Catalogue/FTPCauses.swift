import NetworkModel

/// Causes at FTP servers.
enum FTPCauses {
    static let loginRejected = CauseEntry(
        "ftp.login-rejected", .error, "The FTP server does not take the login (530).",
        summary: "{destination} does not take the login: {detail}",
        advice: [
            "look at name and password; without them, the login is anonymous",
            "see whether it takes logins in TLS alone: netdiag ftp ls --tls {url}",
        ], culprit: "destination")
    static let noTLS = CauseEntry(
        "ftp.no-tls", .error, "TLS was asked for, and the FTP server has none (502, 534 or 431 to AUTH TLS).",
        summary: "{destination} does not turn to TLS: {detail}",
        advice: [
            "have the server offer AUTH TLS", "see whether it has ftps:// on port 990: netdiag check tls://{host}:990",
        ], culprit: "destination")
    static let dataBlocked = CauseEntry(
        "ftp.data-blocked", .error, "The control connection works, the data connection does not.",
        summary: "{destination} answers, but no data connection to it can be made: {detail}",
        advice: [
            "open the server's passive ports in its firewall, and have it name its outer address (pasv_address)",
            "try the other way: netdiag ftp ls --active {url}",
        ], culprit: "destination")
    static let notFound = CauseEntry(
        "ftp.not-found", .error, "There is nothing at the path, or it may not be read (550).",
        summary: "there is nothing to be read at {url}: {detail}",
        advice: [
            "look for a typing error; a path is relative to where the login begins",
            "see what there is: netdiag ftp ls {parent}",
        ], culprit: "url")
    static let writeDenied = CauseEntry(
        "ftp.write-denied", .error, "The FTP server refuses to store, rename or remove a file.",
        summary: "{destination} does not let a file be written: {detail}",
        advice: ["look at the rights of the login in that directory, and at the room left on the server"],
        culprit: "destination")
    static let malformed = CauseEntry(
        "ftp.malformed", .error, "What answers is no FTP server, or breaks RFC 959.",
        summary: "what {destination} says is not FTP: {detail}",
        advice: ["see what it says: netdiag check tcp://{host}:{port}", "look whether port {port} is the right one"],
        culprit: "destination")
    static let noAnswer = CauseEntry(
        "ftp.no-answer", .error, "Connected, and the FTP server does not go on in time.",
        summary: "{destination} stays silent: {detail}",
        advice: [
            "see whether the server looks up clients' names and waits for that (UseReverseDNS, reverse_lookup_enable)",
            "give it more time: netdiag check --timeout 60 {url}",
        ], culprit: "destination")
    static let failed = CauseEntry(
        "ftp.failed", .error, "The FTP server fails, and nothing says which of the known reasons it is.",
        summary: "{url} fails: {detail}",
        advice: ["ask by hand: curl -v {url}", "look at the server's log"], culprit: "destination")

    static let all = [
        loginRejected, noTLS, dataBlocked, notFound, writeDenied, malformed, noAnswer, failed,
    ]
}
