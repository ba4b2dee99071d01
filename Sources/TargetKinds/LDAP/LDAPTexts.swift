/// The texts of the causes in other languages.
extension LDAPKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [ldap.no-answer]
            meaning: Der Verzeichnisserver nimmt die Verbindung an, antwortet aber nicht.
            summary: {destination} antwortet nicht; erwartet wurde: {step}
            advice: Auf dem Server prüfen, ob seine Threads aufgebraucht sind oder auf ein Backend warten: journalctl -u slapd, cn=monitor
            advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check ldaps://{destination}

            [ldap.closed]
            meaning: Die Verbindung endet, bevor der Verzeichnisserver geantwortet hat.
            summary: die Verbindung zu {destination} endet unerwartet: {how}; erwartet wurde: {step}
            advice: Auf dem Server den Grund suchen: journalctl -u slapd
            advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check ldaps://{destination}

            [ldap.not-ldap]
            meaning: Was auf dem Port antwortet, spricht kein LDAP.
            summary: {destination} spricht kein LDAP (erwartet wurde: {step}): {detail}
            advice: Auf dem Server prüfen, was dort lauscht: ss -ltnp
            advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet

            [ldap.refused]
            meaning: Der Verzeichnisserver zeigt anonymen Clients seine Root-DSE nicht.
            summary: {destination} zeigt einem anonymen Client seine Root-DSE nicht: {detail}
            advice: Auf dem Server das Lesen erlauben: access to dn.base="" by * read, in slapd-config olcAccess
            advice: require authc und disallow bind_anon aus slapd.conf(5) sperren anonyme Clients aus
            advice: Wo das gewollt ist, nur den Port prüfen: netdiag check {destination}

            [ldap.unavailable]
            meaning: Der Verzeichnisserver meldet, dass er derzeit nicht verfügbar ist.
            summary: {destination} ist derzeit nicht verfügbar: {detail}
            advice: Er startet gerade, fährt herunter oder ist überlastet: journalctl -u slapd
            advice: Verbindungen und wartende Operationen anzeigen: ldapsearch -b cn=monitor

            [ldap.failed]
            meaning: Dem Verzeichnisserver gelingt es nicht, seine Root-DSE zu zeigen.
            summary: {destination} beantwortet die Suche nach seiner Root-DSE mit {detail}
            advice: Auf dem Server das Log ansehen: journalctl -u slapd
            advice: Prüfen, was er anderen antwortet: ldapsearch -x -s base -b '' -H ldap://{destination} +

            [ldap.naming-context-missing]
            meaning: Der Verzeichnisserver enthält das erwartete Verzeichnis nicht.
            summary: {destination} enthält {expected} nicht, das ldap: naming_context: erwartet; vorhanden ist {contexts}
            advice: Auf dem Server prüfen, ob die Datenbank konfiguriert ist und geöffnet wurde: slapcat -n 1, journalctl -u slapd
            advice: Prüfen, ob es der gemeinte Server ist und nicht einer mit leerer Konfiguration

            [ldap.starttls-refused]
            meaning: Der Verzeichnisserver verweigert StartTLS.
            summary: {destination} verweigert StartTLS: {detail}
            advice: protocolError: er hat kein TLS; ihm ein Zertifikat geben: TLSCertificateFile, olcTLSCertificateFile
            advice: unavailable: sein TLS ist falsch konfiguriert, oft sind Schlüssel oder Zertifikat nicht lesbar: journalctl -u slapd

            [ldap.starttls-injected]
            meaning: Nach der Antwort auf StartTLS ist Klartext eingeschleust.
            summary: {destination} sendet nach der Antwort auf StartTLS Klartext: {detail}
            advice: Ein Angreifer auf dem Pfad könnte diesen Text eingeschleust haben, damit er als über TLS empfangen gilt: über diesen Pfad nicht anmelden
            advice: Prüfen, ob der Text vom Server selbst kommt: es von einem Host im selben Netz wie der Server probieren

            """#,
            "fr": #"""
            [ldap.no-answer]
            meaning: Le serveur d'annuaire accepte la connexion, mais ne répond pas.
            summary: {destination} se tait à l'étape « {step} »
            advice: Sur le serveur, voir si ses threads sont épuisés ou attendent un backend : journalctl -u slapd, cn=monitor
            advice: Il attend peut-être TLS dès le premier octet : netdiag check ldaps://{destination}

            [ldap.closed]
            meaning: La connexion prend fin avant que le serveur d'annuaire ait répondu.
            summary: {destination} met fin à l'échange ({how}) à l'étape « {step} »
            advice: Sur le serveur, chercher pourquoi : journalctl -u slapd
            advice: Il attend peut-être TLS dès le premier octet : netdiag check ldaps://{destination}

            [ldap.not-ldap]
            meaning: Ce qui répond sur le port ne parle pas LDAP.
            summary: {destination} ne parle pas LDAP (étape « {step} ») : {detail}
            advice: Sur le serveur, voir ce qui y écoute : ss -ltnp
            advice: Vérifier si quelque chose répond à sa place sur le chemin

            [ldap.refused]
            meaning: Le serveur d'annuaire ne montre pas son root DSE aux clients anonymes.
            summary: {destination} ne montre pas son root DSE à un client anonyme : {detail}
            advice: Sur le serveur, en autoriser la lecture : access to dn.base="" by * read, dans slapd-config olcAccess
            advice: require authc et disallow bind_anon de slapd.conf(5) excluent les clients anonymes
            advice: Si c'est voulu, vérifier seulement son port : netdiag check {destination}

            [ldap.unavailable]
            meaning: Le serveur d'annuaire indique qu'il est indisponible pour l'instant.
            summary: {destination} est indisponible pour l'instant : {detail}
            advice: Il démarre, s'arrête, ou est surchargé : journalctl -u slapd
            advice: Voir ses connexions et ses opérations en attente : ldapsearch -b cn=monitor

            [ldap.failed]
            meaning: Le serveur d'annuaire ne parvient pas à montrer son root DSE.
            summary: {destination} répond à la recherche de son root DSE par {detail}
            advice: Sur le serveur, consulter son journal : journalctl -u slapd
            advice: Voir ce qu'il répond à d'autres : ldapsearch -x -s base -b '' -H ldap://{destination} +

            [ldap.naming-context-missing]
            meaning: Le serveur d'annuaire n'héberge pas l'annuaire attendu.
            summary: {destination} n'héberge pas {expected}, que ldap: naming_context: attend ; il héberge {contexts}
            advice: Sur le serveur, voir si la base est configurée et a été ouverte : slapcat -n 1, journalctl -u slapd
            advice: Voir si ce serveur est bien celui visé, et non un serveur à la configuration vide

            [ldap.starttls-refused]
            meaning: Le serveur d'annuaire refuse StartTLS.
            summary: {destination} refuse StartTLS : {detail}
            advice: protocolError : il n'a pas TLS ; lui donner un certificat : TLSCertificateFile, olcTLSCertificateFile
            advice: unavailable : son TLS est mal configuré, souvent une clé ou un certificat illisible : journalctl -u slapd

            [ldap.starttls-injected]
            meaning: Du texte en clair est injecté après la réponse à StartTLS.
            summary: {destination} envoie du texte en clair après sa réponse à StartTLS : {detail}
            advice: Un attaquant sur le chemin l'a peut-être injecté, pour qu'il passe pour du contenu reçu en TLS : ne pas s'authentifier par ce chemin
            advice: Vérifier si cela vient du serveur lui-même : essayer depuis un hôte voisin

            """#,
            "es": #"""
            [ldap.no-answer]
            meaning: El servidor de directorio acepta la conexión, pero no responde.
            summary: {destination} deja de responder (se esperaba «{step}»)
            advice: En el servidor, ver si se le han agotado los hilos o si esperan a un backend: journalctl -u slapd, cn=monitor
            advice: Puede que espere TLS desde el primer byte: netdiag check ldaps://{destination}

            [ldap.closed]
            meaning: La conexión termina antes de que el servidor de directorio haya respondido.
            summary: {destination} interrumpe el diálogo ({how}; se esperaba «{step}»)
            advice: En el servidor, averiguar por qué: journalctl -u slapd
            advice: Puede que espere TLS desde el primer byte: netdiag check ldaps://{destination}

            [ldap.not-ldap]
            meaning: Lo que responde en el puerto no habla LDAP.
            summary: {destination} no habla LDAP (se esperaba «{step}»): {detail}
            advice: En el servidor, ver qué escucha ahí: ss -ltnp
            advice: Comprobar si algo en el camino responde en su lugar

            [ldap.refused]
            meaning: El servidor de directorio no muestra su root DSE a los clientes anónimos.
            summary: {destination} no muestra su root DSE a un cliente anónimo: {detail}
            advice: En el servidor, permitir su lectura: access to dn.base="" by * read, en slapd-config olcAccess
            advice: require authc y disallow bind_anon de slapd.conf(5) impiden el acceso a los clientes anónimos
            advice: Si es intencionado, comprobar solo el puerto: netdiag check {destination}

            [ldap.unavailable]
            meaning: El servidor de directorio dice que no está disponible por ahora.
            summary: {destination} no está disponible por ahora: {detail}
            advice: Está arrancando, apagándose o tiene demasiado trabajo: journalctl -u slapd
            advice: Ver sus conexiones y operaciones en espera: ldapsearch -b cn=monitor

            [ldap.failed]
            meaning: El servidor de directorio no consigue mostrar su root DSE.
            summary: {destination} responde a la búsqueda de su root DSE con {detail}
            advice: En el servidor, ver su registro (log): journalctl -u slapd
            advice: Ver qué dice a otros: ldapsearch -x -s base -b '' -H ldap://{destination} +

            [ldap.naming-context-missing]
            meaning: El servidor de directorio no contiene el directorio que se espera.
            summary: ldap: naming_context: espera {expected}, pero {destination} no lo contiene; los que contiene: {contexts}
            advice: En el servidor, ver si la base de datos está configurada y se ha abierto: slapcat -n 1, journalctl -u slapd
            advice: Ver si este es el servidor deseado y no otro con una configuración vacía

            [ldap.starttls-refused]
            meaning: El servidor de directorio rechaza StartTLS.
            summary: {destination} rechaza StartTLS: {detail}
            advice: protocolError: no tiene TLS; darle un certificado: TLSCertificateFile, olcTLSCertificateFile
            advice: unavailable: su TLS está mal configurado, a menudo por una clave o un certificado ilegibles: journalctl -u slapd

            [ldap.starttls-injected]
            meaning: Se inyecta texto sin cifrar tras la respuesta a StartTLS.
            summary: {destination} envía texto sin cifrar tras su respuesta a StartTLS: {detail}
            advice: Puede que un atacante en el camino lo haya inyectado para que se tome por algo recibido por TLS: no iniciar sesión por este camino
            advice: Comprobar si viene del propio servidor: probarlo desde un equipo contiguo a él

            """#,
            "zh-Hans": #"""
            [ldap.no-answer]
            meaning: 目录服务器接受连接，但没有应答。
            summary: {destination} 在“{step}”这一步没有回应
            advice: 在服务器上查看其线程是否已用尽，或在等待后端: journalctl -u slapd, cn=monitor
            advice: 它可能要求一开始就使用 TLS: netdiag check ldaps://{destination}

            [ldap.closed]
            meaning: 目录服务器尚未应答，连接就已结束。
            summary: {destination} 没有完成“{step}”这一步：{how}
            advice: 在服务器上查明原因: journalctl -u slapd
            advice: 它可能要求一开始就使用 TLS: netdiag check ldaps://{destination}

            [ldap.not-ldap]
            meaning: 该端口上应答的程序使用的不是 LDAP。
            summary: {destination} 使用的不是 LDAP（预期为“{step}”）：{detail}
            advice: 在服务器上查看是什么在监听: ss -ltnp
            advice: 检查路径上是否有设备在代替它应答

            [ldap.refused]
            meaning: 目录服务器不向匿名客户端开放其 root DSE。
            summary: {destination} 不向匿名客户端开放其 root DSE：{detail}
            advice: 在服务器上允许读取（slapd-config 中使用 olcAccess）: access to dn.base="" by * read
            advice: slapd.conf(5) 中的 require authc 和 disallow bind_anon 会拒绝匿名客户端
            advice: 如果这是有意为之，就只检测其端口: netdiag check {destination}

            [ldap.unavailable]
            meaning: 目录服务器报告暂时不可用。
            summary: {destination} 暂时不可用：{detail}
            advice: 它正在启动或关闭，或者负载过重: journalctl -u slapd
            advice: 查看其连接和等待中的操作: ldapsearch -b cn=monitor

            [ldap.failed]
            meaning: 目录服务器未能给出其 root DSE。
            summary: {destination} 对其 root DSE 的查询返回 {detail}
            advice: 在服务器上查看日志: journalctl -u slapd
            advice: 查看它对其他客户端的应答: ldapsearch -x -s base -b '' -H ldap://{destination} +

            [ldap.naming-context-missing]
            meaning: 目录服务器中没有预期的目录。
            summary: {destination} 中没有 ldap: naming_context: 所预期的 {expected}，只有 {contexts}
            advice: 在服务器上查看数据库是否已配置并已打开: slapcat -n 1, journalctl -u slapd
            advice: 确认这就是要检测的服务器，而不是另一台配置为空的服务器

            [ldap.starttls-refused]
            meaning: 目录服务器拒绝 StartTLS。
            summary: {destination} 拒绝 StartTLS：{detail}
            advice: protocolError：它没有 TLS；请为它配置证书: TLSCertificateFile, olcTLSCertificateFile
            advice: unavailable：它的 TLS 配置有误，多半是密钥或证书无法读取: journalctl -u slapd

            [ldap.starttls-injected]
            meaning: 对 StartTLS 的应答之后被注入了明文。
            summary: {destination} 在应答 StartTLS 之后发送了明文：{detail}
            advice: 可能是路径上的攻击者注入的，企图使其被当作 TLS 中的内容：请勿经此路径登录
            advice: 检查明文是否来自服务器自身：从与它相邻的主机上试一次

            """#,
        ]
    }
}
