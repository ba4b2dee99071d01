import CServerTLS

/// The configuration of server-side TLS sessions: a certificate, its chain and its private key.
///
/// `@unchecked`: the `SSL_CTX` behind the pointer does not change after creation, and sessions can be created from it on any
/// thread (openssl-threads(7)).
package final class TLSContext: @unchecked Sendable {
    /// The reason why a context cannot be created.
    package enum Failure: Error, Sendable {
        case noLibrary, noCertificate, noKey, noMatch, other
    }

    fileprivate let pointer: OpaquePointer

    /// Creates the context of a server.
    ///
    /// - Parameters:
    ///   - chain: The certificate chain in PEM, beginning with the server's own certificate.
    ///   - key: The private key in PEM.
    ///   - options: Deliberate deviations from secure settings.
    package init(chain: [UInt8], key: [UInt8], options: TLSFaultOptions? = nil) throws(Failure) {
        var failure = NETDIAG_SERVER_TLS_FAILED
        let made: OpaquePointer? =
            if let options {
                options.withOptions {
                    netdiag_server_tls_context_make_with(chain, chain.count, key, key.count, $0, &failure)
                }
            } else {
                netdiag_server_tls_context_make(chain, chain.count, key, key.count, &failure)
            }
        guard let pointer = made else {
            switch failure {
            case NETDIAG_SERVER_TLS_NO_LIBRARY: throw .noLibrary
            case NETDIAG_SERVER_TLS_NO_CERTIFICATE: throw .noCertificate
            case NETDIAG_SERVER_TLS_NO_KEY: throw .noKey
            case NETDIAG_SERVER_TLS_NO_MATCH: throw .noMatch
            default: throw .other
            }
        }
        self.pointer = pointer
    }

    private init(pointer: OpaquePointer) { self.pointer = pointer }

    /// The trust anchors of a client.
    package enum Trust: Sendable, Hashable {
        /// The system's trust store.
        case system
        /// The CA certificates in a PEM file.
        case file(String)
        /// Certificates are not verified.
        case anybody
    }

    /// Creates the context of client-side sessions, with TLS 1.2 or later.
    ///
    /// - Throws: ``Failure/noCertificate`` if the file contains no CA certificate.
    package static func client(_ trust: Trust) throws(Failure) -> TLSContext {
        var failure = NETDIAG_SERVER_TLS_FAILED
        let made: OpaquePointer? =
            switch trust {
            case .system: netdiag_client_tls_context_make(NETDIAG_CLIENT_TLS_SYSTEM, nil, &failure)
            case .file(let path): netdiag_client_tls_context_make(NETDIAG_CLIENT_TLS_FILE, path, &failure)
            case .anybody: netdiag_client_tls_context_make(NETDIAG_CLIENT_TLS_ANYBODY, nil, &failure)
            }
        guard let made else {
            switch failure {
            case NETDIAG_SERVER_TLS_NO_LIBRARY: throw .noLibrary
            case NETDIAG_SERVER_TLS_NO_CERTIFICATE: throw .noCertificate
            default: throw .other
            }
        }
        return TLSContext(pointer: made)
    }

    /// Creates the context of sessions that parse a ClientHello of any version without responding, for
    /// ``TLSSession/serverName``.
    ///
    /// - Throws: ``Failure/noLibrary`` if OpenSSL cannot be loaded.
    package static func reader() throws(Failure) -> TLSContext {
        guard let pointer = netdiag_server_tls_context_make_reader() else { throw .noLibrary }
        return TLSContext(pointer: pointer)
    }

    deinit { netdiag_server_tls_context_free(pointer) }
}

/// One endpoint of a TLS connection, which converts between bytes of the network and bytes of the application.
///
/// It has one owner, which uses it on one thread at a time. It has no callbacks.
package final class TLSSession {
    /// The result of a read.
    package enum ReadResult {
        case bytes(Int)
        /// More data from the peer is needed.
        case waits
        /// The peer has closed its side.
        case ended
        case broken
    }

    private let pointer: OpaquePointer
    /// Whether this endpoint starts the handshake.
    package let isClient: Bool

    /// Creates a server-side session; `nil` if memory is exhausted. The session retains the context (SSL_new(3)).
    package init?(_ context: TLSContext) {
        guard let pointer = netdiag_server_tls_session_make(context.pointer) else { return nil }
        self.pointer = pointer
        isClient = false
    }

    /// Creates a client-side session; `nil` if memory is exhausted.
    ///
    /// - Parameters:
    ///   - context: The context of a client.
    ///   - name: The name or address that the certificate must be valid for.
    ///   - isAddress: Whether the name is an IP address.
    package init?(_ context: TLSContext, askingFor name: String, isAddress: Bool) {
        guard let pointer = netdiag_client_tls_session_make(context.pointer, name, isAddress ? 1 : 0) else {
            return nil
        }
        self.pointer = pointer
        isClient = true
    }

    /// The reason why the client rejected the server's certificate; `nil` if it did not.
    package var refusal: String? { netdiag_client_tls_refusal(pointer).map { String(cString: $0) } }

    deinit { netdiag_server_tls_session_free(pointer) }

    /// Processes received bytes.
    ///
    /// - Returns: `false` if memory is exhausted.
    package func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return true }
        return netdiag_server_tls_feed(pointer, base, bytes.count) > 0
    }

    /// Stores bytes that are to be sent to the peer.
    ///
    /// - Returns: The number of bytes; 0 if nothing is to be sent.
    package func readOutput(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        return Int(netdiag_server_tls_take(pointer, base, bytes.count))
    }

    /// Continues the handshake. The result is `bytes` when it is complete.
    package func handshake() -> ReadResult { Self.reading(netdiag_server_tls_handshake(pointer)) }

    /// The server name that the client requests (RFC 6066 section 3); `nil` until its ClientHello has been read.
    package var serverName: String? { netdiag_server_tls_name(pointer).map { String(cString: $0) } }

    /// The negotiated version and cipher suite, by their OpenSSL names (`TLSv1.3`, `TLS_AES_256_GCM_SHA384`).
    package var version: String { String(cString: netdiag_server_tls_version(pointer)) }
    package var cipher: String { String(cString: netdiag_server_tls_cipher(pointer)) }

    /// Decrypts application data from the peer into the buffer.
    package func read(into bytes: UnsafeMutableRawBufferPointer) -> ReadResult {
        guard let base = bytes.baseAddress else { return .waits }
        return Self.reading(netdiag_server_tls_read(pointer, base, bytes.count))
    }

    /// Encrypts application data.
    ///
    /// - Returns: `false` if the session has ended.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return true }
        return netdiag_server_tls_write(pointer, base, bytes.count) > 0
    }

    /// Queues a `close_notify` alert for the peer.
    package func end() { netdiag_server_tls_end(pointer) }

    private static func reading(_ result: CInt) -> ReadResult {
        switch result {
        case 1...: .bytes(Int(result))
        case 0: .waits
        case -1: .ended
        default: .broken
        }
    }
}
