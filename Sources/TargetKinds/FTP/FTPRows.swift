/// The clauses of its rows in other languages.
extension FTPKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "no-tls",
                [
                    "de": "kein TLS",
                    "fr": "pas de TLS",
                    "es": "sin TLS",
                    "zh-Hans": "没有 TLS",
                ]),
            KindPhrase(
                "data-blocked",
                [
                    "de": "Datenverbindung blockiert",
                    "fr": "connexion de données bloquée",
                    "es": "conexión de datos bloqueada",
                    "zh-Hans": "数据连接被阻断",
                ]),
            KindPhrase(
                "not-found",
                [
                    "de": "nicht gefunden",
                    "fr": "introuvable",
                    "es": "no encontrado",
                    "zh-Hans": "未找到",
                ]),
            KindPhrase(
                "write-denied",
                [
                    "de": "Schreiben verweigert",
                    "fr": "écriture refusée",
                    "es": "escritura denegada",
                    "zh-Hans": "写入被拒绝",
                ]),
            KindPhrase(
                "{count} entry | {count} entries",
                [
                    "de": "{count} Eintrag | {count} Einträge",
                    "fr": "{count} entrée | {count} entrées",
                    "es": "{count} entrada | {count} entradas",
                    "zh-Hans": "{count} 个条目",
                ]),
            KindPhrase(
                "{count} step | {count} steps",
                [
                    "de": "{count} Schritt | {count} Schritte",
                    "fr": "{count} étape | {count} étapes",
                    "es": "{count} paso | {count} pasos",
                    "zh-Hans": "{count} 个步骤",
                ]),
        ]
    }
}
