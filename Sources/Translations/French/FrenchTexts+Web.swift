extension FrenchTexts {
    static var web: String {
        #"""
        [http.captive-portal]
        meaning: Un portail captif répond à la place de la cible.
        summary: un portail captif répond à la place de {destination} : {portal} ({sign})
        advice: Ouvrir {portal} dans un navigateur sur cette machine, et s'authentifier ou accepter les conditions
        advice: Puis relancer la vérification : netdiag check {target}
        advice: Là où personne ne peut s'authentifier, demander à l'exploitant du réseau d'exempter cette machine du portail

        [http.redirect-loop]
        meaning: Les redirections bouclent ou dépassent la limite.
        summary: {url} redirige sans fin : {chain}
        advice: Suivre à la main : curl -sIL --max-redirs 10 {url}
        advice: Vérifier les règles de redirection du serveur

        [http.redirect-downgrade]
        meaning: Une redirection mène de https à http.
        summary: {url} mène de https à http : {chain}
        advice: Faire rediriger vers https par le serveur

        [http.redirect-refused]
        meaning: Une redirection mène à un endroit que netdiag ne suit pas.
        summary: une redirection de {url} n'est pas suivie : {detail}
        advice: Voir où elle mène : curl -sI {url}
        advice: Vérifier les règles de redirection du serveur

        [http.auth-required]
        meaning: Le serveur demande une authentification (401), et il n'y a pas d'identifiants.
        summary: {url} exige une authentification (401, {schemes}), mais aucun identifiant n'est configuré
        advice: Configurer un fichier d'identifiants : credentials: de la cible dans /etc/netdiag/netdiag.yaml
        advice: Ou vérifier une page qui ne demande pas d'authentification

        [http.auth-rejected]
        meaning: Le serveur rejette les identifiants (401).
        summary: {url} rejette les identifiants{scheme}
        advice: Corriger les identifiants de la cible ; ils ne seront pas réessayés tant qu'ils n'ont pas changé
        advice: Voir dans le journal du serveur si le compte est verrouillé

        [http.auth-scheme]
        meaning: Le serveur ne propose aucun schéma d'authentification auquel les identifiants conviennent (401).
        summary: {url} ne propose que {schemes}, et les identifiants configurés sont pour d'autres schémas
        advice: Autoriser l'un de ces schémas dans credentials: de la cible, ou faire proposer un autre schéma par le serveur

        [http.auth-unavailable]
        meaning: Le serveur demande une authentification (401), mais les identifiants configurés ne peuvent pas être obtenus.
        summary: {url} exige une authentification, mais les identifiants ne peuvent pas être lus : {reason}
        advice: Vérifier les identifiants de la cible ; pour Kerberos, klist affiche les tickets

        [http.forbidden]
        meaning: Le serveur interdit la requête (403).
        summary: l'accès à {url} est interdit (403)
        advice: Vérifier les règles d'accès et le journal du serveur
        advice: Essayer à la main : curl -v {url}

        [http.not-found]
        meaning: Il n'y a rien à ce chemin (404 ou 410).
        summary: il n'y a rien à l'adresse {url} ({status})
        advice: Vérifier que le chemin ne contient pas de faute de frappe
        advice: Voir si le serveur est le bon : curl -v {url}

        [http.rate-limited]
        meaning: Le serveur limite le nombre de requêtes (429).
        summary: {url} rejette les nouvelles requêtes pour l'instant (429 Too Many Requests, nouvel essai possible après {retry})
        advice: Vérifier moins souvent : interval: de la cible dans /etc/netdiag/netdiag.yaml

        [http.client-error]
        meaning: Le serveur refuse la requête par un autre code 4xx.
        summary: {url} répond {status}
        advice: Essayer à la main : curl -v {url}
        advice: Consulter le journal du serveur

        [http.gateway-error]
        meaning: Le proxy fonctionne, mais le service derrière lui ne répond pas (502, 503 ou 504).
        summary: {url} répond {status} : le frontal ({who}) fonctionne, mais le service derrière lui ne répond pas
        advice: Vérifier le service derrière le proxy, et le journal d'erreurs du proxy{server}

        [http.server-error]
        meaning: Le serveur échoue (autre code 5xx).
        summary: {url} répond {status} : le serveur a une erreur interne
        advice: Consulter le journal d'erreurs du serveur{server}
        advice: Essayer à la main : curl -v {url}

        [http.no-answer]
        meaning: Connexion établie, requête envoyée, mais pas de premier octet à temps.
        summary: {url} accepte la requête, mais ne répond pas à temps
        advice: Vérifier si tous les workers du serveur sont occupés, ou attendent un service derrière eux
        advice: Essayer avec un délai plus long : curl -v --max-time 60 {url}

        [http.stalled]
        meaning: Le corps de la réponse ne se termine pas à temps.
        summary: la réponse de {url} ne s'est pas terminée à temps : {bytes} octets du corps sont arrivés
        advice: Si elle dure plus longtemps, accorder plus de temps à la cible (timeout:) ; la voir : curl -Nv --max-time 60 {url}
        advice: Voir si les gros paquets passent : ping -M do -s 1400 {address}
        advice: Consulter le journal du serveur

        [http.truncated]
        meaning: Le corps de la réponse est plus court qu'annoncé.
        summary: la réponse de {url} se termine après {bytes} octets, avant la longueur annoncée
        advice: Chercher dans le journal du serveur un plantage au milieu d'une réponse

        [http.malformed]
        meaning: La réponse n'est pas du HTTP, ou n'en respecte pas le découpage en messages (framing).
        summary: la réponse de {url} n'est pas du HTTP valide : {detail}
        advice: Voir la réponse : curl -v --http0.9 {url}
        advice: Le serveur a mis fin à HTTP/2 ; comparer avec HTTP/1.1 : curl -v --http1.1 {newer}
        advice: Vérifier que le port {port} sert bien HTTP

        [http.unexpected-status]
        meaning: Le code de statut n'est aucun de ceux configurés comme attendus pour la cible.
        summary: {url} répond {status}, ce qui n'est pas un code de statut attendu
        advice: Essayer à la main : curl -v {url}
        advice: Ou corriger status: de la cible dans /etc/netdiag/netdiag.yaml

        [http.unexpected-body]
        meaning: Le code de statut est celui attendu, mais pas le contenu.
        summary: le code de statut de {url} est celui attendu, mais pas le contenu : {rule} n'est pas respecté, on trouve {found}
        advice: Voir ce qu'il envoie : curl -s {url}
        advice: Ou corriger la règle de la cible dans /etc/netdiag/netdiag.yaml

        [http.slow]
        meaning: La page met plus de temps que le seuil.
        summary: {url} est lent : {total}, dont {time} pour « {phase} » ; la limite est de {limit}
        advice: Voir la durée de chaque phase : netdiag check --json {url} | jq '.layers[-1].evidence.phases'
        advice: Si c'est le premier octet qui tarde, vérifier la charge du serveur et les services derrière lui
        advice: Ou accorder plus de temps : thresholds: page: dans /etc/netdiag/netdiag.yaml

        [http.failed]
        meaning: La requête a échoué, et rien n'indique laquelle des causes connues l'explique.
        summary: la requête vers {url} échoue : {detail}
        advice: Essayer à la main : curl -v {url}

        [ws.upgrade-refused]
        meaning: Le serveur ne passe pas à WebSocket (pas de 101).
        summary: {url} ne passe pas à WebSocket : le serveur répond {status}
        advice: Vérifier que le chemin est celui du WebSocket
        advice: Un proxy placé devant doit transmettre Upgrade et Connection

        [ws.handshake-invalid]
        meaning: Le serveur répond 101, mais avec une clé, un sous-protocole ou une extension erronés.
        summary: {url} répond 101, mais pas à ce handshake : {detail}
        advice: Vérifier si quelque chose sur le chemin répond depuis un cache
        advice: Examiner la bibliothèque WebSocket du serveur

        [ws.no-pong]
        meaning: Le WebSocket est ouvert, mais un ping reste sans réponse.
        summary: {url} s'ouvre, mais ne répond pas à un ping
        advice: Vérifier si la boucle d'événements du serveur est bloquée
        advice: Un proxy retient peut-être des trames : vérifier sa mise en mémoire tampon

        [ws.protocol-error]
        meaning: Des trames ne respectent pas la RFC 6455, ou un code de fermeture l'indique.
        summary: {url} ne respecte pas le protocole WebSocket : {detail}
        advice: Vérifier la bibliothèque WebSocket du serveur, et tout proxy sur le chemin qui modifie les trames

        [ws.unexpected-message]
        meaning: Le WebSocket fonctionne, mais aucun message ne correspond à ce qui est attendu.
        summary: {url} n'envoie aucun message qui respecte la règle : {detail}
        advice: Voir ce qu'il envoie ; la règle est websocket: expect: de la cible

        [ws.closed]
        meaning: Le serveur ferme le WebSocket avant d'avoir répondu.
        summary: {url} ferme la connexion avant d'avoir répondu : {detail}
        advice: Consulter le journal du serveur

        [grpc.no-answer]
        meaning: Le serveur gRPC accepte la connexion, mais ne répond pas au health check.
        summary: {destination} ne répond pas quand on lui demande l'état de santé de {service}
        advice: Sur le serveur, voir si tous ses workers sont occupés ou bloqués, et ce qu'il journalise
        advice: Il attend peut-être TLS dès le premier octet : netdiag check grpcs://{destination}

        [grpc.closed]
        meaning: La connexion prend fin avant que le serveur gRPC ait répondu au health check.
        summary: {destination} met fin à l'échange ({how}) au lieu de répondre au health check
        advice: Sur le serveur, chercher pourquoi : son journal, et s'il a été redémarré
        advice: Il attend peut-être TLS dès le premier octet : netdiag check grpcs://{destination}

        [grpc.not-grpc]
        meaning: Ce qui répond sur le port ne parle pas gRPC.
        summary: {destination} ne parle pas gRPC : il répond {detail}
        advice: Si c'est votre serveur, y voir ce qui écoute : ss -ltnp
        advice: Un proxy intermédiaire doit laisser passer HTTP/2 et gRPC : grpc_pass dans nginx, h2c ou h2 vers le backend ailleurs

        [grpc.malformed]
        meaning: La réponse du serveur gRPC est illisible.
        summary: la réponse de {destination} au health check est illisible : {detail}
        advice: Voir ce qu'il répond : grpc_health_probe -addr={destination}, ou grpcurl
        advice: Voir si quelque chose modifie la réponse en chemin, comme les proxys qui suppriment les trailers

        [grpc.not-serving]
        meaning: Le serveur gRPC indique qu'il n'est pas en service.
        summary: {destination} indique que {service} n'est pas en service : {health}
        advice: Sur le serveur, voir ce qu'attend le service : le plus souvent ses propres dépendances
        advice: UNKNOWN : le service n'a rien signalé de lui-même depuis le démarrage

        [grpc.unknown-service]
        meaning: Le serveur gRPC ne connaît pas le service demandé.
        summary: {destination} ne connaît pas {service}{message}
        advice: Comparer le nom avec ceux que le serveur a enregistrés : grpcurl {destination} list
        advice: Un nom est celui du fichier .proto avec son package, par exemple my.package.Service, sauf si le serveur en a choisi un autre

        [grpc.unimplemented]
        meaning: Le serveur gRPC ne propose pas de health checks.
        summary: {destination} parle gRPC, mais n'implémente pas grpc.health.v1.Health{message}
        advice: Faire enregistrer par le serveur le service de santé de sa bibliothèque gRPC
        advice: Si ce n'est pas possible, vérifier seulement son port : netdiag check {destination}

        [grpc.refused]
        meaning: Le serveur gRPC refuse le health check, ou échoue à y répondre.
        summary: {destination} répond au health check par {status}{message}
        advice: UNAVAILABLE : il démarre, il s'arrête, ou c'est un proxy dont le backend est absent
        advice: UNAUTHENTICATED, PERMISSION_DENIED : il interdit les health checks aux inconnus ; les faire autoriser
        advice: Autres cas : consulter le journal du serveur

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

        """#
    }
}
