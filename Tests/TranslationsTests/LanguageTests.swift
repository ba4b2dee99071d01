import Testing
import Translations

@Suite("Selection of the language")
struct LanguageTests {
    @Test(
        "by the variables of gettext(3)",
        arguments: [
            ([:], Language.english), (["LANG": "de_DE.UTF-8"], .german), (["LANG": "de"], .german),
            (["LANG": "de_AT@euro"], .german), (["LANG": "fr_CA.ISO-8859-1"], .french),
            (["LANG": "es_MX.utf8"], .spanish),
            (["LANG": "zh_CN.UTF-8"], .simplifiedChinese), (["LANG": "zh_SG"], .simplifiedChinese),
            (["LANG": "zh"], .simplifiedChinese), (["LANG": "zh_TW.UTF-8"], .english), (["LANG": "zh_HK"], .english),
            (["LANG": "zh_Hant_CN"], .english), (["LANG": "it_IT.UTF-8"], .english), (["LANG": "C"], .english),
            (["LANG": "C.UTF-8"], .english), (["LANG": "POSIX"], .english), (["LANG": ""], .english),
            // The first variable that is set and not empty is used.
            (["LC_ALL": "fr_FR", "LC_MESSAGES": "es_ES", "LANG": "de_DE"], .french),
            (["LC_ALL": "", "LC_MESSAGES": "es_ES", "LANG": "de_DE"], .spanish),
            (["LC_ALL": "C", "LANG": "de_DE"], .english), (["LC_MESSAGES": "en_GB", "LANG": "de_DE"], .english),
            // LANGUAGE is a list. It is ignored if the locale is C.
            (["LANGUAGE": "it:fr:de", "LANG": "de_DE"], .french), (["LANGUAGE": "fr", "LANG": "C"], .english),
            (["LANGUAGE": "fr", "LC_ALL": "POSIX"], .english), (["LANGUAGE": "fr"], .english),
            (["LANGUAGE": "it", "LANG": "de_DE"], .english), (["LANGUAGE": "", "LANG": "de_DE"], .german),
            (["LANGUAGE": "en_GB:fr", "LANG": "de_DE"], .english),
            (["LANGUAGE": "zh_TW:zh_CN", "LANG": "de_DE"], .simplifiedChinese),
            (["LANGUAGE": "C:fr", "LANG": "de_DE"], .english), (["LANGUAGE": "::fr", "LANG": "de_DE"], .french),
            // Invalid values.
            (["LANG": "_DE"], .english), (["LANG": "deutsch"], .english), (["LANG": "../../de"], .english),
            (["LANG": "\u{202e}de"], .english), (["LANG": ".UTF-8"], .english), (["LANG": "@"], .english),
            (["LANGUAGE": String(repeating: "it:", count: 100_000) + "de", "LANG": "it"], .english),
        ] as [([String: String], Language)])
    func environment(variables: [String: String], language: Language) {
        #expect(Language(environment: { variables[$0] }) == language)
    }

    @Test(
        "by Accept-Language and its weights",
        arguments: [
            (nil, Language.english), ("", .english), ("de", .german), ("de-CH", .german), ("DE-ch", .german),
            ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", .french), ("en, de;q=0.9", .english),
            ("de;q=0.5, es;q=0.9", .spanish), ("de;q=0.5,es;q=0.5", .german), ("it, de;q=0.1", .german),
            ("zh-CN,zh;q=0.9,en;q=0.8", .simplifiedChinese), ("zh-TW,zh-Hant;q=0.9,en;q=0.8", .english),
            ("zh-Hans-TW", .simplifiedChinese), ("*", .english), ("de;q=0", .english), ("de;q=0, fr;q=0.1", .french),
            ("fr;q=0.5, *;q=0.9", .english), ("fr;q=0.5, *;q=0.5", .french), ("en;q=0, *", .german),
            ("de ; q=0.5 ,\tfr ; Q=0.7", .french),
            // A range with an invalid weight is ignored.
            ("de;q=2", .english), ("de;q=0.9999, fr;q=0.1", .french), ("de;q=-1, fr", .french), ("de;q=", .english),
            ("de;q=1.001", .english), ("de;q=1.000", .german), ("de;q=nan", .english), ("de;level=1", .english),
            ("de;q=0.5;q=0.9", .english), (";q=1", .english), (",,,,de", .german), ("-", .english), ("de--", .german),
            ("\u{202e}de", .english), ("de\u{301}", .english), ("d\u{0}e", .english),
            ("٤;q=٠.٥", .english), ("de;q=0.٥", .english),
            (String(repeating: "x-y,", count: 1_000) + "de", .english),
            (String(repeating: "a", count: 1_000_000), .english),
            (String(repeating: " ", count: 1_022) + "dexter", .english),
            (String(repeating: ",", count: 1_000_000) + "de", .english),
        ] as [(String?, Language)])
    func header(field: String?, language: Language) {
        #expect(Language(acceptLanguage: field) == language)
    }
}
