/// The partial sentences in the facts of its findings, in all languages.
enum HTTPPhrases {
    static let proxyAskedFor = KindPhrase(
        "the proxy {proxy}, asked for {url},",
        [
            "de": "der Proxy {proxy}, gefragt nach {url},",
            "fr": "le proxy {proxy}, interrogé pour {url},",
            "es": "el proxy {proxy}, al que se pide {url},",
            "zh-Hans": "代理 {proxy}（请求 {url}）",
        ])
    static let noSchemeOffered = KindPhrase(
        "no scheme offered",
        [
            "de": "kein Verfahren angeboten",
            "fr": "aucun schéma proposé",
            "es": "ningún esquema ofrecido",
            "zh-Hans": "没有提供认证方式",
        ])
    static let headTooLarge = KindPhrase(
        "its head has more than 256 KiB",
        [
            "de": "ihr Kopf hat mehr als 256 KiB",
            "fr": "son en-tête dépasse 256 Kio",
            "es": "su cabecera tiene más de 256 KiB",
            "zh-Hans": "其头部超过 256 KiB",
        ])
    static let headUnfinished = KindPhrase(
        "its head has not ended, so that its body has not begun",
        [
            "de": "ihr Kopf ist nicht zu Ende, der Body hat also nicht begonnen",
            "fr": "son en-tête n'est pas terminé, le corps n'a donc pas commencé",
            "es": "su cabecera no ha terminado, así que el cuerpo no ha empezado",
            "zh-Hans": "其头部尚未结束，因此正文尚未开始",
        ])
    static let bodyArrived = KindPhrase(
        "{bytes} bytes of its body arrived",
        [
            "de": "{bytes} Byte des Bodys kamen an",
            "fr": "{bytes} octets du corps sont arrivés",
            "es": "llegaron {bytes} bytes del cuerpo",
            "zh-Hans": "已收到正文 {bytes} 字节",
        ])
    static let portExpectsTLS = KindPhrase(
        ": it expects TLS on this port",
        [
            "de": ": er erwartet auf diesem Port TLS",
            "fr": " : il attend TLS sur ce port",
            "es": ": espera TLS en este puerto",
            "zh-Hans": "：它在此端口上期待 TLS",
        ])
    static let itsStatusIs = KindPhrase(
        "its status is {status}",
        [
            "de": "ihr Status ist {status}",
            "fr": "son statut est {status}",
            "es": "su estado es {status}",
            "zh-Hans": "其状态为 {status}",
        ])
    static let serverOrProxy = KindPhrase(
        "the server or a proxy before it",
        [
            "de": "der Server oder ein Proxy davor",
            "fr": "le serveur ou un proxy devant lui",
            "es": "el servidor o un proxy delante",
            "zh-Hans": "服务器或其前的代理",
        ])
    static let theProxy = KindPhrase(
        "the proxy",
        [
            "de": "der Proxy",
            "fr": "le proxy",
            "es": "el proxy",
            "zh-Hans": "代理",
        ])
    static let unknownTime = KindPhrase(
        "an unknown time",
        [
            "de": "unbekannt",
            "fr": "un délai inconnu",
            "es": "un tiempo desconocido",
            "zh-Hans": "未知",
        ])
    static let somethingElse = KindPhrase(
        "something else",
        [
            "de": "etwas anderes",
            "fr": "autre chose",
            "es": "otra cosa",
            "zh-Hans": "其他内容",
        ])
    static let phaseResolve = KindPhrase(
        "resolving the name",
        [
            "de": "das Auflösen des Namens",
            "fr": "résolution du nom",
            "es": "resolver el nombre",
            "zh-Hans": "解析域名",
        ])
    static let phaseConnect = KindPhrase(
        "connecting",
        [
            "de": "den Verbindungsaufbau",
            "fr": "connexion",
            "es": "conectar",
            "zh-Hans": "建立连接",
        ])
    static let phaseProxy = KindPhrase(
        "connecting through the proxy",
        [
            "de": "den Weg durch den Proxy",
            "fr": "passage par le proxy",
            "es": "el paso por el proxy",
            "zh-Hans": "经过代理",
        ])
    static let phaseTLS = KindPhrase(
        "the TLS handshake",
        [
            "de": "den TLS-Handshake",
            "fr": "négociation TLS",
            "es": "el handshake TLS",
            "zh-Hans": "TLS 握手",
        ])
    static let phaseRequest = KindPhrase(
        "sending the request",
        [
            "de": "das Senden der Anfrage",
            "fr": "envoi de la requête",
            "es": "enviar la petición",
            "zh-Hans": "发送请求",
        ])
    static let phaseFirstByte = KindPhrase(
        "waiting for the first byte",
        [
            "de": "das Warten auf das erste Byte",
            "fr": "attente du premier octet",
            "es": "esperar el primer byte",
            "zh-Hans": "等待首字节",
        ])
    static let phaseBody = KindPhrase(
        "the body",
        [
            "de": "den Inhalt",
            "fr": "corps de la réponse",
            "es": "el cuerpo",
            "zh-Hans": "正文",
        ])
    static let phaseRedirects = KindPhrase(
        "the redirects before it",
        [
            "de": "die Weiterleitungen davor",
            "fr": "redirections préalables",
            "es": "las redirecciones previas",
            "zh-Hans": "之前的重定向",
        ])

    static let all = [
        proxyAskedFor, noSchemeOffered, headTooLarge, headUnfinished, bodyArrived, portExpectsTLS, itsStatusIs,
        serverOrProxy, theProxy, unknownTime, somethingElse, phaseResolve, phaseConnect, phaseProxy, phaseTLS,
        phaseRequest, phaseFirstByte, phaseBody, phaseRedirects,
    ]
}
