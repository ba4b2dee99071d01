/// The partial sentences in the facts of its findings, in all languages.
enum MQTTPhrases {
    static let deliveringMessage = KindPhrase(
        "delivering a message",
        [
            "de": "Zustellung einer Nachricht",
            "fr": "livraison d'un message",
            "es": "entrega de un mensaje",
            "zh-Hans": "投递消息",
        ])
    static let endsSession = KindPhrase(
        "ends the session, {reason},",
        [
            "de": "die Sitzung wird beendet, {reason}",
            "fr": "session terminée, {reason}",
            "es": "termina la sesión, {reason}",
            "zh-Hans": "结束了会话（{reason}）",
        ])
    static let takesNoTickets = KindPhrase(
        "MQTT takes a name and password or a token, and no tickets",
        [
            "de": "MQTT nimmt Name und Passwort oder ein Token, aber keine Tickets",
            "fr": "MQTT accepte un nom et un mot de passe ou un jeton, mais pas de tickets",
            "es": "MQTT acepta nombre y contraseña o un token, pero no tickets",
            "zh-Hans": "MQTT 接受用户名和密码或令牌，不接受票据",
        ])

    static let all = [deliveringMessage, endsSession, takesNoTickets]
}
