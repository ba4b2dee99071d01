/// The texts of the causes in other languages.
extension FTPKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [ftp.login-rejected]
            meaning: Der FTP-Server akzeptiert die Anmeldung nicht (530).
            summary: {destination} lehnt die Anmeldung ab: {detail}
            advice: Benutzername und Passwort prüfen; ohne sie erfolgt die Anmeldung anonym
            advice: Prüfen, ob Anmeldungen nur über TLS angenommen werden: netdiag ftp ls --tls {url}

            [ftp.no-tls]
            meaning: TLS wurde verlangt, aber der FTP-Server hat keines (502, 534 oder 431 auf AUTH TLS).
            summary: {destination} bietet kein TLS an: {detail}
            advice: Den Server so konfigurieren, dass er AUTH TLS anbietet
            advice: Prüfen, ob er ftps:// auf Port 990 hat: netdiag check tls://{host}:990

            [ftp.data-blocked]
            meaning: Die Steuerverbindung funktioniert, die Datenverbindung nicht.
            summary: {destination} antwortet, aber es kommt keine Datenverbindung zustande: {detail}
            advice: Die passiven Ports des Servers in dessen Firewall öffnen und dort seine öffentliche Adresse konfigurieren (pasv_address)
            advice: Den aktiven Modus probieren: netdiag ftp ls --active {url}
            advice: Eine Firewall in diesem Netz oder auf dem Pfad blockiert vielleicht alle außer den üblichen Ports: es über ein anderes Netz versuchen

            [ftp.not-found]
            meaning: Unter dem Pfad gibt es nichts, oder es darf nicht gelesen werden (550).
            summary: {url} existiert nicht oder darf nicht gelesen werden: {detail}
            advice: Auf Tippfehler prüfen; Pfade sind relativ zum Login-Verzeichnis
            advice: Prüfen, was es gibt: netdiag ftp ls {parent}

            [ftp.write-denied]
            meaning: Der FTP-Server weigert sich, eine Datei zu speichern, umzubenennen oder zu löschen.
            summary: {destination} weigert sich, die Datei zu speichern: {detail}
            advice: Die Rechte des angemeldeten Benutzers in diesem Verzeichnis und den freien Speicherplatz auf dem Server prüfen

            [ftp.malformed]
            meaning: Was antwortet, ist kein FTP-Server oder verstößt gegen RFC 959.
            summary: was {destination} sendet, ist kein FTP: {detail}
            advice: Prüfen, was gesendet wird: netdiag check tcp://{host}:{port}
            advice: Prüfen, ob Port {port} der richtige ist

            [ftp.no-answer]
            meaning: Der FTP-Server nimmt die Verbindung an, antwortet dann aber nicht mehr.
            summary: {destination} antwortet nicht mehr: {detail}
            advice: Prüfen, ob der Server die Namen der Clients auflöst und darauf wartet (UseReverseDNS, reverse_lookup_enable)
            advice: Mehr Zeit geben: netdiag check --timeout 60 {url}

            [ftp.failed]
            meaning: Der FTP-Server scheitert, und nichts verrät, welcher der bekannten Gründe vorliegt.
            summary: {url} scheitert: {detail}
            advice: Von Hand probieren: curl -v {url}
            advice: Das Log des Servers ansehen

            """#,
            "fr": #"""
            [ftp.login-rejected]
            meaning: Le serveur FTP n'accepte pas l'authentification (530).
            summary: {destination} rejette l'authentification : {detail}
            advice: Vérifier le nom d'utilisateur et le mot de passe ; sans eux, la connexion est anonyme
            advice: Voir s'il n'accepte l'authentification qu'en TLS : netdiag ftp ls --tls {url}

            [ftp.no-tls]
            meaning: TLS a été demandé, et le serveur FTP n'en a pas (502, 534 ou 431 à AUTH TLS).
            summary: {destination} ne propose pas TLS : {detail}
            advice: Configurer le serveur pour qu'il propose AUTH TLS
            advice: Voir s'il offre ftps:// sur le port 990 : netdiag check tls://{host}:990

            [ftp.data-blocked]
            meaning: La connexion de contrôle fonctionne, pas la connexion de données.
            summary: {destination} répond, mais aucune connexion de données ne peut être établie avec lui : {detail}
            advice: Ouvrir les ports passifs du serveur dans son pare-feu, et y configurer son adresse publique (pasv_address)
            advice: Essayer le mode actif : netdiag ftp ls --active {url}
            advice: Un pare-feu de ce réseau ou du chemin bloque peut-être tous les ports sauf les plus courants : essayer depuis un autre réseau

            [ftp.not-found]
            meaning: Il n'y a rien à ce chemin, ou il n'est pas permis de le lire (550).
            summary: {url} n'existe pas ou n'est pas lisible : {detail}
            advice: Vérifier qu'il n'y a pas de faute de frappe ; un chemin est relatif au répertoire de connexion
            advice: Voir ce qui s'y trouve : netdiag ftp ls {parent}

            [ftp.write-denied]
            meaning: Le serveur FTP refuse d'enregistrer, de renommer ou de supprimer un fichier.
            summary: {destination} refuse d'enregistrer le fichier : {detail}
            advice: Vérifier les droits du compte dans ce répertoire, et l'espace libre sur le serveur

            [ftp.malformed]
            meaning: Ce qui répond n'est pas un serveur FTP, ou ne respecte pas la RFC 959.
            summary: ce que dit {destination} n'est pas du FTP : {detail}
            advice: Voir ce qu'il dit : netdiag check tcp://{host}:{port}
            advice: Vérifier que le port {port} est le bon

            [ftp.no-answer]
            meaning: Le serveur FTP accepte la connexion, mais cesse de répondre.
            summary: {destination} cesse de répondre : {detail}
            advice: Vérifier si le serveur résout le nom des clients et attend le résultat (UseReverseDNS, reverse_lookup_enable)
            advice: Accorder plus de temps : netdiag check --timeout 60 {url}

            [ftp.failed]
            meaning: Le serveur FTP échoue, et rien n'indique laquelle des causes connues l'explique.
            summary: {url} échoue : {detail}
            advice: Essayer à la main : curl -v {url}
            advice: Consulter le journal du serveur

            """#,
            "es": #"""
            [ftp.login-rejected]
            meaning: El servidor FTP no acepta el inicio de sesión (530).
            summary: {destination} rechaza el inicio de sesión: {detail}
            advice: Comprobar el usuario y la contraseña; sin ellos, el acceso es anónimo
            advice: Ver si solo acepta el inicio de sesión por TLS: netdiag ftp ls --tls {url}

            [ftp.no-tls]
            meaning: Se ha pedido TLS y el servidor FTP no lo tiene (502, 534 o 431 a AUTH TLS).
            summary: {destination} no ofrece TLS: {detail}
            advice: Configurar el servidor para que ofrezca AUTH TLS
            advice: Ver si tiene ftps:// en el puerto 990: netdiag check tls://{host}:990

            [ftp.data-blocked]
            meaning: La conexión de control funciona; la de datos, no.
            summary: {destination} responde, pero no se puede establecer una conexión de datos con él: {detail}
            advice: Abrir los puertos pasivos del servidor en su firewall y configurar en él su dirección pública (pasv_address)
            advice: Probar el modo activo: netdiag ftp ls --active {url}
            advice: Un firewall de esta red o del camino quizá bloquee todos los puertos menos los habituales: probar desde otra red

            [ftp.not-found]
            meaning: No hay nada en la ruta, o no se permite leerlo (550).
            summary: {url} no existe o no se permite leerlo: {detail}
            advice: Comprobar que está bien escrita; la ruta es relativa al directorio inicial de la sesión
            advice: Ver qué hay: netdiag ftp ls {parent}

            [ftp.write-denied]
            meaning: El servidor FTP se niega a guardar, renombrar o eliminar un archivo.
            summary: {destination} se niega a guardar el archivo: {detail}
            advice: Comprobar los permisos del usuario en ese directorio y el espacio libre en el servidor

            [ftp.malformed]
            meaning: Lo que responde no es un servidor FTP o infringe el RFC 959.
            summary: lo que dice {destination} no es FTP: {detail}
            advice: Ver qué dice: netdiag check tcp://{host}:{port}
            advice: Comprobar si {port} es el puerto correcto

            [ftp.no-answer]
            meaning: El servidor FTP acepta la conexión, pero deja de responder.
            summary: {destination} deja de responder: {detail}
            advice: Comprobar si el servidor busca los nombres de los clientes y se queda esperando (UseReverseDNS, reverse_lookup_enable)
            advice: Dar más tiempo: netdiag check --timeout 60 {url}

            [ftp.failed]
            meaning: El servidor FTP falla y nada indica cuál de los motivos conocidos es.
            summary: {url} falla: {detail}
            advice: Probarlo a mano: curl -v {url}
            advice: Consultar el registro (log) del servidor

            """#,
            "zh-Hans": #"""
            [ftp.login-rejected]
            meaning: FTP 服务器不接受登录（530）。
            summary: {destination} 拒绝登录：{detail}
            advice: 检查用户名和密码；不提供时为匿名登录
            advice: 查看它是否只接受通过 TLS 登录: netdiag ftp ls --tls {url}

            [ftp.no-tls]
            meaning: 请求使用 TLS，但 FTP 服务器不支持（对 AUTH TLS 返回 502、534 或 431）。
            summary: {destination} 不提供 TLS：{detail}
            advice: 将服务器配置为支持 AUTH TLS
            advice: 查看它在端口 990 上是否提供 ftps://: netdiag check tls://{host}:990

            [ftp.data-blocked]
            meaning: 控制连接正常，数据连接不通。
            summary: {destination} 有应答，但无法与它建立数据连接：{detail}
            advice: 在服务器的防火墙上放行其被动模式端口，并配置其公网地址（pasv_address）
            advice: 尝试主动模式: netdiag ftp ls --active {url}
            advice: 本网络或路径上的防火墙可能只放行常用端口：请换一个网络再试

            [ftp.not-found]
            meaning: 该路径下没有内容，或无权读取（550）。
            summary: {url} 不存在或无权读取：{detail}
            advice: 检查是否有拼写错误；路径是相对于登录目录的
            advice: 查看那里有什么: netdiag ftp ls {parent}

            [ftp.write-denied]
            meaning: FTP 服务器拒绝存储、重命名或删除文件。
            summary: {destination} 拒绝存储文件：{detail}
            advice: 检查登录用户在该目录的权限，以及服务器的剩余空间

            [ftp.malformed]
            meaning: 应答的不是 FTP 服务器，或违反 RFC 959。
            summary: {destination} 返回的内容不是 FTP：{detail}
            advice: 查看它返回的内容: netdiag check tcp://{host}:{port}
            advice: 检查端口 {port} 是否正确

            [ftp.no-answer]
            meaning: FTP 服务器接受连接，但随后不再应答。
            summary: {destination} 不再应答：{detail}
            advice: 检查服务器是否在反查客户端域名并等待结果（UseReverseDNS、reverse_lookup_enable）
            advice: 延长等待时间: netdiag check --timeout 60 {url}

            [ftp.failed]
            meaning: FTP 服务器出错，且无法归入任何已知原因。
            summary: {url} 失败：{detail}
            advice: 手动尝试: curl -v {url}
            advice: 查看服务器日志

            """#,
        ]
    }
}
