/// The metrics of a probe, in the order of their names, so that they are sorted without comparing text.
enum ProbeMetric: Int, CaseIterable, Comparable {
    case dnsAdditionals
    case dnsAnswers
    case dnsAuthorities
    case dnsDuration
    case lookupTime
    case dnsSucceeded
    case dnsSerial
    case duration
    case expectInfo
    case failedByBytes
    case failedByPattern
    case grpcDuration
    case grpcHealth
    case grpcTLS
    case grpcStatus
    case httpContentLength
    case httpDuration
    case httpLastModified
    case httpRedirects
    case httpTLS
    case httpStatus
    case httpBodyLength
    case httpVersion
    case icmpDuration
    case icmpHopLimit
    case addressHash
    case ipProtocol
    case cause
    case certificateExpiry
    case chainExpiry
    case certificateInfo
    case success
    case timeout
    case tlsCipher
    case tlsVersion

    /// The name in blackbox_exporter.
    var name: String {
        switch self {
        case .dnsAdditionals: "probe_dns_additional_rrs"
        case .dnsAnswers: "probe_dns_answer_rrs"
        case .dnsAuthorities: "probe_dns_authority_rrs"
        case .dnsDuration: "probe_dns_duration_seconds"
        case .lookupTime: "probe_dns_lookup_time_seconds"
        case .dnsSucceeded: "probe_dns_query_succeeded"
        case .dnsSerial: "probe_dns_serial"
        case .duration: "probe_duration_seconds"
        case .expectInfo: "probe_expect_info"
        case .failedByBytes: "probe_failed_due_to_bytes"
        case .failedByPattern: "probe_failed_due_to_regex"
        case .grpcDuration: "probe_grpc_duration_seconds"
        case .grpcHealth: "probe_grpc_healthcheck_response"
        case .grpcTLS: "probe_grpc_ssl"
        case .grpcStatus: "probe_grpc_status_code"
        case .httpContentLength: "probe_http_content_length"
        case .httpDuration: "probe_http_duration_seconds"
        case .httpLastModified: "probe_http_last_modified_timestamp_seconds"
        case .httpRedirects: "probe_http_redirects"
        case .httpTLS: "probe_http_ssl"
        case .httpStatus: "probe_http_status_code"
        case .httpBodyLength: "probe_http_uncompressed_body_length"
        case .httpVersion: "probe_http_version"
        case .icmpDuration: "probe_icmp_duration_seconds"
        case .icmpHopLimit: "probe_icmp_reply_hop_limit"
        case .addressHash: "probe_ip_addr_hash"
        case .ipProtocol: "probe_ip_protocol"
        case .cause: "probe_netdiag_cause_info"
        case .certificateExpiry: "probe_ssl_earliest_cert_expiry"
        case .chainExpiry: "probe_ssl_last_chain_expiry_timestamp_seconds"
        case .certificateInfo: "probe_ssl_last_chain_info"
        case .success: "probe_success"
        case .timeout: "probe_timeout_seconds"
        case .tlsCipher: "probe_tls_cipher_info"
        case .tlsVersion: "probe_tls_version_info"
        }
    }

    var help: String {
        switch self {
        case .dnsAdditionals: "Records in the additional section of the answer"
        case .dnsAnswers: "Records in the answer section of the answer"
        case .dnsAuthorities: "Records in the authority section of the answer"
        case .dnsDuration: "Duration of the DNS request by phase"
        case .lookupTime: "How long it took to resolve the name of the target"
        case .dnsSucceeded: "Whether the question was answered"
        case .dnsSerial: "The serial number of the zone"
        case .duration: "How long the probe took"
        case .expectInfo: "What the expected text held"
        case .failedByBytes: "Whether the probe failed by bytes that were expected"
        case .failedByPattern: "Whether the probe failed by a regular expression"
        case .grpcDuration: "Duration of the gRPC request by phase"
        case .grpcHealth: "The health that the server has answered with"
        case .grpcTLS: "Whether TLS was used for the connection"
        case .grpcStatus: "The status code of gRPC"
        case .httpContentLength: "Content-Length of the answer, -1 where it is unknown"
        case .httpDuration: "Duration of the HTTP request by phase, summed over all redirects"
        case .httpLastModified: "Last-Modified of the answer, in seconds since 1970"
        case .httpRedirects: "Number of redirects"
        case .httpTLS: "Whether TLS was used for the last answer"
        case .httpStatus: "The status code of HTTP"
        case .httpBodyLength: "Length of the body after decompression"
        case .httpVersion: "The version of HTTP of the answer"
        case .icmpDuration: "Duration of the echo request by phase"
        case .icmpHopLimit: "Hop limit of the reply (TTL for IPv4)"
        case .addressHash: "A hash of the address, which differs where the address has changed"
        case .ipProtocol: "Whether the target was asked over IPv4 (4) or IPv6 (6)"
        case .cause: "The root cause that netdiag has found (netdiag explain CAUSE)"
        case .certificateExpiry: "When the first certificate ends that the server sent, in seconds since 1970"
        case .chainExpiry: "When the verified chain ends, in seconds since 1970"
        case .certificateInfo: "The certificate of the server"
        case .success: "Whether the probe was a success"
        case .timeout: "How long the probe may take"
        case .tlsCipher: "The cipher that the handshake has settled on"
        case .tlsVersion: "The version of TLS that the handshake has settled on"
        }
    }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
