import CCurl
import NetworkModel

/// Derives the results of the layers from libcurl's outcome and the server's replies (RFC 959 section 4.2.2).
struct FTPAssessment {
    let outcome: FTPJob.Outcome
    let server: FTPServer

    private var code: CURLcode { CURLcode(rawValue: outcome.code) }
    private var said: FTPControlSession { outcome.conversation }
    private var replyCode: Int? { said.reply?.code }

    var isDone: Bool { code == CURLE_OK && !isListingMalformed && !said.isEndless }
    private var isListingMalformed: Bool { outcome.listing?.isMalformed == true }

    /// Whether the control connection is protected. It is if the server, which speaks first, has sent anything, or if the
    /// client that requested TLS has continued.
    var isShaken: Bool {
        server.isSecure ? said.hasBegun : said.verb.map { !["AUTH", "CONNECT"].contains($0) } ?? false
    }

    /// The result of TLS; `nil` if it was not required, or not reached.
    var tls: TLSEvidence? {
        guard server.usesTLS else { return nil }
        let hasBegun = isShaken || server.isSecure || said.verb == "AUTH" && replyCode == 234
        guard hasBegun else { return nil }
        // The data connections after it do not matter for this handshake.
        return TLSAssessment(
            code: isShaken ? CURLE_OK : code, text: isShaken ? "" : outcome.error, verifyResult: outcome.verifyResult,
            isShaken: isShaken, facts: outcome.tls
        ).evidence(for: server.named)
    }

    /// Readable text in addition to the outcome.
    var detail: String {
        if said.isEndless { return "a reply of more than \(FTPControlSession.maxReplyBytes) bytes" }
        if isListingMalformed { return "a line of more than \(FTPListing.maxLineBytes) bytes in the listing" }
        if outcome.isStillComing { return "time was up after \(outcome.bytes) bytes, and more were coming" }
        if let reply = said.reply, reply.code >= 400 { return reply.text }
        if !said.hasBegun, let line = said.strangeLine { return line }
        // The text of libcurl then refers to another reply.
        if said.isOutOfStep, code == CURLE_FTP_WEIRD_PASV_REPLY { return "the data connection behind EPSV failed" }
        guard let verb = said.verb else { return outcome.error }
        return "\(outcome.error) (after \(verb))"
    }

    var result: FTPEvidence.Outcome {
        if said.isEndless || isListingMalformed { return .malformed }
        if isDone { return .done }
        if !said.hasBegun, said.strangeLine != nil { return .malformed }
        if code == CURLE_USE_SSL_FAILED { return .noTLS }
        if let refusal = refusal { return refusal }
        if outcome.isStillComing { return .failed }
        if isDataConnectionMissing { return .dataBlocked }
        switch code {
        case CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK: return .timeout
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: return .closed
        case CURLE_FTP_WEIRD_PASV_REPLY, CURLE_FTP_WEIRD_227_FORMAT, CURLE_FTP_WEIRD_PASS_REPLY: return .malformed
        // A server whose greeting has a code other than 220 has its reasons; with an invalid code, it is no FTP server.
        case CURLE_WEIRD_SERVER_REPLY: return replyCode.map { $0 >= 400 } == true ? .failed : .malformed
        default: return .failed
        }
    }

    /// The meaning of the reply to the last command.
    private var refusal: FTPEvidence.Outcome? {
        guard let replyCode, replyCode >= 400 else { return nil }
        // The server closes the connection (RFC 959 section 4.2.2), whatever the command was.
        if replyCode == 421 { return .closed }
        guard let verb = said.verb else { return .failed }
        switch verb {
        case "USER", "PASS", "ACCT": return .loginRejected
        case "AUTH", "PBSZ", "PROT": return .noTLS
        case "CWD": return replyCode / 100 == 5 ? .notFound : .failed
        case "EPSV", "PASV", "EPRT", "PORT": return .dataBlocked
        default: break
        }
        // 522 is for a data connection that the server's TLS does not accept.
        if [425, 426, 522].contains(replyCode) { return .dataBlocked }
        switch verb {
        case "STOR", "APPE", "MKD", "RNFR", "RNTO", "DELE": return .writeDenied
        case "RETR", "SIZE", "MDTM", "LIST", "MLSD": return replyCode == 550 ? .notFound : .failed
        default: return nil
        }
    }

    private static let openers = ["EPSV", "PASV", "EPRT", "PORT"]
    private static let transfers = ["LIST", "MLSD", "RETR", "STOR", "APPE"]

    private var isDataConnectionMissing: Bool {
        guard let verb = said.verb else { return false }
        switch code {
        case CURLE_FTP_ACCEPT_FAILED, CURLE_FTP_ACCEPT_TIMEOUT, CURLE_FTP_CANT_GET_HOST, CURLE_FTP_PORT_FAILED:
            return true
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST:
            return said.isLoggedIn
        case CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK:
            if Self.openers.contains(verb) { return said.reply != nil }
            // It was announced, and the server has not connected.
            return server.settings.mode == .active && Self.transfers.contains(verb) && outcome.bytes == 0
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION:
            return said.isLoggedIn
        case CURLE_FTP_WEIRD_PASV_REPLY:
            return said.isOutOfStep
        default:
            return false
        }
    }
}
