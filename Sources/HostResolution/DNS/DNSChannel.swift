import CAres
import EventLoopKit
import Glibc

/// A c-ares channel for one query over TCP. It belongs to the event loop's thread.
final class DNSChannel {
    /// The current query, which gets the calls of c-ares.
    var exchange: DNSStreamExchange?
    private(set) var handle: ares_channel?

    /// Whether c-ares is initialised, once for the process.
    private static let isReady = ares_library_init(ARES_LIB_INIT_ALL) == ARES_SUCCESS

    /// Creates a channel.
    ///
    /// - Important: ``destroy()`` must be called.
    ///
    /// - Parameters:
    ///   - isExtended: Whether queries have EDNS.
    ///   - timeout: The time limit in milliseconds.
    init(isExtended: Bool, timeout: CInt) throws(HostResolutionError) {
        guard Self.isReady else { throw .unavailable(reason: "c-ares says: ares_library_init failed") }
        try HostResolutionError.check(make(isExtended: isExtended, timeout: timeout))
        // Not retained: ``destroy()`` precedes the release of the last reference, and c-ares calls nothing after it.
        ares_set_socket_functions(handle, ExchangeSockets.table, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Ends the current query, and closes its sockets.
    func destroy() {
        if let handle { ares_destroy(handle) }
        handle = nil
        exchange = nil
    }

    static func at(_ context: UnsafeMutableRawPointer!) -> DNSChannel {
        Unmanaged<DNSChannel>.fromOpaque(context).takeUnretainedValue()
    }

    private func make(isExtended: Bool, timeout: CInt) -> CInt {
        var options = ares_options()
        // Negative responses are returned as they are, instead of being dropped as those of a broken server.
        options.flags =
            ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES | ARES_FLAG_NOCHECKRESP | ARES_FLAG_USEVC
            | (isExtended ? ARES_FLAG_EDNS : 0)
        options.timeout = timeout
        options.tries = 1
        options.ednspsz = DNSWireQuery.payloadSize
        options.sock_state_cb_data = Unmanaged.passUnretained(self).toOpaque()
        options.sock_state_cb = { context, fd, readable, writable in
            var interest: EventLoop.Interest = []
            if readable != 0 { interest.insert(.readable) }
            if writable != 0 { interest.insert(.writable) }
            DNSChannel.at(context).exchange?.follow(fd, interest)
        }
        // With given domains, lookups and an empty file, c-ares does not read the system's configuration for each channel.
        let mask =
            netdiag_ares_keep_nothing(&options) | ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES
            | ARES_OPT_EDNSPSZ | ARES_OPT_SOCK_STATE_CB | ARES_OPT_DOMAINS | ARES_OPT_LOOKUPS | ARES_OPT_RESOLVCONF
        return "b".withCString { lookups in
            "/dev/null".withCString { file in
                options.lookups = UnsafeMutablePointer(mutating: lookups)
                options.resolvconf_path = UnsafeMutablePointer(mutating: file)
                return ares_init_options(&handle, &options, mask)
            }
        }
    }
}

extension HostResolutionError {
    /// Checks the result of a c-ares call.
    ///
    /// - Throws: ``HostResolutionError`` with the text of c-ares if the call failed.
    static func check(_ status: CInt) throws(HostResolutionError) {
        guard status == ARES_SUCCESS else {
            throw .unavailable(reason: "c-ares says: \(String(cString: ares_strerror(status)))")
        }
    }
}
