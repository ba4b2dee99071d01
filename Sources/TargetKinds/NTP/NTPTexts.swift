/// The texts of the causes in other languages.
extension NTPKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [ntp.refused]
            meaning: Der Host ist da, aber auf dem NTP-Port lauscht nichts.
            summary: auf {destination} läuft kein Zeitserver
            advice: Auf dem Server prüfen, ob ein Zeitserver läuft: systemctl status chronyd ntpd ntpsec systemd-timesyncd
            advice: chrony bedient niemanden, solange man es nicht erlaubt: allow NETWORK in chrony.conf

            [ntp.no-answer]
            meaning: Der Server beantwortet keine NTP-Anfragen.
            summary: {destination} antwortet nicht auf NTP ({sent} Anfragen)
            advice: Manche Internetanbieter verwerfen UDP-Port {blocked_port}, daher beim eigenen nachfragen oder es über ein anderes Netz versuchen
            advice: Auf dem Server prüfen, ob Abfragen von hier erlaubt sind: chronyc accheck ADDRESS, oder restrict in ntp.conf
            advice: Auf dem Pfad nach einer Firewall suchen, die UDP-Port {port} verwirft
            advice: Prüfen, ob ein anderer Server antwortet: netdiag check ntp://pool.ntp.org

            [ntp.malformed]
            meaning: Was auf dem NTP-Port antwortet, spricht kein NTP.
            summary: {destination} antwortet, aber nicht auf die Anfrage: {strays} Datagramme sind kein NTP
            advice: Auf dem Server, falls er der eigene ist, prüfen, was lauscht: ss -ulnp 'sport = :{port}'
            advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet

            [ntp.kiss-of-death]
            meaning: Der Server weigert sich, diesen Client zu bedienen (Kiss-o'-Death).
            summary: {destination} weigert sich, diesen Client zu bedienen: {code}
            advice: RATE: seltener fragen; andere Clients hinter derselben Adresse zählen mit
            advice: DENY, RSTR: die Zugriffsregeln des Servers sperren diesen Client aus; siehe dort restrict und allow

            [ntp.unsynchronised]
            meaning: Der Server antwortet, kennt die Zeit aber selbst nicht.
            summary: {destination} ist selbst nicht synchronisiert (Stratum {stratum}, Leap {leap}), daher ignorieren ihn Clients
            advice: Auf dem Server dessen eigene Quellen prüfen: chronyc sources -v, oder ntpq -pn
            advice: Nach einem Start kann es einige Minuten dauern

            [ntp.offset]
            meaning: Die Uhr des Servers und die dieses Rechners liegen weiter auseinander als erlaubt.
            summary: die Uhr von {destination} weicht um {offset} von der dieses Rechners ab ({direction}); erlaubt sind {limit}
            advice: Einen zweiten Server fragen, um zu erfahren, welche der beiden falsch geht: netdiag check ntp://pool.ntp.org
            advice: Prüfen, was die Uhr dieses Rechners stellt: timedatectl timesync-status, oder chronyc tracking

            [ntp.inaccurate]
            meaning: Der Server ist weit von einer Referenzuhr entfernt.
            summary: {destination} ist zu ungenau: {detail}
            advice: Auf dem Server nach näheren Quellen suchen: chronyc sources -v, oder ntpq -pn

            """#,
            "fr": #"""
            [ntp.refused]
            meaning: L'hôte est là, mais rien n'écoute sur le port NTP.
            summary: aucun serveur de temps ne tourne sur {destination}
            advice: Sur le serveur, voir si un serveur de temps tourne : systemctl status chronyd ntpd ntpsec systemd-timesyncd
            advice: chrony ne sert personne tant qu'on ne l'y autorise pas : allow NETWORK dans chrony.conf

            [ntp.no-answer]
            meaning: Le serveur ne répond pas aux requêtes NTP.
            summary: {destination} ne répond pas en NTP ({sent} requêtes)
            advice: Certains fournisseurs d'accès bloquent le port UDP {blocked_port}, donc demander au sien ou essayer par un autre réseau
            advice: Sur le serveur, vérifier qu'il accepte les requêtes venant d'ici : chronyc accheck ADDRESS, ou restrict dans ntp.conf
            advice: Chercher sur le chemin un pare-feu qui bloque le port UDP {port}
            advice: Voir si un autre serveur répond : netdiag check ntp://pool.ntp.org

            [ntp.malformed]
            meaning: Ce qui répond sur le port NTP ne parle pas NTP.
            summary: {destination} répond, mais pas à la question : {strays} datagrammes ne sont pas du NTP
            advice: Sur le serveur, s'il est à vous, voir ce qui écoute : ss -ulnp 'sport = :{port}'
            advice: Vérifier si quelque chose répond à sa place sur le chemin

            [ntp.kiss-of-death]
            meaning: Le serveur refuse de servir ce client (kiss of death).
            summary: {destination} refuse de servir ce client : {code}
            advice: RATE : interroger moins souvent ; les autres clients derrière la même adresse comptent aussi
            advice: DENY, RSTR : les règles d'accès du serveur excluent ce client ; voir restrict et allow sur le serveur

            [ntp.unsynchronised]
            meaning: Le serveur répond, mais n'est pas lui-même à l'heure.
            summary: {destination} n'est pas lui-même synchronisé (stratum {stratum}, leap {leap}), les clients l'ignorent donc
            advice: Sur le serveur, voir ses propres sources : chronyc sources -v, ou ntpq -pn
            advice: Après un démarrage, cela peut prendre quelques minutes

            [ntp.offset]
            meaning: L'écart entre l'horloge du serveur et celle de cette machine dépasse ce qui est permis.
            summary: l'horloge de {destination} est décalée de {offset} ({direction}) par rapport à celle de cette machine ; l'écart permis est de {limit}
            advice: Consulter un second serveur pour savoir laquelle des deux horloges est fausse : netdiag check ntp://pool.ntp.org
            advice: Voir ce qui maintient l'horloge de cette machine : timedatectl timesync-status, ou chronyc tracking

            [ntp.inaccurate]
            meaning: Le serveur est loin d'une horloge de référence.
            summary: {destination} est loin d'une horloge de référence : {detail}
            advice: Sur le serveur, chercher des sources plus proches : chronyc sources -v, ou ntpq -pn

            """#,
            "es": #"""
            [ntp.refused]
            meaning: El equipo está ahí, pero nada escucha en el puerto NTP.
            summary: no hay ningún servidor de hora en marcha en {destination}
            advice: En el servidor, ver si hay un servidor de hora en marcha: systemctl status chronyd ntpd ntpsec systemd-timesyncd
            advice: chrony no atiende a nadie hasta que se le indica: allow NETWORK en chrony.conf

            [ntp.no-answer]
            meaning: El servidor no responde a las peticiones NTP.
            summary: {destination} no responde a NTP ({sent} peticiones)
            advice: Algunos proveedores de Internet descartan el puerto UDP {blocked_port}, así que preguntar al propio o probar por otra red
            advice: En el servidor, comprobar que admite consultas desde aquí: chronyc accheck ADDRESS, o restrict en ntp.conf
            advice: Buscar un firewall en el camino que descarte el tráfico al puerto UDP {port}
            advice: Ver si responde otro servidor: netdiag check ntp://pool.ntp.org

            [ntp.malformed]
            meaning: Lo que responde en el puerto NTP no habla NTP.
            summary: {destination} responde, pero no a la pregunta: {strays} datagramas no son NTP
            advice: En el servidor, si es propio, ver qué escucha: ss -ulnp 'sport = :{port}'
            advice: Comprobar si algo en el camino responde en su lugar

            [ntp.kiss-of-death]
            meaning: El servidor se niega a atender a este cliente (kiss of death).
            summary: {destination} se niega a atender a este cliente: {code}
            advice: RATE: preguntar con menos frecuencia; también cuentan otros clientes detrás de la misma dirección
            advice: DENY, RSTR: las reglas de acceso del servidor excluyen a este cliente; ver ahí restrict y allow

            [ntp.unsynchronised]
            meaning: El servidor responde, pero ni él mismo sabe la hora.
            summary: {destination} no está sincronizado (estrato {stratum}, leap {leap}), así que los clientes lo ignoran
            advice: En el servidor, ver sus propias fuentes: chronyc sources -v, o ntpq -pn
            advice: Tras un arranque puede tardar unos minutos

            [ntp.offset]
            meaning: El reloj del servidor y el de este equipo difieren más de lo permitido.
            summary: el reloj de {destination} está desfasado {offset} ({direction}) respecto al de este equipo; se permiten {limit}
            advice: Ver qué dice un segundo servidor, para saber cuál de los dos está mal: netdiag check ntp://pool.ntp.org
            advice: Ver qué mantiene en hora el reloj de este equipo: timedatectl timesync-status, o chronyc tracking

            [ntp.inaccurate]
            meaning: El servidor está lejos de un reloj de referencia.
            summary: {destination} está lejos de un reloj de referencia: {detail}
            advice: En el servidor, buscar fuentes más cercanas: chronyc sources -v, o ntpq -pn

            """#,
            "zh-Hans": #"""
            [ntp.refused]
            meaning: 主机在线，但 NTP 端口没有程序监听。
            summary: {destination} 上没有运行时间服务器
            advice: 在服务器上查看时间服务是否在运行: systemctl status chronyd ntpd ntpsec systemd-timesyncd
            advice: chrony 默认不为任何客户端提供服务，须在 chrony.conf 中开放: allow NETWORK

            [ntp.no-answer]
            meaning: 服务器不应答 NTP 请求。
            summary: {destination} 不应答 NTP（{sent} 次请求）
            advice: 一些互联网运营商会丢弃 UDP 端口 {blocked_port}，因此请询问自己的运营商，或换一个网络再试
            advice: 在服务器上检查是否允许从本机查询: chronyc accheck ADDRESS 或 ntp.conf 中的 restrict
            advice: 检查路径上是否有防火墙丢弃 UDP 端口 {port} 的数据包
            advice: 查看其他服务器是否应答: netdiag check ntp://pool.ntp.org

            [ntp.malformed]
            meaning: NTP 端口上应答的程序使用的不是 NTP。
            summary: {destination} 有应答，但与请求不符：{strays} 个数据报不是 NTP
            advice: 在服务器上（如由您管理）查看是什么在监听: ss -ulnp 'sport = :{port}'
            advice: 检查路径上是否有设备在代替它应答

            [ntp.kiss-of-death]
            meaning: 服务器拒绝为该客户端提供服务（Kiss-o'-Death）。
            summary: {destination} 拒绝为该客户端提供服务：{code}
            advice: RATE：降低查询频率；同一地址后面的其他客户端也计算在内
            advice: DENY、RSTR：服务器的访问规则不允许该客户端；请查看服务器上的 restrict 和 allow

            [ntp.unsynchronised]
            meaning: 服务器有应答，但它自身也不知道准确时间。
            summary: {destination} 自身未同步（stratum {stratum}，leap {leap}），因此客户端会忽略它
            advice: 在服务器上查看它自己的时间源: chronyc sources -v 或 ntpq -pn
            advice: 刚启动时可能需要几分钟

            [ntp.offset]
            meaning: 服务器与本机的时钟相差超过允许范围。
            summary: {destination} 的时钟相对本机偏差 {offset}（{direction}），允许偏差为 {limit}
            advice: 查询第二台服务器，以判断两者中哪个有误: netdiag check ntp://pool.ntp.org
            advice: 查看本机时钟由什么维持: timedatectl timesync-status 或 chronyc tracking

            [ntp.inaccurate]
            meaning: 服务器离参考时钟过远。
            summary: {destination} 离参考时钟过远：{detail}
            advice: 在服务器上查找更近的时间源: chronyc sources -v 或 ntpq -pn

            """#,
        ]
    }
}
