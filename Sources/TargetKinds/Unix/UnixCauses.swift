import Diagnosis
import NetworkModel

/// The root causes of faults at Unix sockets.
enum UnixCauses {
    private static let incident = IncidentRule(scope: .target(by: "destination"), basis: .answer, breaks: .nothing)

    static let noSocket = CauseEntry(
        "unix.no-socket", .error, "The path of the socket does not exist.",
        summary: "there is no socket {destination}: {what}",
        advice: [
            "See whether the service runs, and where it listens: ss -xlp, systemctl list-sockets",
            "Many services create their directory below /run when they start, and remove it when they stop",
            "A daemon in a systemd sandbox sees other directories: PrivateTmp=, ProtectHome=, RootDirectory= of its unit",
        ],
        evidence:
            "connect(2) fails with ENOENT, ENOTDIR or ELOOP; the path is followed from its beginning to the "
            + "missing part",
        side: .machine, incident: incident)
    static let notASocket = CauseEntry(
        "unix.not-a-socket", .error, "The path is not a socket.",
        summary: "{destination} is {type}, not a socket",
        advice: [
            "Find out what created it, remove it, and restart the service: ls -l {destination}",
            "See where the service listens: ss -xlp",
        ],
        evidence: "connect(2) fails with ECONNREFUSED, and stat(2) reports a file that is not a socket",
        side: .machine, incident: incident)
    static let refused = CauseEntry(
        "unix.refused", .error, "The socket exists, but nothing listens on it.",
        summary: "nothing listens at {destination}; the file is left over",
        advice: [
            "Start the service: it has left the file behind, or the file was replaced",
            "If the service runs, it listens on an earlier file of the same path: ss -xlp, and restart it",
        ],
        evidence: "connect(2) fails with ECONNREFUSED for a file that is a socket",
        side: .machine, incident: incident)
    static let permission = CauseEntry(
        "unix.permission", .error, "The user that runs the check may not connect to the socket.",
        summary: "the user that runs the check may not connect to {destination}: {what}",
        advice: [
            "Add the user to the group that may connect: usermod -aG, SupplementaryGroups= in a unit",
            "See the permissions along the path: namei -l {destination}",
            "Consider whether that user should connect at all: some sockets, such as Docker's, give root access",
        ],
        evidence: "connect(2) fails with EACCES or EPERM; access(2) shows which part of the path is the reason",
        side: .machine, incident: incident)
    static let backlogFull = CauseEntry(
        "unix.backlog-full", .error, "A service listens on the socket, but accepts no connections.",
        summary: "the queue of {destination} is full: connections wait there, and are not accepted",
        advice: [
            "See whether the service hangs or is overloaded: ss -xl shows waiting connections and their limit (Recv-Q, Send-Q)",
            "A larger backlog lets more connections wait: listen(2), Backlog= of a socket unit, net.core.somaxconn",
        ],
        evidence: "connect(2) fails with EAGAIN, for two seconds or until the time limit of the check",
        side: .machine, incident: incident)
    static let wrongType = CauseEntry(
        "unix.wrong-type", .error, "The socket does not accept stream connections.",
        summary: "{destination} is a socket for datagrams or packets, not for streams",
        advice: [
            "See what it is for: ss -xlp; /dev/log and the sockets of sd_notify(3) are for datagrams",
            "Find the stream socket of the service",
        ],
        evidence: "connect(2) fails with EPROTOTYPE",
        side: .machine, incident: incident)
    static let closed = CauseEntry(
        "unix.closed", .error, "The service accepts connections, but closes them without an answer.",
        summary: "the service at {destination} {how} instead of answering",
        advice: [
            "See the log of the service: journalctl -u",
            "It may reject this user (SO_PEERCRED), or speak a protocol other than HTTP",
        ],
        evidence: "the connection ends before an answer to the request",
        side: .machine, incident: incident)
    static let noAnswer = CauseEntry(
        "unix.no-answer", .error, "The service accepts connections, but does not answer.",
        summary: "the service at {destination} does not answer the request",
        advice: [
            "See whether the service hangs: systemctl status, journalctl -u",
            "With socket activation, systemd accepts connections while the service is still starting: systemctl list-sockets",
        ],
        evidence: "the connection is established, but the request is not answered in time",
        side: .machine, incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))

    static let all = [noSocket, notASocket, refused, permission, backlogFull, wrongType, closed, noAnswer]
}
