import NetdiagConfiguration
import Testing
import Translations

@testable import NetdiagCLI

@Suite("Advice of doctor without systemd")
struct ServiceAdviceTests {
    @Test("no step names systemctl or journalctl")
    func unmanaged() {
        let advice = ServiceAdvice(isManaged: false)
        let steps = [
            advice.start, advice.restart, advice.reload, advice.log, advice.start("dbus", "avahi-daemon"),
            DoctorClock.synchronizationAdvice(by: nil, advice).text,
            DoctorClock.synchronizationAdvice(by: "systemd-timesyncd", advice).text,
            DoctorClock.synchronizationAdvice(by: "chrony", advice).text,
        ]
        #expect(
            steps.allSatisfy { !$0.contains("systemctl") && !$0.contains("journalctl") && !$0.contains("systemd-") })
        #expect(DoctorClock.synchronizationAdvice(by: "chrony", advice).text.contains("sudo service chrony start"))
        let managed = ServiceAdvice(isManaged: true)
        #expect([managed.start, managed.restart, managed.reload].allSatisfy { $0.hasPrefix("sudo systemctl ") })
    }

    @Test("words between commands are those of the reader, except in messages on standard error")
    func words() {
        Language.$current.withValue(.german) {
            let (local, english) = (
                ServiceAdvice(isManaged: false, in: .current).start("dbus", "avahi-daemon"),
                ServiceAdvice(isManaged: false).start("dbus", "avahi-daemon")
            )
            #expect(local == "sudo service dbus start, dann sudo service avahi-daemon start")
            #expect(english == "sudo service dbus start, then sudo service avahi-daemon start")
        }
    }

    @Test(
        "mDNS is inserted before DNS in the existing line",
        arguments: [
            ("hosts: files dns", "hosts: files mdns4_minimal [NOTFOUND=return] dns"),
            ("hosts:\tfiles  myhostname", "hosts: files myhostname mdns4_minimal [NOTFOUND=return]"),
            ("", "hosts: files mdns4_minimal [NOTFOUND=return] dns"),
        ])
    func names(line: String, expected: String) {
        #expect(DoctorNameServices.withMulticast(line) == expected)
    }

    @Test("a machine that is not to be announced does not need avahi-daemon")
    func announcement() {
        #expect(DoctorExamination.isAnnounced(nil) && DoctorExamination.isAnnounced(Configuration()))
        var off = Configuration()
        off.publish.isEnabled = false
        #expect(!DoctorExamination.isAnnounced(off))
        let fix = LocalSentence(command: "x")
        #expect(DoctorDiscovery(isAnnounced: false).missing("it is not installed", fix: fix).state == .note)
        #expect(DoctorDiscovery(isAnnounced: true).missing("it is not installed", fix: fix).state == .error)
    }

    @Test("a missing configuration that is named on the command line is wrong usage")
    func named() async throws {
        let run = try await Command(["doctor", "--config", "/nonexistent/nope.yaml"])
        #expect(
            run.exitStatus == 64 && run.complaint.contains("there is no /nonexistent/nope.yaml"), "\(run.complaint)")
    }
}
