extension FrenchTexts {
    static var services: String {
        #"""
        [ssh.no-greeting]
        meaning: Le port accepte les connexions, mais le serveur SSH ne s'identifie pas.
        summary: {destination} accepte la connexion, mais n'envoie rien
        advice: Sur le serveur, voir ce qui écoute et si le service est bloqué : ss -tlnp 'sport = :{port}'; systemctl status ssh
        advice: Un serveur qui résout le nom de ses clients attend un serveur DNS qui ne répond plus : UseDNS dans sshd_config(5)

        [ssh.stalled]
        meaning: Le serveur SSH s'identifie, puis se tait pendant l'échange de clés.
        summary: {destination} se tait pendant l'échange de clés
        advice: Des paquets de taille maximale se perdent peut-être en chemin, là où les petits passent : tracepath {host}
        advice: Sur le serveur, voir sa charge et le journal de sshd : journalctl -u ssh

        [ssh.not-ssh]
        meaning: Ce qui écoute sur le port SSH ne parle pas SSH.
        summary: {destination} dit "{text}" au lieu d'une identification SSH
        advice: Voir si c'est le bon port : ssh://HOST:PORT
        advice: Voir ce qui y écoute : ss -tlnp 'sport = :{port}'

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
        advice: Voir ce qui y écoute : ss -tlnp 'sport = :{port}'
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

        [ntp.refused]
        meaning: L'hôte est là, mais rien n'écoute sur le port NTP.
        summary: aucun serveur de temps ne tourne sur {destination}
        advice: Sur le serveur, voir si un serveur de temps tourne : systemctl status chronyd ntpd ntpsec systemd-timesyncd
        advice: chrony ne sert personne tant qu'on ne l'y autorise pas : allow NETWORK dans chrony.conf

        [ntp.no-answer]
        meaning: Le serveur ne répond pas aux requêtes NTP.
        summary: {destination} ne répond pas en NTP ({sent} requêtes)
        advice: Sur le serveur, vérifier qu'il accepte les requêtes venant d'ici : chronyc accheck ADDRESS, ou restrict dans ntp.conf
        advice: Chercher sur le chemin un pare-feu qui bloque le port UDP {port}
        advice: Voir si un autre serveur répond : netdiag check ntp://pool.ntp.org

        [ntp.malformed]
        meaning: Ce qui répond sur le port NTP ne parle pas NTP.
        summary: {destination} répond, mais pas à la question : {strays} datagrammes ne sont pas du NTP
        advice: Voir ce qui y écoute : ss -ulnp 'sport = :{port}'
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
        summary: {destination} a le message "{received}" de {topic}, mais {expected} est attendu
        advice: Voir qui publie sur le topic, et quoi : mosquitto_sub -v -t {topic}
        advice: Voir si mqtt: expect: est toujours juste

        [udp.refused]
        meaning: L'hôte est là, mais rien n'écoute sur le port UDP.
        summary: rien n'écoute sur le port UDP {port} de {host}
        advice: Vérifier le numéro de port {port}
        advice: Si c'est votre serveur, y voir ce qui écoute : ss -ulnp 'sport = :{port}'

        [udp.no-answer]
        meaning: Rien ne revient en réponse à un datagramme.
        summary: {destination} ne répond pas ({sent} datagrammes)
        advice: Sur le serveur, voir si les datagrammes arrivent : tcpdump -n udp port {port}
        advice: Chercher sur le chemin un pare-feu qui bloque le port UDP {port}
        advice: Beaucoup de services ne répondent qu'à ce qu'ils comprennent : indiquer quoi envoyer avec udp: send:, et ce qui revient avec expect:

        [udp.unexpected]
        meaning: Le port répond, mais pas avec ce qui est attendu.
        summary: {destination} répond "{received}", ce qui ne correspond pas à {expected}
        advice: Voir ce qui y écoute : ss -ulnp 'sport = :{port}'
        advice: Voir ce qu'il répond ; la règle est udp: expect: de la cible

        [icmp.no-reply]
        meaning: L'hôte ne répond à aucune requête ICMP echo, et rien d'autre n'indique pourquoi.
        summary: {address} ne répond pas aux pings
        advice: Beaucoup d'hôtes ignorent les pings : vérifier un port qu'il devrait servir, par exemple netdiag check {address}:22
        advice: Voir jusqu'où vont les paquets : traceroute {address}

        [icmp.unreachable]
        meaning: Une erreur ICMP est revenue en réponse à la requête echo.
        summary: {address} n'est pas joignable ({detail}, selon {reporter})
        advice: Voir jusqu'où vont les paquets : traceroute {address}
        advice: Afficher la route : ip route get {address}

        """#
    }
}
