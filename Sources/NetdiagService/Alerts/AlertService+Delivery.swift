import Logging
import NetdiagAlerts
import NetdiagConfiguration
import NetworkModel

/// The delivery of messages.
extension AlertService {
    /// Delivers the queued messages for a receiver, one after the other, until the task is cancelled. Each is retried
    /// until it is accepted, and later ones wait, so that they arrive in order.
    func deliver(to receiver: AlertReceiver) async {
        while !Task.isCancelled {
            let sent = work.sent
            let entry: AlertQueue.Entry?
            do {
                entry = try opened()?.next(for: receiver.name)
            } catch {
                fail("\(error)")
                await work.wait(until: .now + Self.diskPause, after: sent)
                continue
            }
            guard let entry else {
                await work.wait(until: .now + .seconds(86_400), after: sent)
                continue
            }
            if unrecorded.contains(entry.sequence) {
                if !record(entry) { await work.wait(until: .now + Self.diskPause, after: sent) }
                continue
            }
            if isOutdated(entry.message) {
                await work.wait(until: .now + .seconds(86_400), after: sent)
                continue
            }
            if let later = quiet(for: entry.message) {
                await work.wait(until: later, after: sent)
                continue
            }
            if let next = attempts[receiver.name]?.next, next > .now {
                await work.wait(until: next, after: sent)
                continue
            }
            busy.insert(entry.sequence)
            let outcome = try? await attempt(entry.message, receiver)
            busy.remove(entry.sequence)
            switch outcome {
            case nil: return
            case .delivered: succeeded(entry, receiver)
            case .failed(let reason): failed(entry, receiver, reason)
            }
        }
    }

    private func succeeded(_ entry: AlertQueue.Entry, _ receiver: AlertReceiver) {
        let wasFailing = attempts[receiver.name]?.isFailing == true
        let isNews = attempts[receiver.name, default: .init()].succeed(at: Timestamp())
        if wasFailing { persist(receiver.name, failingSince: nil) }
        if isNews {
            logger.notice("the receiver of alerts \(SafeText.shown(receiver.name)) accepts messages again")
        }
        unrecorded.insert(entry.sequence)
        record(entry)
        logger.info(
            "the receiver of alerts \(SafeText.shown(receiver.name)) has taken \(entry.message.id): \(AlertText(entry.message).title)"
        )
        messageRemoved()
        reportTrouble()
    }

    @discardableResult
    private func record(_ entry: AlertQueue.Entry) -> Bool {
        do {
            try opened()?.delivered(entry, at: Timestamp())
            unrecorded.remove(entry.sequence)
            reportRecovery()
            return true
        } catch {
            fail("\(error)")
            return false
        }
    }

    /// Keeps since when a receiver fails for the next run.
    func persist(_ receiver: String, failingSince moment: Timestamp?) {
        do {
            try opened()?.setFailing(receiver, since: moment)
        } catch {
            fail("\(error)")
        }
    }

    private func failed(_ entry: AlertQueue.Entry, _ receiver: AlertReceiver, _ reason: String) {
        let wasFailing = attempts[receiver.name]?.isFailing == true
        let isNews = attempts[receiver.name, default: .init()].fail(reason, now: .now, wall: Timestamp())
        if !wasFailing { persist(receiver.name, failingSince: attempts[receiver.name]?.failingSince) }
        if isNews {
            logger.warning(
                "the receiver of alerts \(SafeText.shown(receiver.name)) (\(SafeText.escaped(receiver.destination))) does not accept messages: \(reason); what is for it waits, and is tried again"
            )
        }
        do {
            try opened()?.failed(entry)
        } catch {
            fail("\(error)")
        }
        reportTrouble()
    }
}
