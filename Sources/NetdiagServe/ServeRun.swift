import Glibc
import NIOCore
import NIOPosix
import NetworkFaults
import NetworkModel
import ProgramStart
import Translations
import UnixSignals

/// A run, which starts all servers, reports their URLs, and ends them.
struct ServeRun {
    /// The reason why a run ends.
    enum End: Sendable, Hashable {
        case signal, command, idle, parent
    }

    let plan: ServePlan
    let content: ContentOptions
    let place: ListenOptions

    /// Runs until it is stopped.
    ///
    /// - Throws: ``FaultError`` if something cannot be started; then nothing is left behind.
    func run() async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let (budget, note) = try descriptorBudget()
        let servers = RunningServers(directory: directory, plan: plan, budget: budget)
        do {
            try await start(servers)
            let (ends, continuation) = AsyncStream.makeStream(of: End.self)
            let control = try await control(of: servers) { continuation.yield(.command) }
            let page: RequestsPage?
            do {
                page = place.hasPage ? try await RequestsPage.start(servers) : nil
            } catch {
                await control?.close()
                throw error
            }
            do {
                // A caller may end the run as soon as it has the URLs, and then nothing may be left behind.
                let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
                try announce(servers, page)
                if let note { ErrorMessage.write(FactWords.local(note)) }
                if plan.isSeedRandom, plan.hasRandomDecisions {
                    ErrorMessage.write(ToolPhrase.seedRepeats.text(["seed": "\(plan.seed)"]))
                }
                try await withPublications(of: servers) {
                    let end = await wait(servers, signals, ends, continuation)
                    if end == .command { await drain(servers, ends) }
                }
                await page?.close()
                await control?.close()
            } catch {
                await page?.close()
                await control?.close()
                throw error
            }
            await servers.close()
            plan.closeDatabases()
        } catch {
            await servers.close()
            plan.closeDatabases()
            throw error
        }
    }

    /// Starts the control server; `nil` if there is no safe directory for its socket. The run needs none, and another user could
    /// otherwise prevent it by creating the directory.
    private func control(
        of servers: RunningServers, stop: @escaping @Sendable () -> Void
    ) async throws -> ControlServer? {
        do throws(FaultError) {
            _ = try RunName.directory()
        } catch {
            ErrorMessage.write(ToolPhrase.isNotControlled.text(["reason": error.description]))
            return nil
        }
        return try await ControlServer.start(name: place.name ?? RunName.defaultPath(), servers: servers, stop: stop)
    }

    /// Raises the limit of open files as far as the listeners need it, and returns what their connections may use, with a note
    /// if that is little.
    private func descriptorBudget() throws(FaultError) -> (DescriptorBudget, note: String?) {
        // A fault of single exchanges has a listener, and any other one its own server.
        let faults = plan.listeners.isEmpty ? try content.faults() : []
        let listeners = plan.listeners + faults.filter { $0.definition.exchange != nil }.map { _ in ListenerPlan() }
        let needs = DescriptorNeeds(
            listeners, servers: faults.count { $0.definition.exchange == nil } + plan.faultServers.count,
            limits: plan.limits)
        let allowed = ProgramStart.raiseDescriptorLimit(to: needs.total)
        let budget = needs.budget(of: allowed)
        return (budget, needs.remark(on: budget, of: allowed))
    }

    private func start(_ servers: RunningServers) async throws {
        var plan = plan
        let faults = try content.faults()
        if plan.listeners.isEmpty {
            guard !faults.isEmpty || !plan.faultServers.isEmpty else {
                throw FaultError.usage(ToolPhrase.nothingIsServed.text)
            }
            guard place.port == 0 || faults.count <= 1 else {
                throw FaultError.usage(ToolPhrase.onePortForOne.text(["count": "\(faults.count)"]))
            }
            for (definition, arguments) in faults {
                try await servers.start(
                    definition, arguments, host: place.listen, port: place.port,
                    published: place.publish, limits: plan.limits)
            }
        }
        for (definition, arguments) in faults where !plan.listeners.isEmpty {
            guard let exchange = definition.exchange else {
                throw FaultError.usage(ToolPhrase.needsOwnServer.text(["fault": "\(definition.cause)"]))
            }
            for index in plan.listeners.indices {
                plan.listeners[index].faults.append(FaultRule(definition.name(with: arguments), exchange(arguments)))
            }
        }
        try plan.prepareDatabases(for: .serve)
        do {
            for listener in plan.listeners { try await servers.start(listener, limits: plan.limits) }
            for server in plan.faultServers { try await servers.start(server) }
            try servers.refuseCircles()
        } catch {
            await servers.close()
            plan.abandonDatabases()
            throw error
        }
    }

    /// Waits for the end of running responses, until the time limit, a signal or another stop command.
    private func drain(_ servers: RunningServers, _ ends: AsyncStream<End>) async {
        let limit = place.drainTime ?? .seconds(10)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await servers.drain() }
            group.addTask { try? await Task.sleep(for: limit) }
            group.addTask { for await _ in ends { break } }
            group.addTask { for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup) { break } }
            await group.next()
            // The remaining responses end with the run, without waiting for them.
            await servers.close()
            group.cancelAll()
        }
    }

    /// Reports the URLs: on standard output, and to the descriptor of a waiting process.
    private func announce(_ servers: RunningServers, _ page: RequestsPage?) throws(FaultError) {
        var lines = servers.list.map { place.isJSON ? $0.json : $0.line }
        if let page {
            lines.append(
                place.isJSON
                    ? "{\"schema\":\"netdiag.serve-page/1\",\"ui\":\(JSONText.quoted(page.url))}"
                    : "requests  \(page.url)")
        }
        Self.write(lines.map { $0 + "\n" }.joined(), to: STDOUT_FILENO)
        guard let descriptor = place.readyDescriptor else { return }
        guard Self.write(servers.list.map { $0.url + "\n" }.joined(), to: descriptor) else {
            throw .usage("--ready-fd \(descriptor) cannot be written to: \(String(cString: strerror(errno)))")
        }
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    @discardableResult
    private static func write(_ text: String, to descriptor: CInt) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func wait(
        _ servers: RunningServers, _ signals: UnixSignalsSequence, _ ends: AsyncStream<End>,
        _ continuation: AsyncStream<End>.Continuation
    ) async -> End {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in signals { continuation.yield(.signal) }
            }
            if let limit = place.idleTimeout {
                group.addTask { await Self.waitForIdleness(servers, limit, continuation) }
            }
            if place.endsWithParent {
                let parent = getppid()
                group.addTask {
                    while getppid() == parent, (try? await Task.sleep(for: .milliseconds(250))) != nil {}
                    continuation.yield(.parent)
                }
            }
            var reason = End.signal
            for await end in ends {
                reason = end
                break
            }
            group.cancelAll()
            return reason
        }
    }

    private static func waitForIdleness(
        _ servers: RunningServers, _ limit: Duration, _ continuation: AsyncStream<End>.Continuation
    ) async {
        var (count, since) = (servers.log.count, ContinuousClock.now)
        while !Task.isCancelled {
            let left = limit - since.duration(to: .now)
            guard left > .zero else {
                continuation.yield(.idle)
                return
            }
            try? await Task.sleep(for: left)
            if servers.log.count != count { (count, since) = (servers.log.count, .now) }
        }
    }
}
