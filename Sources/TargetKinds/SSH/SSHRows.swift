/// The clauses of its rows in other languages.
extension SSHKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "established",
                [
                    "de": "Schlüsselaustausch abgeschlossen",
                    "fr": "échange de clés terminé",
                    "es": "intercambio de claves completado",
                    "zh-Hans": "密钥交换已完成",
                ]),
            KindPhrase(
                "not ssh",
                [
                    "de": "kein SSH",
                    "fr": "pas du SSH",
                    "es": "no es SSH",
                    "zh-Hans": "不是 SSH",
                ]),
            KindPhrase(
                "wrong version",
                [
                    "de": "falsche Version",
                    "fr": "mauvaise version",
                    "es": "versión incorrecta",
                    "zh-Hans": "版本不符",
                ]),
            KindPhrase(
                "no common algorithm",
                [
                    "de": "kein gemeinsamer Algorithmus",
                    "fr": "pas d'algorithme commun",
                    "es": "sin algoritmo común",
                    "zh-Hans": "没有共同的算法",
                ]),
            KindPhrase(
                "a server",
                [
                    "de": "ein Server",
                    "fr": "un serveur",
                    "es": "un servidor",
                    "zh-Hans": "服务器",
                ]),
            KindPhrase(
                "another key than expected",
                [
                    "de": "ein anderer Schlüssel als erwartet",
                    "fr": "une autre clé que prévu",
                    "es": "otra clave que la esperada",
                    "zh-Hans": "密钥与预期不符",
                ]),
        ]
    }
}
