import EventLoopKit
import NetworkModel
import Testing
import Translations

@testable import ServiceDiscovery

@Suite("Why services are neither found nor announced")
struct ServiceReasonTests {
    @Test(
        "a reason contains no untranslated English",
        arguments: [Language.german, .french, .spanish, .simplifiedChinese])
    func words(language: Language) throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let bus = BusSocket(loop, onAppearance: {})
        let reasons = [
            bus.problemText("Daemon not running"), ClientHandle.hanging, AvahiSession.noDaemon, AvahiSession.claiming,
            "the system bus /run/bus does not answer (Daemon connection failed)",
            "avahi-daemon does not publish it: An unexpected D-Bus error occurred",
            "avahi-daemon cannot be used: Daemon not running", "the name \"Same\" is taken on this link",
        ]
        let english: Set<String> = ["the", "does", "not", "it", "with", "is", "be", "there"]
        Language.$current.withValue(language) {
            for reason in reasons {
                let text = Publication(state: .waiting, reason: reason).localReason ?? ""
                let words = text.split { !$0.isLetter }.map(String.init)
                #expect(text != reason && english.isDisjoint(with: words), "\(text)")
            }
        }
    }
}
