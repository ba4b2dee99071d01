/// The texts of the causes in other languages.
extension IMAPKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [imap.no-greeting]
            meaning: Der IMAP-Server nimmt die Verbindung an, sendet aber keine Begrüßung.
            summary: {destination} nimmt die Verbindung an, sendet aber keine Begrüßung
            advice: Auf dem Server prüfen, ob seine Login-Prozesse aufgebraucht sind: doveadm log errors, journalctl -u dovecot
            advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check imaps://{destination}

            [imap.no-answer]
            meaning: Der IMAP-Server meldet sich und antwortet dann nicht mehr.
            summary: {destination} antwortet nicht mehr; erwartet wurde: {step}
            advice: Auf dem Server prüfen, worauf er wartet: doveadm log errors, journalctl -u dovecot
            advice: Prüfen, wo es scheitert: openssl s_client -starttls imap -connect {destination}

            [imap.closed]
            meaning: Die Verbindung endet, bevor der IMAP-Server gesagt hat, was er sagen muss.
            summary: die Verbindung zu {destination} endet unerwartet: {how}; erwartet wurde: {step}
            advice: Auf dem Server den Grund suchen: doveadm log errors, journalctl -u dovecot
            advice: Prüfen, ob diese Adresse dort ausgesperrt ist: Verbindungslimits, fail2ban-client status

            [imap.not-imap]
            meaning: Was auf dem Port antwortet, spricht kein IMAP.
            summary: {destination} spricht kein IMAP: erwartet wurde {step}, gekommen ist „{said}“
            advice: Auf dem Server prüfen, was dort lauscht: ss -ltnp
            advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet, wie es Firewalls tun, die E-Mail inspizieren

            [imap.bye]
            meaning: Der IMAP-Server verabschiedet sich, statt zu bedienen.
            summary: {destination} sendet BYE (erwartet wurde: {step}): „{said}“
            advice: Der Text nennt den Grund: der Server fährt herunter, hat zu viele Verbindungen oder bedient diese Adresse nicht
            advice: Auf dem Server die Limits prüfen: doveconf mail_max_userip_connections default_client_limit

            [imap.starttls-missing]
            meaning: STARTTLS ist mit dem IMAP-Server nicht möglich, aber vorgeschrieben.
            summary: mit {destination} ist kein STARTTLS möglich ({detail}), aber imap: starttls: verlangt es
            advice: Dem Server ein Zertifikat geben: doveconf ssl ssl_cert
            advice: Prüfen, ob etwas auf dem Pfad es aus der Antwort entfernt, wie es Firewalls tun, die E-Mail inspizieren

            [imap.starttls-refused]
            meaning: Der IMAP-Server bietet STARTTLS an, verweigert es dann aber.
            summary: {destination} bietet STARTTLS an, verweigert es aber: „{said}“
            advice: Das TLS des Servers ist möglicherweise gestört, oft sind Schlüssel oder Zertifikat nicht lesbar: doveadm log errors
            advice: Prüfen, was er antwortet: openssl s_client -starttls imap -connect {destination}

            [imap.starttls-injected]
            meaning: Nach der Antwort auf STARTTLS ist Klartext eingeschleust.
            summary: {destination} sendet nach der Antwort auf STARTTLS Klartext: „{said}“
            advice: Ein Angreifer auf dem Pfad könnte diesen Text eingeschleust haben, damit er als über TLS empfangen gilt: über diesen Pfad nicht anmelden
            advice: Prüfen, ob der Text vom Server selbst kommt: es von einem Host im selben Netz wie der Server probieren

            [imap.login-rejected]
            meaning: Der IMAP-Server lehnt die Anmeldung ab.
            summary: {destination} lehnt die Anmeldung ab: {said}
            advice: Prüfen, ob Name und Passwort zu einem Konto des Servers gehören: credentials:
            advice: Manche Provider verlangen ein eigenes Passwort für jedes Programm oder TLS: imaps://, imap: starttls: required
            advice: Auf dem Server das Konto probieren: doveadm auth test NAME

            [imap.login-disabled]
            meaning: Der IMAP-Server bietet keine Möglichkeit an, sich anzumelden.
            summary: bei {destination} kann sich niemand anmelden: LOGIN ist verboten (LOGINDISABLED), und weder STARTTLS noch ein anderer Weg wird angeboten
            advice: Dem Server ein Zertifikat geben, damit er STARTTLS anbietet: doveconf ssl ssl_cert
            advice: Prüfen, ob etwas auf dem Pfad STARTTLS aus der Antwort entfernt, wie es Firewalls tun, die E-Mail inspizieren
            advice: Oder TLS ab dem ersten Byte verwenden, falls der Server es anbietet: netdiag check imaps://{host}

            """#,
            "fr": #"""
            [imap.no-greeting]
            meaning: Le serveur IMAP accepte la connexion, mais n'envoie pas de message d'accueil.
            summary: {destination} accepte la connexion, mais n'envoie pas de message d'accueil
            advice: Sur le serveur, voir si ses processus d'authentification sont épuisés : doveadm log errors, journalctl -u dovecot
            advice: Il attend peut-être TLS dès le premier octet : netdiag check imaps://{destination}

            [imap.no-answer]
            meaning: Le serveur IMAP commence à parler, puis se tait.
            summary: {destination} se tait à l'étape « {step} »
            advice: Sur le serveur, voir ce qu'il attend : doveadm log errors, journalctl -u dovecot
            advice: Voir où cela échoue : openssl s_client -starttls imap -connect {destination}

            [imap.closed]
            meaning: La connexion prend fin avant que le serveur IMAP ait dit ce qu'il avait à dire.
            summary: {destination} met fin à l'échange ({how}) à l'étape « {step} »
            advice: Sur le serveur, chercher pourquoi : doveadm log errors, journalctl -u dovecot
            advice: Voir si quelque chose l'empêche de servir cette adresse : limites de connexions, fail2ban-client status

            [imap.not-imap]
            meaning: Ce qui répond sur le port ne parle pas IMAP.
            summary: {destination} ne parle pas IMAP : à l'étape « {step} », il dit « {said} »
            advice: Sur le serveur, voir ce qui y écoute : ss -ltnp
            advice: Vérifier si quelque chose répond à sa place sur le chemin, comme les pare-feu qui inspectent le courrier

            [imap.bye]
            meaning: Le serveur IMAP prend congé au lieu de servir.
            summary: {destination} répond BYE à l'étape « {step} » : « {said} »
            advice: Sa réponse en donne la raison : il s'arrête, a trop de connexions, ou ne sert pas cette adresse
            advice: Sur le serveur, voir ses limites : doveconf mail_max_userip_connections default_client_limit

            [imap.starttls-missing]
            meaning: STARTTLS n'est pas utilisable avec le serveur IMAP, alors qu'il est exigé.
            summary: {destination} ne permet pas STARTTLS ({detail}), alors que imap: starttls: l'exige
            advice: Sur le serveur, lui donner un certificat : doveconf ssl ssl_cert
            advice: Vérifier si quelque chose le retire de la réponse sur le chemin, comme les pare-feu qui inspectent le courrier

            [imap.starttls-refused]
            meaning: Le serveur IMAP propose STARTTLS, mais le refuse.
            summary: {destination} propose STARTTLS, mais le refuse : « {said} »
            advice: Son TLS est peut-être mal configuré, souvent une clé ou un certificat illisible : doveadm log errors
            advice: Voir ce qu'il dit : openssl s_client -starttls imap -connect {destination}

            [imap.starttls-injected]
            meaning: Du texte en clair est injecté après la réponse à STARTTLS.
            summary: {destination} envoie du texte en clair après sa réponse à STARTTLS : « {said} »
            advice: Un attaquant sur le chemin l'a peut-être injecté, pour qu'il passe pour du contenu reçu en TLS : ne pas s'authentifier par ce chemin
            advice: Vérifier si cela vient du serveur lui-même : essayer depuis un hôte voisin

            [imap.login-rejected]
            meaning: Le serveur IMAP rejette l'authentification.
            summary: {destination} rejette l'authentification : {said}
            advice: Voir si le nom d'utilisateur et le mot de passe sont ceux d'un compte du serveur : credentials:
            advice: Certains fournisseurs exigent un mot de passe propre à chaque programme, ou TLS : imaps://, imap: starttls: required
            advice: Sur le serveur, tester le compte : doveadm auth test NAME

            [imap.login-disabled]
            meaning: Le serveur IMAP n'offre aucun moyen de s'authentifier.
            summary: personne ne peut s'authentifier auprès de {destination} : LOGIN y est interdit (LOGINDISABLED), et ni STARTTLS ni un autre moyen n'est proposé
            advice: Sur le serveur, lui donner un certificat pour qu'il propose STARTTLS : doveconf ssl ssl_cert
            advice: Vérifier si quelque chose sur le chemin retire STARTTLS de la réponse, comme les pare-feu qui inspectent le courrier
            advice: Ou l'utiliser en TLS, s'il le permet : netdiag check imaps://{host}

            """#,
            "es": #"""
            [imap.no-greeting]
            meaning: El servidor IMAP acepta la conexión, pero no envía el saludo.
            summary: {destination} acepta la conexión, pero no envía el saludo
            advice: En el servidor, ver si se le han agotado los procesos de inicio de sesión: doveadm log errors, journalctl -u dovecot
            advice: Puede que espere TLS desde el primer byte: netdiag check imaps://{destination}

            [imap.no-answer]
            meaning: El servidor IMAP empieza a hablar y luego enmudece.
            summary: {destination} deja de responder (se esperaba «{step}»)
            advice: En el servidor, ver a qué espera: doveadm log errors, journalctl -u dovecot
            advice: Ver dónde falla: openssl s_client -starttls imap -connect {destination}

            [imap.closed]
            meaning: La conexión termina antes de que el servidor IMAP haya dicho lo que debe.
            summary: {destination} interrumpe el diálogo ({how}; se esperaba «{step}»)
            advice: En el servidor, averiguar por qué: doveadm log errors, journalctl -u dovecot
            advice: Ver si algo le impide atender a esta dirección: límites de conexiones, fail2ban-client status

            [imap.not-imap]
            meaning: Lo que responde en el puerto no habla IMAP.
            summary: {destination} no habla IMAP: se esperaba «{step}» y dice «{said}»
            advice: En el servidor, ver qué escucha ahí: ss -ltnp
            advice: Comprobar si algo en el camino responde en su lugar, como hacen los firewalls que inspeccionan el correo

            [imap.bye]
            meaning: El servidor IMAP se despide en lugar de dar servicio.
            summary: {destination} se despide con BYE (se esperaba «{step}»): «{said}»
            advice: Lo que dice es el motivo: se está apagando, tiene demasiadas conexiones o no atiende a esta dirección
            advice: En el servidor, ver sus límites: doveconf mail_max_userip_connections default_client_limit

            [imap.starttls-missing]
            meaning: STARTTLS no se puede usar con el servidor IMAP, y es obligatorio.
            summary: STARTTLS no se puede usar con {destination} ({detail}), e imap: starttls: lo exige
            advice: En el servidor, darle un certificado: doveconf ssl ssl_cert
            advice: Comprobar si algo en el camino lo elimina de la respuesta, como hacen los firewalls que inspeccionan el correo

            [imap.starttls-refused]
            meaning: El servidor IMAP ofrece STARTTLS, pero lo rechaza.
            summary: {destination} ofrece STARTTLS, pero lo rechaza: «{said}»
            advice: Puede que su TLS no funcione; a menudo no se puede leer la clave o el certificado: doveadm log errors
            advice: Ver qué dice: openssl s_client -starttls imap -connect {destination}

            [imap.starttls-injected]
            meaning: Se inyecta texto sin cifrar tras la respuesta a STARTTLS.
            summary: {destination} envía texto sin cifrar tras su respuesta a STARTTLS: «{said}»
            advice: Puede que un atacante en el camino lo haya inyectado para que se tome por algo recibido por TLS: no iniciar sesión por este camino
            advice: Comprobar si viene del propio servidor: probarlo desde un equipo contiguo a él

            [imap.login-rejected]
            meaning: El servidor IMAP rechaza el inicio de sesión.
            summary: {destination} rechaza el inicio de sesión: {said}
            advice: Ver si el usuario y la contraseña corresponden a una cuenta del servidor: credentials:
            advice: Algunos proveedores exigen una contraseña específica para cada programa, o TLS: imaps://, imap: starttls: required
            advice: En el servidor, probar la cuenta: doveadm auth test NAME

            [imap.login-disabled]
            meaning: El servidor IMAP no ofrece ninguna forma de iniciar sesión.
            summary: nadie puede iniciar sesión en {destination}: prohíbe LOGIN (LOGINDISABLED) y no ofrece ni STARTTLS ni otra forma
            advice: En el servidor, darle un certificado para que ofrezca STARTTLS: doveconf ssl ssl_cert
            advice: Comprobar si algo en el camino elimina STARTTLS de la respuesta, como hacen los firewalls que inspeccionan el correo
            advice: O usarlo por TLS, si lo permite: netdiag check imaps://{host}

            """#,
            "zh-Hans": #"""
            [imap.no-greeting]
            meaning: IMAP 服务器接受连接，但没有发送问候语。
            summary: {destination} 接受连接，但没有发送问候语
            advice: 在服务器上查看登录进程是否已用尽: doveadm log errors, journalctl -u dovecot
            advice: 它可能要求一开始就使用 TLS: netdiag check imaps://{destination}

            [imap.no-answer]
            meaning: IMAP 服务器起初有应答，随后便没有回应。
            summary: {destination} 在“{step}”这一步没有回应
            advice: 在服务器上查看它在等待什么: doveadm log errors, journalctl -u dovecot
            advice: 查看失败在哪一步: openssl s_client -starttls imap -connect {destination}

            [imap.closed]
            meaning: IMAP 服务器尚未作出应有的应答，连接就已结束。
            summary: {destination} 没有完成“{step}”这一步：{how}
            advice: 在服务器上查明原因: doveadm log errors, journalctl -u dovecot
            advice: 查看是否有限制使它不为本机地址提供服务：连接数限制、fail2ban-client status

            [imap.not-imap]
            meaning: 该端口上应答的程序使用的不是 IMAP。
            summary: {destination} 使用的不是 IMAP：在“{step}”这一步返回的是“{said}”
            advice: 在服务器上查看是什么在监听: ss -ltnp
            advice: 检查路径上是否有设备在代替它应答，例如检查邮件的防火墙

            [imap.bye]
            meaning: IMAP 服务器没有提供服务，而是发送 BYE 结束会话。
            summary: {destination} 在“{step}”这一步返回 BYE：“{said}”
            advice: 它返回的内容就是原因：正在关闭、连接数过多，或不为该地址提供服务
            advice: 在服务器上查看其限制: doveconf mail_max_userip_connections default_client_limit

            [imap.starttls-missing]
            meaning: 该 IMAP 服务器无法使用 STARTTLS，而配置要求使用。
            summary: {destination} 无法使用 STARTTLS（{detail}），而 imap: starttls: 要求使用
            advice: 在服务器上配置证书: doveconf ssl ssl_cert
            advice: 检查路径上是否有设备从应答中去掉了 STARTTLS，例如检查邮件的防火墙

            [imap.starttls-refused]
            meaning: IMAP 服务器声明支持 STARTTLS，但拒绝使用。
            summary: {destination} 声明支持 STARTTLS，但拒绝使用：“{said}”
            advice: 它的 TLS 可能有问题，多半是密钥或证书无法读取: doveadm log errors
            advice: 查看它返回的内容: openssl s_client -starttls imap -connect {destination}

            [imap.starttls-injected]
            meaning: 对 STARTTLS 的应答之后被注入了明文。
            summary: {destination} 在应答 STARTTLS 之后发送了明文：“{said}”
            advice: 可能是路径上的攻击者注入的，企图使其被当作 TLS 中的内容：请勿经此路径登录
            advice: 检查明文是否来自服务器自身：从与它相邻的主机上试一次

            [imap.login-rejected]
            meaning: IMAP 服务器拒绝登录。
            summary: {destination} 拒绝登录：{said}
            advice: 检查用户名和密码是否属于该服务器上的账户: credentials:
            advice: 有些服务商要求为每个程序使用专用密码，或要求使用 TLS: imaps://, imap: starttls: required
            advice: 在服务器上测试该账户: doveadm auth test NAME

            [imap.login-disabled]
            meaning: IMAP 服务器没有提供任何登录方式。
            summary: 任何人都无法登录 {destination}：它禁止 LOGIN（LOGINDISABLED），也不提供 STARTTLS 或其他登录方式
            advice: 在服务器上配置证书，使其提供 STARTTLS: doveconf ssl ssl_cert
            advice: 检查路径上是否有设备从应答中去掉了 STARTTLS，例如检查邮件的防火墙
            advice: 如果它支持，也可以直接使用 TLS: netdiag check imaps://{host}

            """#,
        ]
    }
}
