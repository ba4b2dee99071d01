/// The clauses of its rows in other languages: of the connection, and of an HTTP response over it.
extension UnixKind {
    static var rowPhrases: [KindPhrase] { ofConnection + HTTPKind.rowPhrases }

    private static var ofConnection: [KindPhrase] {
        [
            KindPhrase(
                "accepts connections",
                [
                    "de": "nimmt Verbindungen an",
                    "fr": "accepte les connexions",
                    "es": "acepta conexiones",
                    "zh-Hans": "接受连接",
                ]),
            KindPhrase(
                "missing",
                [
                    "de": "nicht vorhanden",
                    "fr": "absent",
                    "es": "no existe",
                    "zh-Hans": "不存在",
                ]),
            KindPhrase(
                "not-a-socket",
                [
                    "de": "kein Socket",
                    "fr": "pas un socket",
                    "es": "no es un socket",
                    "zh-Hans": "不是套接字",
                ]),
            KindPhrase(
                "not-permitted",
                [
                    "de": "nicht erlaubt",
                    "fr": "non autorisé",
                    "es": "no permitido",
                    "zh-Hans": "无权限",
                ]),
            KindPhrase(
                "backlog-full",
                [
                    "de": "Warteschlange voll",
                    "fr": "file d'attente pleine",
                    "es": "cola llena",
                    "zh-Hans": "队列已满",
                ]),
            KindPhrase(
                "wrong-type",
                [
                    "de": "falscher Typ",
                    "fr": "mauvais type",
                    "es": "tipo incorrecto",
                    "zh-Hans": "类型不符",
                ]),
            KindPhrase(
                "{what} at {label}",
                [
                    "de": "{what}: {label}",
                    "fr": "{what} : {label}",
                    "es": "{what}: {label}",
                    "zh-Hans": "{what}：{label}",
                ]),
        ]
    }
}
