/// The texts of the causes in other languages.
extension PostgresKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [postgres.no-answer]
            meaning: Der PostgreSQL-Server nimmt die Verbindung an, antwortet aber nicht.
            summary: {destination} antwortet nicht; erwartet wurde: {step}
            advice: Auf dem Server prüfen, ob er überlastet oder angehalten ist: journalctl -u postgresql@*, top
            advice: Möglicherweise wartet ein Connection-Pooler auf eine freie Verbindung zum Server dahinter: SHOW POOLS in PgBouncer

            [postgres.closed]
            meaning: Die Verbindung endet, bevor der PostgreSQL-Server geantwortet hat.
            summary: die Verbindung zu {destination} endet unerwartet: {how}; erwartet wurde: {step}
            advice: Auf dem Server den Grund suchen: journalctl -u postgresql@*
            advice: Möglicherweise hat ein Proxy davor keinen Server, an den er die Verbindung weitergeben kann

            [postgres.not-postgres]
            meaning: Was auf dem Port antwortet, spricht nicht das Protokoll von PostgreSQL.
            summary: {destination} spricht nicht das Protokoll von PostgreSQL (erwartet wurde: {step}): {detail}
            advice: Auf dem Server prüfen, was dort lauscht: ss -ltnp
            advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet

            [postgres.unavailable]
            meaning: Der PostgreSQL-Server startet gerade, führt eine Wiederherstellung durch oder fährt herunter.
            summary: {destination} nimmt derzeit keine Verbindungen an: {detail}
            advice: Auf dem Server prüfen, wie weit die Wiederherstellung ist: journalctl -u postgresql@*, pg_controldata
            advice: Ein Standby-Server nimmt Verbindungen nur mit hot_standby = on an, und erst, wenn er konsistent ist

            [postgres.too-many-clients]
            meaning: Der PostgreSQL-Server hat keine Verbindung mehr frei.
            summary: {destination} hat keine Verbindung mehr frei: {detail}
            advice: Prüfen, wer sie belegt: SELECT usename, state, count(*) FROM pg_stat_activity GROUP BY 1, 2
            advice: Untätige beenden (idle_session_timeout), einen Pooler davorsetzen oder max_connections erhöhen

            [postgres.database-missing]
            meaning: Der PostgreSQL-Server hat die Datenbank nicht.
            summary: {destination} hat die Datenbank {database} nicht: {detail}
            advice: Nachsehen, welche er hat: psql -l
            advice: Im Ziel eine andere nennen: postgres://{destination}/NAME

            [postgres.not-allowed]
            meaning: Der PostgreSQL-Server lässt diesen Rechner nicht zu (pg_hba.conf).
            summary: {destination} lässt den Benutzer {user} von diesem Rechner aus nicht zur Datenbank {database} zu: {detail}
            advice: Auf dem Server prüfen, welche Regel greift: SELECT * FROM pg_hba_file_rules
            advice: Eine Regel mit hostssl lässt nur Verbindungen über TLS zu: postgres: starttls: required

            [postgres.login-rejected]
            meaning: Der PostgreSQL-Server lehnt den Benutzer ab.
            summary: {destination} lehnt den Benutzer {user} ab: {detail}
            advice: Einen Benutzer setzen, den der Server hat: postgres: user:
            advice: Auf dem Server prüfen, welche er hat und welche sich anmelden dürfen: SELECT rolname, rolcanlogin FROM pg_roles

            [postgres.refused]
            meaning: Der PostgreSQL-Server verweigert die Verbindung aus einem anderen Grund.
            summary: {destination} verweigert die Verbindung: {detail}
            advice: Auf dem Server das Log ansehen: journalctl -u postgresql@*
            advice: Die fünf Zeichen in Klammern nachschlagen: PostgreSQL documentation, appendix A

            [postgres.tls-refused]
            meaning: Der PostgreSQL-Server hat kein TLS, aber TLS ist vorgeschrieben.
            summary: {destination} beginnt kein TLS, aber postgres: starttls: verlangt es
            advice: Auf dem Server einschalten: ssl = on, ssl_cert_file, ssl_key_file
            advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet, etwa ein Proxy ohne TLS

            [postgres.tls-injected]
            meaning: Nach der Antwort auf SSLRequest ist Klartext eingeschleust.
            summary: {destination} sendet nach der Antwort auf SSLRequest Klartext: {detail}
            advice: Ein Angreifer auf dem Pfad könnte diesen Text eingeschleust haben, damit er als über TLS empfangen gilt: über diesen Pfad nicht anmelden
            advice: Prüfen, ob der Text vom Server selbst kommt: es von einem Host im selben Netz wie der Server probieren

            """#,
            "fr": #"""
            [postgres.no-answer]
            meaning: Le serveur PostgreSQL accepte la connexion, mais ne répond pas.
            summary: {destination} se tait à l'étape « {step} »
            advice: Sur le serveur, voir s'il est surchargé ou arrêté : journalctl -u postgresql@*, top
            advice: Un pooler attend peut-être une connexion libre vers le serveur placé derrière lui : SHOW POOLS in PgBouncer

            [postgres.closed]
            meaning: La connexion prend fin avant que le serveur PostgreSQL ait répondu.
            summary: {destination} met fin à l'échange ({how}) à l'étape « {step} »
            advice: Sur le serveur, chercher pourquoi : journalctl -u postgresql@*
            advice: Un proxy placé devant lui n'a peut-être aucun serveur à qui transmettre la connexion

            [postgres.not-postgres]
            meaning: Ce qui répond sur le port ne parle pas le protocole de PostgreSQL.
            summary: {destination} ne parle pas le protocole de PostgreSQL (étape « {step} ») : {detail}
            advice: Sur le serveur, voir ce qui y écoute : ss -ltnp
            advice: Vérifier si quelque chose répond à sa place sur le chemin

            [postgres.unavailable]
            meaning: Le serveur PostgreSQL démarre, effectue une restauration ou s'arrête.
            summary: {destination} n'accepte pas de connexions en ce moment : {detail}
            advice: Sur le serveur, voir où en est la restauration : journalctl -u postgresql@*, pg_controldata
            advice: Un serveur de secours n'accepte de connexions qu'avec hot_standby = on, et une fois dans un état cohérent

            [postgres.too-many-clients]
            meaning: Le serveur PostgreSQL n'a plus de connexion libre.
            summary: {destination} n'a plus de connexion libre : {detail}
            advice: Voir qui les occupe : SELECT usename, state, count(*) FROM pg_stat_activity GROUP BY 1, 2
            advice: Mettre fin aux connexions inactives (idle_session_timeout), placer un pooler devant, ou augmenter max_connections

            [postgres.database-missing]
            meaning: Le serveur PostgreSQL n'a pas la base de données.
            summary: {destination} n'a pas la base de données {database} : {detail}
            advice: Voir lesquelles il a : psql -l
            advice: En nommer une autre dans la cible : postgres://{destination}/NAME

            [postgres.not-allowed]
            meaning: Le serveur PostgreSQL n'admet pas cette machine (pg_hba.conf).
            summary: {destination} n'admet pas l'utilisateur {user} à la base de données {database} depuis cette machine : {detail}
            advice: Sur le serveur, voir quelle règle s'applique : SELECT * FROM pg_hba_file_rules
            advice: Une règle hostssl n'admet que les connexions TLS : postgres: starttls: required

            [postgres.login-rejected]
            meaning: Le serveur PostgreSQL rejette l'utilisateur.
            summary: {destination} rejette l'utilisateur {user} : {detail}
            advice: Indiquer un utilisateur que le serveur connaît : postgres: user:
            advice: Sur le serveur, voir lesquels existent et lesquels peuvent s'authentifier : SELECT rolname, rolcanlogin FROM pg_roles

            [postgres.refused]
            meaning: Le serveur PostgreSQL refuse la connexion pour une autre raison.
            summary: {destination} refuse la connexion : {detail}
            advice: Sur le serveur, consulter son journal : journalctl -u postgresql@*
            advice: Chercher les cinq caractères entre parenthèses : PostgreSQL documentation, appendix A

            [postgres.tls-refused]
            meaning: Le serveur PostgreSQL n'a pas TLS, alors que TLS est exigé.
            summary: {destination} ne passe pas à TLS, alors que postgres: starttls: l'exige
            advice: L'activer sur le serveur : ssl = on, ssl_cert_file, ssl_key_file
            advice: Vérifier si quelque chose répond à sa place sur le chemin, comme un proxy sans TLS

            [postgres.tls-injected]
            meaning: Du texte en clair est injecté après la réponse à SSLRequest.
            summary: {destination} envoie du texte en clair après sa réponse à SSLRequest : {detail}
            advice: Un attaquant sur le chemin a pu l'injecter pour qu'il semble venir par TLS : ne pas s'authentifier par ce chemin
            advice: Vérifier s'il vient du serveur lui-même : essayer depuis une machine voisine du serveur

            """#,
            "es": #"""
            [postgres.no-answer]
            meaning: El servidor PostgreSQL acepta la conexión, pero no responde.
            summary: {destination} deja de responder (se esperaba «{step}»)
            advice: En el servidor, ver si está sobrecargado o detenido: journalctl -u postgresql@*, top
            advice: Puede que un pooler espere una conexión libre con el servidor que tiene detrás: SHOW POOLS in PgBouncer

            [postgres.closed]
            meaning: La conexión termina antes de que el servidor PostgreSQL haya respondido.
            summary: {destination} interrumpe el diálogo ({how}; se esperaba «{step}»)
            advice: En el servidor, averiguar por qué: journalctl -u postgresql@*
            advice: Puede que un proxy situado delante no tenga servidor al que pasar la conexión

            [postgres.not-postgres]
            meaning: Lo que responde en el puerto no habla el protocolo de PostgreSQL.
            summary: {destination} no habla el protocolo de PostgreSQL (se esperaba «{step}»): {detail}
            advice: En el servidor, ver qué escucha ahí: ss -ltnp
            advice: Comprobar si algo en el camino responde en su lugar

            [postgres.unavailable]
            meaning: El servidor PostgreSQL está arrancando, recuperándose o apagándose.
            summary: {destination} no acepta conexiones ahora: {detail}
            advice: En el servidor, ver hasta dónde ha llegado la recuperación: journalctl -u postgresql@*, pg_controldata
            advice: Un servidor en espera solo acepta conexiones con hot_standby = on, y cuando su estado es coherente

            [postgres.too-many-clients]
            meaning: El servidor PostgreSQL no tiene ninguna conexión libre.
            summary: {destination} no tiene ninguna conexión libre: {detail}
            advice: Ver quién las ocupa: SELECT usename, state, count(*) FROM pg_stat_activity GROUP BY 1, 2
            advice: Terminar las inactivas (idle_session_timeout), poner un pooler delante o aumentar max_connections

            [postgres.database-missing]
            meaning: El servidor PostgreSQL no tiene la base de datos.
            summary: {destination} no tiene la base de datos {database}: {detail}
            advice: Ver cuáles tiene: psql -l
            advice: Indicar otra en el destino: postgres://{destination}/NAME

            [postgres.not-allowed]
            meaning: El servidor PostgreSQL no admite esta máquina (pg_hba.conf).
            summary: {destination} no admite al usuario {user} en la base de datos {database} desde esta máquina: {detail}
            advice: En el servidor, ver qué regla se aplica: SELECT * FROM pg_hba_file_rules
            advice: Una regla hostssl solo admite conexiones con TLS: postgres: starttls: required

            [postgres.login-rejected]
            meaning: El servidor PostgreSQL rechaza al usuario.
            summary: {destination} rechaza al usuario {user}: {detail}
            advice: Indicar un usuario que el servidor tenga: postgres: user:
            advice: En el servidor, ver cuáles tiene y cuáles pueden iniciar sesión: SELECT rolname, rolcanlogin FROM pg_roles

            [postgres.refused]
            meaning: El servidor PostgreSQL rechaza la conexión por otro motivo.
            summary: {destination} rechaza la conexión: {detail}
            advice: En el servidor, ver su registro (log): journalctl -u postgresql@*
            advice: Buscar los cinco caracteres entre paréntesis: PostgreSQL documentation, appendix A

            [postgres.tls-refused]
            meaning: El servidor PostgreSQL no tiene TLS, y se exige TLS.
            summary: {destination} no inicia TLS, pero postgres: starttls: lo exige
            advice: Activarlo en el servidor: ssl = on, ssl_cert_file, ssl_key_file
            advice: Comprobar si algo en el camino responde en su lugar, como un proxy sin TLS

            [postgres.tls-injected]
            meaning: Se inyecta texto sin cifrar tras la respuesta a SSLRequest.
            summary: {destination} envía texto sin cifrar tras su respuesta a SSLRequest: {detail}
            advice: Un atacante en el camino puede haberlo inyectado para que parezca llegar por TLS: no iniciar sesión por este camino
            advice: Comprobar si procede del propio servidor: probar desde una máquina cercana a él

            """#,
            "zh-Hans": #"""
            [postgres.no-answer]
            meaning: PostgreSQL 服务器接受连接，但没有应答。
            summary: {destination} 在“{step}”这一步没有回应
            advice: 在服务器上查看它是否过载或已停住: journalctl -u postgresql@*, top
            advice: 连接池可能在等待到后端服务器的空闲连接: SHOW POOLS in PgBouncer

            [postgres.closed]
            meaning: PostgreSQL 服务器尚未应答，连接就已结束。
            summary: {destination} 没有完成“{step}”这一步：{how}
            advice: 在服务器上查明原因: journalctl -u postgresql@*
            advice: 它前面的代理可能没有可以转交连接的服务器

            [postgres.not-postgres]
            meaning: 该端口上应答的程序使用的不是 PostgreSQL 协议。
            summary: {destination} 使用的不是 PostgreSQL 协议（预期为“{step}”）：{detail}
            advice: 在服务器上查看是什么在监听: ss -ltnp
            advice: 检查路径上是否有设备在代替它应答

            [postgres.unavailable]
            meaning: PostgreSQL 服务器正在启动、恢复或关闭。
            summary: {destination} 目前不接受连接：{detail}
            advice: 在服务器上查看恢复进度: journalctl -u postgresql@*, pg_controldata
            advice: 备用服务器只有在 hot_standby = on 并达到一致状态后才接受连接

            [postgres.too-many-clients]
            meaning: PostgreSQL 服务器没有空闲连接了。
            summary: {destination} 没有空闲连接了：{detail}
            advice: 查看谁占用了连接: SELECT usename, state, count(*) FROM pg_stat_activity GROUP BY 1, 2
            advice: 结束空闲连接（idle_session_timeout），在前面使用连接池，或调大 max_connections

            [postgres.database-missing]
            meaning: PostgreSQL 服务器上没有该数据库。
            summary: {destination} 没有数据库 {database}：{detail}
            advice: 查看它有哪些数据库: psql -l
            advice: 在目标中指定另一个数据库: postgres://{destination}/NAME

            [postgres.not-allowed]
            meaning: PostgreSQL 服务器不允许本机连接（pg_hba.conf）。
            summary: {destination} 不允许用户 {user} 从本机连接数据库 {database}：{detail}
            advice: 在服务器上查看是哪条规则生效: SELECT * FROM pg_hba_file_rules
            advice: hostssl 规则只允许 TLS 连接: postgres: starttls: required

            [postgres.login-rejected]
            meaning: PostgreSQL 服务器拒绝该用户。
            summary: {destination} 拒绝用户 {user}：{detail}
            advice: 设置一个服务器上存在的用户: postgres: user:
            advice: 在服务器上查看有哪些用户、哪些可以登录: SELECT rolname, rolcanlogin FROM pg_roles

            [postgres.refused]
            meaning: PostgreSQL 服务器因其他原因拒绝连接。
            summary: {destination} 拒绝连接：{detail}
            advice: 在服务器上查看日志: journalctl -u postgresql@*
            advice: 查找括号中的五个字符的含义: PostgreSQL documentation, appendix A

            [postgres.tls-refused]
            meaning: PostgreSQL 服务器没有 TLS，而设置要求 TLS。
            summary: {destination} 不启用 TLS，而 postgres: starttls: 要求使用
            advice: 在服务器上启用: ssl = on, ssl_cert_file, ssl_key_file
            advice: 检查路径上是否有设备在代替它应答，例如没有 TLS 的代理

            [postgres.tls-injected]
            meaning: 在对 SSLRequest 的应答之后被插入了明文。
            summary: {destination} 在应答 SSLRequest 之后发送了明文：{detail}
            advice: 路径上的攻击者可能插入了这段文本，使它看似经 TLS 而来：不要经此路径登录
            advice: 检查它是否来自服务器本身：在服务器旁边的主机上再试一次

            """#,
        ]
    }
}
