/// The clauses of its rows in other languages.
extension LDAPKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "not-ldap",
                [
                    "de": "kein LDAP",
                    "fr": "pas du LDAP",
                    "es": "no es LDAP",
                    "zh-Hans": "不是 LDAP",
                ]),
            KindPhrase(
                "no root DSE: {detail}",
                [
                    "de": "kein Root-DSE: {detail}",
                    "fr": "pas de root DSE : {detail}",
                    "es": "sin root DSE: {detail}",
                    "zh-Hans": "没有 root DSE：{detail}",
                ]),
            KindPhrase(
                "no result",
                [
                    "de": "kein Ergebnis",
                    "fr": "pas de résultat",
                    "es": "sin resultado",
                    "zh-Hans": "没有结果",
                ]),
            KindPhrase(
                "no naming contexts",
                [
                    "de": "keine Naming Contexts",
                    "fr": "pas de naming contexts",
                    "es": "sin naming contexts",
                    "zh-Hans": "没有 naming contexts",
                ]),
        ]
    }
}
