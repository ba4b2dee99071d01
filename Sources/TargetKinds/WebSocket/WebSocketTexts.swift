/// The texts of the causes in other languages.
extension WebSocketKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [ws.upgrade-refused]
            meaning: Der Server wechselt nicht zu WebSocket (kein 101).
            summary: {url} wechselt nicht zu WebSocket: der Server antwortet mit {status}
            advice: Es wird nach {location} umgeleitet, was WebSocket-Clients nicht befolgen; diese Adresse prüfen: netdiag check {moved}
            advice: Prüfen, ob der Pfad der des WebSockets ist
            advice: Ein Proxy davor muss Upgrade und Connection weiterreichen

            [ws.handshake-invalid]
            meaning: Der Server antwortet mit 101, aber mit falschem Schlüssel, falschem Subprotokoll oder falscher Erweiterung.
            summary: {url} antwortet mit 101, aber nicht auf diesen Handshake: {detail}
            advice: Prüfen, ob etwas auf dem Pfad aus einem Cache antwortet
            advice: Die WebSocket-Bibliothek des Servers prüfen

            [ws.no-pong]
            meaning: Der WebSocket ist offen, aber ein Ping bleibt unbeantwortet.
            summary: {url} lässt sich öffnen, beantwortet aber keinen Ping
            advice: Prüfen, ob die Event-Loop des Servers blockiert ist
            advice: Möglicherweise hält ein Proxy Frames zurück: dessen Pufferung prüfen

            [ws.protocol-error]
            meaning: Frames verletzen RFC 6455, oder ein Close-Code besagt das.
            summary: {url} verletzt das WebSocket-Protokoll: {detail}
            advice: Die WebSocket-Bibliothek des Servers prüfen und jeden Proxy auf dem Pfad, der Frames verändert

            [ws.unexpected-message]
            meaning: Der WebSocket funktioniert, aber es kommt keine Nachricht, die dem Erwarteten entspricht.
            summary: {url} sendet keine Nachricht, die der Regel entspricht: {detail}
            advice: Prüfen, was gesendet wird; die Regel ist websocket: expect: beim Ziel

            [ws.closed]
            meaning: Der Server schließt den WebSocket, bevor er geantwortet hat.
            summary: {url} schließt die Verbindung, bevor eine Antwort kommt: {detail}
            advice: {overloaded} bedeutet, dass der Server überlastet ist oder neu startet: es später noch einmal versuchen
            advice: {denied} bedeutet, dass die Regeln des Servers diesen Client nicht zulassen, oft weil eine Anmeldung oder ein Token fehlt
            advice: Das Log des Servers ansehen

            """#,
            "fr": #"""
            [ws.upgrade-refused]
            meaning: Le serveur ne passe pas à WebSocket (pas de 101).
            summary: {url} ne passe pas à WebSocket : le serveur répond {status}
            advice: Il redirige vers {location}, ce que les clients WebSocket ne suivent pas ; vérifier cette adresse : netdiag check {moved}
            advice: Vérifier que le chemin est celui du WebSocket
            advice: Un proxy placé devant doit transmettre Upgrade et Connection

            [ws.handshake-invalid]
            meaning: Le serveur répond 101, mais avec une clé, un sous-protocole ou une extension erronés.
            summary: {url} répond 101, mais pas à ce handshake : {detail}
            advice: Vérifier si quelque chose sur le chemin répond depuis un cache
            advice: Examiner la bibliothèque WebSocket du serveur

            [ws.no-pong]
            meaning: Le WebSocket est ouvert, mais un ping reste sans réponse.
            summary: {url} s'ouvre, mais ne répond pas à un ping
            advice: Vérifier si la boucle d'événements du serveur est bloquée
            advice: Un proxy retient peut-être des trames : vérifier sa mise en mémoire tampon

            [ws.protocol-error]
            meaning: Des trames ne respectent pas la RFC 6455, ou un code de fermeture l'indique.
            summary: {url} ne respecte pas le protocole WebSocket : {detail}
            advice: Vérifier la bibliothèque WebSocket du serveur, et tout proxy sur le chemin qui modifie les trames

            [ws.unexpected-message]
            meaning: Le WebSocket fonctionne, mais aucun message ne correspond à ce qui est attendu.
            summary: {url} n'envoie aucun message qui respecte la règle : {detail}
            advice: Voir ce qu'il envoie ; la règle est websocket: expect: de la cible

            [ws.closed]
            meaning: Le serveur ferme le WebSocket avant d'avoir répondu.
            summary: {url} ferme la connexion avant d'avoir répondu : {detail}
            advice: {overloaded} signifie que le serveur est surchargé ou redémarre : réessayer plus tard
            advice: {denied} signifie que les règles du serveur n'admettent pas ce client, souvent parce qu'il manque une authentification ou un jeton
            advice: Consulter le journal du serveur

            """#,
            "es": #"""
            [ws.upgrade-refused]
            meaning: El servidor no cambia a WebSocket (no hay 101).
            summary: {url} no cambia a WebSocket: el servidor responde {status}
            advice: Redirige a {location}, lo que los clientes WebSocket no siguen; comprobar esa dirección: netdiag check {moved}
            advice: Comprobar que la ruta es la del WebSocket
            advice: Un proxy situado delante tiene que dejar pasar Upgrade y Connection

            [ws.handshake-invalid]
            meaning: El servidor responde 101, pero con una clave, un subprotocolo o una extensión incorrectos.
            summary: {url} responde 101, pero no a este handshake: {detail}
            advice: Comprobar si algo en el camino responde desde una caché
            advice: Revisar la biblioteca WebSocket del servidor

            [ws.no-pong]
            meaning: El WebSocket está abierto, pero un ping queda sin respuesta.
            summary: {url} se abre, pero no responde a un ping
            advice: Comprobar si el bucle de eventos del servidor está bloqueado
            advice: Puede que un proxy retenga tramas: comprobar su almacenamiento en búfer (buffering)

            [ws.protocol-error]
            meaning: Las tramas infringen el RFC 6455, o lo dice un código de cierre.
            summary: {url} infringe el protocolo WebSocket: {detail}
            advice: Comprobar la biblioteca WebSocket del servidor y cualquier proxy del camino que modifique las tramas

            [ws.unexpected-message]
            meaning: El WebSocket funciona, pero no llega ningún mensaje que coincida con lo esperado.
            summary: {url} no envía ningún mensaje que coincida con la regla: {detail}
            advice: Ver qué envía; la regla es websocket: expect: del destino

            [ws.closed]
            meaning: El servidor cierra el WebSocket antes de haber respondido.
            summary: {url} se cierra antes de haber respondido: {detail}
            advice: {overloaded} significa que el servidor está sobrecargado o se está reiniciando: intentarlo más tarde
            advice: {denied} significa que las reglas del servidor no admiten a este cliente, a menudo porque falta un inicio de sesión o un token
            advice: Consultar el registro (log) del servidor

            """#,
            "zh-Hans": #"""
            [ws.upgrade-refused]
            meaning: 服务器没有切换到 WebSocket（没有返回 101）。
            summary: {url} 没有切换到 WebSocket：服务器返回 {status}
            advice: 它重定向到 {location}，而 WebSocket 客户端不会跟随重定向；检查该地址: netdiag check {moved}
            advice: 检查路径是否为 WebSocket 的路径
            advice: 前面的代理必须转发 Upgrade 和 Connection

            [ws.handshake-invalid]
            meaning: 服务器返回 101，但 key、子协议或扩展不正确。
            summary: {url} 返回 101，但与本次握手不符：{detail}
            advice: 检查路径上是否有设备用缓存应答
            advice: 检查服务器的 WebSocket 库

            [ws.no-pong]
            meaning: WebSocket 已打开，但 ping 没有得到应答。
            summary: {url} 可以打开，但不应答 ping
            advice: 检查服务器的事件循环是否被阻塞
            advice: 代理可能滞留了帧：请检查其缓冲设置

            [ws.protocol-error]
            meaning: 帧违反 RFC 6455，或关闭码表明如此。
            summary: {url} 违反了 WebSocket 协议：{detail}
            advice: 检查服务器的 WebSocket 库，以及路径上改动帧的代理

            [ws.unexpected-message]
            meaning: WebSocket 正常，但没有收到符合预期的消息。
            summary: {url} 没有发送符合规则的消息：{detail}
            advice: 查看它发送的内容；规则是该目标的 websocket: expect:

            [ws.closed]
            meaning: 服务器在应答之前就关闭了 WebSocket。
            summary: {url} 在应答之前就已关闭：{detail}
            advice: {overloaded} 表示服务器过载或正在重启：请稍后再试
            advice: {denied} 表示服务器的规则不允许此客户端，多半是因为缺少登录或令牌
            advice: 查看服务器日志

            """#,
        ]
    }
}
