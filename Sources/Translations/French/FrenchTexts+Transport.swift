extension FrenchTexts {
    static var transport: String {
        #"""
        [tcp.refused]
        meaning: L'hôte répond au SYN par un RST : rien n'écoute sur le port, ou un pare-feu rejette.
        summary: {destination} refuse la connexion : rien n'y écoute
        advice: {own} est une adresse de cette machine, les paquets qui y sont destinés n'en sortent donc pas ; si le service est ailleurs, la retirer : ip address del {held} dev {holder}
        advice: {router_address} est une adresse du routeur {router} lui-même. S'il transmet le port à un hôte derrière lui, se connecter à l'adresse propre de cet hôte, ou activer le NAT hairpin (NAT loopback) dans le routeur
        advice: Voir si le service écoute sur une autre adresse : ss -tlnp 'sport = :{local_port}'
        advice: Démarrer le service, ou vérifier le numéro de port {local_port}
        advice: Sur {host}, voir si le service écoute, et sur quelle adresse : ss -tlnp 'sport = :{port}'
        advice: Démarrer le service sur {host}, ou vérifier le numéro de port {port}
        advice: Vérifier le numéro de port {port} ; s'il est juste, c'est au responsable de {server} de démarrer le service

        [tcp.timeout]
        meaning: Le SYN reste sans réponse, alors que l'hôte ou son réseau répond par ailleurs.
        summary: {destination} ne répond pas aux tentatives de connexion
        advice: Rien de ce qui est vérifié sur {silent_host} ne répond : vérifier que l'hôte est allumé et relié à son réseau
        advice: L'adresse vient du fichier hosts de cette machine et est peut-être périmée : grep -n {listed} /etc/hosts
        advice: On ne sait d'aucun paquet de cette machine qu'il dépasse {last_router}. Si d'autres sites échouent aussi, redémarrer le routeur ; si cela ne suffit pas, appeler le fournisseur d'accès
        advice: Cette machine demande ECN, et certains équipements rejettent de telles tentatives de connexion. Voir si cela fonctionne sans : sysctl -w {ecn}=2
        advice: {router_address} est une adresse du routeur {router} lui-même. S'il transmet le port à un hôte derrière lui, se connecter à l'adresse propre de cet hôte, ou activer le NAT hairpin (NAT loopback) dans le routeur
        advice: {foreign} est une adresse privée, joignable seulement depuis son propre réseau, et seule la route par défaut la couvre ; se connecter à ce réseau ou à son VPN, et voir s'il ajoute une route : ip route get {foreign}
        advice: Voir si l'hôte répond tout court : ping {unpinged}
        advice: De nombreux fournisseurs d'accès bloquent les connexions au port {blocked_port}, donc demander au sien ou essayer par un autre réseau
        advice: Chercher devant {address} un pare-feu qui bloque le port {port}, ou sur cette machine un pare-feu qui bloque les réponses : nft list ruleset
        advice: Les paquets vers {address} vont dans le tunnel {tunnel} ; voir s'il en arrive de l'autre extrémité : ip -s link show {tunnel}
        advice: Voir jusqu'où vont les paquets : traceroute -T -p {port} {untraced}
        advice: L'hôte répond aux pings. S'il est à vous, y vérifier si le programme du port {live_port} accepte encore des connexions, car une file d'attente pleine les rejette : ss -ltn 'sport = :{live_port}'
        advice: {mute_name} désigne peut-être une ancienne adresse, ou l'hôte est éteint ; afficher ses adresses : netdiag resolve {mute_name}

        [tcp.host-down]
        meaning: La cible est sur le lien, et ne répond ni en ARP ni en NDP.
        summary: aucun hôte d'adresse {address} ne répond sur {interface}
        advice: Si {address} est dans un autre réseau, le masque de {wide} est trop large ; le comparer à celui d'autres hôtes : ip address show dev {interface}
        advice: Si {address} est dans un autre réseau, la route vers {stray} y mène en vain ; la supprimer : ip route del {stray} dev {interface}
        advice: Vérifier que {address} est allumé et sur ce réseau
        advice: Les réseaux invités et certains points d'accès séparent leurs clients (isolation des clients). Si cette machine ou {isolated} est dans un tel réseau, changer ce réglage, ou utiliser le réseau principal
        advice: Voir son entrée de voisinage : ip neigh show {address}
        advice: Vérifier si cet hôte est bien censé être sur {interface}, ou si un autre réseau y couvre son adresse : ip route get {address}

        [tcp.reset]
        meaning: La connexion est établie, puis réinitialisée avant le premier octet de réponse.
        summary: {destination} accepte la connexion, puis la réinitialise avant de répondre
        advice: Voir quel programme de cette machine accepte les connexions : ss -tlnp 'sport = :{local_port}' ; un docker-proxy le fait pour un conteneur où rien n'écoute
        advice: Consulter le journal du serveur sur {address}
        advice: Ce port n'utilise peut-être pas TLS : netdiag check {unencrypted}
        advice: Chercher un proxy ou un pare-feu qui coupe les connexions vers le port {port}

        [tcp.closed]
        meaning: La connexion est fermée normalement (FIN), sans réponse.
        summary: {destination} accepte la connexion, puis la ferme sans répondre
        advice: Voir quel programme de cette machine accepte les connexions : ss -tlnp 'sport = :{local_port}' ; un docker-proxy le fait pour un conteneur où rien n'écoute
        advice: Consulter le journal du serveur sur {address}
        advice: Ce port n'utilise peut-être pas TLS : netdiag check {unencrypted}
        advice: Voir quel protocole parle le port : nc {address} {port}
        advice: Voir ce que le serveur envoie après le handshake TLS : openssl s_client -connect {endpoint} -servername {name}
        advice: Comparer avec HTTP/1.1, puisque HTTP/2 a été négocié : curl -v --http1.1 {newer}

        [tcp.unexpected-answer]
        meaning: Le port accepte la connexion, mais ne dit pas ce qui est attendu.
        summary: {destination} ne répond pas comme attendu à « {step} » : il dit {received}
        advice: Voir ce qu'il envoie : nc {address} {port}
        advice: Ou corriger script: de la cible dans /etc/netdiag/netdiag.yaml

        [tcp.ipv6-broken]
        meaning: IPv6 vers la cible échoue, IPv4 fonctionne.
        summary: IPv6 vers {name} échoue : {failures} ; IPv4 fonctionne
        advice: Le serveur DNS (DNS64) a formé l'adresse IPv6 à partir d'une adresse IPv4, pour le NAT64 du réseau de préfixe {nat64} ; le faire réparer et, en attendant, utiliser un serveur DNS sans DNS64, puisque IPv4 fonctionne : cat /etc/resolv.conf; resolvectl status
        advice: {foreign} est une adresse privée, accessible seulement dans son propre réseau : faire supprimer l'enregistrement AAAA de {name} du DNS public, ou se connecter à ce réseau ou à son VPN
        advice: Voir jusqu'où vont les paquets : traceroute -6 {address}
        advice: Si IPv6 est en panne pour d'autres cibles que {native} aussi, vérifier l'IPv6 du routeur
        advice: Ou supprimer l'enregistrement AAAA de {record} jusqu'à ce que le serveur y réponde
        advice: Les paquets IPv6 atteignent le serveur : y voir si le service écoute sur {closed} : ss -tlnp 'sport = :{port}'
        advice: Ou supprimer l'enregistrement AAAA de {name} avec {closed} jusqu'à ce que le service y écoute

        [tcp.ipv4-broken]
        meaning: IPv4 vers la cible échoue, IPv6 fonctionne.
        summary: IPv4 vers {name} échoue : {failures} ; IPv6 fonctionne
        advice: Voir jusqu'où vont les paquets : traceroute -4 {address}
        advice: Ou supprimer l'enregistrement A avec {record} jusqu'à ce que le serveur y réponde
        advice: Les paquets IPv4 atteignent le serveur : y voir si le service écoute sur {closed} : ss -tlnp 'sport = :{port}'
        advice: Ou supprimer l'enregistrement A de {name} avec {closed} jusqu'à ce que le service y écoute

        [tcp.some-addresses-dead]
        meaning: Certaines adresses du nom échouent.
        summary: parmi les {total} adresses de {name}, inutilisables ({count}) : {failures}{cost}
        advice: Supprimer la ligne avec l'adresse morte : grep -n {listed} /etc/hosts
        advice: Retirer l'adresse du nom, ou réparer le service sur {address}

        [tcp.some-connections-fail]
        meaning: Certaines connexions à la même adresse et au même port échouent, tandis que d'autres sont acceptées.
        summary: sur {total} connexions à {destination}, échecs : {failed} ({outcome}) ; les autres sont acceptées
        advice: Si {address} est un répartiteur de charge, trouver derrière lui le serveur en panne, et le réparer ou le retirer ; s'il appartient à un tiers, prévenir l'exploitant
        advice: Les paquets prennent peut-être plusieurs chemins, dont un perd ceux de certaines connexions, donc chercher le routeur à partir duquel des paquets se perdent : mtr -T -P {silent_port} {address}
        advice: Un NAT sur le chemin, par exemple dans le routeur ou chez le fournisseur (CGNAT), n'a peut-être plus de port libre, ou sa table de connexions est pleine. Si des connexions au port {translated_port} d'autres hôtes échouent parfois aussi, redémarrer le routeur, puis interroger le fournisseur
        advice: Répéter pour voir combien de fois cela échoue : nc -zvw 2 {address} {port}
        advice: Voir quelles connexions de cette machine restent sans réponse, et dire au fournisseur vers quels hôtes elles mènent : ss -tno state {state}

        [tcp.slow]
        meaning: L'établissement de la connexion prend plus de temps que le seuil.
        summary: la connexion à {destination} prend {time}, au-delà du seuil de {limit}
        advice: Cette machine demande ECN, et certains équipements rejettent de telles tentatives de connexion. Voir si cela fonctionne sans : sysctl -w {ecn}=2
        advice: Voir si un transfert remplit la ligne, de sorte que les paquets attendent dans la file de {queue} ; réessayer sans lui. Une gestion de file dans le routeur (SQM, avec fq_codel ou cake) garde la file courte
        advice: Voir si les premiers paquets se perdent : un SYN est renvoyé au bout d'une seconde (tcpdump -ni any 'tcp[13] & 2 != 0' and host {address})
        advice: Voir où passe le temps : mtr -T -P {port} {address}
        advice: Sur {address}, voir si la file d'écoute déborde : nstat -az TcpExtListenOverflows

        [tls.not-tls]
        meaning: Le serveur parle autre chose que TLS.
        summary: {destination} ne parle pas TLS : {detail}
        advice: Si le service est censé être en clair, utiliser {plain}://
        advice: Voir ce qu'il dit : openssl s_client -connect {endpoint}

        [tls.handshake-timeout]
        meaning: La connexion est établie, mais aucun ServerHello n'arrive.
        summary: {destination} accepte la connexion, mais ne répond pas à la négociation TLS
        advice: Voir où cela échoue : openssl s_client -connect {endpoint} -servername {name}
        advice: Une MTU trop petite sur le chemin a cet effet : ping -M do -s 1400 {address}

        [tls.version]
        meaning: Il n'y a pas de version commune du protocole.
        summary: {destination} ne propose aucune version de TLS que cette machine accepte
        advice: Voir ce qu'il propose : openssl s_client -connect {endpoint} -tls1_2
        advice: Configurer le serveur pour TLS 1.2 ou 1.3

        [tls.alert]
        meaning: L'autre extrémité refuse la négociation par une alerte.
        summary: {destination} refuse la négociation TLS : {detail}
        advice: Le serveur n'a pas de site pour {unknown} : utiliser un de ses noms dans l'URL, ou ajouter celui-ci à sa configuration
        advice: Voir l'alerte : openssl s_client -connect {endpoint} -servername {name}
        advice: Consulter le journal du serveur

        [tls.expired]
        meaning: Un certificat a expiré.
        summary: le certificat de {destination} ({subject}) a expiré : {date}
        advice: Vérifier d'abord l'horloge de cette machine, qui indique {doubtful_time} et n'est pas synchronisée : timedatectl
        advice: Renouveler le certificat de {leaf} sur le serveur, par exemple avec certbot renew
        advice: L'afficher : openssl s_client -connect {endpoint} -servername {leaf} | openssl x509 -noout -dates
        advice: Le remplacer sur le serveur, dans le fichier du certificat de {chained}, par le certificat actuel de cette autorité ; celui de {chained} n'a pas à être renouvelé
        advice: Voir les dates de tous les certificats : openssl s_client -connect {endpoint} -servername {chained} -showcerts
        advice: Si {stored} est votre propre autorité, installer son certificat actuel à la place : ca_file: de la cible, ou update-ca-certificates ; sinon, mettre à jour le paquet ca-certificates

        [tls.not-yet-valid]
        meaning: Un certificat n'est pas encore valide.
        summary: le certificat de {destination} ({subject}) n'est pas encore valide ; début de validité : {date}
        advice: Vérifier l'horloge de cette machine : timedatectl
        advice: Si elle est juste, c'est au responsable de {operated} d'installer un certificat déjà valide
        advice: Si {stored} est votre propre autorité, installer son certificat actuel à la place : ca_file: de la cible, ou update-ca-certificates ; sinon, mettre à jour le paquet ca-certificates

        [tls.wrong-host]
        meaning: Le certificat est établi pour d'autres noms.
        summary: le certificat de {destination} est établi pour {names}, pas pour {name}
        advice: {router_address} est une adresse du routeur {router} lui-même. S'il transmet le port à un hôte derrière lui, se connecter à l'adresse propre de cet hôte, ou activer le NAT hairpin (NAT loopback) dans le routeur
        advice: La liste de recherche de cette machine (/etc/resolv.conf) a complété le nom en {searched}. Si un autre hôte est visé, corriger le nom ou l'écrire en entier
        advice: Utiliser un nom qui y figure, ou faire ajouter {name} au certificat
        advice: Voir quel serveur répond pour {name} : netdiag resolve {name}

        [tls.self-signed]
        meaning: Le certificat est auto-signé et n'est pas approuvé.
        summary: le certificat de {destination} est auto-signé ({subject}) et n'est pas approuvé
        advice: {router_address} est une adresse du routeur {router} lui-même. S'il transmet le port à un hôte derrière lui, se connecter à l'adresse propre de cet hôte, ou activer le NAT hairpin (NAT loopback) dans le routeur
        advice: La connexion passe par le proxy {proxied}, qui intercepte peut-être TLS et présente un certificat à lui. Dans ce cas, installer celui de son autorité, fourni par ses administrateurs : update-ca-certificates
        advice: {public_name} a l'adresse privée {private_address}, qui appartient à un autre réseau. Si un hôte d'Internet est visé, le serveur DNS donne une adresse fausse, par exemple pour bloquer le nom ; comparer : netdiag resolve {public_name} --server ANOTHER-SERVER
        advice: Le certificat est celui de {product}, qui filtre les noms et les pages web : si {blocked_name} n'est pas un de ses hôtes, il bloque ce nom, et ses administrateurs peuvent l'autoriser ; comparer : netdiag resolve {blocked_name} --server ANOTHER-SERVER
        advice: Le faire émettre par une autorité de certification à laquelle les clients font confiance
        advice: Ou l'approuver ici : ca_file: de la cible dans /etc/netdiag/netdiag.yaml

        [tls.untrusted-issuer]
        meaning: La chaîne est complète, mais sa racine n'est pas approuvée.
        summary: le certificat de {destination} a été émis par {issuer}, auquel cette machine ne fait pas confiance
        advice: {router_address} est une adresse du routeur {router} lui-même. S'il transmet le port à un hôte derrière lui, se connecter à l'adresse propre de cet hôte, ou activer le NAT hairpin (NAT loopback) dans le routeur
        advice: La connexion passe par le proxy {proxied}, qui intercepte peut-être TLS et présente un certificat à lui. Dans ce cas, installer celui de son autorité, fourni par ses administrateurs : update-ca-certificates
        advice: {public_name} a l'adresse privée {private_address}, qui appartient à un autre réseau. Si un hôte d'Internet est visé, le serveur DNS donne une adresse fausse, par exemple pour bloquer le nom ; comparer : netdiag resolve {public_name} --server ANOTHER-SERVER
        advice: Le certificat est celui de {product}, qui filtre les noms et les pages web : si {blocked_name} n'est pas un de ses hôtes, il bloque ce nom, et ses administrateurs peuvent l'autoriser ; comparer : netdiag resolve {blocked_name} --server ANOTHER-SERVER
        advice: Si c'est votre propre autorité, l'approuver : ca_file: de la cible, ou update-ca-certificates
        advice: Si {intermediate} est une autorité intermédiaire, le serveur n'envoie pas son certificat : y installer toute la chaîne (fullchain.pem)
        advice: Sinon, quelque chose intercepte peut-être la connexion sur le chemin vers {destination}

        [tls.incomplete-chain]
        meaning: Il manque un certificat intermédiaire.
        summary: {destination} n'envoie pas le certificat intermédiaire {issuer}, son certificat ne peut donc pas être vérifié
        advice: Configurer le serveur pour qu'il envoie toute la chaîne (fullchain.pem)
        advice: Si {issuer} est votre propre racine, l'approuver plutôt : ca_file: de la cible, ou update-ca-certificates
        advice: Voir ce qu'il envoie : openssl s_client -showcerts -connect {endpoint} -servername {name}

        [tls.client-certificate]
        meaning: Le serveur exige un certificat client.
        summary: {destination} exige un certificat client
        advice: Voir quelles autorités il accepte : openssl s_client -connect {endpoint}

        [tls.revoked]
        meaning: La réponse OCSP fournie par le serveur (stapling) indique que le certificat est révoqué.
        summary: le certificat de {destination} ({subject}) a été révoqué, d'après la réponse OCSP de son autorité (stapling)
        advice: Faire émettre un nouveau certificat, et chercher pourquoi celui-ci a été révoqué

        [tls.weak]
        meaning: TLS fonctionne, mais seulement avec une version, une clé ou une signature obsolète ; c'est une erreur là où cette machine ne l'accepte pas.
        summary: le TLS de {destination} est faible : {weakness}
        advice: Configurer le serveur pour TLS 1.2 ou 1.3, des clés RSA de 2048 bits ou plus, et SHA-256

        [tls.intercepted]
        meaning: Le certificat est approuvé, mais il vient d'une autre autorité que celle configurée, ou a une autre clé. C'est une erreur si un équipement, ou un programme sur cette machine, en présente un non approuvé à la place de tous les hôtes.
        summary: le certificat de {destination} a été émis par {issuer} et ne correspond pas à ce qui est attendu : {expected}
        advice: Chercher la règle de cette machine qui redirige le port {redirected} : nft list ruleset
        advice: Chercher ce qui intercepte TLS : un proxy, ou un logiciel de sécurité sur cette machine
        advice: Interroger vos administrateurs au sujet de {issuer} ; d'autres peuvent lire le trafic
        advice: Si {device} fait partie de votre réseau, s'y connecter, ou installer son certificat, fourni par vos administrateurs : update-ca-certificates
        advice: Si le serveur a un nouveau certificat, corriger issuer: ou pin: de la cible ; sa clé est {pin}

        [tls.expires-soon]
        meaning: Un certificat expire dans le délai configuré, en jours.
        summary: le certificat de {destination} ({subject}) expire bientôt : {date}
        advice: Le renouveler sur le serveur, par exemple avec certbot renew

        [tls.failed]
        meaning: La négociation échoue, et rien n'indique laquelle des causes connues l'explique.
        summary: la négociation TLS avec {destination} échoue : {detail}
        advice: Faire réémettre le certificat pour les serveurs, avec l'extended key usage {purpose}
        advice: Faire réémettre le certificat directement par une autorité supérieure à {lowest}
        advice: Faire réémettre le certificat par une autorité qui peut en émettre pour {forbidden}
        advice: Faire réémettre le certificat par une autorité, ce que {unentitled} ou un émetteur au-dessus n'est pas
        advice: Voir où elle échoue : openssl s_client -connect {endpoint} -servername {name}

        [proxy.misconfigured]
        meaning: Le réglage du proxy ne peut pas être interprété, ou le nom du proxy ne se résout pas.
        summary: le réglage du proxy ({origin}) est incorrect : {detail}
        advice: {server} ne connaît pas forcément les noms d'un réseau d'entreprise ; si le proxy s'y trouve, utiliser les serveurs DNS de ce réseau : cat /etc/resolv.conf; resolvectl status
        advice: Corriger {origin}, par exemple http://proxy.example:3128
        advice: S'en passer une fois : netdiag check --no-proxy {target}
        advice: Les programmes lancés depuis ce shell l'utilisent ; pour s'en passer : unset {variable}

        [proxy.unreachable]
        meaning: Le proxy n'accepte pas la connexion.
        summary: impossible de se connecter au proxy {proxy} ({origin}) : {detail}
        advice: Voir s'il tourne : netdiag check {place}
        advice: Voir si la cible fonctionne sans lui : netdiag check --no-proxy {target}
        advice: Les programmes lancés depuis ce shell l'utilisent ; pour s'en passer : unset {variable}

        [proxy.tls]
        meaning: Le proxy est un proxy HTTPS, et sa négociation TLS échoue.
        summary: la négociation TLS avec le proxy {proxy} ({origin}) échoue : {detail}
        advice: Le constater : netdiag check tls://{place}
        advice: S'il parle HTTP en clair, mettre http:// dans {origin}
        advice: Les programmes lancés depuis ce shell l'utilisent ; pour s'en passer : unset {variable}

        [proxy.auth-required]
        meaning: Le proxy demande une authentification (407), et aucun identifiant n'est configuré.
        summary: le proxy {proxy} ({origin}) demande une authentification ({schemes}), mais aucun identifiant n'est configuré
        advice: Configurer un fichier d'identifiants : credentials: du proxy dans /etc/netdiag/netdiag.yaml

        [proxy.auth-rejected]
        meaning: Le proxy rejette les identifiants (407).
        summary: le proxy {proxy} ({origin}) rejette les identifiants{scheme}
        advice: Corriger les identifiants de {origin} ; ils ne seront pas réessayés tant qu'ils n'ont pas changé
        advice: Voir dans le journal du proxy si le compte est verrouillé

        [proxy.auth-scheme]
        meaning: Le proxy ne propose aucun schéma d'authentification auquel les identifiants conviennent.
        summary: le proxy {proxy} ({origin}) ne propose que {schemes}, et les identifiants configurés sont pour d'autres schémas
        advice: Autoriser l'un de ces schémas dans credentials:, ou faire proposer un autre schéma par le proxy

        [proxy.auth-unavailable]
        meaning: Le proxy demande une authentification, mais les identifiants configurés ne peuvent pas être obtenus.
        summary: le proxy {proxy} ({origin}) demande une authentification, mais les identifiants ne peuvent pas être lus : {detail}
        advice: Vérifier les identifiants de {origin} ; pour Kerberos, klist affiche les tickets

        [proxy.refused]
        meaning: Le proxy refuse le tunnel ou l'URL.
        summary: le proxy {proxy} ({origin}) ne laisse pas passer vers {destination} : {detail}
        advice: Vérifier les règles du proxy, et son journal, pour {ruled}
        advice: Avec le statut {server_error}, le proxy a échoué ou n'a pas atteint {destination} lui-même : vérifier son journal, et si la cible répond depuis là
        advice: Voir si la cible fonctionne sans lui : netdiag check --no-proxy {target}

        [proxy.required]
        meaning: Le chemin direct est bloqué ; un proxy configuré, mais inutilisé pour cette cible, passe.
        summary: {destination} n'est pas joignable directement ({detail}), seulement par le proxy {proxy} ({origin}) : {reason}
        advice: L'utiliser : netdiag check --proxy {proxy} {target}
        advice: De façon permanente : proxy: {proxy} de la cible dans /etc/netdiag/netdiag.yaml, ou retirer l'hôte de no_proxy

        [proxy.failed]
        meaning: Le proxy accepte la connexion, mais ne répond pas comme un proxy.
        summary: {proxy} ({origin}) n'est pas un proxy fonctionnel ({detail})
        advice: Vérifier le schéma et le port de {origin}
        advice: Consulter le journal du proxy

        [proxy.transparent]
        meaning: Un proxy transparent, qui accepte les connexions au port 80 pour tous les hôtes, est en panne.
        summary: un proxy transparent répond à la place de {destination}, et il est en panne : {failure}
        advice: Voir qu'il répond pour n'importe quelle adresse : curl -I http://{nobody}/
        advice: Le faire réparer par son exploitant : chercher sur le routeur {gateway} une règle qui redirige le port 80 (nft list ruleset), ou demander au fournisseur d'accès
        advice: D'ici là, utiliser HTTPS, auquel il ne touche pas

        [http.captive-portal]
        meaning: Un portail captif répond à la place de la cible.
        summary: un portail captif répond à la place de {destination} : {portal} ({sign})
        advice: Ouvrir {notice} dans un navigateur sur cette machine, et voir ce que demande l'appareil ; ou utiliser HTTPS, auquel il ne touche pas
        advice: Ouvrir {login} dans un navigateur sur cette machine, et s'authentifier ou accepter les conditions
        advice: Si le navigateur ne trouve pas {named}, parce que les serveurs DNS de cette machine ne résolvent rien, le chercher auprès de celui de ce réseau, et utiliser les serveurs DNS du réseau : netdiag resolve {named} --server {network_server}
        advice: Si le navigateur ne trouve pas {unresolved}, parce que le serveur DNS de ce réseau ne résout rien, demander à l'exploitant du réseau l'adresse IP de la page, ou un serveur DNS qui la connaît
        advice: Puis relancer la vérification : netdiag check {target}
        advice: Si personne ne peut s'authentifier sur {login}, demander à l'exploitant du réseau d'exempter cette machine du portail

        """#
    }
}
