import CCurl
import NetworkModel

/// From libcurl's outcome to what the HTTP layer showed.
enum HTTPReading {
    static func evidence(of outcome: CurlOutcome, url: String) -> HTTPEvidence {
        let last = outcome.responses.last
        let asked = outcome.requestSent ?? outcome.tlsDone ?? .zero
        return HTTPEvidence(
            url: url, outcome: result(outcome), status: last?.status, version: last?.version,
            bodyBytes: outcome.bodyBytes, firstByte: outcome.firstByte.map { max($0 - asked, .zero) },
            redirects: outcome.responses.dropLast().compactMap { response in
                response.first("location").map { .init(status: response.status, location: $0) }
            },
            retryAfter: last?.first("retry-after"), server: last?.first("server"),
            authenticationSchemes: schemes(last), detail: outcome.code == CURLE_OK ? nil : text(outcome))
    }

    private static func result(_ outcome: CurlOutcome) -> HTTPEvidence.Outcome {
        let hasBegun = !outcome.responses.isEmpty
        switch outcome.code {
        case CURLE_OK:
            return .response
        case CURLE_OPERATION_TIMEDOUT:
            return hasBegun ? .stalled : .noAnswer
        case CURLE_GOT_NOTHING:
            return .closed
        case CURLE_RECV_ERROR where hasBegun && !text(outcome).contains("Recv failure"):
            // The same code for a broken chunk as for a broken connection (RFC 9112 section 7.1).
            return .malformed
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            return hasBegun ? .truncated : .reset
        case CURLE_PARTIAL_FILE:
            return .truncated
        case CURLE_TOO_MANY_REDIRECTS:
            return .redirectLoop
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
            // Heads over the limit end as a write error. An answer without a status line counts as HTTP/0.9, which is refused as an unsupported protocol.
            return .malformed
        default:
            return .failed
        }
    }

    private static func schemes(_ response: CurlOutcome.Response?) -> [String] {
        (response?.fields ?? []).filter { $0.name == "www-authenticate" }.prefix(8).compactMap { field in
            field.value.split(separator: " ").first.map { String($0.prefix(32)) }
        }
    }

    static func text(_ outcome: CurlOutcome) -> String {
        outcome.error.isEmpty ? String(cString: curl_easy_strerror(outcome.code)) : outcome.error
    }
}
