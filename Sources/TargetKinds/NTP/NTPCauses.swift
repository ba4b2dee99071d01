import Diagnosis
import NetworkModel

/// The root causes of faults at NTP servers.
enum NTPCauses {
    static let refused = CauseEntry(
        "ntp.refused", .error, "The host responds, but nothing listens on the NTP port.",
        summary: "no time server is running on {destination}",
        advice: [
            "On the server, see whether a time server runs: systemctl status chronyd ntpd ntpsec systemd-timesyncd",
            "chrony serves no clients by default: add allow NETWORK to chrony.conf",
        ],
        evidence: "the host itself answers the request with ICMP port unreachable",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let noAnswer = CauseEntry(
        "ntp.no-answer", .error, "The server does not answer NTP requests.",
        summary: "{destination} does not answer NTP ({sent} requests)",
        advice: [
            "Some Internet providers drop UDP port {blocked_port}, so ask yours, or try it over another network",
            "On the server, check that it may be queried from here: chronyc accheck ADDRESS, or restrict in ntp.conf",
            "Look for a firewall on the path that drops UDP port {port}",
            "See whether another server answers: netdiag check ntp://pool.ntp.org",
        ],
        evidence: "none of the requests is answered",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let malformed = CauseEntry(
        "ntp.malformed", .error, "The service on the NTP port does not speak NTP.",
        summary: "{destination} answers, but not with NTP: {strays} datagrams are not valid",
        advice: [
            "On the server, if it is yours, see what listens: ss -ulnp 'sport = :{port}'",
            "Check whether something on the path answers in its place",
        ],
        evidence: "datagrams arrive, but none is an answer of a server that repeats the request's timestamp",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let kissOfDeath = CauseEntry(
        "ntp.kiss-of-death", .error, "The server refuses to serve this client (a kiss of death).",
        summary: "{destination} refuses to serve this client: {code}",
        advice: [
            "RATE: send fewer requests; other clients behind the same address count too",
            "DENY, RSTR: the server's access rules block this client; see restrict and allow there",
        ],
        evidence: "the answer has stratum 0 and a kiss code (RFC 5905 section 7.4)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let unsynchronised = CauseEntry(
        "ntp.unsynchronised", .error, "The server answers, but is not synchronised itself.",
        summary: "{destination} is not synchronised itself (stratum {stratum}, leap {leap}), so clients ignore it",
        advice: [
            "On the server, see its own sources: chronyc sources -v, or ntpq -pn",
            "After a start, this may take some minutes",
        ],
        evidence:
            "the answer has leap indicator 3, or a stratum above 15, or stratum 0 with the code INIT or STEP or with none",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let offset = CauseEntry(
        "ntp.offset", .warning, "The server's clock and this machine's differ by more than the allowed offset.",
        summary: "the clock of {destination} is {offset} {direction} of this machine's; {limit} are allowed",
        advice: [
            "Compare with a second server to find out which of the two is wrong: netdiag check ntp://pool.ntp.org",
            "See what synchronises this machine's clock: timedatectl timesync-status, or chronyc tracking",
        ],
        evidence: "the offset computed from the four timestamps of the exchange is above ntp: max_offset:",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let inaccurate = CauseEntry(
        "ntp.inaccurate", .warning, "The server is far from a reference clock.",
        summary: "{destination} is {detail}",
        advice: ["On the server, look for nearer sources: chronyc sources -v, or ntpq -pn"],
        evidence:
            "the root distance is above 1.5 s, beyond which clients reject a server, or the stratum is above ntp:"
            + " max_stratum:",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [refused, noAnswer, malformed, kissOfDeath, unsynchronised, offset, inaccurate]
}
