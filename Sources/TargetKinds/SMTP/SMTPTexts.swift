/// The texts of the causes in other languages.
extension SMTPKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [smtp.no-greeting]
            meaning: Der Mailserver nimmt die Verbindung an, sendet aber keine Begrüßung.
            summary: {destination} nimmt die Verbindung an, sendet aber keine Begrüßung
            advice: Auf dem Server prüfen, ob ihm Prozesse fehlen oder er auf die Auflösung des Namens dieses Rechners wartet: journalctl -u postfix -u exim4
            advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check smtps://{destination}
            advice: Manche Server lassen Fremde absichtlich warten: probieren, ob mehr Zeit hilft, netdiag check --timeout 60

            [smtp.no-answer]
            meaning: Der Mailserver meldet sich und antwortet dann nicht mehr.
            summary: {destination} antwortet nicht mehr; erwartet wurde: {step}
            advice: Auf dem Server herausfinden, worauf er wartet, oft DNS oder ein Policy-Dienst: journalctl -u postfix -u exim4
            advice: Prüfen, wo es scheitert: openssl s_client -starttls smtp -connect {destination}

            [smtp.closed]
            meaning: Die Verbindung endet, bevor der Mailserver gesagt hat, was er sagen muss.
            summary: die Verbindung zu {destination} endet unerwartet: {how}; erwartet wurde: {step}
            advice: Auf dem Server den Grund suchen: journalctl -u postfix -u exim4
            advice: Prüfen, ob diese Adresse dort ausgesperrt ist: Access-Tabellen, Verbindungslimits, fail2ban-client status

            [smtp.not-smtp]
            meaning: Was auf dem Port antwortet, spricht kein SMTP.
            summary: {destination} spricht kein SMTP: erwartet wurde {step}, gekommen ist „{said}“
            advice: Auf dem Server prüfen, was dort lauscht: ss -ltnp
            advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet, wie es Firewalls tun, die E-Mail inspizieren

            [smtp.refused]
            meaning: Der Mailserver weigert sich, diesen Client zu bedienen.
            summary: {destination} verweigert den Dienst (erwartet wurde: {step}): „{said}“
            advice: {busy}: er ist überlastet, fährt herunter oder begrenzt diesen Client: seltener anfragen oder sein Log ansehen
            advice: {denied}: er bedient niemanden oder diese Adresse nicht: die Adresse auf den Blocklisten suchen, die er verwendet
            advice: {named} auf EHLO: er lehnt den Namen ab; einen anderen setzen mit smtp: name:

            [smtp.starttls-missing]
            meaning: Der Mailserver bietet kein STARTTLS an, es ist aber vorgeschrieben.
            summary: {destination} bietet kein STARTTLS an, aber smtp: starttls: verlangt es
            advice: Dem Server ein Zertifikat geben: postconf smtpd_tls_security_level smtpd_tls_cert_file
            advice: Prüfen, ob etwas auf dem Pfad es aus der Antwort entfernt, wie es Firewalls tun, die E-Mail inspizieren

            [smtp.starttls-refused]
            meaning: Der Mailserver bietet STARTTLS an, verweigert es dann aber.
            summary: {destination} bietet STARTTLS an, verweigert es aber: „{said}“
            advice: 454: sein TLS ist falsch konfiguriert, oft sind Schlüssel oder Zertifikat nicht lesbar: journalctl -u postfix -u exim4
            advice: Prüfen, was er antwortet: openssl s_client -starttls smtp -connect {destination}

            [smtp.starttls-injected]
            meaning: Nach der Antwort auf STARTTLS ist Klartext eingeschleust.
            summary: {destination} sendet nach der Antwort auf STARTTLS Klartext: „{said}“
            advice: Ein Angreifer auf dem Pfad könnte diesen Text eingeschleust haben, damit er als über TLS empfangen gilt: über diesen Pfad nicht anmelden
            advice: Prüfen, ob der Text vom Server selbst kommt: es von einem Host im selben Netz wie der Server probieren

            [smtp.login-rejected]
            meaning: Der Mailserver lehnt die Anmeldung ab.
            summary: {destination} lehnt die Anmeldung ab: {said}
            advice: Prüfen, ob Name und Passwort zu einem Konto des Servers gehören: credentials:
            advice: Manche Provider verlangen ein eigenes Passwort für jedes Programm oder TLS: smtps://, smtp: starttls: required
            advice: Auf dem Server den Grund suchen: journalctl -u postfix -u saslauthd -u dovecot

            """#,
            "fr": #"""
            [smtp.no-greeting]
            meaning: Le serveur de messagerie accepte la connexion, mais n'envoie pas de message d'accueil.
            summary: {destination} accepte la connexion, mais n'envoie pas de message d'accueil
            advice: Sur le serveur, voir s'il manque de processus ou s'il résout le nom de cette machine : journalctl -u postfix -u exim4
            advice: Il attend peut-être TLS dès le premier octet : netdiag check smtps://{destination}
            advice: Certains serveurs font volontairement attendre les inconnus : voir si un délai plus long aide, netdiag check --timeout 60

            [smtp.no-answer]
            meaning: Le serveur de messagerie commence à parler, puis se tait.
            summary: {destination} se tait à l'étape « {step} »
            advice: Sur le serveur, trouver ce qu'il attend, souvent le DNS ou un service de politique (policy service) : journalctl -u postfix -u exim4
            advice: Voir où cela échoue : openssl s_client -starttls smtp -connect {destination}

            [smtp.closed]
            meaning: La connexion prend fin avant que le serveur de messagerie ait dit ce qu'il avait à dire.
            summary: {destination} met fin à l'échange ({how}) à l'étape « {step} »
            advice: Sur le serveur, chercher pourquoi : journalctl -u postfix -u exim4
            advice: Voir si quelque chose l'empêche de servir cette adresse : tables d'accès, limites de connexions, fail2ban-client status

            [smtp.not-smtp]
            meaning: Ce qui répond sur le port ne parle pas SMTP.
            summary: {destination} ne parle pas SMTP : à l'étape « {step} », il dit « {said} »
            advice: Sur le serveur, voir ce qui y écoute : ss -ltnp
            advice: Vérifier si quelque chose répond à sa place sur le chemin, comme les pare-feu qui inspectent le courrier

            [smtp.refused]
            meaning: Le serveur de messagerie refuse de servir ce client.
            summary: {destination} refuse le service à l'étape « {step} » : « {said} »
            advice: {busy} : il est occupé, s'arrête, ou limite ce client : interroger moins souvent, ou consulter son journal
            advice: {denied} : il ne sert personne, ou pas cette adresse : la chercher dans les listes de blocage qu'il utilise
            advice: {named} à EHLO : il rejette le nom ; en définir un autre avec smtp: name:

            [smtp.starttls-missing]
            meaning: Le serveur de messagerie ne propose pas STARTTLS, alors qu'il est exigé.
            summary: {destination} ne propose pas STARTTLS, exigé par smtp: starttls:
            advice: Sur le serveur, lui donner un certificat : postconf smtpd_tls_security_level smtpd_tls_cert_file
            advice: Vérifier si quelque chose le retire de la réponse sur le chemin, comme les pare-feu qui inspectent le courrier

            [smtp.starttls-refused]
            meaning: Le serveur de messagerie propose STARTTLS, mais le refuse.
            summary: {destination} propose STARTTLS, mais le refuse : « {said} »
            advice: 454 : son TLS est mal configuré, souvent une clé ou un certificat illisible : journalctl -u postfix -u exim4
            advice: Voir ce qu'il dit : openssl s_client -starttls smtp -connect {destination}

            [smtp.starttls-injected]
            meaning: Du texte en clair est injecté après la réponse à STARTTLS.
            summary: {destination} envoie du texte en clair après sa réponse à STARTTLS : « {said} »
            advice: Un attaquant sur le chemin l'a peut-être injecté, pour qu'il passe pour du contenu reçu en TLS : ne pas s'authentifier par ce chemin
            advice: Vérifier si cela vient du serveur lui-même : essayer depuis un hôte voisin

            [smtp.login-rejected]
            meaning: Le serveur de messagerie rejette l'authentification.
            summary: {destination} rejette l'authentification : {said}
            advice: Voir si le nom d'utilisateur et le mot de passe sont ceux d'un compte du serveur : credentials:
            advice: Certains fournisseurs exigent un mot de passe propre à chaque programme, ou TLS : smtps://, smtp: starttls: required
            advice: Sur le serveur, chercher pourquoi : journalctl -u postfix -u saslauthd -u dovecot

            """#,
            "es": #"""
            [smtp.no-greeting]
            meaning: El servidor de correo acepta la conexión, pero no envía el saludo.
            summary: {destination} acepta la conexión, pero no envía el saludo
            advice: En el servidor, ver si le faltan procesos o si está buscando el nombre de este equipo: journalctl -u postfix -u exim4
            advice: Puede que espere TLS desde el primer byte: netdiag check smtps://{destination}
            advice: Algunos servidores hacen esperar adrede a los desconocidos: ver si ayuda dar más tiempo, netdiag check --timeout 60

            [smtp.no-answer]
            meaning: El servidor de correo empieza a hablar y luego enmudece.
            summary: {destination} deja de responder (se esperaba «{step}»)
            advice: En el servidor, averiguar a qué espera, a menudo al DNS o a un servicio de políticas: journalctl -u postfix -u exim4
            advice: Ver dónde falla: openssl s_client -starttls smtp -connect {destination}

            [smtp.closed]
            meaning: La conexión termina antes de que el servidor de correo haya dicho lo que debe.
            summary: {destination} interrumpe el diálogo ({how}; se esperaba «{step}»)
            advice: En el servidor, averiguar por qué: journalctl -u postfix -u exim4
            advice: Ver si algo le impide atender a esta dirección: tablas de acceso, límites de conexiones, fail2ban-client status

            [smtp.not-smtp]
            meaning: Lo que responde en el puerto no habla SMTP.
            summary: {destination} no habla SMTP: se esperaba «{step}» y dice «{said}»
            advice: En el servidor, ver qué escucha ahí: ss -ltnp
            advice: Comprobar si algo en el camino responde en su lugar, como hacen los firewalls que inspeccionan el correo

            [smtp.refused]
            meaning: El servidor de correo se niega a atender a este cliente.
            summary: {destination} niega el servicio (se esperaba «{step}»): «{said}»
            advice: {busy}: está ocupado, apagándose o limita a este cliente: preguntar con menos frecuencia o ver su registro (log)
            advice: {denied}: no atiende a nadie, o no a esta dirección: buscar la dirección en las listas de bloqueo que usa
            advice: {named} a EHLO: rechaza el nombre; fijar otro con smtp: name:

            [smtp.starttls-missing]
            meaning: El servidor de correo no ofrece STARTTLS, que es obligatorio.
            summary: {destination} no ofrece STARTTLS, y smtp: starttls: lo exige
            advice: En el servidor, darle un certificado: postconf smtpd_tls_security_level smtpd_tls_cert_file
            advice: Comprobar si algo en el camino lo elimina de la respuesta, como hacen los firewalls que inspeccionan el correo

            [smtp.starttls-refused]
            meaning: El servidor de correo ofrece STARTTLS, pero lo rechaza.
            summary: {destination} ofrece STARTTLS, pero lo rechaza: «{said}»
            advice: 454: su TLS está mal configurado, a menudo por una clave o un certificado ilegibles: journalctl -u postfix -u exim4
            advice: Ver qué dice: openssl s_client -starttls smtp -connect {destination}

            [smtp.starttls-injected]
            meaning: Se inyecta texto sin cifrar tras la respuesta a STARTTLS.
            summary: {destination} envía texto sin cifrar tras su respuesta a STARTTLS: «{said}»
            advice: Puede que un atacante en el camino lo haya inyectado para que se tome por algo recibido por TLS: no iniciar sesión por este camino
            advice: Comprobar si viene del propio servidor: probarlo desde un equipo contiguo a él

            [smtp.login-rejected]
            meaning: El servidor de correo rechaza el inicio de sesión.
            summary: {destination} rechaza el inicio de sesión: {said}
            advice: Ver si el usuario y la contraseña corresponden a una cuenta del servidor: credentials:
            advice: Algunos proveedores exigen una contraseña específica para cada programa, o TLS: smtps://, smtp: starttls: required
            advice: En el servidor, averiguar por qué: journalctl -u postfix -u saslauthd -u dovecot

            """#,
            "zh-Hans": #"""
            [smtp.no-greeting]
            meaning: 邮件服务器接受连接，但没有发送问候语。
            summary: {destination} 接受连接，但没有发送问候语
            advice: 在服务器上查看是否进程不足，或正在反查本机域名: journalctl -u postfix -u exim4
            advice: 它可能要求一开始就使用 TLS: netdiag check smtps://{destination}
            advice: 有些服务器有意让陌生客户端等待：看看延长时间是否有效: netdiag check --timeout 60

            [smtp.no-answer]
            meaning: 邮件服务器起初有应答，随后便没有回应。
            summary: {destination} 在“{step}”这一步没有回应
            advice: 在服务器上查明它在等待什么，多半是 DNS 或策略服务: journalctl -u postfix -u exim4
            advice: 查看失败在哪一步: openssl s_client -starttls smtp -connect {destination}

            [smtp.closed]
            meaning: 邮件服务器尚未作出应有的应答，连接就已结束。
            summary: {destination} 没有完成“{step}”这一步：{how}
            advice: 在服务器上查明原因: journalctl -u postfix -u exim4
            advice: 查看是否有限制使它不为本机地址提供服务：访问表、连接数限制、fail2ban-client status

            [smtp.not-smtp]
            meaning: 该端口上应答的程序使用的不是 SMTP。
            summary: {destination} 使用的不是 SMTP：在“{step}”这一步返回的是“{said}”
            advice: 在服务器上查看是什么在监听: ss -ltnp
            advice: 检查路径上是否有设备在代替它应答，例如检查邮件的防火墙

            [smtp.refused]
            meaning: 邮件服务器拒绝为该客户端提供服务。
            summary: {destination} 在“{step}”这一步拒绝提供服务：“{said}”
            advice: {busy}：它繁忙、正在关闭，或对该客户端限速：请降低检测频率，或查看其日志
            advice: {denied}：它不为任何客户端或不为该地址提供服务：请在它使用的黑名单中查找该地址
            advice: 对 EHLO 返回 {named}：它不接受主机名；请用 smtp: name: 另设一个

            [smtp.starttls-missing]
            meaning: 邮件服务器不提供 STARTTLS，而配置要求使用。
            summary: {destination} 不提供 STARTTLS，而 smtp: starttls: 要求使用
            advice: 在服务器上配置证书: postconf smtpd_tls_security_level smtpd_tls_cert_file
            advice: 检查路径上是否有设备从应答中去掉了 STARTTLS，例如检查邮件的防火墙

            [smtp.starttls-refused]
            meaning: 邮件服务器声明支持 STARTTLS，但拒绝使用。
            summary: {destination} 声明支持 STARTTLS，但拒绝使用：“{said}”
            advice: 454：它的 TLS 配置有误，多半是密钥或证书无法读取: journalctl -u postfix -u exim4
            advice: 查看它返回的内容: openssl s_client -starttls smtp -connect {destination}

            [smtp.starttls-injected]
            meaning: 对 STARTTLS 的应答之后被注入了明文。
            summary: {destination} 在应答 STARTTLS 之后发送了明文：“{said}”
            advice: 可能是路径上的攻击者注入的，企图使其被当作 TLS 中的内容：请勿经此路径登录
            advice: 检查明文是否来自服务器自身：从与它相邻的主机上试一次

            [smtp.login-rejected]
            meaning: 邮件服务器拒绝登录。
            summary: {destination} 拒绝登录：{said}
            advice: 检查用户名和密码是否属于该服务器上的账户: credentials:
            advice: 有些服务商要求为每个程序使用专用密码，或要求使用 TLS: smtps://, smtp: starttls: required
            advice: 在服务器上查明原因: journalctl -u postfix -u saslauthd -u dovecot

            """#,
        ]
    }
}
