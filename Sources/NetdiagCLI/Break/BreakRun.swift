import Glibc
import NetworkDiagnostics
import NetworkEmulation
import NetworkModel
import Translations

/// Breaks an interface and waits for the end. First, it starts a watchdog in a session of its own, which undoes everything when
/// this process ends, however it ends, or when the time is over.
struct BreakRun {
    let plan: LinkBreak.Plan
    let link: String
    let seconds: Int
    let format: OutputOptions.Format

    private struct Event: Encodable {
        let event: String
        let link: String
        var commands: [String]?
        var seconds: Int?
    }

    /// - Parameter claim: The claim of the link. The watchdog keeps its descriptor as well, so that no other process breaks the
    ///   link before it is restored.
    func run(_ claim: borrowing LinkClaim) throws {
        let signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
        let ends = try SystemCommand.openPipe()
        let watchdog: pid_t
        do {
            watchdog = try SystemCommand.spawn(
                ["sh", "-c", plan.watchdog(seconds: seconds)], input: ends[0], output: nil, inOwnSession: true,
                keeping: claim.descriptor)
        } catch {
            close(ends[0])
            close(ends[1])
            throw error
        }
        close(ends[0])
        let deadline = ContinuousClock.now + .seconds(seconds)
        var problem: Failure?
        do throws(Failure) {
            try apply(keeping: ends[1])
        } catch {
            problem = error
        }
        if problem == nil {
            try? report(
                Event(event: "broken", link: link, commands: plan.apply.map(LinkBreak.Plan.quoted), seconds: seconds),
                ToolPhrase.linkIsImpaired.text(["interface": link, "count": "\(seconds)"]))
            do throws(Failure) {
                try wait(signals, until: deadline, keeping: ends[1])
            } catch {
                problem = error
            }
        }
        close(ends[1])
        if SystemCommand.wait(for: watchdog) != 0 { problem = undo() ?? problem }
        if let problem { throw problem }
        try report(Event(event: "mended", link: link), ToolPhrase.linkIsRestored.text(["interface": link]))
    }

    /// - Parameter end: The descriptor whose closing makes the watchdog undo everything. Each command inherits it as well: if
    ///   this process is killed while a command runs, the command must not make its change after the watchdog has undone it.
    private func apply(keeping end: CInt) throws(Failure) {
        for command in plan.apply {
            let result = try SystemCommand.run(command, keeping: end)
            guard result.status == 0 else {
                throw .failed(
                    ToolPhrase.nothingWasChanged.text([
                        "command": LinkBreak.Plan.quoted(command), "error": Text.shown(result.output),
                    ]))
            }
        }
    }

    /// Undoes everything in place of a watchdog that was killed or that failed.
    private func undo() -> Failure? {
        var problem: Failure?
        for command in plan.undo {
            do throws(Failure) {
                let result = try SystemCommand.run(command)
                // This fails for changes that were not applied, or that are undone already.
                guard result.status != 0, ["ip", "sh"].contains(command.first ?? "") else { continue }
                problem = failure(of: command, result.output)
            } catch {
                problem = error
            }
        }
        return problem
    }

    /// Waits for a signal or the deadline, and begins and ends the outages until then. The watchdog ends the last one.
    ///
    /// - Parameter end: As in ``apply(keeping:)``.
    private func wait(
        _ signals: SignalPipe, until deadline: ContinuousClock.Instant, keeping end: CInt
    ) throws(Failure) {
        let begun = ContinuousClock.now
        var isDown = false
        while signals.received().isEmpty {
            let now = ContinuousClock.now
            var left = deadline - now
            guard left > .zero else { return }
            if let outage = plan.outage {
                let state = outage.state(after: now - begun)
                if state.isDown != isDown {
                    let command = state.isDown ? outage.begin : outage.end
                    let result = try SystemCommand.run(command, keeping: end)
                    guard result.status == 0 else { throw failure(of: command, result.output) }
                    isDown = state.isDown
                    continue
                }
                left = min(left, state.change)
            }
            var ready = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            let (seconds, attoseconds) = left.components
            _ = poll(&ready, 1, CInt(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1))
        }
    }

    private func failure(of command: [String], _ output: String) -> Failure {
        .failed(LinkBreak.Plan.quoted(command) + Phrase.detailSeparator + Text.shown(output))
    }

    private func report(_ event: Event, _ text: String) throws {
        switch format {
        case .json: try StandardStream.write(try JSON.line(VersionedDocument(event, .breakStep)) + [UInt8(ascii: "\n")])
        case .text: StandardStream.writeError("netdiag: \(text)")
        }
    }
}
