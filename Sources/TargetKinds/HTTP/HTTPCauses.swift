import Diagnosis
import NetworkModel

/// The root causes of faults in HTTP responses.
enum HTTPCauses {
    static let redirectLoop = CauseEntry(
        "http.redirect-loop", .error, "Redirects loop or exceed the limit.",
        summary: "{url} redirects endlessly: {chain}",
        advice: ["Follow it by hand: curl -sIL --max-redirs 10 {url}", "Check the server's redirect rules"],
        evidence: "more redirects follow each other than http: redirects allows",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let redirectDowngrade = CauseEntry(
        "http.redirect-downgrade", .warning, "A redirect leads from https to http.",
        summary: "{url} leads from https to http: {chain}",
        advice: ["Have the server redirect to https"],
        evidence: "one of the redirects before the last answer leads from https to http",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let redirectRefused = CauseEntry(
        "http.redirect-refused", .error, "A redirect leads to a destination that netdiag does not follow.",
        summary: "a redirect of {url} is not followed: {detail}",
        advice: ["See where it leads: curl -sI {url}", "Check the server's redirect rules"],
        evidence:
            "Location is missing, is not an http or https URL, or leads from another host to this machine itself or to a cloud's metadata service",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let authRequired = CauseEntry(
        "http.auth-required", .error, "The server asks for a login (401), and there are no credentials.",
        summary: "{url} requires a login (401, {schemes}), but no credentials are configured",
        advice: [
            "Configure a file with credentials: credentials: of the target in /etc/netdiag/netdiag.yaml",
            "Or check a page that needs no login",
        ],
        evidence: "the status is 401, but no credentials are configured",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let authRejected = CauseEntry(
        "http.auth-rejected", .error, "The server rejects the credentials (401).",
        summary: "{url} rejects the credentials{scheme}",
        advice: [
            "Correct the credentials of the target; they are not tried again until they change",
            "See whether the account is locked, in the server's log",
        ],
        evidence:
            "the status is 401 again after credentials were sent, or an earlier check with the same credentials "
            + "was rejected",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let authScheme = CauseEntry(
        "http.auth-scheme", .error, "The server offers no authentication scheme that the credentials allow (401).",
        summary: "{url} offers only {schemes}, and the configured credentials are for other schemes",
        advice: ["Allow one of these schemes in credentials: of the target, or have the server offer another one"],
        evidence: "the status is 401, and the credentials allow none of the schemes in WWW-Authenticate",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let authUnavailable = CauseEntry(
        "http.auth-unavailable", .error,
        "The server asks for a login (401), but the configured credentials cannot be obtained.",
        summary: "{url} requires a login, but the credentials cannot be read: {reason}",
        advice: ["Check the credentials of the target; for Kerberos, klist shows the tickets"],
        evidence: "the status is 401, and the file, the ticket or the secret is not available",
        side: .machine, incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let forbidden = CauseEntry(
        "http.forbidden", .error, "The server forbids the request (403).",
        summary: "{url} is forbidden (403)",
        advice: [
            "The router {filter} accepts the connection in place of the server, as web filters do: ask whoever runs it whether the page is blocked",
            "The page is marked as a proxy's own ({mark}): check the rules and the log of that proxy, at the server or on the way to it",
            "See whether the target works without the proxy: netdiag check --no-proxy {direct}",
            "Check the rules and the log of {proxy}, which may be what answers",
            "Check the server's access rules and log", "See the server's whole answer: curl -v {url}",
            "Some servers refuse programs by their User-Agent: see whether they let a browser's name pass: curl -v -A 'Mozilla/5.0' {url}",
        ],
        evidence: "the status is 403",
        incident: .init(scope: .target(by: "url", orDevice: "filter"), basis: .answer, breaks: .nothing))
    static let notFound = CauseEntry(
        "http.not-found", .error, "The path does not exist (404 or 410).",
        summary: "{url} does not exist ({status})",
        advice: [
            "The hosts file of this machine leads {name} to {address}, and DNS to {dns}, so check first whether its line is still needed: grep -n {name} /etc/hosts",
            "This machine's search list (/etc/resolv.conf) completed the name to {searched}. If another host is meant, correct the name, or write it in full",
            "Check the spelling of the path", "See whether the server is the right one: curl -v {url}",
        ],
        evidence: "the status is 404 or 410",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let rateLimited = CauseEntry(
        "http.rate-limited", .error, "The server limits the rate of requests (429).",
        summary: "{url} rejects further requests for now (429 Too Many Requests, retry after {retry})",
        advice: ["Check it less often: interval: of the target in /etc/netdiag/netdiag.yaml"],
        evidence: "the status is 429",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let clientError = CauseEntry(
        "http.client-error", .error, "The server refuses the request with another 4xx status.",
        summary: "{url} answers {status}{why}",
        advice: [
            "Use TLS: netdiag check {secure}",
            "{misdirected} means that this server is not set up for the name over this connection: check its virtual hosts, and that the server name of TLS is that of the URL",
            "See the server's whole answer: curl -v {url}", "Look at the server's log",
        ],
        evidence:
            "the status is any other from 400 to 499; if it is 400, and its text is that of a server with TLS for a request without, the port expects TLS",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let gatewayError = CauseEntry(
        "http.gateway-error", .error, "The proxy is up, but the service behind it does not respond (502, 503 or 504).",
        summary: "{url} answers {status}: {who} is up, but the service behind it does not respond",
        advice: [
            "See whether the target works without the proxy: netdiag check --no-proxy {direct}",
            "Check the service behind the proxy, and the proxy's error log{software}",
        ],
        evidence: "the status is 502, 503 or 504",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let serverError = CauseEntry(
        "http.server-error", .error, "The server fails with another 5xx status.",
        summary: "{url} answers {status}: the server has an internal error",
        advice: [
            "See whether the target works without the proxy: netdiag check --no-proxy {direct}",
            "Check the server's error log{software}", "See the server's whole answer: curl -v {url}",
        ],
        evidence: "the status is any other from 500 to 599",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let noAnswer = CauseEntry(
        "http.no-answer", .error, "The server accepts the request, but does not answer in time.",
        summary: "{asked} accepts the request, but does not answer in time",
        advice: [
            "See whether the target works without the proxy: netdiag check --no-proxy {direct}",
            "Check the log of {proxy}: it, its DNS server or the server behind it may be what does not answer",
            "Check whether the server's workers are all busy, or wait for a service behind them",
            "Try with a longer limit: curl -v --max-time 60 {url}",
        ],
        evidence: "the request is sent, but no byte of an answer arrives in time",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let stalled = CauseEntry(
        "http.stalled", .error, "The body does not end in time.",
        summary: "the response of {url} has not ended in time: {progress}",
        advice: [
            "If it goes on for longer, allow the target more time (timeout:); see it: curl -Nv --max-time 60 {url}",
            "See whether large packets get through: ping -M do -s 1400 {doubted}", "Look at the server's log",
        ],
        evidence: "the answer begins, but does not end in time",
        isSideOpen: true, incident: .init(scope: .target(by: "url"), basis: .silence, breaks: .nothing))
    static let truncated = CauseEntry(
        "http.truncated", .error, "The body is shorter than declared.",
        summary: "the response of {url} ends after {bytes} bytes, before its declared length: {detail}",
        advice: [
            "The server reset the connection, or a device on the path did so in its place, such as a router or firewall. See whether it always ends after about as many bytes, and compare over another network: curl -o /dev/null {cut}",
            "Check the server's log for a crash in the middle of a response",
        ],
        evidence: "the connection ends before the number of bytes in Content-Length, or before the last chunk",
        isSideOpen: true, incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let malformed = CauseEntry(
        "http.malformed", .error, "The response is not HTTP, or violates its framing.",
        summary: "the response of {url} is not valid HTTP: {detail}",
        advice: [
            "See the response: curl -v --http0.9 {headless}",
            "See the response as the server sends it: curl -v --raw {framed}",
            "The server ended HTTP/2; compare with HTTP/1.1: curl -v --http1.1 {newer}",
            "See whether it answers HTTP/2 without TLS: curl -v --http2-prior-knowledge {prior}",
            "Browsers and most programs speak HTTP/2 only over TLS, so configure port {prior_port} for HTTP/1.1, in nginx with listen without http2",
            "Check whether port {port} serves HTTP at all",
        ],
        evidence:
            "there is no status line, lengths or chunks contradict each other (RFC 9112), or the header section "
            + "does not end",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let unexpectedStatus = CauseEntry(
        "http.unexpected-status", .error, "The status is not one that the target expects.",
        summary: "{url} answers {status}, which is not an expected status",
        advice: [
            "See the server's whole answer: curl -v {url}",
            "Or correct status: of the target in /etc/netdiag/netdiag.yaml",
        ],
        evidence: "the status is not in http: status",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let unexpectedBody = CauseEntry(
        "http.unexpected-body", .error, "The status is as expected, but the content is not.",
        summary:
            "{url} answers with the expected status, but not with the expected content: {rule} is not met, it has {found}",
        advice: ["See what it sends: curl -s {url}", "Or correct the rule of the target in /etc/netdiag/netdiag.yaml"],
        evidence: "the status is as expected, but the body violates a rule: contains, lacks, matches, json or max_body",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let slow = CauseEntry(
        "http.slow", .warning, "The page takes longer than the threshold.",
        summary: "{url} is slow: {total}, of which {phase} takes {time}; the limit is {limit}",
        advice: [
            "Its {arrived} bytes arrived without a pause, and there are more: see how fast it comes, and look for what limits the rate, such as a full link: curl -o /dev/null {url}",
            "No time was left to follow redirect {followed}, so it is not known whether the page works; see where they all lead: curl -sSIL {start}",
            "See the time of each phase: netdiag check --json {whole} | jq '.layers[-1].evidence.phases'",
            "If the first byte takes longest, check the server's load and the services behind it",
            "Or allow more time: thresholds: page: in /etc/netdiag/netdiag.yaml",
        ],
        evidence: "the time from resolving the name to the end of the answer is above thresholds: page",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let failed = CauseEntry(
        "http.failed", .error, "The request failed for another reason.",
        summary: "the request for {url} fails: {detail}",
        advice: ["Try it by hand: curl -v {url}", "Compare with HTTP/1.1: curl -v --http1.1 {newer}"],
        evidence: "libcurl ends the request with an error that indicates none of the other causes",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [
        redirectLoop, redirectDowngrade, redirectRefused, authRequired, authRejected, authScheme, authUnavailable,
        forbidden, notFound, rateLimited, clientError, gatewayError,
        serverError, noAnswer, stalled, truncated, malformed, unexpectedStatus, unexpectedBody, slow,
        failed,
    ]
}
