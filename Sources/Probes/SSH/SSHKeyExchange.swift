import CSSH
import EventLoopKit
import Glibc
import Synchronization

/// The client's side of a key exchange of SSH (RFC 4253 sections 7 and 8), up to the point where the server has signed it
/// with its host key. libssh does it, and the caller transfers the bytes.
///
/// The calculations of all exchanges run on one separate thread, since a server chooses the size of the numbers. Nothing
/// blocks there.
public actor SSHKeyExchange {
    /// The agreed algorithms, and the key that signed them.
    public struct Agreement: Sendable, Hashable {
        /// The type of the host key, as in `ssh-ed25519`.
        public var keyType: String
        /// The fingerprint as shown by `ssh-keygen -lf`: `SHA256:` and base64 without padding.
        public var fingerprint: String
        /// The key exchange method, as in `curve25519-sha256`.
        public var keyExchange: String
        /// The cipher, as in `chacha20-poly1305@openssh.com`.
        public var cipher: String
    }

    /// The progress of a key exchange.
    public enum Progress: Sendable, Hashable {
        /// More data of the server is needed.
        case underWay
        /// The server signed it with its host key.
        case done(Agreement)
        /// libssh aborted, with its text, which may contain data of the server.
        case failed(String)
    }

    /// The maximum number of bytes to process at once.
    private static let maxChunk = 16_384

    private nonisolated let loop: EventLoop
    /// The event loop on which the calculations run.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    /// The exchange; `nil` before it began, and after it was released.
    private var exchange: OpaquePointer?

    private init(loop: EventLoop) {
        self.loop = loop
    }

    /// Runs the body with an exchange that has not begun.
    ///
    /// - Throws: What the body throws; ``ProbeError`` if libssh, a thread, memory or a descriptor is not available.
    public static func run<Value: Sendable>(
        _ body: (SSHKeyExchange) async throws -> Value
    ) async throws -> Value {
        let exchange = SSHKeyExchange(loop: try sharedLoop())
        do {
            try await exchange.begin()
            let value = try await body(exchange)
            await exchange.end()
            return value
        } catch {
            await exchange.end()
            throw error
        }
    }

    private static let shared = Mutex<EventLoop?>(nil)

    /// The loop of all exchanges. It is created with the first one, and never shut down.
    private static func sharedLoop() throws(ProbeError) -> EventLoop {
        let result = shared.withLock { shared in
            Result<EventLoop, any Error> {
                if let shared { return shared }
                let made = try EventLoop(name: "netdiag-ssh")
                shared = made
                return made
            }
        }
        switch result {
        case .success(let loop): return loop
        case .failure(let error): throw ProbeError("the thread for SSH", reason: "\(error)")
        }
    }

    private func begin() throws(ProbeError) {
        if let problem = netdiag_ssh_problem() { throw ProbeError("libssh", reason: String(cString: problem)) }
        exchange = netdiag_ssh_new()
        if exchange == nil { throw ProbeError("ssh_new", errno: errno) }
    }

    private func end() {
        netdiag_ssh_free(exchange)
        exchange = nil
    }

    /// Continues with data of the server. It must not be called after the exchange is done or has failed.
    ///
    /// - Returns: The bytes to send to the server, and the progress.
    public func advance(_ bytes: [UInt8]) -> (output: [UInt8], progress: Progress) {
        guard let exchange else { return ([], .failed("it is over")) }
        var state = NETDIAG_SSH_UNDER_WAY
        var rest = bytes[...]
        repeat {
            let chunk = rest.prefix(Self.maxChunk)
            state = chunk.withUnsafeBytes { netdiag_ssh_advance(exchange, $0.baseAddress, $0.count) }
            rest = rest.dropFirst(chunk.count)
        } while state == NETDIAG_SSH_UNDER_WAY && !rest.isEmpty
        let output = output(of: exchange)
        switch state {
        case NETDIAG_SSH_UNDER_WAY: return (output, .underWay)
        case NETDIAG_SSH_DONE:
            guard let agreement = Agreement(exchange) else { return (output, .failed("libssh shows no host key")) }
            return (output, .done(agreement))
        default: return (output, .failed(String(cString: netdiag_ssh_error(exchange))))
        }
    }

    /// Ends the connection.
    ///
    /// - Returns: The bytes to send to the server after the exchange.
    public func disconnect() -> [UInt8] {
        guard let exchange else { return [] }
        netdiag_ssh_leave(exchange)
        return output(of: exchange)
    }

    private func output(of exchange: OpaquePointer) -> [UInt8] {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: Self.maxChunk)
        while true {
            let count = chunk.withUnsafeMutableBytes { netdiag_ssh_output(exchange, $0.baseAddress, $0.count) }
            guard count > 0 else { return all }
            all += chunk[..<count]
        }
    }
}

extension SSHKeyExchange.Agreement {
    fileprivate init?(_ exchange: OpaquePointer) {
        var result = netdiag_ssh_result()
        guard netdiag_ssh_read_result(exchange, &result) != 0 else { return nil }
        keyType = Self.text(result.key_type)
        fingerprint = Self.text(result.fingerprint)
        keyExchange = Self.text(result.key_exchange)
        cipher = Self.text(result.cipher)
    }

    /// The text in a C array, up to its 0.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
