import CCurl
import Glibc

/// An easy handle, and the only owner of everything that libcurl borrows for it: lists, strings, and the contexts of its
/// callbacks. ``free()`` releases them after the handle itself, so that every callback finds its context.
///
/// The contexts refer to the handle, and the handle retains them. ``CurlEngine``, which creates each handle, frees it in one
/// place, whatever the result of its transfer.
///
/// It is confined to ``CurlEngine``: created, used and freed on its loop.
final class CurlHandle {
    /// The maximum number of bytes of handshakes, tunnels and messages without content on a kept connection.
    private static let maxPadding = 1 << 20
    /// A record of one byte has 23 in TLS 1.3 with GCM, and up to 69 in TLS 1.2 with CBC (RFC 5246 section 6.2.3.2).
    private static let bytesPerContentByte = 80

    /// The handle; `nil` after it was freed, when libcurl's functions do nothing.
    private(set) var easy: UnsafeMutableRawPointer?
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private var contexts: [AnyObject] = []
    /// Of the engine that made it.
    let guardian: CurlGuard
    /// The connection that was opened last, if the guardian monitors it.
    private var guarded: CurlGuard.Connection?
    /// Whether that connection was shut down, since it brought nothing and kept libcurl busy.
    var isCut: Bool { guarded?.isCut == true }
    /// The number of attempts to receive data over a kept connection.
    private var receptions = 0
    /// The bytes that these attempts returned.
    private var contentBytes = 0
    private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    init(_ guardian: CurlGuard) throws(ProbeError) {
        self.guardian = guardian
        guard let easy = curl_easy_init() else { throw ProbeError("curl_easy_init", reason: "out of memory") }
        self.easy = easy
        errorText.initialize(repeating: 0)
        _ = netdiag_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText.baseAddress)
    }

    deinit {
        free()
        errorText.deallocate()
    }

    /// Frees libcurl's handle, which may call back until then, and what it borrowed. It must not be in a multi handle any
    /// more.
    func free() {
        guard let easy else { return }
        curl_easy_cleanup(easy)
        if let guarded { guardian.remove(guarded) }
        self.easy = nil
        for list in lists { curl_slist_free_all(list) }
        (lists, contexts) = ([], [])
    }

    /// The pointer to an object for use in callbacks. The object is retained until libcurl does not call them any more.
    func context(_ object: AnyObject) -> UnsafeMutableRawPointer {
        if !contexts.contains(where: { $0 === object }) { contexts.append(object) }
        // Unretained: the line above retains it until `free()` has run curl_easy_cleanup. libcurl calls the callbacks of an
        // easy handle neither after that nor with the contexts of another handle.
        return Unmanaged.passUnretained(object).toOpaque()
    }

    /// libcurl's text about the error, in addition to its code.
    var error: String {
        String(decoding: errorText.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Has the guardian monitor the connection of this descriptor, instead of the previous one.
    func monitor(_ descriptor: CInt) {
        if let guarded { guardian.remove(guarded) }
        guarded = guardian.add(descriptor)
    }

    func set(_ option: CURLoption, _ value: Int) throws(ProbeError) {
        try check(netdiag_curl_set_long(easy, option, value), option)
    }

    /// Sets an option whose name ends in `_LARGE`.
    func set(_ option: CURLoption, offset value: Int) throws(ProbeError) {
        try check(netdiag_curl_set_offset(easy, option, curl_off_t(value)), option)
    }

    func set(_ option: CURLoption, _ value: Bool) throws(ProbeError) {
        try set(option, value ? 1 : 0)
    }

    func set(_ option: CURLoption, _ value: String) throws(ProbeError) {
        try check(netdiag_curl_set_string(easy, option, value), option)
    }

    func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) throws(ProbeError) {
        try check(netdiag_curl_set_pointer(easy, option, pointer), option)
    }

    /// Sets an option that copies its value. The number of bytes is set before.
    func set(_ option: CURLoption, copying bytes: [UInt8]) throws(ProbeError) {
        let code = bytes.withUnsafeBytes { buffer in
            netdiag_curl_set_pointer(easy, option, UnsafeMutableRawPointer(mutating: buffer.baseAddress))
        }
        try check(code, option)
    }

    func set(_ option: CURLoption, list strings: [String]) throws(ProbeError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for string in strings {
            guard let longer = curl_slist_append(list, string) else {
                curl_slist_free_all(list)
                throw ProbeError("curl_slist_append", reason: "out of memory")
            }
            list = longer
        }
        if let list { lists.append(list) }
        try check(netdiag_curl_set_list(easy, option, list), option)
    }

    private func check(_ code: CURLcode, _ option: CURLoption) throws(ProbeError) {
        guard code == CURLE_OK else {
            throw ProbeError(
                "curl_easy_setopt(\(option.rawValue))", reason: String(cString: curl_easy_strerror(code)))
        }
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        guard let easy else { return 0 }
        return netdiag_curl_get_long(easy, info, &value) == CURLE_OK ? value : 0
    }

    /// Counts an attempt to receive data over a kept connection.
    ///
    /// A server can send session tickets and key updates for ever, which libcurl reads without returning anything
    /// (RFC 8446 section 4.6). Otherwise only the deadline of the check would end this, and half of the loop's time
    /// until then would be spent on it. Bytes are counted only from time to time, since most dialogues are short.
    ///
    /// If the peer sends faster than libcurl reads, a single attempt goes on until the guardian shuts the connection down.
    /// Without this, its end would look as if the peer had closed the connection.
    ///
    /// - Returns: Whether more was read from the socket than any dialogue needs for its content.
    func isFlooded(after count: Int) -> Bool {
        if isCut, count == 0 { return true }
        receptions += 1
        contentBytes += count
        guard receptions.isMultiple(of: 8), let socket = activeSocket, let taken = ReceivedByteCounter.of(socket) else {
            return false
        }
        return taken > Self.maxPadding + Self.bytesPerContentByte * contentBytes
    }

    /// The socket of the last connection; `nil` if it is closed. libcurl writes 32 bits: -1 is not a negative `Int`.
    var activeSocket: CInt? {
        let fd = CInt(truncatingIfNeeded: long(CURLINFO_ACTIVESOCKET))
        return fd >= 0 ? fd : nil
    }

    /// One of the `…_TIME_T` values; `nil` if that moment was not reached.
    func time(_ info: CURLINFO) -> Duration? {
        var value: curl_off_t = 0
        guard let easy, netdiag_curl_get_offset(easy, info, &value) == CURLE_OK, value > 0 else { return nil }
        return .microseconds(value)
    }

    /// A text that libcurl owns; `nil` if there is none.
    func text(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard let easy, netdiag_curl_get_string(easy, info, &value) == CURLE_OK else { return nil }
        return value.map { String(cString: $0) }
    }

    /// A list, whose length is limited to what can be useful.
    func list(_ info: CURLINFO) -> [String] {
        var list: UnsafeMutablePointer<curl_slist>?
        guard let easy, netdiag_curl_get_list(easy, info, &list) == CURLE_OK else { return [] }
        defer { if let list { curl_slist_free_all(list) } }
        var result: [String] = []
        var item = list
        while let entry = item?.pointee, result.count < 64 {
            result.append(String(cString: entry.data))
            item = entry.next
        }
        return result
    }
}

extension Duration {
    /// The whole milliseconds, rounded up.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
