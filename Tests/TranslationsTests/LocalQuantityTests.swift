import NetworkModel
import Testing
import Translations

@Suite("Numbers in the reader's language")
struct LocalQuantityTests {
    private static func said<Value>(in language: Language, _ words: () -> Value) -> Value {
        Language.$current.withValue(language, operation: words)
    }

    @Test(
        "durations and speeds have the language's decimal separator",
        arguments: [
            (Language.english, "6.4 ms", "2.5 Gbit/s"), (.german, "6,4 ms", "2,5 Gbit/s"),
            (.french, "6,4 ms", "2,5 Gbit/s"),
            (.spanish, "6,4 ms", "2,5 Gbit/s"), (.simplifiedChinese, "6.4 ms", "2.5 Gbit/s"),
        ])
    func decimals(language: Language, time: String, speed: String) {
        Self.said(in: language) {
            #expect(LocalQuantity.text(milliseconds: 6.4) == time)
            #expect(LocalQuantity.speed(megabits: 2_500) == speed)
            #expect(LocalQuantity.text(milliseconds: 1_204) == "1204 ms")
            #expect(LocalQuantity.text(recorded: 6.4) == time && LocalQuantity.text(recorded: 0).hasPrefix("< 0"))
        }
    }

    @Test(
        "counts of five digits and more are grouped as in the language",
        arguments: [
            (Language.english, "12345678"), (.german, "12.345.678"), (.french, "12\u{202F}345\u{202F}678"),
            (.spanish, "12.345.678"), (.simplifiedChinese, "12345678"),
        ])
    func groups(language: Language, text: String) {
        Self.said(in: language) {
            #expect(LocalQuantity.text(12_345_678) == text)
            #expect(LocalQuantity.text(1_234) == "1234" && LocalQuantity.text(0) == "0")
            #expect(Phrase.countTargets.text(12_345_678).contains(text))
        }
    }

    @Test(
        "percentages are rounded down",
        arguments: [
            (Language.english, "99.998 %", "0.05 %"), (.german, "99,998 %", "0,05 %"), (.french, "99,998 %", "0,05 %"),
            (.spanish, "99,998 %", "0,05 %"), (.simplifiedChinese, "99.998%", "0.05%"),
        ])
    func percent(language: Language, most: String, least: String) {
        Self.said(in: language) {
            #expect(LocalQuantity.percent(0.9999899, places: 3) == most)
            #expect(LocalQuantity.percent(0.0005, places: 2) == least)
            #expect(LocalQuantity.percent(1, places: 0).hasPrefix("100"))
        }
    }

    @Test(
        "durations have the language's units",
        arguments: [
            (Language.english, ["45 s", "12 min", "3 h 5 min", "8 d 2 h", "8 d", "47 h"]),
            (.german, ["45 s", "12 Min.", "3 Std. 5 Min.", "8 T 2 Std.", "8 T", "47 Std."]),
            (.french, ["45 s", "12 min", "3 h 5 min", "8 j 2 h", "8 j", "47 h"]),
            (.spanish, ["45 s", "12 min", "3 h 5 min", "8 d 2 h", "8 d", "47 h"]),
            (.simplifiedChinese, ["45 秒", "12 分钟", "3 小时 5 分钟", "8 天 2 小时", "8 天", "47 小时"]),
        ])
    func spans(language: Language, texts: [String]) {
        let seconds: [(Int64, LocalQuantity.Detail)] = [
            (45, .two), (12 * 60, .two), (3 * 3_600 + 5 * 60, .two), (8 * 86_400 + 2 * 3_600, .two), (8 * 86_400, .one),
            (47 * 3_600, .one),
        ]
        Self.said(in: language) {
            #expect(seconds.map { LocalQuantity.span(seconds: $0.0, $0.1) } == texts)
            #expect(LocalQuantity.span(seconds: -5, .one) == LocalQuantity.span(seconds: 0, .two))
        }
    }

    @Test("in the facts of a finding, only quantities are changed")
    func facts() {
        Self.said(in: .german) {
            #expect(LocalQuantity.local("12345.6 ms") == "12.345,6 ms" && LocalQuantity.local("33.3 %") == "33,3 %")
            for fact in [
                "10.0.0.1", "1.2", "TLS 1.2", "1.2.3 s", "1.2 of them", "443", "6.4ms", "6. s", ".5 s", "", "12345",
            ] {
                #expect(LocalQuantity.local(fact) == fact)
            }
        }
    }
}
