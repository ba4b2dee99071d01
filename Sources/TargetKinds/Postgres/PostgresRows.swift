/// The clauses of its rows in other languages.
extension PostgresKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "not-postgres",
                [
                    "de": "kein PostgreSQL",
                    "fr": "pas du PostgreSQL",
                    "es": "no es PostgreSQL",
                    "zh-Hans": "不是 PostgreSQL",
                ]),
            KindPhrase(
                "tls-refused",
                [
                    "de": "TLS abgelehnt",
                    "fr": "TLS refusé",
                    "es": "TLS rechazado",
                    "zh-Hans": "TLS 被拒绝",
                ]),
            KindPhrase(
                "tls-injected",
                [
                    "de": "Daten vor TLS eingeschleust",
                    "fr": "données injectées avant TLS",
                    "es": "datos inyectados antes de TLS",
                    "zh-Hans": "TLS 前有注入的数据",
                ]),
            KindPhrase(
                "no login wanted",
                [
                    "de": "keine Anmeldung verlangt",
                    "fr": "pas de connexion exigée",
                    "es": "no pide inicio de sesión",
                    "zh-Hans": "不要求登录",
                ]),
            KindPhrase(
                "login by nothing",
                [
                    "de": "Anmeldung ohne Verfahren",
                    "fr": "connexion sans méthode",
                    "es": "inicio de sesión sin método",
                    "zh-Hans": "登录方式未知",
                ]),
            KindPhrase(
                "version {label}",
                [
                    "de": "Version {label}",
                    "fr": "version {label}",
                    "es": "versión {label}",
                    "zh-Hans": "版本 {label}",
                ]),
        ]
    }
}
