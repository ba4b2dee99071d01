import Diagnosis
import NetworkModel

extension CheckRun.Gathered {
    /// Takes the credentials of this check out of what servers have said: some repeat them in their words.
    mutating func maskSecrets() {
        for secret in secrets { mask(secret) }
    }

    private mutating func mask(_ secret: Secret) {
        func mask(_ text: inout String) { text = secret.masked(text) }
        func mask(_ text: inout String?) { text = text.map(secret.masked) }
        if var http = evidence.http {
            mask(&http.url)
            mask(&http.detail)
            mask(&http.server)
            mask(&http.retryAfter)
            for index in http.redirects.indices {
                mask(&http.redirects[index].url)
                mask(&http.redirects[index].location)
            }
            for index in http.brokenRules.indices { mask(&http.brokenRules[index].found) }
            evidence.http = http
        }
        if var ftp = evidence.ftp {
            mask(&ftp.detail)
            for index in ftp.steps.indices { mask(&ftp.steps[index].reply) }
            evidence.ftp = ftp
        }
        evidence.kind?.mapServerText(secret.masked)
        if let detail = evidence.ws?.detail { evidence.ws?.detail = secret.masked(detail) }
        if let detail = evidence.proxy?.detail { evidence.proxy?.detail = secret.masked(detail) }
    }
}
