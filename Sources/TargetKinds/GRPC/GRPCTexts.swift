/// The texts of the causes in other languages.
extension GRPCKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [grpc.no-answer]
            meaning: Der gRPC-Server nimmt die Verbindung an, beantwortet aber den Health-Check nicht.
            summary: {destination} antwortet nicht auf den Health-Check für {service}
            advice: Auf dem Server prüfen, ob alle Worker beschäftigt sind oder hängen, und was im Log steht
            advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check grpcs://{destination}

            [grpc.closed]
            meaning: Die Verbindung endet, bevor der gRPC-Server den Health-Check beantwortet hat.
            summary: keine Antwort von {destination} auf den Health-Check, stattdessen: {how}
            advice: Auf dem Server den Grund suchen: in seinem Log, und ob er neu gestartet wurde
            advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check grpcs://{destination}

            [grpc.not-grpc]
            meaning: Was auf dem Port antwortet, spricht kein gRPC.
            summary: {destination} spricht kein gRPC, sondern antwortet: {detail}
            advice: Falls es der eigene Server ist, dort prüfen, was lauscht: ss -ltnp
            advice: Ein Proxy dazwischen muss HTTP/2 und gRPC weiterreichen: grpc_pass bei nginx, h2c oder h2 zum Backend bei anderen

            [grpc.malformed]
            meaning: Die Antwort des gRPC-Servers lässt sich nicht lesen.
            summary: die Antwort von {destination} auf den Health-Check lässt sich nicht lesen: {detail}
            advice: Prüfen, was geantwortet wird: grpc_health_probe -addr={destination}, oder grpcurl
            advice: Prüfen, ob etwas dazwischen die Antwort verändert, wie es Proxys tun, die Trailer verwerfen

            [grpc.not-serving]
            meaning: Der gRPC-Server meldet, dass er keine Anfragen bedient.
            summary: {destination} meldet, dass {service} keine Anfragen bedient: {health}
            advice: Auf dem Server prüfen, worauf der Dienst wartet: meist sind es seine eigenen Abhängigkeiten
            advice: UNKNOWN: der Dienst hat seit dem Start nichts über sich gemeldet

            [grpc.unknown-service]
            meaning: Der gRPC-Server kennt den abgefragten Dienst nicht.
            summary: {destination} kennt {service} nicht{message}
            advice: Den Namen mit denen vergleichen, die auf dem Server registriert sind: grpcurl {destination} list
            advice: Der Name ist der aus der .proto-Datei samt Package, etwa my.package.Service, sofern der Server keinen anderen gewählt hat

            [grpc.unimplemented]
            meaning: Der gRPC-Server bietet keine Health-Checks an.
            summary: {destination} spricht gRPC, implementiert aber grpc.health.v1.Health nicht{message}
            advice: Den Health-Dienst der gRPC-Bibliothek im Server registrieren lassen
            advice: Wo das nicht möglich ist, nur den Port prüfen: netdiag check {destination}

            [grpc.refused]
            meaning: Der gRPC-Server verweigert den Health-Check oder scheitert daran.
            summary: {destination} beantwortet den Health-Check mit {status}{message}
            advice: UNAVAILABLE: er startet gerade, fährt herunter oder ist ein Proxy, dessen Backend weg ist
            advice: UNAUTHENTICATED, PERMISSION_DENIED: er verweigert Fremden den Health-Check; diesen dort freigeben lassen
            advice: Andere: das Log des Servers ansehen

            """#,
            "fr": #"""
            [grpc.no-answer]
            meaning: Le serveur gRPC accepte la connexion, mais ne répond pas au health check.
            summary: {destination} ne répond pas quand on lui demande l'état de santé de {service}
            advice: Sur le serveur, voir si tous ses workers sont occupés ou bloqués, et ce qu'il journalise
            advice: Il attend peut-être TLS dès le premier octet : netdiag check grpcs://{destination}

            [grpc.closed]
            meaning: La connexion prend fin avant que le serveur gRPC ait répondu au health check.
            summary: {destination} met fin à l'échange ({how}) au lieu de répondre au health check
            advice: Sur le serveur, chercher pourquoi : son journal, et s'il a été redémarré
            advice: Il attend peut-être TLS dès le premier octet : netdiag check grpcs://{destination}

            [grpc.not-grpc]
            meaning: Ce qui répond sur le port ne parle pas gRPC.
            summary: {destination} ne parle pas gRPC : il répond {detail}
            advice: Si c'est votre serveur, y voir ce qui écoute : ss -ltnp
            advice: Un proxy intermédiaire doit laisser passer HTTP/2 et gRPC : grpc_pass dans nginx, h2c ou h2 vers le backend ailleurs

            [grpc.malformed]
            meaning: La réponse du serveur gRPC est illisible.
            summary: la réponse de {destination} au health check est illisible : {detail}
            advice: Voir ce qu'il répond : grpc_health_probe -addr={destination}, ou grpcurl
            advice: Voir si quelque chose modifie la réponse en chemin, comme les proxys qui suppriment les trailers

            [grpc.not-serving]
            meaning: Le serveur gRPC indique qu'il n'est pas en service.
            summary: {destination} indique que {service} n'est pas en service : {health}
            advice: Sur le serveur, voir ce qu'attend le service : le plus souvent ses propres dépendances
            advice: UNKNOWN : le service n'a rien signalé de lui-même depuis le démarrage

            [grpc.unknown-service]
            meaning: Le serveur gRPC ne connaît pas le service demandé.
            summary: {destination} ne connaît pas {service}{message}
            advice: Comparer le nom avec ceux que le serveur a enregistrés : grpcurl {destination} list
            advice: Un nom est celui du fichier .proto avec son package, par exemple my.package.Service, sauf si le serveur en a choisi un autre

            [grpc.unimplemented]
            meaning: Le serveur gRPC ne propose pas de health checks.
            summary: {destination} parle gRPC, mais n'implémente pas grpc.health.v1.Health{message}
            advice: Faire enregistrer par le serveur le service de santé de sa bibliothèque gRPC
            advice: Si ce n'est pas possible, vérifier seulement son port : netdiag check {destination}

            [grpc.refused]
            meaning: Le serveur gRPC refuse le health check, ou échoue à y répondre.
            summary: {destination} répond au health check par {status}{message}
            advice: UNAVAILABLE : il démarre, il s'arrête, ou c'est un proxy dont le backend est absent
            advice: UNAUTHENTICATED, PERMISSION_DENIED : il interdit les health checks aux inconnus ; les faire autoriser
            advice: Autres cas : consulter le journal du serveur

            """#,
            "es": #"""
            [grpc.no-answer]
            meaning: El servidor gRPC acepta la conexión, pero no responde a la comprobación de estado (health check).
            summary: {destination} no responde cuando se le pregunta por el estado (health): {service}
            advice: En el servidor, ver si todos sus workers están ocupados o bloqueados, y qué hay en su registro (log)
            advice: Puede que espere TLS desde el primer byte: netdiag check grpcs://{destination}

            [grpc.closed]
            meaning: La conexión termina antes de que el servidor gRPC haya respondido al health check.
            summary: {destination} no responde al health check: {how}
            advice: En el servidor, averiguar por qué: su registro (log) y si se ha reiniciado
            advice: Puede que espere TLS desde el primer byte: netdiag check grpcs://{destination}

            [grpc.not-grpc]
            meaning: Lo que responde en el puerto no habla gRPC.
            summary: {destination} no habla gRPC: responde {detail}
            advice: Si el servidor es propio, ver qué escucha en él: ss -ltnp
            advice: Un proxy intermedio tiene que dejar pasar HTTP/2 y gRPC: grpc_pass en nginx, h2c o h2 hacia el backend en otros

            [grpc.malformed]
            meaning: No se puede interpretar la respuesta del servidor gRPC.
            summary: no se puede interpretar la respuesta de {destination} al health check: {detail}
            advice: Ver qué responde: grpc_health_probe -addr={destination}, o grpcurl
            advice: Ver si algo intermedio modifica la respuesta, como hacen los proxies que eliminan los trailers

            [grpc.not-serving]
            meaning: El servidor gRPC dice que no está dando servicio.
            summary: {destination} informa de que no está dando servicio ({service}): {health}
            advice: En el servidor, ver a qué espera el servicio: casi siempre, a sus propias dependencias
            advice: UNKNOWN: el servicio no ha informado de su estado desde el arranque

            [grpc.unknown-service]
            meaning: El servidor gRPC no conoce el servicio por el que se le pregunta.
            summary: {destination} no conoce {service}{message}
            advice: Comparar el nombre con los que el servidor tiene registrados: grpcurl {destination} list
            advice: El nombre es el del archivo .proto con su paquete, como en my.package.Service, salvo que el servidor haya elegido otro

            [grpc.unimplemented]
            meaning: El servidor gRPC no ofrece health checks.
            summary: {destination} habla gRPC, pero no implementa grpc.health.v1.Health{message}
            advice: Hacer que el servidor registre el servicio de health de su biblioteca gRPC
            advice: Donde no sea posible, comprobar solo el puerto: netdiag check {destination}

            [grpc.refused]
            meaning: El servidor gRPC rechaza el health check o falla al hacerlo.
            summary: {destination} responde al health check con {status}{message}
            advice: UNAVAILABLE: está arrancando, apagándose, o es un proxy cuyo backend no está disponible
            advice: UNAUTHENTICATED, PERMISSION_DENIED: no permite health checks a desconocidos; hacer que los deje pasar
            advice: Otros: ver el registro (log) del servidor

            """#,
            "zh-Hans": #"""
            [grpc.no-answer]
            meaning: gRPC 服务器接受连接，但对健康检查没有应答。
            summary: 查询 {service} 的健康状态时，{destination} 没有应答
            advice: 在服务器上查看其工作线程或进程是否全部占满或卡住，并查看日志
            advice: 它可能要求一开始就使用 TLS: netdiag check grpcs://{destination}

            [grpc.closed]
            meaning: gRPC 服务器尚未应答健康检查，连接就已结束。
            summary: {destination} 没有应答健康检查：{how}
            advice: 在服务器上查明原因：查看日志，以及它是否重启过
            advice: 它可能要求一开始就使用 TLS: netdiag check grpcs://{destination}

            [grpc.not-grpc]
            meaning: 该端口上应答的程序使用的不是 gRPC。
            summary: {destination} 使用的不是 gRPC，返回的是 {detail}
            advice: 如果服务器由您管理，请在上面查看是什么在监听: ss -ltnp
            advice: 中间的代理必须转发 HTTP/2 和 gRPC：nginx 用 grpc_pass，其他代理对后端使用 h2c 或 h2

            [grpc.malformed]
            meaning: 无法解读 gRPC 服务器的应答。
            summary: 无法解读 {destination} 对健康检查的应答：{detail}
            advice: 查看它的应答: grpc_health_probe -addr={destination} 或 grpcurl
            advice: 查看中间是否有设备改动了应答，例如丢弃 trailer 的代理

            [grpc.not-serving]
            meaning: gRPC 服务器报告它当前不提供服务。
            summary: {destination} 报告 {service} 未在提供服务：{health}
            advice: 在服务器上查看该服务在等待什么：多半是它自身的依赖
            advice: UNKNOWN：该服务自启动以来从未报告过自身状态

            [grpc.unknown-service]
            meaning: gRPC 服务器不认识所查询的服务。
            summary: {destination} 不认识 {service}{message}
            advice: 与服务器已注册的服务名称对照: grpcurl {destination} list
            advice: 名称应取自 .proto 文件并带上包名，例如 my.package.Service，除非服务器另外指定

            [grpc.unimplemented]
            meaning: gRPC 服务器不提供健康检查。
            summary: {destination} 支持 gRPC，但没有实现 grpc.health.v1.Health{message}
            advice: 让服务器注册其 gRPC 库自带的健康检查服务
            advice: 如果做不到，就只检测其端口: netdiag check {destination}

            [grpc.refused]
            meaning: gRPC 服务器拒绝健康检查，或在执行时出错。
            summary: {destination} 对健康检查返回 {status}{message}
            advice: UNAVAILABLE：它正在启动或关闭，或者它是后端不可用的代理
            advice: UNAUTHENTICATED、PERMISSION_DENIED：它不允许未授权者做健康检查；请让它放行
            advice: 其他：查看服务器日志

            """#,
        ]
    }
}
