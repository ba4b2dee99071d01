import CServerTLS

/// What TLS sessions are made with, of the server's side: a certificate, its chain and its key.
///
/// `@unchecked`: the `SSL_CTX` behind the pointer is not changed after it was made, and making sessions of one is safe on
/// any thread (openssl-threads(7)).
package final class TLSContext: @unchecked Sendable {
    /// Why it cannot be made.
    package enum Failure: Error, Sendable {
        case noLibrary, noCertificate, noKey, noMatch, other
    }

    fileprivate let pointer: OpaquePointer

    /// - Parameters:
    ///   - chain: PEM text, the server's own certificate first.
    ///   - key: PEM text of its private key.
    ///   - options: In what its sessions differ from what is safe.
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

    /// Whom a client trusts.
    package enum Trust: Sendable, Hashable {
        /// The system's store of authorities.
        case system
        /// The authorities of a PEM file.
        case file(String)
        /// Nothing is verified.
        case anybody
    }

    /// Of the client's side: TLS 1.2 or later.
    ///
    /// - Throws: ``Failure/noCertificate`` for a file without an authority.
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

    /// Of sessions that read a ClientHello of any version and answer none: for ``TLSSession/serverName``.
    ///
    /// - Throws: ``Failure/noLibrary``
    package static func reader() throws(Failure) -> TLSContext {
        guard let pointer = netdiag_server_tls_context_make_reader() else { throw .noLibrary }
        return TLSContext(pointer: pointer)
    }

    deinit { netdiag_server_tls_context_free(pointer) }
}

/// One side of one TLS connection, between bytes from the network and bytes of the application.
///
/// One owner uses it, on one thread at a time. It calls nobody back.
package final class TLSSession {
    /// What came of reading.
    package enum Reading {
        case bytes(Int)
        /// More has to come from the client.
        case waits
        /// The client has ended its side.
        case ended
        case broken
    }

    private let pointer: OpaquePointer
    /// Whether it has to begin the handshake.
    package let isClient: Bool

    /// `nil` if there is no memory. The session holds what it needs of the context (SSL_new(3)).
    package init?(_ context: TLSContext) {
        guard let pointer = netdiag_server_tls_session_make(context.pointer) else { return nil }
        self.pointer = pointer
        isClient = false
    }

    /// Of a context for clients; `nil` if there is no memory.
    ///
    /// - Parameter name: What the certificate has to be for.
    package init?(_ context: TLSContext, askingFor name: String, isAddress: Bool) {
        guard let pointer = netdiag_client_tls_session_make(context.pointer, name, isAddress ? 1 : 0) else {
            return nil
        }
        self.pointer = pointer
        isClient = true
    }

    /// Why a client has refused the server's certificate; `nil` if it has not.
    package var refusal: String? { netdiag_client_tls_refusal(pointer).map { String(cString: $0) } }

    deinit { netdiag_server_tls_session_free(pointer) }

    /// Takes what came from the network.
    package func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return true }
        return netdiag_server_tls_feed(pointer, base, bytes.count) > 0
    }

    /// Stores what is to be sent now; how many bytes that are, 0 for none.
    package func readOutput(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        return Int(netdiag_server_tls_take(pointer, base, bytes.count))
    }

    /// `bytes` when it is complete.
    package func handshake() -> Reading { Self.reading(netdiag_server_tls_handshake(pointer)) }

    /// The name that the client asks for (RFC 6066 section 3), once its ClientHello has been read.
    package var serverName: String? { netdiag_server_tls_name(pointer).map { String(cString: $0) } }

    /// The version and the cipher suite that were negotiated, as OpenSSL names them (`TLSv1.3`, `TLS_AES_256_GCM_SHA384`).
    package var version: String { String(cString: netdiag_server_tls_version(pointer)) }
    package var cipher: String { String(cString: netdiag_server_tls_cipher(pointer)) }

    /// Stores what the client sent.
    package func read(into bytes: UnsafeMutableRawBufferPointer) -> Reading {
        guard let base = bytes.baseAddress else { return .waits }
        return Self.reading(netdiag_server_tls_read(pointer, base, bytes.count))
    }

    /// Encrypts all of it; `false` where the session is over.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return true }
        return netdiag_server_tls_write(pointer, base, bytes.count) > 0
    }

    /// Has the client told that no more is sent.
    package func end() { netdiag_server_tls_end(pointer) }

    private static func reading(_ result: CInt) -> Reading {
        switch result {
        case 1...: .bytes(Int(result))
        case 0: .waits
        case -1: .ended
        default: .broken
        }
    }
}
