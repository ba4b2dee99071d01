/// The clauses of its rows in other languages.
extension HTTPKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "{number} after {count} redirect | {number} after {count} redirects",
                [
                    "de": "{number} nach {count} Weiterleitung | {number} nach {count} Weiterleitungen",
                    "fr": "{number} après {count} redirection | {number} après {count} redirections",
                    "es": "{number} tras {count} redirección | {number} tras {count} redirecciones",
                    "zh-Hans": "{count} 次重定向后 {number}",
                ]),
            KindPhrase(
                "{code} {number} after {count} redirect | {code} {number} after {count} redirects",
                [
                    "de": "{code} {number} nach {count} Weiterleitung | {code} {number} nach {count} Weiterleitungen",
                    "fr": "{code} {number} après {count} redirection | {code} {number} après {count} redirections",
                    "es": "{code} {number} tras {count} redirección | {code} {number} tras {count} redirecciones",
                    "zh-Hans": "{count} 次重定向后 {code} {number}",
                ]),
            KindPhrase(
                "login by credentials",
                [
                    "de": "Anmeldung mit Zugangsdaten",
                    "fr": "connexion par identifiants",
                    "es": "inicio de sesión con credenciales",
                    "zh-Hans": "以凭据登录",
                ]),
            KindPhrase(
                "first byte {time}",
                [
                    "de": "erstes Byte {time}",
                    "fr": "premier octet {time}",
                    "es": "primer byte {time}",
                    "zh-Hans": "首字节 {time}",
                ]),
            KindPhrase(
                "response",
                [
                    "de": "Antwort",
                    "fr": "réponse",
                    "es": "respuesta",
                    "zh-Hans": "响应",
                ]),
            KindPhrase(
                "endless-head",
                [
                    "de": "endloser Header",
                    "fr": "en-tête sans fin",
                    "es": "cabecera sin fin",
                    "zh-Hans": "头部没有结尾",
                ]),
            KindPhrase(
                "truncated",
                [
                    "de": "abgeschnitten",
                    "fr": "tronqué",
                    "es": "truncado",
                    "zh-Hans": "被截断",
                ]),
            KindPhrase(
                "redirect-loop",
                [
                    "de": "Schleife von Weiterleitungen",
                    "fr": "boucle de redirections",
                    "es": "bucle de redirecciones",
                    "zh-Hans": "重定向循环",
                ]),
            KindPhrase(
                "redirect-refused",
                [
                    "de": "Weiterleitung nicht befolgt",
                    "fr": "redirection non suivie",
                    "es": "redirección no seguida",
                    "zh-Hans": "未跟随重定向",
                ]),
        ]
    }
}
