/// The texts of the causes in other languages.
extension ICMPKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [icmp.no-reply]
            meaning: Der Host beantwortet keinen Echo Request, und nichts anderes verrät den Grund.
            summary: {address} beantwortet keine Pings
            advice: Viele Hosts verwerfen Pings: einen Port prüfen, auf dem ein Dienst laufen sollte, etwa netdiag check {address}:22
            advice: Prüfen, wie weit Pakete kommen: traceroute {address}

            [icmp.unreachable]
            meaning: Auf den Echo Request kam ein ICMP-Fehler zurück.
            summary: {address} ist nicht erreichbar ({detail}, laut {reporter})
            advice: Prüfen, wie weit Pakete kommen: traceroute {address}
            advice: Die Route anzeigen: ip route get {address}

            """#,
            "fr": #"""
            [icmp.no-reply]
            meaning: L'hôte ne répond à aucune requête ICMP echo, et rien d'autre n'indique pourquoi.
            summary: {address} ne répond pas aux pings
            advice: Beaucoup d'hôtes ignorent les pings : vérifier un port qu'il devrait servir, par exemple netdiag check {address}:22
            advice: Voir jusqu'où vont les paquets : traceroute {address}

            [icmp.unreachable]
            meaning: Une erreur ICMP est revenue en réponse à la requête echo.
            summary: {address} n'est pas joignable ({detail}, selon {reporter})
            advice: Voir jusqu'où vont les paquets : traceroute {address}
            advice: Afficher la route : ip route get {address}

            """#,
            "es": #"""
            [icmp.no-reply]
            meaning: El equipo no responde a ningún echo request y nada más dice por qué.
            summary: {address} no responde a los pings
            advice: Muchos equipos descartan los pings: comprobar un puerto que deba servir, como en netdiag check {address}:22
            advice: Ver hasta dónde llegan los paquetes: traceroute {address}

            [icmp.unreachable]
            meaning: En respuesta al echo request ha llegado un error ICMP.
            summary: no se puede llegar a {address} ({detail}, según {reporter})
            advice: Ver hasta dónde llegan los paquetes: traceroute {address}
            advice: Ver la ruta: ip route get {address}

            """#,
            "zh-Hans": #"""
            [icmp.no-reply]
            meaning: 主机对所有回显请求均无应答，也没有其他线索说明原因。
            summary: {address} 不应答 ping
            advice: 许多主机会丢弃 ping：请检测它应当提供服务的端口，例如 netdiag check {address}:22
            advice: 查看数据包能走到哪里: traceroute {address}

            [icmp.unreachable]
            meaning: 回显请求得到的是 ICMP 错误。
            summary: {address} 不可达（{detail}，由 {reporter} 报告）
            advice: 查看数据包能走到哪里: traceroute {address}
            advice: 查看路由: ip route get {address}

            """#,
        ]
    }
}
