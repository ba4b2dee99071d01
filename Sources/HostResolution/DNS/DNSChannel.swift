import CAres
import EventLoopKit
import Glibc

/// A channel of c-ares for one question over TCP. Lives on the event loop's thread.
final class DNSChannel {
    /// The question that is under way: c-ares's calls are handed to it.
    var exchange: DNSStreamExchange?
    private(set) var handle: ares_channel?

    /// Once for the process.
    private static let isReady = ares_library_init(ARES_LIB_INIT_ALL) == ARES_SUCCESS

    /// - Important: ``destroy()`` has to be called.
    ///
    /// - Parameters:
    ///   - isExtended: Whether questions have EDNS.
    ///   - timeout: Milliseconds until it is over.
    init(isExtended: Bool, timeout: CInt) throws(HostResolutionError) {
        guard Self.isReady else { throw .unavailable(reason: "c-ares says: ares_library_init failed") }
        try HostResolutionError.check(make(isExtended: isExtended, timeout: timeout))
        // Not retained: ``destroy()`` comes before the last reference goes, and c-ares calls nothing after it.
        ares_set_socket_functions(handle, ExchangeSockets.table, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Ends what is under way, with its sockets.
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
        // Answers that say no come back as they are, instead of being taken for a broken server and dropped.
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
        // Given domains, lookups and an empty file, c-ares does not read the system's configuration for each channel.
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
    /// - Throws: What c-ares says where a call of it has failed.
    static func check(_ status: CInt) throws(HostResolutionError) {
        guard status == ARES_SUCCESS else {
            throw .unavailable(reason: "c-ares says: \(String(cString: ares_strerror(status)))")
        }
    }
}
