/// The partial sentences in the facts of its findings, in all languages. Those about the handshake, frames and messages
/// are from its probe (`Probes/WebSocket`).
enum WebSocketPhrases {
    static let noneCame = KindPhrase(
        "none came",
        [
            "de": "keine kam",
            "fr": "aucun n'est venu",
            "es": "no llegó ninguno",
            "zh-Hans": "没有收到",
        ])
    static let acceptIsWrong = KindPhrase(
        "Sec-WebSocket-Accept is {value}, and should be {wanted}",
        [
            "de": "Sec-WebSocket-Accept ist {value} und sollte {wanted} sein",
            "fr": "Sec-WebSocket-Accept est {value}, et devrait être {wanted}",
            "es": "Sec-WebSocket-Accept es {value} y debería ser {wanted}",
            "zh-Hans": "Sec-WebSocket-Accept 是 {value}，应为 {wanted}",
        ])
    static let acceptIsMissing = KindPhrase(
        "Sec-WebSocket-Accept is missing",
        [
            "de": "Sec-WebSocket-Accept fehlt",
            "fr": "Sec-WebSocket-Accept manque",
            "es": "falta Sec-WebSocket-Accept",
            "zh-Hans": "缺少 Sec-WebSocket-Accept",
        ])
    static let upgradeIsMissing = KindPhrase(
        "Upgrade: websocket is missing",
        [
            "de": "Upgrade: websocket fehlt",
            "fr": "Upgrade: websocket manque",
            "es": "falta Upgrade: websocket",
            "zh-Hans": "缺少 Upgrade: websocket",
        ])
    static let extensionNotAsked = KindPhrase(
        "the extension {name} was not asked for",
        [
            "de": "die Erweiterung {name} war nicht verlangt",
            "fr": "l'extension {name} n'a pas été demandée",
            "es": "la extensión {name} no se ha pedido",
            "zh-Hans": "未请求扩展 {name}",
        ])
    static let subprotocolNotOffered = KindPhrase(
        "the subprotocol {name} was not offered",
        [
            "de": "das Unterprotokoll {name} war nicht angeboten",
            "fr": "le sous-protocole {name} n'a pas été proposé",
            "es": "el subprotocolo {name} no se ha ofrecido",
            "zh-Hans": "未提供子协议 {name}",
        ])
    static let noSubprotocolSpoken = KindPhrase(
        "none of the subprotocols {names} is spoken",
        [
            "de": "keines der Unterprotokolle {names} wird gesprochen",
            "fr": "aucun des sous-protocoles {names} n'est parlé",
            "es": "no se habla ninguno de los subprotocolos {names}",
            "zh-Hans": "不支持子协议 {names} 中的任何一个",
        ])
    static let lastMessageIs = KindPhrase(
        "the last message is \"{message}\"",
        [
            "de": "die letzte Nachricht ist „{message}“",
            "fr": "le dernier message est « {message} »",
            "es": "el último mensaje es «{message}»",
            "zh-Hans": "最后一条消息是“{message}”",
        ])
    static let serverClosesWith = KindPhrase(
        "the server closes with {code}",
        [
            "de": "der Server schließt mit {code}",
            "fr": "le serveur ferme avec {code}",
            "es": "el servidor cierra con {code}",
            "zh-Hans": "服务器以 {code} 关闭",
        ])
    static let serverClosesSaying = KindPhrase(
        "the server closes with {code}: {text}",
        [
            "de": "der Server schließt mit {code}: {text}",
            "fr": "le serveur ferme avec {code} : {text}",
            "es": "el servidor cierra con {code}: {text}",
            "zh-Hans": "服务器以 {code} 关闭：{text}",
        ])
    static let noCloseFrame = KindPhrase(
        "the connection ends without a close frame",
        [
            "de": "die Verbindung endet ohne Close-Frame",
            "fr": "la connexion se termine sans trame de fermeture",
            "es": "la conexión termina sin trama de cierre",
            "zh-Hans": "连接在没有关闭帧的情况下结束",
        ])
    static let frameIsMasked = KindPhrase(
        "a frame of the server is masked (section 5.1)",
        [
            "de": "ein Frame des Servers ist maskiert (Abschnitt 5.1)",
            "fr": "une trame du serveur est masquée (section 5.1)",
            "es": "una trama del servidor está enmascarada (sección 5.1)",
            "zh-Hans": "服务器的一个帧带有掩码（第 5.1 节）",
        ])
    static let reservedBitSet = KindPhrase(
        "a reserved bit is set without an extension (section 5.2)",
        [
            "de": "ein reserviertes Bit ist ohne Erweiterung gesetzt (Abschnitt 5.2)",
            "fr": "un bit réservé est mis sans extension (section 5.2)",
            "es": "un bit reservado está activo sin extensión (sección 5.2)",
            "zh-Hans": "未使用扩展却设置了保留位（第 5.2 节）",
        ])
    static let opcodeReserved = KindPhrase(
        "the opcode {opcode} is reserved (section 5.2)",
        [
            "de": "der Opcode {opcode} ist reserviert (Abschnitt 5.2)",
            "fr": "l'opcode {opcode} est réservé (section 5.2)",
            "es": "el opcode {opcode} está reservado (sección 5.2)",
            "zh-Hans": "操作码 {opcode} 是保留的（第 5.2 节）",
        ])
    static let controlFragmented = KindPhrase(
        "a control frame is fragmented (section 5.5)",
        [
            "de": "ein Steuerframe ist aufgeteilt (Abschnitt 5.5)",
            "fr": "une trame de contrôle est fragmentée (section 5.5)",
            "es": "una trama de control está fragmentada (sección 5.5)",
            "zh-Hans": "控制帧被分片（第 5.5 节）",
        ])
    static let controlTooLong = KindPhrase(
        "a control frame has more than 125 bytes (section 5.5)",
        [
            "de": "ein Steuerframe hat mehr als 125 Byte (Abschnitt 5.5)",
            "fr": "une trame de contrôle a plus de 125 octets (section 5.5)",
            "es": "una trama de control tiene más de 125 bytes (sección 5.5)",
            "zh-Hans": "控制帧超过 125 字节（第 5.5 节）",
        ])
    static let continuationOfNothing = KindPhrase(
        "a continuation follows nothing (section 5.4)",
        [
            "de": "eine Fortsetzung folgt auf nichts (Abschnitt 5.4)",
            "fr": "une suite ne suit rien (section 5.4)",
            "es": "una continuación no sigue a nada (sección 5.4)",
            "zh-Hans": "延续帧之前没有消息（第 5.4 节）",
        ])
    static let messageWithinAnother = KindPhrase(
        "a message begins within another one (section 5.4)",
        [
            "de": "eine Nachricht beginnt innerhalb einer anderen (Abschnitt 5.4)",
            "fr": "un message commence au milieu d'un autre (section 5.4)",
            "es": "un mensaje empieza dentro de otro (sección 5.4)",
            "zh-Hans": "一条消息在另一条消息中开始（第 5.4 节）",
        ])
    static let textNotUTF8 = KindPhrase(
        "a text is not UTF-8 (section 8.1)",
        [
            "de": "ein Text ist kein UTF-8 (Abschnitt 8.1)",
            "fr": "un texte n'est pas en UTF-8 (section 8.1)",
            "es": "un texto no es UTF-8 (sección 8.1)",
            "zh-Hans": "文本不是 UTF-8（第 8.1 节）",
        ])
    static let messageTooLong = KindPhrase(
        "a message has more than the maximum of {count} bytes",
        [
            "de": "eine Nachricht hat mehr als die erlaubten {count} Byte",
            "fr": "un message dépasse le maximum de {count} octets",
            "es": "un mensaje supera el máximo de {count} bytes",
            "zh-Hans": "消息超过 {count} 字节的上限",
        ])

    static let all = [
        noneCame, acceptIsWrong, acceptIsMissing, upgradeIsMissing, extensionNotAsked, subprotocolNotOffered,
        noSubprotocolSpoken, lastMessageIs, serverClosesWith, serverClosesSaying, noCloseFrame, frameIsMasked,
        reservedBitSet, opcodeReserved, controlFragmented, controlTooLong, continuationOfNothing, messageWithinAnother,
        textNotUTF8, messageTooLong,
    ]
}
