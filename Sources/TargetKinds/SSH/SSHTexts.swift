/// The texts of the causes in other languages.
extension SSHKind {
    static var translations: [String: String] {
        [
            "de": #"""
            [ssh.no-greeting]
            meaning: Der Port nimmt Verbindungen an, aber der SSH-Server gibt sich nicht zu erkennen.
            summary: {destination} nimmt die Verbindung an, sendet aber nichts
            advice: Auf dem Server prüfen, was lauscht und ob es hängt: ss -tlnp 'sport = :{port}'; systemctl status ssh
            advice: Ein Server, der die Namen seiner Clients auflöst, wartet auf einen DNS-Server, der nicht mehr da ist: UseDNS in sshd_config(5)
            advice: ssh(1) wartet länger als dieser Check; herausfinden, ob der Server nur langsam ist: netdiag check --timeout 60 {url}

            [ssh.stalled]
            meaning: Der SSH-Server gibt sich zu erkennen und antwortet dann beim Schlüsselaustausch nicht mehr.
            summary: {destination} antwortet beim Schlüsselaustausch nicht mehr
            advice: Möglicherweise gehen Pakete voller Größe auf dem Pfad verloren, während kleine durchkommen: tracepath {host}
            advice: Auf dem Server die Last und das Log von sshd prüfen: journalctl -u ssh

            [ssh.not-ssh]
            meaning: Was auf dem SSH-Port lauscht, spricht kein SSH.
            summary: {destination} sendet „{text}“ statt einer SSH-Kennung
            advice: Den Port prüfen, den das Ziel nennen kann: ssh://HOST:PORT
            advice: Auf dem Server, falls er der eigene ist, prüfen, was lauscht: ss -tlnp 'sport = :{port}'

            [ssh.closed]
            meaning: Der SSH-Server schließt die Verbindung, bevor der Schlüsselaustausch abgeschlossen ist.
            summary: {destination} schließt die Verbindung vor dem Ende des Schlüsselaustauschs: {detail}
            advice: Auf dem Server das Log von sshd ansehen: journalctl -u ssh
            advice: Prüfen, ob er diesen Client abweist: MaxStartups und PerSourcePenalties in sshd_config(5), fail2ban, /etc/hosts.deny
            advice: Ein sshd ohne Host-Keys schließt jede Verbindung: ssh-keygen -A erzeugt sie

            [ssh.protocol-version]
            meaning: Der Server spricht eine andere SSH-Version als 2.0.
            summary: {destination} spricht Version {version} von SSH ({software}), nicht 2.0
            advice: SSH 1 gilt als gebrochen, und kein aktueller Client spricht es mehr: den Server aktualisieren oder dort Version 2 einschalten

            [ssh.malformed]
            meaning: Der Server beginnt SSH zu sprechen, verletzt aber das Protokoll.
            summary: {destination} verletzt das SSH-Protokoll: {detail}
            advice: Auf dem Server, falls er der eigene ist, prüfen, was lauscht: ss -tlnp 'sport = :{port}'
            advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet

            [ssh.no-common-algorithm]
            meaning: Der Server und libssh, das hier den Schlüsselaustausch übernimmt, haben keinen gemeinsamen Algorithmus.
            summary: {destination} hat keinen Algorithmus mit der libssh dieses Rechners gemeinsam: {detail}
            advice: Andere Clients beherrschen möglicherweise mehr: prüfen, ob ssh -v eine Verbindung aufbaut
            advice: Auf dem Server KexAlgorithms, HostKeyAlgorithms, Ciphers und MACs prüfen: sshd -T

            [ssh.key-exchange]
            meaning: Der Schlüsselaustausch scheitert, sodass sich der Server nicht mit seinem Host-Key ausgewiesen hat.
            summary: der Schlüsselaustausch mit {destination} scheitert: {detail}
            advice: Ist eine Signatur falsch, sitzt möglicherweise ein Angreifer auf dem Pfad: mit einem anderen Netz vergleichen
            advice: Auf dem Server das Log von sshd ansehen: journalctl -u ssh

            [ssh.wrong-host-key]
            meaning: Der Server weist sich mit einem anderen als dem erwarteten Host-Key aus.
            summary: {destination} hat den Host-Key {fingerprint} ({type}), erwartet wird aber {expected}
            advice: Ein Server hat einen Schlüssel je Typ, und Clients wählen einen: die Fingerprints aller Schlüssel angeben
            advice: Auf dem Server vergleichen: for f in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $f; done
            advice: Wurde der Server neu installiert, ssh: fingerprint: beim Ziel und known_hosts bei seinen Benutzern ändern
            advice: Wurde er nicht neu installiert, sitzt möglicherweise ein Angreifer auf dem Pfad: nicht anmelden

            """#,
            "fr": #"""
            [ssh.no-greeting]
            meaning: Le port accepte les connexions, mais le serveur SSH ne s'identifie pas.
            summary: {destination} accepte la connexion, mais n'envoie rien
            advice: Sur le serveur, voir ce qui écoute et si le service est bloqué : ss -tlnp 'sport = :{port}'; systemctl status ssh
            advice: Un serveur qui résout le nom de ses clients attend un serveur DNS qui ne répond plus : UseDNS dans sshd_config(5)
            advice: ssh(1) attend plus longtemps que cette vérification ; voir si le serveur est seulement lent : netdiag check --timeout 60 {url}

            [ssh.stalled]
            meaning: Le serveur SSH s'identifie, puis se tait pendant l'échange de clés.
            summary: {destination} se tait pendant l'échange de clés
            advice: Des paquets de taille maximale se perdent peut-être en chemin, là où les petits passent : tracepath {host}
            advice: Sur le serveur, voir sa charge et le journal de sshd : journalctl -u ssh

            [ssh.not-ssh]
            meaning: Ce qui écoute sur le port SSH ne parle pas SSH.
            summary: {destination} dit « {text} » au lieu d'une identification SSH
            advice: Vérifier le port, que la cible peut indiquer : ssh://HOST:PORT
            advice: Sur le serveur, s'il est à vous, voir ce qui écoute : ss -tlnp 'sport = :{port}'

            [ssh.closed]
            meaning: Le serveur SSH ferme la connexion avant la fin de l'échange de clés.
            summary: {destination} ferme la connexion avant la fin de l'échange de clés : {detail}
            advice: Sur le serveur, consulter le journal de sshd : journalctl -u ssh
            advice: Voir s'il refuse ce client : MaxStartups et PerSourcePenalties dans sshd_config(5), fail2ban, /etc/hosts.deny
            advice: Un sshd sans clés d'hôte ferme toutes les connexions : ssh-keygen -A les crée

            [ssh.protocol-version]
            meaning: Le serveur parle une autre version de SSH que 2.0.
            summary: {destination} parle la version {version} de SSH ({software}), pas 2.0
            advice: SSH 1 est cassé, et aucun client actuel ne le parle : mettre à jour le serveur, ou y activer la version 2

            [ssh.malformed]
            meaning: Le serveur commence à parler SSH, mais ne respecte pas le protocole.
            summary: {destination} ne respecte pas le protocole SSH : {detail}
            advice: Sur le serveur, s'il est à vous, voir ce qui écoute : ss -tlnp 'sport = :{port}'
            advice: Vérifier si quelque chose répond à sa place sur le chemin

            [ssh.no-common-algorithm]
            meaning: Le serveur et libssh, qui fait ici l'échange de clés, n'ont aucun algorithme en commun.
            summary: {destination} n'a aucun algorithme en commun avec la libssh de cette machine : {detail}
            advice: D'autres clients en connaissent peut-être davantage : voir si ssh -v se connecte
            advice: Sur le serveur, voir KexAlgorithms, HostKeyAlgorithms, Ciphers et MACs : sshd -T

            [ssh.key-exchange]
            meaning: L'échange de clés échoue : le serveur n'a donc pas prouvé qu'il détient sa clé d'hôte.
            summary: l'échange de clés avec {destination} échoue : {detail}
            advice: Si une signature est fausse, un attaquant est peut-être sur le chemin : comparer depuis un autre réseau
            advice: Sur le serveur, consulter le journal de sshd : journalctl -u ssh

            [ssh.wrong-host-key]
            meaning: Le serveur présente une autre clé d'hôte que celle attendue.
            summary: {destination} a la clé d'hôte {fingerprint} ({type}), mais {expected} est attendue
            advice: Un serveur a une clé de chaque type, et les clients en choisissent une : indiquer les empreintes de toutes
            advice: Sur le serveur, comparer : for f in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $f; done
            advice: Si le serveur a été réinstallé, modifier ssh: fingerprint: de la cible, et known_hosts de ses utilisateurs
            advice: Sinon, un attaquant est peut-être sur le chemin : ne pas s'authentifier

            """#,
            "es": #"""
            [ssh.no-greeting]
            meaning: El puerto acepta conexiones, pero el servidor SSH no se identifica.
            summary: {destination} acepta la conexión, pero no envía nada
            advice: En el servidor, ver qué escucha y si está colgado: ss -tlnp 'sport = :{port}'; systemctl status ssh
            advice: Un servidor que busca los nombres de sus clientes espera a un servidor DNS que ya no está: UseDNS en sshd_config(5)
            advice: ssh(1) espera más que esta comprobación; ver si el servidor solo es lento: netdiag check --timeout 60 {url}

            [ssh.stalled]
            meaning: El servidor SSH se identifica y luego enmudece durante el intercambio de claves.
            summary: {destination} deja de responder durante el intercambio de claves
            advice: Puede que en el camino se pierdan los paquetes de tamaño completo mientras los pequeños pasan: tracepath {host}
            advice: En el servidor, ver su carga y el registro (log) de sshd: journalctl -u ssh

            [ssh.not-ssh]
            meaning: Lo que escucha en el puerto SSH no habla SSH.
            summary: {destination} dice «{text}» en lugar de una identificación SSH
            advice: Comprobar el puerto, que el destino puede indicar: ssh://HOST:PORT
            advice: En el servidor, si es propio, ver qué escucha: ss -tlnp 'sport = :{port}'

            [ssh.closed]
            meaning: El servidor SSH cierra la conexión antes de completar el intercambio de claves.
            summary: {destination} cierra la conexión antes de completar el intercambio de claves: {detail}
            advice: En el servidor, ver el registro (log) de sshd: journalctl -u ssh
            advice: Ver si rechaza a este cliente: MaxStartups y PerSourcePenalties en sshd_config(5), fail2ban, /etc/hosts.deny
            advice: Un sshd al que le faltan sus claves de host cierra todas las conexiones: ssh-keygen -A las crea

            [ssh.protocol-version]
            meaning: El servidor habla una versión de SSH distinta de la 2.0.
            summary: {destination} habla la versión {version} de SSH ({software}), no la 2.0
            advice: SSH 1 es inseguro y ningún cliente actual lo habla: actualizar el servidor o activar en él la versión 2

            [ssh.malformed]
            meaning: El servidor empieza a hablar SSH, pero infringe el protocolo.
            summary: {destination} infringe el protocolo SSH: {detail}
            advice: En el servidor, si es propio, ver qué escucha: ss -tlnp 'sport = :{port}'
            advice: Comprobar si algo en el camino responde en su lugar

            [ssh.no-common-algorithm]
            meaning: El servidor y libssh, que aquí hace el intercambio de claves, no tienen ningún algoritmo en común.
            summary: {destination} no tiene ningún algoritmo en común con la libssh de este equipo: {detail}
            advice: Puede que otros clientes conozcan más: ver si ssh -v se conecta
            advice: En el servidor, ver KexAlgorithms, HostKeyAlgorithms, Ciphers y MACs: sshd -T

            [ssh.key-exchange]
            meaning: El intercambio de claves falla, así que el servidor no ha demostrado su clave de host.
            summary: el intercambio de claves con {destination} falla: {detail}
            advice: Si una firma es errónea, puede haber un atacante en el camino: comparar desde otra red
            advice: En el servidor, ver el registro (log) de sshd: journalctl -u ssh

            [ssh.wrong-host-key]
            meaning: El servidor demuestra una clave de host distinta de la esperada.
            summary: {destination} tiene la clave de host {fingerprint} ({type}), pero se espera {expected}
            advice: Un servidor tiene una clave de cada tipo y los clientes eligen una: indicar las huellas de todas ellas
            advice: En el servidor, comparar: for f in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $f; done
            advice: Si el servidor se ha reinstalado, cambiar ssh: fingerprint: del destino y el known_hosts de sus usuarios
            advice: Si no se ha reinstalado, puede haber un atacante en el camino: no iniciar sesión

            """#,
            "zh-Hans": #"""
            [ssh.no-greeting]
            meaning: 端口接受连接，但 SSH 服务器没有发送标识。
            summary: {destination} 接受连接，但没有发送任何内容
            advice: 在服务器上查看是什么在监听、是否卡死: ss -tlnp 'sport = :{port}'; systemctl status ssh
            advice: 服务器如果反查客户端域名，就会一直等待已不存在的 DNS 服务器：见 sshd_config(5) 中的 UseDNS
            advice: ssh(1) 等待的时间比本次检查更长；请查看服务器是否只是响应慢: netdiag check --timeout 60 {url}

            [ssh.stalled]
            meaning: SSH 服务器发送了标识，随后在密钥交换时没有回应。
            summary: {destination} 在密钥交换期间没有回应
            advice: 路径上可能丢弃满长数据包，而小包可以通过: tracepath {host}
            advice: 在服务器上查看负载和 sshd 的日志: journalctl -u ssh

            [ssh.not-ssh]
            meaning: SSH 端口上监听的程序使用的不是 SSH。
            summary: {destination} 返回“{text}”，而不是 SSH 标识
            advice: 检查端口，可在目标中指定: ssh://HOST:PORT
            advice: 在服务器上（如由您管理）查看是什么在监听: ss -tlnp 'sport = :{port}'

            [ssh.closed]
            meaning: 密钥交换尚未完成，SSH 服务器就关闭了连接。
            summary: {destination} 在密钥交换完成之前关闭了连接：{detail}
            advice: 在服务器上查看 sshd 的日志: journalctl -u ssh
            advice: 查看它是否拒绝该客户端：sshd_config(5) 中的 MaxStartups 和 PerSourcePenalties、fail2ban、/etc/hosts.deny
            advice: sshd 如果没有主机密钥，会关闭所有连接：可用 ssh-keygen -A 生成

            [ssh.protocol-version]
            meaning: 服务器使用的 SSH 版本不是 2.0。
            summary: {destination} 使用的 SSH 版本为 {version}（{software}），不是 2.0
            advice: SSH 1 已不安全，现有的客户端均不再支持：请更新服务器，或在服务器上启用版本 2

            [ssh.malformed]
            meaning: 服务器开始使用 SSH，但违反了协议。
            summary: {destination} 违反了 SSH 协议：{detail}
            advice: 在服务器上（如由您管理）查看是什么在监听: ss -tlnp 'sport = :{port}'
            advice: 检查路径上是否有设备在代替它应答

            [ssh.no-common-algorithm]
            meaning: 服务器与本机执行密钥交换的 libssh 没有共同支持的算法。
            summary: {destination} 与本机的 libssh 没有共同支持的算法：{detail}
            advice: 其他客户端可能支持更多算法：看看 ssh -v 能否连接
            advice: 在服务器上查看 KexAlgorithms、HostKeyAlgorithms、Ciphers 和 MACs: sshd -T

            [ssh.key-exchange]
            meaning: 密钥交换失败，服务器因此未能证明其主机密钥。
            summary: 与 {destination} 的密钥交换失败：{detail}
            advice: 如果签名有误，路径上可能有攻击者：请换一个网络对比
            advice: 在服务器上查看 sshd 的日志: journalctl -u ssh

            [ssh.wrong-host-key]
            meaning: 服务器证明的主机密钥与预期的不同。
            summary: {destination} 的主机密钥为 {fingerprint}（{type}），而预期为 {expected}
            advice: 服务器每种类型各有一个密钥，由客户端选用：请列出全部密钥的指纹
            advice: 在服务器上核对: for f in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $f; done
            advice: 如果服务器重装过，请修改该目标的 ssh: fingerprint:，以及其用户的 known_hosts
            advice: 如果没有重装过，路径上可能有攻击者：请勿登录

            """#,
        ]
    }
}
