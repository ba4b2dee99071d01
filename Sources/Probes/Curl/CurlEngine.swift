import CCurl
public import EventLoopKit
import NetworkModel

/// libcurl's multi interface, driven by the event loop. Transfers need no threads, and never block inside libcurl.
public actor CurlEngine {
    nonisolated let loop: EventLoop
    /// The event loop on which libcurl is called.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// A running transfer. The handle retains the contexts of libcurl's callbacks.
    private struct Running {
        let handle: CurlHandle
        /// Called before the handle is removed.
        let finish: (Result<CURLcode, any Error>) -> Void
        let isForgotten: () -> Bool
    }

    private var multi: UnsafeMutableRawPointer?
    private var running: [Int: Running] = [:]
    /// The transfers that are attended whenever libcurl is called.
    private var attended: [Int: any MonitoredTransfer] = [:]
    /// Connections that are used beyond the end of their transfer, and those that will be.
    private var kept: Set<Int> = []
    private var held: [Int: CurlHandle] = [:]
    private var lastID = 0
    private var watches: [curl_socket_t: Watch] = [:]
    private var timer: Timer?
    /// The interval at which every transfer is attended, whether data arrived or not; `nil` for never.
    private let pace: Duration?
    private var pacer: Timer?
    /// Whether libcurl must be called in the next turn of the loop.
    private var isDue = false
    private let guardian = CurlGuard()
    /// The engines for logins with Kerberos tickets, which are made when needed.
    nonisolated let tickets = TicketEngines()

    /// Begins to load libcurl in the background, so that the first transfer waits less for it.
    public static func prepare() {
        netdiag_curl_prepare()
    }

    /// Creates an engine, which uses no resources before its first transfer.
    ///
    /// - Parameter pace: The interval for protocols in which libcurl 7.88 does not report what it waits for. If the reply to
    ///   `EPSV` arrives at once, it makes no data connection before it is called again.
    init(loop: EventLoop, pace: Duration? = nil) {
        self.loop = loop
        self.pace = pace
    }

    // Created here: the optimizer of Swift 6.3 fails if an actor with an isolated deinit is created in another module.

    /// Creates an engine on a loop.
    @inline(never)
    public static func make(on loop: EventLoop) -> CurlEngine { CurlEngine(loop: loop) }

    /// Creates an engine with a loop of its own; `nil` if no further thread is available.
    @inline(never)
    public static func make(withLoopNamed name: String) -> CurlEngine? {
        (try? EventLoop(name: name)).map { CurlEngine(loop: $0) }
    }

    /// Runs a transfer until it ends.
    ///
    /// - Parameter make: Creates the transfer on the loop, with its own handle.
    /// - Throws: `CancellationError`, what `make` throws, or ``ProbeError`` if libcurl could not start.
    func perform<Transfer: CurlTransfer>(
        _ make: @escaping @Sendable (CurlHandle) throws -> Transfer
    ) async throws -> Transfer.Outcome {
        lastID += 1
        return try await perform(lastID, make)
    }

    private func perform<Transfer: CurlTransfer>(
        _ id: Int, _ make: @escaping @Sendable (CurlHandle) throws -> Transfer
    ) async throws -> Transfer.Outcome {
        let multi = try startedMulti()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A cancellation before this point found no transfer to stop.
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                    return
                }
                do {
                    let handle = try CurlHandle(guardian)
                    do {
                        let transfer = try make(handle)
                        transfer.setStop { [weak self] in
                            self?.assumeIsolated { $0.end(id, .success(CURLE_OPERATION_TIMEDOUT)) }
                        }
                        try begin(id, transfer, with: handle, on: multi) { result in
                            continuation.resume(with: result.map { transfer.outcome($0) })
                        }
                    } catch {
                        handle.free()
                        throw error
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            loop.execute { [self] in assumeIsolated { $0.end(id, .failure(CancellationError())) } }
        }
    }

    private func begin(
        _ id: Int, _ transfer: some CurlTransfer, with handle: CurlHandle, on multi: UnsafeMutableRawPointer,
        _ finish: @escaping (Result<CURLcode, any Error>) -> Void
    ) throws {
        try handle.set(CURLOPT_PRIVATE, pointer: UnsafeMutableRawPointer(bitPattern: id))
        let code = curl_multi_add_handle(multi, handle.easy)
        guard code == CURLM_OK else {
            throw ProbeError("curl_multi_add_handle", reason: String(cString: curl_multi_strerror(code)))
        }
        running[id] = Running(handle: handle, finish: finish) { transfer.isForgotten }
        if let monitored = transfer.monitored { attended[id] = monitored }
        throttleCalls()
    }

    private func throttleCalls() {
        pacer?.cancel()
        guard let pace, !running.isEmpty else {
            pacer = nil
            return
        }
        pacer = loop.schedule(after: pace) { [weak self] in
            self?.assumeIsolated {
                $0.driveAll()
                $0.throttleCalls()
            }
        }
    }

    private func end(_ id: Int, _ result: Result<CURLcode, any Error>) {
        guard let transfer = running.removeValue(forKey: id) else { return }
        attended[id] = nil
        transfer.finish(result)
        if kept.contains(id), case .success(CURLE_OK) = result {
            held[id] = transfer.handle
            return
        }
        release(transfer.handle)
    }

    /// Releases a handle and the contexts of its callbacks. This is the only place that does so. It closes the connection as
    /// well, and none is kept for later. libcurl and OpenSSL may still call back meanwhile, since a connection is closed with
    /// data that its peer sends.
    private func release(_ handle: CurlHandle) {
        curl_multi_remove_handle(multi, handle.easy)
        handle.free()
    }

    /// Closes everything. A further transfer starts again.
    func close() {
        timer?.cancel()
        pacer?.cancel()
        (timer, pacer) = (nil, nil)
        for id in Array(running.keys) { end(id, .failure(CancellationError())) }
        for handle in held.values { release(handle) }
        held = [:]
        if let multi { curl_multi_cleanup(multi) }
        multi = nil
        for watch in watches.values { watch.cancel() }
        watches = [:]
    }

    // MARK: - Connections that stay

    /// Establishes a connection with a transfer that ends after that, and keeps the connection for the body.
    func withConnection<Transfer: CurlTransfer, Value: Sendable>(
        _ make: @escaping @Sendable (CurlHandle) throws -> Transfer,
        _ body: @Sendable (Transfer.Outcome, CurlChannel?) async throws -> Value
    ) async throws -> Value {
        lastID += 1
        let id = lastID
        kept.insert(id)
        defer {
            kept.remove(id)
            if let handle = held.removeValue(forKey: id) { release(handle) }
        }
        let outcome = try await perform(id, make)
        return try await body(outcome, held[id] == nil ? nil : CurlChannel(engine: self, id: id))
    }

    /// Sends bytes.
    ///
    /// - Returns: The number of bytes that were accepted; 0 if none can be sent now.
    func send(_ bytes: ArraySlice<UInt8>, over id: Int) throws(ProbeError) -> Int {
        guard let handle = held[id] else { throw ProbeError("curl_easy_send", reason: "the connection is closed") }
        var count = 0
        let code = bytes.withUnsafeBytes { curl_easy_send(handle.easy, $0.baseAddress, $0.count, &count) }
        guard code == CURLE_OK || code == CURLE_AGAIN else {
            // What was shut down here was not closed by the peer.
            throw ProbeError(
                "curl_easy_send",
                reason: handle.isCut ? HTTPTransfer.flooded : String(cString: curl_easy_strerror(code)))
        }
        return code == CURLE_AGAIN ? 0 : count
    }

    /// Receives bytes.
    ///
    /// - Returns: The received bytes; an empty array if the peer closed the connection, `nil` if there are none now.
    func receive(over id: Int) throws(ProbeError) -> [UInt8]? {
        guard let handle = held[id] else { throw ProbeError("curl_easy_recv", reason: "the connection is closed") }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var count = 0
        guardian.enter()
        let code = buffer.withUnsafeMutableBytes { curl_easy_recv(handle.easy, $0.baseAddress, $0.count, &count) }
        guardian.leave()
        guard !handle.isFlooded(after: count) else {
            throw ProbeError("curl_easy_recv", reason: HTTPTransfer.flooded)
        }
        if code == CURLE_AGAIN { return nil }
        guard code == CURLE_OK else {
            throw ProbeError("curl_easy_recv", reason: String(cString: curl_easy_strerror(code)))
        }
        return Array(buffer[..<count])
    }

    /// The descriptor of a kept connection, which may be waited for but not read.
    func descriptor(of id: Int) -> CInt? {
        held[id]?.activeSocket
    }

    private func startedMulti() throws(ProbeError) -> UnsafeMutableRawPointer {
        if let multi { return multi }
        if let problem = netdiag_curl_problem() {
            throw ProbeError("libcurl", reason: String(cString: problem))
        }
        guard let made = curl_multi_init() else {
            throw ProbeError("curl_multi_init", reason: "libcurl could not be started")
        }
        // Unretained: libcurl only calls these two inside our own calls with the multi handle, all of which the engine makes.
        // Its deinit removes the callbacks before the first of them.
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = netdiag_curl_multi_set_pointer(made, CURLMOPT_SOCKETDATA, context)
        _ = netdiag_curl_multi_set_pointer(made, CURLMOPT_TIMERDATA, context)
        _ = netdiag_curl_multi_set_socket(made) { _, fd, what, context, _ in
            guard let context else { return 0 }
            Unmanaged<CurlEngine>.fromOpaque(context).takeUnretainedValue().assumeIsolated { $0.follow(fd, what) }
            return 0
        }
        _ = netdiag_curl_multi_set_timer(made) { _, milliseconds, context in
            guard let context else { return 0 }
            Unmanaged<CurlEngine>.fromOpaque(context).takeUnretainedValue().assumeIsolated { $0.arm(milliseconds) }
            return 0
        }
        multi = made
        return made
    }

    private func follow(_ fd: curl_socket_t, _ what: CInt) {
        var interest: EventLoop.Interest = []
        if what == CURL_POLL_IN || what == CURL_POLL_INOUT { interest.insert(.readable) }
        if what == CURL_POLL_OUT || what == CURL_POLL_INOUT { interest.insert(.writable) }
        if what == CURL_POLL_REMOVE {
            watches.removeValue(forKey: fd)?.cancel()
        } else if let watch = watches[fd] {
            watch.update(interest)
        } else {
            // If a socket cannot be watched, the time limit of the transfer ends it.
            watches[fd] = try? loop.watch(fd, for: interest) { [weak self] came in
                self?.assumeIsolated { $0.drive(fd, came) }
            }
        }
    }

    private func arm(_ milliseconds: Int) {
        timer?.cancel()
        if milliseconds == 0 {
            // At once, but not within the call of libcurl that requested it.
            timer = nil
            guard !isDue else { return }
            isDue = true
            loop.execute { [weak self] in
                self?.assumeIsolated {
                    $0.isDue = false
                    $0.drive(CURL_SOCKET_TIMEOUT, [])
                }
            }
            return
        }
        guard milliseconds > 0 else {
            timer = nil
            driveLater()
            return
        }
        timer = loop.schedule(after: .milliseconds(milliseconds)) { [weak self] in
            self?.assumeIsolated { $0.drive(CURL_SOCKET_TIMEOUT, []) }
        }
    }

    /// Ends transfers for which libcurl has no timer any more.
    ///
    /// Each transfer has a limit, so that there should be a timer as long as one runs. On an overloaded machine, libcurl
    /// 7.88.1 was observed to have no timer for a handshake with a silent server, which never ended.
    private func driveLater() {
        guard !running.isEmpty else { return }
        timer = loop.schedule(after: .seconds(1)) { [weak self] in
            self?.assumeIsolated {
                $0.timer = nil
                $0.driveAll()
                if $0.timer == nil, !$0.isDue { $0.driveLater() }
            }
        }
    }

    private func drive(_ fd: curl_socket_t, _ came: EventLoop.Interest) {
        var flags: CInt = 0
        if came.contains(.readable) || came.contains(.hangup) { flags |= CURL_CSELECT_IN }
        if came.contains(.writable) { flags |= CURL_CSELECT_OUT }
        if came.contains(.error) { flags |= CURL_CSELECT_ERR }
        var left: CInt = 0
        for transfer in attended.values { transfer.willRead() }
        guardian.enter()
        curl_multi_socket_action(multi, fd, flags, &left)
        guardian.leave()
        for transfer in attended.values where transfer.isForgotten {
            guard let socket = transfer.socket else { continue }
            guardian.enter()
            curl_multi_socket_action(multi, socket, CURL_CSELECT_IN, &left)
            guardian.leave()
        }
        for transfer in attended.values { transfer.hasDriven() }
        finishEnded()
        if pace != nil, running.values.contains(where: { $0.isForgotten() }) { driveAll() }
    }

    /// Continues transfers that wait for nothing, including those whose data OpenSSL has already read, so that no socket
    /// reports it.
    private func driveAll() {
        var left: CInt = 0
        guardian.enter()
        netdiag_curl_multi_drive_all(multi, &left)
        guardian.leave()
        finishEnded()
    }

    private func finishEnded() {
        var left: CInt = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            let code = netdiag_curl_message_result(message)
            var id: UnsafeMutableRawPointer?
            guard netdiag_curl_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &id) == CURLE_OK else {
                continue
            }
            // The URL was made here, so that neither the peer nor the network has anything to do with it.
            let result: Result<CURLcode, any Error> =
                code == CURLE_URL_MALFORMAT
                ? .failure(ProbeError("libcurl", reason: String(cString: curl_easy_strerror(code)))) : .success(code)
            end(Int(bitPattern: id), result)
        }
    }

    isolated deinit {
        timer?.cancel()
        pacer?.cancel()
        if let multi {
            _ = netdiag_curl_multi_set_socket(multi, nil)
            _ = netdiag_curl_multi_set_timer(multi, nil)
        }
        for handle in held.values { release(handle) }
        for transfer in running.values {
            transfer.finish(.failure(CancellationError()))
            release(transfer.handle)
        }
        if let multi { curl_multi_cleanup(multi) }
        for watch in watches.values { watch.cancel() }
    }
}
