import CAres
import Glibc
import NetworkModel

extension DNSClient {
    /// The result of a query over one transport.
    struct Reply: Sendable {
        var bytes: [UInt8]?
        var status: CInt = 0
        var socketError: CInt = 0
        var isUnsent = false
        /// When the host of the server reported that its port is closed, from the query on; `nil` if it did not.
        var closedAfter: Duration?
        var isTruncated = false
        var ignoredReplies = 0
        /// The address from which replies come instead of from the server; they are no responses.
        var otherSource: IPAddress?
        var refusal: ICMPError?
        /// Whether a query or a response was lost before this one.
        var isRepeated = false
        /// Whether ``bytes`` may only be about EDNS.
        var isRejection = false
        var form = DNSQueryOptions.Form.extended
        /// Whether the server rejected the query with EDNS, or is known not to answer such ones, and answered this one without.
        var isAfterRejection = false

        /// Whether the result does not depend on the form of the query: there was a response, the port is closed, or the
        /// server is unreachable, or replies from another address.
        var isFinal: Bool {
            !isRejection
                && (bytes != nil || isTruncated || status != ARES_ETIMEOUT || refusal != nil || otherSource != nil)
        }

        /// The answer in it.
        func dnsAnswer(
            to name: DomainName, _ type: DNSRecordType, _ server: SocketAddress, after duration: Duration
        ) -> DNSAnswer {
            let message = bytes.map { DNSMessage($0, answering: type) }
            let repliedFrom = bytes == nil && !isTruncated ? otherSource : nil
            return DNSAnswer(
                name: name.text, type: type, server: server, records: message?.records ?? [],
                aliases: message?.aliases ?? [], failure: message.map(\.failure) ?? reason,
                isAliasLoop: message?.isAliasLoop ?? false, isNotImplemented: message?.isNotImplemented ?? false,
                isTruncated: isTruncated, ignoredReplies: ignoredReplies + (repliedFrom == nil ? 0 : 1),
                repliedFrom: repliedFrom,
                extendedErrors: message?.extendedErrors ?? [], refusal: refusal, isUnsent: isUnsent,
                isWithheld: message == nil && (socketError == EPERM || socketError == EACCES && !isUnsent),
                isRepeated: isRepeated, isEDNSRejected: isAfterRejection, duration: duration)
        }

        /// Why there was no reply.
        private var reason: Resolution.FailureReason {
            if socketError == ECONNREFUSED { return .closed }
            if ignoredReplies > 0 || otherSource != nil, !isTruncated { return .malformed }
            switch status {
            // Without a route, or with a prohibition, as little is received from the server as in a timeout.
            case ARES_ECONNREFUSED, ARES_ETIMEOUT: return .timeout
            default: return .malformed
            }
        }
    }
}
