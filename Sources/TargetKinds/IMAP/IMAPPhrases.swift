/// The partial sentences in the facts of its findings, in all languages.
enum IMAPPhrases {
    static let tellingCapabilities = KindPhrase(
        "telling its capabilities",
        [
            "de": "Nennung der Fähigkeiten",
            "fr": "annonce des capacités",
            "es": "anuncio de sus capacidades",
            "zh-Hans": "通告其能力",
        ])
    static let greetsPreauth = KindPhrase(
        "greets with PREAUTH, which rules STARTTLS out",
        [
            "de": "begrüßt mit PREAUTH, was STARTTLS ausschließt",
            "fr": "salue par PREAUTH, ce qui exclut STARTTLS",
            "es": "saluda con PREAUTH, lo que excluye STARTTLS",
            "zh-Hans": "以 PREAUTH 问候，因此无法使用 STARTTLS",
        ])
    static let offersNoStartTLS = KindPhrase(
        "does not offer STARTTLS",
        [
            "de": "bietet kein STARTTLS an",
            "fr": "ne propose pas STARTTLS",
            "es": "no ofrece STARTTLS",
            "zh-Hans": "没有提供 STARTTLS",
        ])

    static let all = [tellingCapabilities, greetsPreauth, offersNoStartTLS]
}
