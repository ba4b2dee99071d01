/// The texts of the causes in other languages.
extension UnixKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [unix.no-socket]
            meaning: Unter dem Pfad des Sockets gibt es nichts.
            summary: es gibt keinen Socket {destination}: {what}
            advice: Prüfen, ob der Dienst läuft und wo er lauscht: ss -xlp, systemctl list-sockets
            advice: Viele Dienste legen ihr Verzeichnis unter /run beim Start an und entfernen es am Ende wieder
            advice: Ein Daemon in einer systemd-Sandbox sieht andere Verzeichnisse: PrivateTmp=, ProtectHome=, RootDirectory= in seiner Unit

            [unix.not-a-socket]
            meaning: Was unter dem Pfad liegt, ist kein Socket.
            summary: {destination} ist kein Socket, sondern {type}
            advice: Prüfen, wodurch es entstanden ist, es entfernen und den Dienst neu starten: ls -l {destination}
            advice: Prüfen, wo der Dienst lauscht: ss -xlp

            [unix.refused]
            meaning: Der Socket ist da, aber nichts lauscht.
            summary: an {destination} lauscht nichts; die Datei ist übrig geblieben
            advice: Den Dienst starten: sein Ende hat die Datei zurückgelassen, oder jemand hat sie ersetzt
            advice: Läuft der Dienst, lauscht er an einer anderen Datei mit demselben Pfad: ss -xlp, und neu starten

            [unix.permission]
            meaning: Der Benutzer, der den Socket prüft, darf sich nicht mit ihm verbinden.
            summary: die Verbindung zu {destination} ist nicht erlaubt: {what}
            advice: Den Benutzer in die Gruppe aufnehmen, die sich verbinden darf: usermod -aG, SupplementaryGroups= in einer Unit
            advice: Die Rechte entlang des Pfads anzeigen: namei -l {destination}
            advice: Prüfen, ob dieser Benutzer sich überhaupt verbinden soll: manche Sockets, etwa der von Docker, sind so gut wie root

            [unix.backlog-full]
            meaning: Ein Dienst lauscht am Socket, nimmt aber keine Verbindung an.
            summary: die Warteschlange von {destination} ist voll: dort warten Verbindungen, und keine wird angenommen
            advice: Prüfen, ob der Dienst hängt oder überlastet ist: ss -xl zeigt wartende Verbindungen und deren Limit (Recv-Q, Send-Q)
            advice: Mit größerem Backlog können mehr warten: listen(2), Backlog= einer Socket-Unit, net.core.somaxconn

            [unix.wrong-type]
            meaning: Der Socket nimmt keine Stream-Verbindungen an.
            summary: {destination} ist ein Socket für Datagramme oder Pakete, nicht für Streams
            advice: Prüfen, wofür er da ist: ss -xlp; /dev/log und die Sockets von sd_notify(3) sind für Datagramme
            advice: Prüfen, wo der Dienst seinen Stream-Socket hat

            [unix.closed]
            meaning: Der Dienst nimmt am Socket Verbindungen an, schließt sie aber ohne Antwort.
            summary: keine Antwort vom Dienst an {destination}, stattdessen: {how}
            advice: Das Log des Dienstes ansehen: journalctl -u
            advice: Möglicherweise akzeptiert er diesen Benutzer nicht (SO_PEERCRED) oder spricht ein anderes Protokoll als HTTP

            [unix.no-answer]
            meaning: Der Dienst nimmt am Socket Verbindungen an, antwortet aber nicht.
            summary: der Dienst an {destination} beantwortet die Anfrage nicht
            advice: Prüfen, ob der Dienst hängt: systemctl status, journalctl -u
            advice: Bei Socket-Aktivierung nimmt systemd Verbindungen an, während der Dienst noch startet: systemctl list-sockets

            """#,
            "fr": #"""
            [unix.no-socket]
            meaning: Il n'y a rien au chemin du socket.
            summary: il n'y a pas de socket {destination} : {what}
            advice: Voir si le service tourne, et où il écoute : ss -xlp, systemctl list-sockets
            advice: Beaucoup de services créent leur répertoire sous /run en démarrant, et le suppriment en s'arrêtant
            advice: Un démon dans une sandbox systemd voit d'autres répertoires : PrivateTmp=, ProtectHome=, RootDirectory= de son unité

            [unix.not-a-socket]
            meaning: Ce qui se trouve au chemin n'est pas un socket.
            summary: {destination} n'est pas un socket ({type})
            advice: Voir ce qui l'a créé, le supprimer, et redémarrer le service : ls -l {destination}
            advice: Voir où le service écoute : ss -xlp

            [unix.refused]
            meaning: Le socket est là, mais rien n'écoute.
            summary: rien n'écoute sur {destination} ; il ne reste que le fichier
            advice: Démarrer le service : il a laissé le fichier en s'arrêtant, ou quelqu'un l'a remplacé
            advice: Si le service tourne, il écoute sur un autre fichier du même chemin : ss -xlp, et le redémarrer

            [unix.permission]
            meaning: L'utilisateur qui effectue la vérification n'a pas le droit de se connecter au socket.
            summary: il n'est pas permis de se connecter à {destination} : {what}
            advice: Ajouter l'utilisateur au groupe qui en a le droit : usermod -aG, SupplementaryGroups= dans une unité
            advice: Voir les droits le long du chemin : namei -l {destination}
            advice: Voir si cet utilisateur doit vraiment s'y connecter : certains sockets, comme celui de Docker, valent un accès root

            [unix.backlog-full]
            meaning: Un service écoute sur le socket, mais n'accepte aucune connexion.
            summary: la file de {destination} est pleine : des connexions y attendent, et aucune n'est acceptée
            advice: Voir si le service est bloqué ou surchargé : ss -xl affiche les connexions en attente et leur limite (Recv-Q, Send-Q)
            advice: Un backlog plus grand permet d'en faire attendre davantage : listen(2), Backlog= d'une unité socket, net.core.somaxconn

            [unix.wrong-type]
            meaning: Le socket n'accepte pas de connexions de type stream.
            summary: {destination} est un socket pour datagrammes ou paquets, pas pour des flux (stream)
            advice: Voir à quoi il sert : ss -xlp (/dev/log et les sockets de sd_notify(3) sont pour des datagrammes)
            advice: Voir où le service a son socket de type stream

            [unix.closed]
            meaning: Le service accepte les connexions au socket, mais les ferme sans répondre.
            summary: le service sur {destination} met fin à l'échange ({how}) au lieu de répondre
            advice: Consulter le journal du service : journalctl -u
            advice: Il n'accepte peut-être pas cet utilisateur (SO_PEERCRED), ou parle un autre protocole que HTTP

            [unix.no-answer]
            meaning: Le service accepte les connexions au socket, mais ne répond pas.
            summary: le service sur {destination} ne répond pas à la requête
            advice: Voir si le service est bloqué : systemctl status, journalctl -u
            advice: Avec l'activation par socket, systemd accepte les connexions pendant que le service démarre encore : systemctl list-sockets

            """#,
            "es": #"""
            [unix.no-socket]
            meaning: No hay nada en la ruta del socket.
            summary: no hay ningún socket {destination}: {what}
            advice: Ver si el servicio está en marcha y dónde escucha: ss -xlp, systemctl list-sockets
            advice: Muchos servicios crean su carpeta en /run al arrancar y la eliminan al terminar
            advice: Un daemon en un sandbox de systemd ve otras carpetas: PrivateTmp=, ProtectHome=, RootDirectory= de su unidad

            [unix.not-a-socket]
            meaning: Lo que hay en la ruta no es un socket.
            summary: {destination} no es un socket ({type})
            advice: Ver qué lo ha creado, quitarlo y reiniciar el servicio: ls -l {destination}
            advice: Ver dónde escucha el servicio: ss -xlp

            [unix.refused]
            meaning: El socket está ahí, pero nada escucha.
            summary: nada escucha en {destination}; solo queda el archivo
            advice: Iniciar el servicio: al terminar dejó el archivo, o alguien lo ha sustituido
            advice: Si el servicio está en marcha, escucha en otro archivo de la misma ruta: ss -xlp, y reiniciarlo

            [unix.permission]
            meaning: El usuario que hace la comprobación no puede conectarse al socket.
            summary: no se permite la conexión a {destination}: {what}
            advice: Añadir el usuario al grupo que puede hacerlo: usermod -aG, SupplementaryGroups= en una unidad
            advice: Ver los permisos a lo largo de la ruta: namei -l {destination}
            advice: Ver si ese usuario debe poder conectarse: algunos sockets, como el de Docker, equivalen a ser root

            [unix.backlog-full]
            meaning: Un servicio escucha en el socket, pero no acepta ninguna conexión.
            summary: la cola de {destination} está llena: hay conexiones en espera y no se acepta ninguna
            advice: Ver si el servicio está colgado o sobrecargado: ss -xl muestra las conexiones en espera y su límite (Recv-Q, Send-Q)
            advice: Con un backlog mayor pueden esperar más: listen(2), Backlog= de una unidad de socket, net.core.somaxconn

            [unix.wrong-type]
            meaning: El socket no admite conexiones de tipo stream.
            summary: {destination} es un socket de datagramas o de paquetes, no de tipo stream
            advice: Ver para qué sirve: ss -xlp; /dev/log y los sockets de sd_notify(3) son de datagramas
            advice: Ver dónde tiene el servicio su socket de tipo stream

            [unix.closed]
            meaning: El servicio acepta conexiones en el socket, pero las cierra sin responder.
            summary: el servicio de {destination} no responde: {how}
            advice: Ver el registro (log) del servicio: journalctl -u
            advice: Puede que no acepte a este usuario (SO_PEERCRED) o que hable un protocolo distinto de HTTP

            [unix.no-answer]
            meaning: El servicio acepta conexiones en el socket, pero no responde.
            summary: el servicio de {destination} no responde a la petición
            advice: Ver si el servicio está colgado: systemctl status, journalctl -u
            advice: Con la activación por socket, systemd acepta conexiones mientras el servicio aún está arrancando: systemctl list-sockets

            """#,
            "zh-Hans": #"""
            [unix.no-socket]
            meaning: 套接字路径处什么也没有。
            summary: 套接字 {destination} 不存在：{what}
            advice: 查看服务是否在运行、监听何处: ss -xlp, systemctl list-sockets
            advice: 许多服务启动时在 /run 下创建自己的目录，结束时将其删除
            advice: 处于 systemd 沙箱中的守护进程看到的目录不同：请检查其 unit 中的 PrivateTmp=、ProtectHome=、RootDirectory=

            [unix.not-a-socket]
            meaning: 该路径处的文件不是套接字。
            summary: {destination} 不是套接字，而是 {type}
            advice: 查明它由什么创建，将其删除，再重启服务: ls -l {destination}
            advice: 查看服务在何处监听: ss -xlp

            [unix.refused]
            meaning: 套接字存在，但没有程序监听。
            summary: {destination} 没有程序监听；该文件是遗留下来的
            advice: 启动服务：它结束时遗留了该文件，或有人替换了该文件
            advice: 如果服务在运行，它监听的是同一路径上的另一个文件，请重启服务: ss -xlp

            [unix.permission]
            meaning: 执行检测的用户无权连接该套接字。
            summary: 无权连接 {destination}：{what}
            advice: 将该用户加入有权限的组: usermod -aG 或 unit 中的 SupplementaryGroups=
            advice: 查看路径上各级的权限: namei -l {destination}
            advice: 考虑该用户是否真的应当连接：有些套接字（例如 Docker 的）等同于 root 权限

            [unix.backlog-full]
            meaning: 有服务监听该套接字，但不接受连接。
            summary: {destination} 的队列已满：连接在排队等待，没有一个被接受
            advice: 查看服务是否卡死或过载：ss -xl 会显示等待中的连接数及其上限（Recv-Q、Send-Q）
            advice: 调大 backlog 可容纳更多等待的连接：listen(2)、socket unit 中的 Backlog=、net.core.somaxconn

            [unix.wrong-type]
            meaning: 该套接字不接受流式连接。
            summary: {destination} 是数据报或报文（packet）套接字，而不是流式套接字
            advice: 查看其用途: ss -xlp; /dev/log 和 sd_notify(3) 的套接字是数据报套接字
            advice: 查看该服务的流式套接字在何处

            [unix.closed]
            meaning: 服务在套接字上接受连接，但未作应答就将其关闭。
            summary: {destination} 处的服务没有应答：{how}
            advice: 查看该服务的日志: journalctl -u
            advice: 它可能不接受该用户（SO_PEERCRED），或使用的协议不是 HTTP

            [unix.no-answer]
            meaning: 服务在套接字上接受连接，但没有应答。
            summary: {destination} 处的服务没有应答请求
            advice: 查看服务是否卡死: systemctl status, journalctl -u
            advice: 使用套接字激活时，服务还在启动，systemd 就已接受连接: systemctl list-sockets

            """#,
        ]
    }
}
