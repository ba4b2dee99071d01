import CCurl
import Glibc
import NetworkModel

/// The delivery of a mail by SMTP (RFC 5321).
///
/// It is confined to ``CurlEngine``.
final class MailTransfer: CurlTransfer {
    struct Outcome: Sendable {
        var code: CURLcode
        var error: String
        /// The last reply of the server.
        var reply: String
        var status: Int
    }

    /// The time limit for the server's reply to `QUIT`, for which libcurl blocks inside a call.
    private static let quitLimit = Duration.milliseconds(500)
    private static let maxReply = 300

    let connection: CurlConnection
    var handle: CurlHandle { connection.handle }
    private let message: [UInt8]
    private let deadline: ContinuousClock.Instant
    private var sent = 0
    private var reply: [UInt8] = []
    private var endedAt: ContinuousClock.Instant?

    init(_ handle: CurlHandle, _ plan: CurlPlan, from: String, to: [String], message: [UInt8]) throws {
        self.message = message
        deadline = .now + plan.limit
        connection = try CurlConnection(handle, plan, protocols: "smtp,smtps")
        if plan.requiresTLS { try handle.set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)) }
        try handle.set(CURLOPT_MAIL_FROM, "<\(from)>")
        try handle.set(CURLOPT_MAIL_RCPT, list: to.map { "<\($0)>" })
        try handle.set(CURLOPT_UPLOAD, true)
        try handle.set(CURLOPT_INFILESIZE, message.count)
        try handle.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, max(plan.limit.wholeMilliseconds / 1_000, 1))
        try setCallbacks()
    }

    private func setCallbacks() throws(ProbeError) {
        let context = handle.context(self)
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_XFERINFODATA] {
            try handle.set(option, pointer: context)
        }
        try handle.set(CURLOPT_NOPROGRESS, false)
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_READFUNCTION) { data, size, count, context in
            guard let context, let data else { return Int(CURL_READFUNC_ABORT) }
            let room = UnsafeMutableRawBufferPointer(start: data, count: size * count)
            return Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue().readMessage(room)
        }
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_HEADERFUNCTION) { data, size, count, context in
            guard let context, let data else { return 0 }
            let line = UnsafeRawBufferPointer(start: data, count: size * count)
            Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue().receive(line)
            return line.count
        }
        _ = netdiag_curl_set_progress(handle.easy) { context, _, _, _, _ in
            guard let context else { return 1 }
            return Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
        }
    }

    private func readMessage(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let part = message[sent...].prefix(room.count)
        room.copyBytes(from: part)
        sent += part.count
        return part.count
    }

    private func receive(_ line: UnsafeRawBufferPointer) {
        reply = Array(line.prefix(Self.maxReply).prefix { $0 != 13 && $0 != 10 })
    }

    private var isOver: Bool {
        let now = ContinuousClock.now
        return now > endedAt.map { $0 + Self.quitLimit } ?? deadline
    }

    func outcome(_ code: CURLcode) -> Outcome {
        endedAt = .now
        return Outcome(
            code: code, error: connection.error, reply: String(decoding: reply, as: UTF8.self),
            status: handle.long(CURLINFO_RESPONSE_CODE))
    }
}
