/// The clauses of its rows in other languages.
extension MQTTKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "MQTT {code} with a login",
                [
                    "de": "MQTT {code} mit Anmeldung",
                    "fr": "MQTT {code} avec connexion",
                    "es": "MQTT {code} con inicio de sesión",
                    "zh-Hans": "MQTT {code}（已登录）",
                ]),
            KindPhrase(
                "{label}: \"{text}\"",
                [
                    "de": "{label}: „{text}“",
                    "fr": "{label} : « {text} »",
                    "es": "{label}: «{text}»",
                    "zh-Hans": "{label}：“{text}”",
                ]),
            KindPhrase(
                "not-mqtt",
                [
                    "de": "kein MQTT",
                    "fr": "pas du MQTT",
                    "es": "no es MQTT",
                    "zh-Hans": "不是 MQTT",
                ]),
            KindPhrase(
                "subscription-refused",
                [
                    "de": "Abonnement abgelehnt",
                    "fr": "abonnement refusé",
                    "es": "suscripción rechazada",
                    "zh-Hans": "订阅被拒绝",
                ]),
            KindPhrase(
                "a code without a name ({code})",
                [
                    "de": "ein Code ohne Namen ({code})",
                    "fr": "un code sans nom ({code})",
                    "es": "un código sin nombre ({code})",
                    "zh-Hans": "没有名称的代码（{code}）",
                ]),
        ]
    }
}
