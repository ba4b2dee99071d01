/// The clauses of its rows in other languages.
extension GRPCKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "server {code}",
                [
                    "de": "Server {code}",
                    "fr": "serveur {code}",
                    "es": "servidor {code}",
                    "zh-Hans": "服务器 {code}",
                ]),
            KindPhrase(
                "server {what}",
                [
                    "de": "Server: {what}",
                    "fr": "serveur : {what}",
                    "es": "servidor: {what}",
                    "zh-Hans": "服务器：{what}",
                ]),
            KindPhrase(
                "server: {detail}",
                [
                    "de": "Server: {detail}",
                    "fr": "serveur : {detail}",
                    "es": "servidor: {detail}",
                    "zh-Hans": "服务器：{detail}",
                ]),
            KindPhrase(
                "\"{text}\" {code}",
                [
                    "de": "„{text}“ {code}",
                    "fr": "« {text} » {code}",
                    "es": "«{text}» {code}",
                    "zh-Hans": "“{text}” {code}",
                ]),
            KindPhrase(
                "\"{text}\" {what}",
                [
                    "de": "„{text}“: {what}",
                    "fr": "« {text} » : {what}",
                    "es": "«{text}»: {what}",
                    "zh-Hans": "“{text}”：{what}",
                ]),
            KindPhrase(
                "\"{text}\": {detail}",
                [
                    "de": "„{text}“: {detail}",
                    "fr": "« {text} » : {detail}",
                    "es": "«{text}»: {detail}",
                    "zh-Hans": "“{text}”：{detail}",
                ]),
            KindPhrase(
                "a status that is not known here",
                [
                    "de": "ein hier nicht bekannter Status",
                    "fr": "un état inconnu ici",
                    "es": "un estado que aquí no se conoce",
                    "zh-Hans": "此处未知的状态",
                ]),
            KindPhrase(
                "no status",
                [
                    "de": "kein Status",
                    "fr": "pas de statut",
                    "es": "sin estado",
                    "zh-Hans": "没有状态",
                ]),
            KindPhrase(
                "no gRPC",
                [
                    "de": "kein gRPC",
                    "fr": "pas de gRPC",
                    "es": "sin gRPC",
                    "zh-Hans": "不是 gRPC",
                ]),
            KindPhrase(
                "no HTTP/2",
                [
                    "de": "kein HTTP/2",
                    "fr": "pas de HTTP/2",
                    "es": "sin HTTP/2",
                    "zh-Hans": "不是 HTTP/2",
                ]),
        ]
    }
}
