import CCurl
import Glibc
import NetworkModel
import Synchronization

/// A job at an FTP server, over a control connection of its own.
///
/// libcurl blocks inside a call at the end of FTP operations: for the reply after a transfer up to the limit, and for that to
/// `QUIT` two minutes. Its loop must not be used for anything else. The progress callback ends such blocking.
///
/// It is confined to ``CurlEngine``.
final class FTPTransfer: CurlTransfer {
    /// The time limit for the server's reply to `QUIT`, which nobody needs.
    static let quitLimit = Duration.milliseconds(300)

    let connection: CurlConnection
    var handle: CurlHandle { connection.handle }
    private let job: FTPJob
    private let deadline: ContinuousClock.Instant
    private let isCancelled: @Sendable () -> Bool
    private let usesTLS: Bool
    private var conversation: FTPControlSession
    private var quitAt: ContinuousClock.Instant?
    private var listing: FTPListing?
    private var bytes = 0
    /// A server that sent data within this time before the end is not silent.
    private let stillComing: Duration
    /// The number of sockets before the last command.
    private var socketsBefore = 0
    private var isOurs = false
    private var hasEnough = false
    private var lastChunk: ContinuousClock.Instant?
    private var isStillComing = false

    init(
        _ handle: CurlHandle, _ job: FTPJob, _ plan: CurlPlan, _ server: FTPServer, _ conversation: FTPControlSession,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws {
        connection = try CurlConnection(handle, plan, protocols: "ftp,ftps")
        self.job = job
        self.conversation = conversation
        self.conversation.beginJob()
        self.isCancelled = isCancelled
        usesTLS = server.usesTLS
        deadline = .now + plan.limit
        stillComing = min(plan.limit / 4, .seconds(1))
        try setServer(server)
        try setJob()
        try setCallbacks()
    }

    private func setServer(_ server: FTPServer) throws(ProbeError) {
        try handle.set(CURLOPT_PATH_AS_IS, true)
        try handle.set(CURLOPT_FTP_FILEMETHOD, Int(CURLFTPMETHOD_SINGLECWD.rawValue))
        try handle.set(CURLOPT_BUFFERSIZE, 128 * 1_024)
        if server.usesTLS {
            // The data connection must not be unencrypted either (RFC 4217 section 9).
            try handle.set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue))
            try handle.set(CURLOPT_FTPSSLAUTH, Int(CURLFTPAUTH_TLS.rawValue))
        }
        // Whatever address the reply to PASV contains, the data connection uses the address of the control connection.
        try handle.set(CURLOPT_FTP_SKIP_PASV_IP, true)
        switch server.settings.mode {
        case .passive: break
        case .passiveIPv4: try handle.set(CURLOPT_FTP_USE_EPSV, false)
        case .active: try handle.set(CURLOPT_FTPPORT, "-")
        }
        if let stall = server.stall {
            let seconds = max((stall.wholeMilliseconds + 999) / 1_000, 1)
            try handle.set(CURLOPT_CONNECTTIMEOUT, seconds)
            try handle.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, seconds)
            try handle.set(CURLOPT_ACCEPTTIMEOUT_MS, seconds * 1_000)
            try handle.set(CURLOPT_LOW_SPEED_LIMIT, 1)
            try handle.set(CURLOPT_LOW_SPEED_TIME, seconds)
        }
    }

    private func setJob() throws(ProbeError) {
        switch job.action {
        case .list(let isMachineReadable, let maxEntries, let maxBytes):
            listing = FTPListing(
                maxEntries: maxEntries, maxBytes: maxBytes, isMachineReadable: isMachineReadable)
            if isMachineReadable { try handle.set(CURLOPT_CUSTOMREQUEST, "MLSD") }
        case .inspect:
            try handle.set(CURLOPT_NOBODY, true)
            try handle.set(CURLOPT_FILETIME, true)
        case .retrieve(let from, let maxBytes, _):
            // libcurl would stop at the size from SIZE, and hide that there is more. It also does not start in the middle
            // without a size.
            try handle.set(CURLOPT_IGNORE_CONTENT_LENGTH, true)
            if let maxBytes {
                try handle.set(CURLOPT_RANGE, "0-\(maxBytes - 1)")
                // Whether the server supports it or not.
                try handle.set(CURLOPT_PREQUOTE, list: ["*SIZE \(job.path.name)"])
            } else if from > 0 {
                try handle.set(CURLOPT_PREQUOTE, list: ["REST \(from)"])
            }
        case .store(let size, let from, _):
            try handle.set(CURLOPT_UPLOAD, true)
            try handle.set(CURLOPT_INFILESIZE_LARGE, offset: size)
            if from > 0 { try handle.set(CURLOPT_RESUME_FROM_LARGE, offset: from) }
        case .commands(let commands):
            try handle.set(CURLOPT_NOBODY, true)
            if !commands.isEmpty { try handle.set(CURLOPT_PREQUOTE, list: commands) }
        }
        if !job.commandsAfter.isEmpty { try handle.set(CURLOPT_POSTQUOTE, list: job.commandsAfter) }
    }

    private func setCallbacks() throws(ProbeError) {
        let context = handle.context(self)
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_XFERINFODATA]
        {
            try handle.set(option, pointer: context)
        }
        try handle.set(CURLOPT_DEBUGDATA, pointer: context)
        try handle.set(CURLOPT_VERBOSE, true)
        try handle.set(CURLOPT_NOPROGRESS, false)
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_WRITEFUNCTION) { data, size, count, context in
            guard let context, let data else { return 0 }
            let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
            let transfer = Unmanaged<FTPTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.didReceiveData(bytes) ? bytes.count : 0
        }
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_HEADERFUNCTION) { data, size, count, context in
            guard let context, let data else { return 0 }
            let line = UnsafeRawBufferPointer(start: data, count: size * count)
            return Unmanaged<FTPTransfer>.fromOpaque(context).takeUnretainedValue().didReceive(line) ? line.count : 0
        }
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_READFUNCTION) { data, size, count, context in
            guard let context, let data else { return Int(CURL_READFUNC_ABORT) }
            let room = UnsafeMutableRawBufferPointer(start: data, count: size * count)
            return Unmanaged<FTPTransfer>.fromOpaque(context).takeUnretainedValue().copyInput(room)
        }
        _ = netdiag_curl_set_seek(handle.easy) { _, _, _ in
            // The source is already at the right position.
            CURL_SEEKFUNC_OK
        }
        _ = netdiag_curl_set_debug(handle.easy) { _, kind, bytes, count, context in
            guard kind == CURLINFO_HEADER_OUT || kind == CURLINFO_TEXT, let context, let bytes else { return 0 }
            bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
                let transfer = Unmanaged<FTPTransfer>.fromOpaque(context).takeUnretainedValue()
                let text = UnsafeBufferPointer(start: $0, count: count)
                if kind == CURLINFO_TEXT { transfer.conversation.processMessage(text) } else { transfer.didSend(text) }
            }
            return 0
        }
        _ = netdiag_curl_set_progress(handle.easy) { context, _, _, _, _ in
            guard let context else { return 1 }
            return Unmanaged<FTPTransfer>.fromOpaque(context).takeUnretainedValue().mustEnd ? 1 : 0
        }
    }

    private var mustEnd: Bool {
        if isCancelled() || conversation.isEndless { return true }
        let now = ContinuousClock.now
        return isOver(now) || quitAt.map { now > $0 + Self.quitLimit } == true
    }

    private func isOver(_ now: ContinuousClock.Instant) -> Bool {
        guard now > deadline else { return false }
        endInTheMiddle(now)
        return true
    }

    /// At the time limit, the part of a listing that has arrived counts.
    private func endInTheMiddle(_ now: ContinuousClock.Instant) {
        guard let lastChunk, lastChunk + stillComing > now, !isStillComing else { return }
        isStillComing = true
        if let count = listing?.count, count > 0 {
            listing?.cut()
            hasEnough = true
        }
    }

    /// If the reply to `EPSV` arrived at once, libcurl 7.88 makes the data connection only when it is called again, and does
    /// not report when or why.
    var isForgotten: Bool {
        guard let verb = conversation.verb, verb == "EPSV" || verb == "PASV", let reply = conversation.reply else {
            return false
        }
        return (reply.code == 227 || reply.code == 229) && connection.socketsOpened == socketsBefore
    }

    private func didSend(_ line: UnsafeBufferPointer<UInt8>) {
        conversation.sent(line)
        socketsBefore = connection.socketsOpened
        if conversation.verb == "USER", usesTLS { connection.readTLS() }
        if conversation.isLeaving { quitAt = .now }
    }

    private func didReceive(_ line: UnsafeRawBufferPointer) -> Bool {
        conversation.received(line)
    }

    private func didReceiveData(_ chunk: UnsafeRawBufferPointer) -> Bool {
        switch job.action {
        case .list:
            bytes += chunk.count
            lastChunk = .now
            hasEnough = listing?.append(chunk) == false
            return !hasEnough && !mustEnd
        case .retrieve(_, _, let sink):
            bytes += chunk.count
            lastChunk = .now
            isOurs = !sink(chunk)
            return !isOurs && !mustEnd
        default:
            // libcurl reports information about a file in the form of HTTP fields.
            return true
        }
    }

    private func copyInput(_ room: UnsafeMutableRawBufferPointer) -> Int {
        guard case .store(_, _, let source) = job.action, let count = source(room) else {
            isOurs = true
            return Int(CURL_READFUNC_ABORT)
        }
        bytes += count
        return count
    }

    func outcome(_ code: CURLcode) -> FTPJob.Outcome {
        // libcurl has a clock of its own, which may be first.
        if code == CURLE_OPERATION_TIMEDOUT { endInTheMiddle(.now) }
        listing?.finish()
        return FTPJob.Outcome(
            code: (hasEnough ? CURLE_OK : code).rawValue, error: HTTPAssessment.text(code, connection.error),
            verifyResult: handle.long(CURLINFO_SSL_VERIFYRESULT), conversation: conversation,
            tls: connection.facts(after: code), listing: listing, bytes: bytes, isOurs: isOurs,
            isStillComing: isStillComing)
    }
}
