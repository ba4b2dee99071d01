import NetworkModel
import Testing

@testable import NetdiagCLI

@Suite("The output of netdiag alerts")
struct AlertsPageTests {
    private func text(_ document: some Document) -> String {
        var page = Page(for: Terminal(isInteractive: true, columns: nil, hasColour: false, hasUnicode: true))
        document.write(to: &page, in: PageContext(now: Fixtures.moment(0)) { _ in "the hour" })
        return String(decoding: page.bytes, as: UTF8.self)
    }

    @Test("it shows which receivers fail and why, what is queued, and what was delivered; nothing is raw")
    func page() {
        let document = Fixtures.alerts()
        #expect(
            text(document) == """
                ✗ ops  webhook https://hooks.example.org:443  2 waiting
                  has not accepted messages since the hour: answers 500: \\u{1b}[31mtry later
                  next attempt the hour
                ✓ pager  exec /usr/local/bin/page

                waiting
                  the hour  ops  h1: down: no answer, 3 attempts
                  and 1 more
                  pager: incident 3 waits for the time of after: until the hour
                  pager: incident 4 waits for the end of quiet hours

                delivered
                  the hour  pager  h1: down: no answer

                """)
        #expect(document.outcome == .verdict(.connectionUp, isDegraded: true))
        let nobody = AlertsDocument(receivers: [], messages: [], pending: [], trouble: nil)
        #expect(text(nobody).contains("nobody is notified of incidents") && nobody.outcome == .done)
    }

    @Test("what the daemon has escaped is not escaped again")
    func escaped() {
        let said = #"answers 503: try later \u{1b}[31m evil"#
        var failing = AlertsDocument.Receiver(name: "ops", kind: "webhook", destination: "https://h")
        failing.reason = said
        let list = AlertsDocument(receivers: [failing], messages: [], pending: [], trouble: nil)
        let test = AlertTestDocument(
            receiver: "ops", delivered: false, detail: said, duration: Milliseconds(.milliseconds(41)))
        for text in [text(list), text(test)] { #expect(text.contains(": \(said)"), "\(text)") }
    }

    @Test("a test message that was not delivered is a failure")
    func test() {
        let document = AlertTestDocument(
            receiver: "ops", delivered: false, detail: "answers 500", duration: Milliseconds(.milliseconds(41)))
        #expect(text(document) == "✗ ops did not accept the message: answers 500  41 ms\n")
        #expect(document.outcome == .verdict(.connectionDown, isDegraded: false))
    }

    @Test("text in a desktop notification is not markup")
    func notification() {
        let incident = StatusDocument.Incident(
            id: 1,
            cause: Finding(
                id: "dns.timeout", layer: .dns, severity: .error, confidence: 1, summary: "no \u{202e}answer",
                advice: ["look <b>there</b> & here"]),
            targets: ["a<i>"], opened: Fixtures.moment(0), closed: nil)
        let open = DesktopNotification(incident, isOver: false)
        #expect(open.summary == "no \\u{202e}answer" && open.urgency == 2)
        #expect(open.body == "affects a&lt;i&gt;\nlook &lt;b&gt;there&lt;/b&gt; &amp; here")
    }

    @Test("a desktop notification says that an incident is over only if its targets work")
    func ends() {
        var incident = StatusDocument.Incident(
            id: 1,
            cause: Finding(
                id: "dns.timeout", layer: .dns, severity: .error, confidence: 1, summary: "no answer", advice: []),
            targets: ["a"], opened: Fixtures.moment(0), closed: Fixtures.moment(0))
        for (ending, words) in [
            (.recovered, "over"), (.unwatched, "no longer monitored"), (.replaced, "has another cause now"),
            (nil, "part of another incident"),
        ] as [(StatusDocument.Incident.EndReason?, String)] {
            incident.ending = ending
            #expect(DesktopNotification(incident, isOver: true).body.hasPrefix("\(words) after "))
        }
    }
}
