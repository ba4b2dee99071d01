import NetworkModel

@testable import NetdiagCLI

extension Fixtures {
    /// A receiver that fails, one that works, and messages in each state.
    static func alerts() -> AlertsDocument {
        var failing = AlertsDocument.Receiver(
            name: "ops", kind: "webhook", destination: "https://hooks.example.org:443")
        (failing.waiting, failing.reason) = (2, "answers 500: \u{1b}[31mtry later")
        (failing.failingSince, failing.nextAttempt) = (moment(0), moment(5))
        func message(_ id: Int, _ event: AlertEvent, delivered: Timestamp?, attempts: Int) -> AlertsDocument.Message {
            .init(
                id: "x-\(id)", receiver: delivered == nil ? "ops" : "pager", event: event, incident: id,
                title: "h1: down: no answer", created: moment(0), delivered: delivered, attempts: attempts)
        }
        return AlertsDocument(
            receivers: [failing, .init(name: "pager", kind: "exec", destination: "/usr/local/bin/page")],
            messages: [
                message(1, .opened, delivered: nil, attempts: 3),
                message(2, .opened, delivered: moment(1), attempts: 1),
            ],
            pending: [
                .init(receiver: "pager", incident: 3, reason: "after", until: moment(9)),
                .init(receiver: "pager", incident: 4, reason: "quiet hours", until: nil),
            ],
            trouble: nil)
    }

    /// A daemon with one peer, which sees it.
    static func peers() throws -> PeersDocument {
        var good = NetworkModel.Peer(name: "b", host: "b.local", port: 1)
        good.isSeen = true
        good.status = .connectionUp
        good.version = "0.1.0"
        good.isReachable = true
        good.addresses = [try address("10.0.0.2")]
        good.view = .init(isSeen: true, isReachable: true)
        return PeersDocument(host: "a", name: "a", version: "0.1.0", status: .connectionUp, peers: [good])
    }
}
