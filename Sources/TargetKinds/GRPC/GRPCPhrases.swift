/// The partial sentences in the facts of its findings, in all languages.
enum GRPCPhrases {
    static let serverAsAWhole = KindPhrase(
        "the server as a whole",
        [
            "de": "den Server als Ganzes",
            "fr": "le serveur dans son ensemble",
            "es": "el servidor en su conjunto",
            "zh-Hans": "整个服务器",
        ])
    static let theService = KindPhrase(
        "the service \"{name}\"",
        [
            "de": "den Dienst „{name}“",
            "fr": "le service « {name} »",
            "es": "el servicio «{name}»",
            "zh-Hans": "服务“{name}”",
        ])
    static let versionWithStatus = KindPhrase(
        "{version} with status {status}",
        [
            "de": "{version} mit Status {status}",
            "fr": "{version} avec le statut {status}",
            "es": "{version} con estado {status}",
            "zh-Hans": "{version}，状态 {status}",
        ])
    static let noHTTP2 = KindPhrase(
        "no HTTP/2",
        [
            "de": "kein HTTP/2",
            "fr": "pas de HTTP/2",
            "es": "sin HTTP/2",
            "zh-Hans": "不是 HTTP/2",
        ])

    static let all = [serverAsAWhole, theService, versionWithStatus, noHTTP2]
}
