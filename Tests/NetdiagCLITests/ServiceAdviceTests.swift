import Testing

@testable import NetdiagCLI

@Suite("What doctor advises where there is no systemd")
struct ServiceAdviceTests {
    @Test("no step names systemctl or journalctl")
    func unmanaged() {
        let advice = ServiceAdvice(isManaged: false)
        let steps = [
            advice.start, advice.restart, advice.reload, advice.log, advice.start("dbus", "avahi-daemon"),
            DoctorClock.keep(by: nil, advice), DoctorClock.keep(by: "systemd-timesyncd", advice),
            DoctorClock.keep(by: "chrony", advice),
        ]
        #expect(
            steps.allSatisfy { !$0.contains("systemctl") && !$0.contains("journalctl") && !$0.contains("systemd-") })
        #expect(DoctorClock.keep(by: "chrony", advice).contains("sudo service chrony start"))
        let managed = ServiceAdvice(isManaged: true)
        #expect([managed.start, managed.restart, managed.reload].allSatisfy { $0.hasPrefix("sudo systemctl ") })
    }

    @Test(
        "mDNS is put before DNS in the line that is there",
        arguments: [
            ("hosts: files dns", "hosts: files mdns4_minimal [NOTFOUND=return] dns"),
            ("hosts:\tfiles  myhostname", "hosts: files myhostname mdns4_minimal [NOTFOUND=return]"),
            ("", "hosts: files mdns4_minimal [NOTFOUND=return] dns"),
        ])
    func names(line: String, expected: String) {
        #expect(DoctorNameServices.withMulticast(line) == expected)
    }
}
