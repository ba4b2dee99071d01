/// The texts of the causes in other languages.
extension MQTTKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [mqtt.no-answer]
            meaning: Der Broker nimmt die Verbindung an, antwortet aber nicht.
            summary: {destination} antwortet nicht; erwartet wurde: {step}
            advice: Auf dem Broker prüfen, ob er überlastet ist oder auf sein Login-Backend wartet: journalctl -u mosquitto
            advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check mqtts://{destination}

            [mqtt.closed]
            meaning: Die Verbindung endet, bevor der Broker geantwortet hat.
            summary: die Verbindung zu {destination} endet unerwartet: {how}; erwartet wurde: {step}
            advice: Auf dem Broker den Grund suchen: journalctl -u mosquitto
            advice: Manche schließen die Verbindung bei einer Version, die sie nicht sprechen, oder einer Anmeldung, die sie nicht akzeptieren: mqtt: version:
            advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check mqtts://{destination}

            [mqtt.not-mqtt]
            meaning: Was auf dem Port antwortet, spricht kein MQTT.
            summary: {destination} spricht kein MQTT (erwartet wurde: {step}): {detail}
            advice: Auf dem Server prüfen, was dort lauscht: ss -ltnp
            advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet

            [mqtt.refused]
            meaning: Der Broker weist den Client ab.
            summary: {destination} weist den Client ab: {detail}
            advice: Protokollversion: die wählen, die der Broker spricht, mqtt: version:
            advice: Client-ID: eine wählen, die der Broker erlaubt, mqtt: client_id:
            advice: Auf dem Broker das Log ansehen: journalctl -u mosquitto

            [mqtt.login-rejected]
            meaning: Der Broker lehnt die Anmeldung ab oder verlangt eine.
            summary: {destination} lehnt die Anmeldung ab: {detail}
            advice: Prüfen, ob Name und Passwort oder Token zu einem Konto des Brokers gehören: credentials:
            advice: Auf dem Broker prüfen, wer sich anmelden darf: allow_anonymous, password_file, mosquitto_passwd(1)

            [mqtt.unavailable]
            meaning: Der Broker meldet, dass er derzeit nicht verfügbar ist.
            summary: {destination} ist derzeit nicht verfügbar: {detail}
            advice: Er startet gerade, fährt herunter oder hat ein Limit erreicht: journalctl -u mosquitto
            advice: Prüfen, wie viele Clients er hat: mosquitto_sub -t '$SYS/broker/clients/connected' -C 1

            [mqtt.no-pong]
            meaning: Der Broker hat den Client akzeptiert, beantwortet aber PINGREQ nicht.
            summary: {destination} akzeptiert den Client und antwortet dann nicht mehr; erwartet wurde: {step}
            advice: Auf dem Broker prüfen, ob er hängt: journalctl -u mosquitto, top
            advice: Möglicherweise hat ein Proxy oder Load Balancer dazwischen CONNECT selbst beantwortet

            [mqtt.subscription-refused]
            meaning: Der Broker verweigert das Abonnement.
            summary: {destination} verweigert ein Abonnement von {topic}: {detail}
            advice: Auf dem Broker prüfen, ob das Konto das Topic lesen darf: acl_file, dynamic-security
            advice: Manche Broker akzeptieren keine Wildcards oder kein $SYS

            [mqtt.no-message]
            meaning: Der Broker akzeptiert das Abonnement, aber es kommt keine Nachricht.
            summary: {destination} liefert nicht rechtzeitig eine Nachricht zu {topic}
            advice: Sofort liegt eine Nachricht nur vor, wenn sie mit retain veröffentlicht wurde: mosquitto_pub -r
            advice: Möglicherweise ist das Topic anders geschrieben: mosquitto_sub -v -t '#'
            advice: Manche Broker akzeptieren ein Abonnement, das das Konto nicht lesen darf, und liefern dann nichts
            advice: Nach einem Neustart ohne Persistenz hat der Broker Retained Messages vergessen: persistence true

            [mqtt.unexpected-message]
            meaning: Die Nachricht des Topics ist nicht die erwartete.
            summary: {destination} liefert die Nachricht „{received}“ zu {topic}, erwartet wird aber {expected}
            advice: Prüfen, wer was auf dem Topic veröffentlicht: mosquitto_sub -v -t {topic}
            advice: Prüfen, ob mqtt: expect: noch stimmt

            """#,
            "fr": #"""
            [mqtt.no-answer]
            meaning: Le broker accepte la connexion, mais ne répond pas.
            summary: {destination} se tait à l'étape « {step} »
            advice: Sur le broker, voir s'il est surchargé ou attend son backend d'authentification : journalctl -u mosquitto
            advice: Il attend peut-être TLS dès le premier octet : netdiag check mqtts://{destination}

            [mqtt.closed]
            meaning: La connexion prend fin avant que le broker ait répondu.
            summary: {destination} met fin à l'échange ({how}) à l'étape « {step} »
            advice: Sur le broker, chercher pourquoi : journalctl -u mosquitto
            advice: Certains ferment la connexion face à une version qu'ils ne parlent pas, ou à des identifiants qu'ils n'acceptent pas : mqtt: version:
            advice: Il attend peut-être TLS dès le premier octet : netdiag check mqtts://{destination}

            [mqtt.not-mqtt]
            meaning: Ce qui répond sur le port ne parle pas MQTT.
            summary: {destination} ne parle pas MQTT (étape « {step} ») : {detail}
            advice: Sur le serveur, voir ce qui y écoute : ss -ltnp
            advice: Vérifier si quelque chose répond à sa place sur le chemin

            [mqtt.refused]
            meaning: Le broker refuse le client.
            summary: {destination} refuse le client : {detail}
            advice: Version du protocole : choisir celle que parle le broker, mqtt: version:
            advice: Identifiant du client : en choisir un que le broker autorise, mqtt: client_id:
            advice: Sur le broker, consulter son journal : journalctl -u mosquitto

            [mqtt.login-rejected]
            meaning: Le broker rejette l'authentification, ou en exige une.
            summary: {destination} rejette l'authentification : {detail}
            advice: Voir si le nom d'utilisateur et le mot de passe, ou le jeton, sont ceux d'un compte du broker : credentials:
            advice: Sur le broker, voir qui peut s'authentifier : allow_anonymous, password_file, mosquitto_passwd(1)

            [mqtt.unavailable]
            meaning: Le broker indique qu'il est indisponible pour l'instant.
            summary: {destination} est indisponible pour l'instant : {detail}
            advice: Il démarre, s'arrête, ou a atteint une limite : journalctl -u mosquitto
            advice: Voir combien de clients il a : mosquitto_sub -t '$SYS/broker/clients/connected' -C 1

            [mqtt.no-pong]
            meaning: Le broker a accepté le client, mais ne répond pas à PINGREQ.
            summary: {destination} accepte le client, puis se tait à l'étape « {step} »
            advice: Sur le broker, voir s'il est bloqué : journalctl -u mosquitto, top
            advice: Un proxy ou un load balancer intermédiaire a peut-être répondu lui-même à CONNECT

            [mqtt.subscription-refused]
            meaning: Le broker refuse l'abonnement.
            summary: {destination} refuse un abonnement à {topic} : {detail}
            advice: Sur le broker, voir si le compte peut lire le topic : acl_file, dynamic-security
            advice: Certains brokers n'acceptent pas les wildcards, ou $SYS

            [mqtt.no-message]
            meaning: Le broker accepte l'abonnement, mais aucun message n'arrive.
            summary: {destination} n'a fourni aucun message de {topic} à temps
            advice: Un message n'est disponible immédiatement que s'il a été publié avec retain : mosquitto_pub -r
            advice: Le nom du topic s'écrit peut-être autrement : mosquitto_sub -v -t '#'
            advice: Certains brokers acceptent un abonnement que le compte n'a pas le droit de lire, et ne délivrent rien
            advice: Après un redémarrage sans persistance, le broker a oublié les messages retenus : persistence true

            [mqtt.unexpected-message]
            meaning: Le message du topic n'est pas celui attendu.
            summary: {destination} a le message « {received} » de {topic}, mais {expected} est attendu
            advice: Voir qui publie sur le topic, et quoi : mosquitto_sub -v -t {topic}
            advice: Voir si mqtt: expect: est toujours juste

            """#,
            "es": #"""
            [mqtt.no-answer]
            meaning: El broker acepta la conexión, pero no responde.
            summary: {destination} deja de responder (se esperaba «{step}»)
            advice: En el broker, ver si está sobrecargado o espera a su backend de autenticación: journalctl -u mosquitto
            advice: Puede que espere TLS desde el primer byte: netdiag check mqtts://{destination}

            [mqtt.closed]
            meaning: La conexión termina antes de que el broker haya respondido.
            summary: {destination} interrumpe el diálogo ({how}; se esperaba «{step}»)
            advice: En el broker, averiguar por qué: journalctl -u mosquitto
            advice: Algunos cierran ante una versión que no hablan o unas credenciales que no aceptan: mqtt: version:
            advice: Puede que espere TLS desde el primer byte: netdiag check mqtts://{destination}

            [mqtt.not-mqtt]
            meaning: Lo que responde en el puerto no habla MQTT.
            summary: {destination} no habla MQTT (se esperaba «{step}»): {detail}
            advice: En el servidor, ver qué escucha ahí: ss -ltnp
            advice: Comprobar si algo en el camino responde en su lugar

            [mqtt.refused]
            meaning: El broker rechaza al cliente.
            summary: {destination} rechaza al cliente: {detail}
            advice: Versión del protocolo: elegir la que habla el broker, mqtt: version:
            advice: Identificador: elegir uno que el broker permita, mqtt: client_id:
            advice: En el broker, ver su registro (log): journalctl -u mosquitto

            [mqtt.login-rejected]
            meaning: El broker rechaza el inicio de sesión o lo exige.
            summary: {destination} rechaza el inicio de sesión: {detail}
            advice: Ver si el usuario y la contraseña, o el token, corresponden a una cuenta del broker: credentials:
            advice: En el broker, ver quién puede iniciar sesión: allow_anonymous, password_file, mosquitto_passwd(1)

            [mqtt.unavailable]
            meaning: El broker dice que no está disponible por ahora.
            summary: {destination} no está disponible por ahora: {detail}
            advice: Está arrancando, apagándose o ha alcanzado un límite: journalctl -u mosquitto
            advice: Ver cuántos clientes tiene: mosquitto_sub -t '$SYS/broker/clients/connected' -C 1

            [mqtt.no-pong]
            meaning: El broker ha aceptado al cliente, pero no responde a PINGREQ.
            summary: {destination} acepta al cliente y luego deja de responder (se esperaba «{step}»)
            advice: En el broker, ver si está colgado: journalctl -u mosquitto, top
            advice: Puede que un proxy o un balanceador de carga intermedio haya respondido por su cuenta a CONNECT

            [mqtt.subscription-refused]
            meaning: El broker rechaza la suscripción.
            summary: {destination} rechaza una suscripción a {topic}: {detail}
            advice: En el broker, ver si la cuenta puede leer el topic: acl_file, dynamic-security
            advice: Algunos brokers no aceptan comodines ni $SYS

            [mqtt.no-message]
            meaning: El broker acepta la suscripción, pero no llega ningún mensaje.
            summary: {destination} no entrega a tiempo ningún mensaje de {topic}
            advice: Solo hay un mensaje al instante si se publicó con retain: mosquitto_pub -r
            advice: Puede que el topic se escriba de otra forma: mosquitto_sub -v -t '#'
            advice: Algunos brokers aceptan una suscripción que la cuenta no puede leer y no entregan nada
            advice: Tras un reinicio sin persistencia, el broker ha olvidado los mensajes retenidos: persistence true

            [mqtt.unexpected-message]
            meaning: El mensaje del topic no es el esperado.
            summary: {destination} tiene el mensaje «{received}» de {topic}, pero se espera {expected}
            advice: Ver quién publica en el topic, y qué: mosquitto_sub -v -t {topic}
            advice: Ver si mqtt: expect: sigue siendo correcto

            """#,
            "zh-Hans": #"""
            [mqtt.no-answer]
            meaning: broker 接受连接，但没有应答。
            summary: {destination} 在“{step}”这一步没有回应
            advice: 在 broker 上查看它是否过载，或在等待认证后端: journalctl -u mosquitto
            advice: 它可能要求一开始就使用 TLS: netdiag check mqtts://{destination}

            [mqtt.closed]
            meaning: broker 尚未应答，连接就已结束。
            summary: {destination} 没有完成“{step}”这一步：{how}
            advice: 在 broker 上查明原因: journalctl -u mosquitto
            advice: 有些 broker 遇到不支持的协议版本或不接受的登录会直接关闭连接: mqtt: version:
            advice: 它可能要求一开始就使用 TLS: netdiag check mqtts://{destination}

            [mqtt.not-mqtt]
            meaning: 该端口上应答的程序使用的不是 MQTT。
            summary: {destination} 使用的不是 MQTT（预期为“{step}”）：{detail}
            advice: 在服务器上查看是什么在监听: ss -ltnp
            advice: 检查路径上是否有设备在代替它应答

            [mqtt.refused]
            meaning: broker 拒绝该客户端。
            summary: {destination} 拒绝该客户端：{detail}
            advice: 协议版本：选用 broker 支持的版本（mqtt: version:）
            advice: 客户端标识：选用 broker 允许的标识（mqtt: client_id:）
            advice: 在 broker 上查看日志: journalctl -u mosquitto

            [mqtt.login-rejected]
            meaning: broker 拒绝登录，或要求登录。
            summary: {destination} 拒绝登录：{detail}
            advice: 检查用户名和密码（或 token）是否属于该 broker 上的账户: credentials:
            advice: 在 broker 上查看谁可以登录: allow_anonymous, password_file, mosquitto_passwd(1)

            [mqtt.unavailable]
            meaning: broker 报告暂时不可用。
            summary: {destination} 暂时不可用：{detail}
            advice: 它正在启动或关闭，或者已达到某项上限: journalctl -u mosquitto
            advice: 查看它有多少客户端: mosquitto_sub -t '$SYS/broker/clients/connected' -C 1

            [mqtt.no-pong]
            meaning: broker 已接受客户端，但不应答 PINGREQ。
            summary: {destination} 接受客户端后，在“{step}”这一步没有回应
            advice: 在 broker 上查看它是否卡死: journalctl -u mosquitto, top
            advice: 可能是中间的代理或负载均衡器自行应答了 CONNECT

            [mqtt.subscription-refused]
            meaning: broker 拒绝订阅。
            summary: {destination} 拒绝订阅 {topic}：{detail}
            advice: 在 broker 上查看该账户是否有权读取该主题: acl_file, dynamic-security
            advice: 有些 broker 不接受通配符或 $SYS

            [mqtt.no-message]
            meaning: broker 接受订阅，但没有消息到来。
            summary: {destination} 没有及时送来 {topic} 的消息
            advice: 只有发布时带 retain 标志，订阅后才能立即收到消息: mosquitto_pub -r
            advice: 主题的写法可能不同: mosquitto_sub -v -t '#'
            advice: 有些 broker 会接受账户无权读取的订阅，但不投递任何消息
            advice: 如果未启用持久化，broker 重启后会丢失保留消息: persistence true

            [mqtt.unexpected-message]
            meaning: 该主题的消息不是预期的消息。
            summary: {destination} 上 {topic} 的消息为“{received}”，而预期为 {expected}
            advice: 查看谁在向该主题发布消息、内容是什么: mosquitto_sub -v -t {topic}
            advice: 检查 mqtt: expect: 是否仍然正确

            """#,
        ]
    }
}
