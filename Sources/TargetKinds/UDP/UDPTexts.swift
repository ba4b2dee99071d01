/// The texts of the causes in other languages.
extension UDPKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [udp.refused]
            meaning: Der Host ist da, aber auf dem UDP-Port lauscht nichts.
            summary: auf UDP-Port {port} von {host} lauscht nichts
            advice: Die Portnummer {port} prüfen
            advice: Falls es der eigene Server ist, dort prüfen, was lauscht: ss -ulnp 'sport = :{port}'

            [udp.no-answer]
            meaning: Auf ein Datagramm kommt nichts zurück.
            summary: {destination} antwortet nicht ({sent} Datagramme)
            advice: Auf dem Server prüfen, ob die Datagramme ankommen: tcpdump -n udp port {port}
            advice: Auf dem Pfad nach einer Firewall suchen, die UDP-Port {port} verwirft
            advice: Viele Dienste antworten nur auf das, was sie verstehen: was gesendet wird, mit udp: send: angeben, und was zurückkommt, mit expect:

            [udp.unexpected]
            meaning: Der Port antwortet, aber nicht mit dem Erwarteten.
            summary: {destination} antwortet „{received}“, und das passt nicht zu {expected}
            advice: Auf dem Server, falls er der eigene ist, prüfen, was lauscht: ss -ulnp 'sport = :{port}'
            advice: Prüfen, was er antwortet; die Regel ist udp: expect: beim Ziel

            """#,
            "fr": #"""
            [udp.refused]
            meaning: L'hôte est là, mais rien n'écoute sur le port UDP.
            summary: rien n'écoute sur le port UDP {port} de {host}
            advice: Vérifier le numéro de port {port}
            advice: Si c'est votre serveur, y voir ce qui écoute : ss -ulnp 'sport = :{port}'

            [udp.no-answer]
            meaning: Rien ne revient en réponse à un datagramme.
            summary: {destination} ne répond pas ({sent} datagrammes)
            advice: Sur le serveur, voir si les datagrammes arrivent : tcpdump -n udp port {port}
            advice: Chercher sur le chemin un pare-feu qui bloque le port UDP {port}
            advice: Beaucoup de services ne répondent qu'à ce qu'ils comprennent : indiquer quoi envoyer avec udp: send:, et ce qui revient avec expect:

            [udp.unexpected]
            meaning: Le port répond, mais pas avec ce qui est attendu.
            summary: {destination} répond « {received} », ce qui ne correspond pas à {expected}
            advice: Sur le serveur, s'il est à vous, voir ce qui écoute : ss -ulnp 'sport = :{port}'
            advice: Voir ce qu'il répond ; la règle est udp: expect: de la cible

            """#,
            "es": #"""
            [udp.refused]
            meaning: El equipo está ahí, pero nada escucha en el puerto UDP.
            summary: nada escucha en el puerto UDP {port} de {host}
            advice: Comprobar el número de puerto {port}
            advice: Si el servidor es propio, ver qué escucha en él: ss -ulnp 'sport = :{port}'

            [udp.no-answer]
            meaning: No vuelve nada en respuesta a un datagrama.
            summary: {destination} no responde ({sent} datagramas)
            advice: En el servidor, ver si llegan los datagramas: tcpdump -n udp port {port}
            advice: Buscar un firewall en el camino que descarte el tráfico al puerto UDP {port}
            advice: Muchos servicios solo responden a lo que entienden: indicar qué enviar con udp: send:, y qué ha de llegar con expect:

            [udp.unexpected]
            meaning: El puerto responde, pero no con lo que se espera.
            summary: {destination} responde «{received}», que no coincide con {expected}
            advice: En el servidor, si es propio, ver qué escucha: ss -ulnp 'sport = :{port}'
            advice: Ver qué responde; la regla es udp: expect: del destino

            """#,
            "zh-Hans": #"""
            [udp.refused]
            meaning: 主机在线，但该 UDP 端口没有程序监听。
            summary: {host} 的 UDP 端口 {port} 没有程序监听
            advice: 核对端口号 {port}
            advice: 如果服务器由您管理，请在上面查看是什么在监听: ss -ulnp 'sport = :{port}'

            [udp.no-answer]
            meaning: 发出的数据报没有任何回应。
            summary: {destination} 没有应答（{sent} 个数据报）
            advice: 在服务器上查看数据报是否到达: tcpdump -n udp port {port}
            advice: 检查路径上是否有防火墙丢弃 UDP 端口 {port} 的数据包
            advice: 许多服务只应答它们能理解的内容：用 udp: send: 指定要发送的内容，用 expect: 指定预期的应答

            [udp.unexpected]
            meaning: 端口有应答，但不是预期的内容。
            summary: {destination} 返回“{received}”，与 {expected} 不符
            advice: 在服务器上（如由您管理）查看是什么在监听: ss -ulnp 'sport = :{port}'
            advice: 查看它的应答；规则是该目标的 udp: expect:

            """#,
        ]
    }
}
