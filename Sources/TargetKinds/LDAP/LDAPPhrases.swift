/// The partial sentences in the facts of its findings, in all languages.
enum LDAPPhrases {
    static let showingRootDSE = KindPhrase(
        "showing its root DSE",
        [
            "de": "Ausgabe der Root-DSE",
            "fr": "présentation du root DSE",
            "es": "entrega del root DSE",
            "zh-Hans": "给出 root DSE",
        ])
    static let searchWithoutEntry = KindPhrase(
        "the search ends without an entry",
        [
            "de": "die Suche endet ohne Eintrag",
            "fr": "la recherche se termine sans entrée",
            "es": "la búsqueda termina sin entradas",
            "zh-Hans": "查询结束，没有条目",
        ])
    static let noneAtAll = KindPhrase(
        "none",
        [
            "de": "keiner",
            "fr": "aucun",
            "es": "ninguno",
            "zh-Hans": "无",
        ])

    static let all = [showingRootDSE, searchWithoutEntry, noneAtAll]
}
