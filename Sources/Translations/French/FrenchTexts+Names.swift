extension FrenchTexts {
    static var names: String {
        #"""
        [dns.unexpected-answer]
        meaning: Le serveur répond, mais pas avec les enregistrements attendus.
        summary: dans la réponse de {server} pour {name}, il manque {missing} ; elle contient {found}
        advice: Voir toute sa réponse : netdiag resolve {name} --server {server}
        advice: Ou corriger ce qui est attendu : records: de la cible dans /etc/netdiag/netdiag.yaml

        [dns.no-dns64]
        meaning: Le nom n'a que des adresses IPv4, cette machine n'a qu'IPv6, et le serveur DNS ne les traduit pas (DNS64).
        summary: {name} n'a que des adresses IPv4 ({addresses}), et cette machine n'a qu'IPv6 : le serveur DNS {server} ne les traduit pas (pas de DNS64)
        advice: Interroger plutôt {other}, qui fait du DNS64 avec le préfixe {prefix} : netdiag resolve {name} --server {other}
        advice: Le routeur {router} annonce NAT64 avec le préfixe {prefix} : activer DNS64 sur le serveur DNS, ou installer un CLAT (RFC 6877), par exemple clatd
        advice: Utiliser les serveurs DNS que le réseau annonce, et pas d'autres : resolvectl status; rdisc6 INTERFACE

        [dns.split-server-dead]
        meaning: Un serveur DNS interrogé pour certains domaines seulement, comme celui d'un VPN, ne répond pas.
        summary: le serveur DNS {server} sur {interface}, interrogé pour les noms dans {domains}, ne répond pas ({reason}) : ces noms ne peuvent pas être résolus
        advice: Vérifier que le VPN ou le réseau de {interface} est connecté : ip -s link show {interface}
        advice: Voir s'il répond maintenant : netdiag resolve {domain} --type NS --server {server}
        advice: Voir quel serveur est interrogé pour quel domaine : resolvectl domain; resolvectl dns

        [dns.tls-blocked]
        meaning: systemd-resolved ne peut utiliser que DNS over TLS, et le serveur n'est pas joignable ainsi.
        summary: le serveur DNS {server} ne peut pas être interrogé en TLS (port {port} : {reason}), et systemd-resolved est configuré pour n'utiliser rien d'autre
        advice: Voir si le réseau laisse passer le port {port} : netdiag check tcp://{server}:{port}
        advice: Autoriser le DNS non chiffré quand TLS échoue : DNSOverTLS=opportunistic dans /etc/systemd/resolved.conf, puis systemctl restart systemd-resolved
        advice: Ou utiliser un serveur qui propose DNS over TLS : resolvectl dns INTERFACE ADDRESS#NAME

        [dns.tls-certificate]
        meaning: systemd-resolved ne peut utiliser que DNS over TLS, et le certificat du serveur n'est pas valide.
        summary: le certificat du serveur DNS {server} (DNS over TLS) n'est pas valide pour {expected} : {reason} ; systemd-resolved ne l'utilise donc pas
        advice: Voir le certificat : openssl s_client -connect {server}:{port} -servername {expected}
        advice: Configurer le nom que porte le certificat : resolvectl dns INTERFACE {server}#NAME
        advice: Si c'est votre serveur, ajouter son autorité de certification : update-ca-certificates

        [dns.no-server]
        meaning: Aucun résolveur n'est configuré.
        summary: aucun serveur DNS n'est configuré : {consequence}
        advice: Voir ce qui est configuré : cat /etc/resolv.conf; resolvectl status
        advice: En configurer un : echo 'nameserver ADDRESS' > /etc/resolv.conf, ou resolvectl dns INTERFACE ADDRESS

        [dns.misconfigured]
        meaning: Un résolveur configuré n'est pas une adresse IP, son fichier ne peut pas être interprété, ou nsswitch.conf omet le fichier hosts.
        summary: la configuration du résolveur contient une erreur : {problem}
        advice: Retirer les retours chariot : sed -i 's/\r$//' {returns}
        advice: Enregistrer le fichier sans indicateur d'ordre des octets (BOM) : sed -i '1s/^\xef\xbb\xbf//' {marked}
        advice: Laisser tous les programmes le lire : chmod 644 {unreadable}
        advice: Démarrer le service qui écrit {goal}, comme dans systemctl enable --now systemd-resolved ; ou remplacer le lien par un fichier : rm {link}; echo 'nameserver ADDRESS' > {link}
        advice: Écrire le fichier, avec l'adresse d'un serveur DNS : echo 'nameserver ADDRESS' > {unwritten}
        advice: Corriger ce qui s'y trouve : {place} (voir resolv.conf(5) pour ce qui est permis)
        advice: Ajouter files à cette ligne, avant dns : {services} (voir nsswitch.conf(5))
        advice: Ajouter à /etc/hosts une ligne `127.0.0.1 {unlisted}`, et une ligne `::1 {unlisted}` pour IPv6

        [dns.server-unreachable]
        meaning: Aucun serveur DNS configuré ne répond à temps.
        summary: aucun serveur DNS ne répond à temps : {servers}
        advice: Il manque à {bare} l'adresse 127.0.0.1, sans laquelle les paquets vers {server} ne restent pas sur cette machine : ip address add 127.0.0.1/8 dev {bare}
        advice: Voir quel serveur est chargé de {forwarded}, car une règle pour son domaine peut en nommer un qui n'existe plus : grep -rs 'server=/\|forward-zone\|zone ' /etc/dnsmasq.conf /etc/dnsmasq.d /etc/unbound /etc/bind
        advice: Les serveurs de {unheard}, ou le chemin de {server} vers eux, ne répondent pas ; voir si un autre serveur connaît ce nom : netdiag resolve {unheard} --server ANOTHER-SERVER
        advice: {connected} répond en TCP et non en UDP : faire ouvrir le port UDP 53 par le pare-feu sur le chemin ; d'ici là, mettre `options use-vc` dans /etc/resolv.conf
        advice: {waiting} accepte les connexions TCP sur le port 53 : il attend donc les serveurs auxquels il transmet les requêtes, ou un pare-feu rejette le port UDP 53. C'est le pare-feu si ceci obtient une réponse : dig +tcp {name} @{waiting}
        advice: {foreign} est une adresse privée, et seule la route par défaut y mène : connecter le VPN ou le réseau auquel elle appartient, ou configurer un serveur DNS de ce réseau-ci, souvent {router} : cat /etc/resolv.conf
        advice: Les requêtes passent {passed}, et rien ne revient : le serveur, ou un filtre sur le chemin, rejette le port UDP 53. Utiliser le serveur DNS du routeur, souvent {own_server} : cat /etc/resolv.conf
        advice: Derrière le routeur, seul {fourth} est entendu en IPv4, et davantage l'est en IPv6 : {server} n'atteint peut-être pas d'autres serveurs en IPv4. Voir sur la page d'état du routeur si IPv4 est connecté, ou appeler le fournisseur d'accès
        advice: Voir s'il répond maintenant : netdiag resolve {name} --server {server}
        advice: Voir si son hôte répond : ping {unpinged}
        advice: Voir quels serveurs sont configurés : cat {configuration}; resolvectl status

        [dns.server-closed]
        meaning: L'hôte du serveur répond, mais rien n'écoute sur son port DNS.
        summary: aucun serveur DNS ne tourne sur {servers}
        advice: {own} est une adresse de cette machine, où aucun serveur DNS n'écoute ; voir à quelles adresses il y en a un : ss -Hlnu 'sport = :53'
        advice: Aucune route par défaut ne part de cette machine. Si {twin} est l'adresse du routeur, cette machine l'a par erreur : lui en donner une autre, ou laisser faire DHCP
        advice: Démarrer le serveur DNS de cette machine : systemctl status {local}
        advice: {docker} est le serveur DNS que Docker fournit dans un conteneur : redémarrer le conteneur ; sur son hôte, voir journalctl -u docker
        advice: {mute} est aussi la passerelle par défaut, et rien ne répond derrière elle ; voir si c'est le routeur de ce réseau : ip route; ip neigh
        advice: Voir en tant que root si deux hôtes, d'adresses matérielles différentes, ont l'adresse {contested} : arping -c 3 {contested}
        advice: Faire démarrer le serveur DNS sur {far} ; puis le vérifier : netdiag resolve {name} --server {server}
        advice: Ou en configurer un autre : cat {configuration}

        [dns.some-servers-dead]
        meaning: Un serveur répond, un autre placé avant lui dans la liste ne répond pas ou échoue.
        summary: le serveur DNS {server} est défaillant ({what}{cost}) ; {other} répond
        advice: Redémarrer le programme du tunnel {tunnel}, qui mène à {server} : systemctl list-units --all 'openvpn*' 'vpn*' 'tailscaled*'
        advice: {sleeping} est désactivée, et {server} appartient à son réseau ; démarrer le programme qui la gère, ou l'activer : ip link set {sleeping} up
        advice: Voir où vont les paquets vers {unsent} : ip route get {unsent}
        advice: {server} est dans {bridged}, le sous-réseau de {bridge} sur cette machine, si bien que les paquets qui lui sont destinés ne la quittent pas. Si c'est un serveur situé ailleurs, donner à {bridge} un autre sous-réseau : avec Docker `default-address-pools` dans /etc/docker/daemon.json, avec libvirt `virsh net-edit`
        advice: Réparer {server}, ou le retirer de la liste : cat /etc/resolv.conf; resolvectl status
        advice: Faire de même avec {others}

        [dns.refused]
        meaning: Le serveur DNS refuse de répondre (REFUSED, NOTIMP).
        summary: le serveur DNS {server} refuse de répondre pour {name} ({code}){why}
        advice: {redirecting} répond lui-même aux requêtes adressées à {server}, une règle y redirige donc le port 53 ; la supprimer, ou réparer le serveur DNS auquel elle mène
        advice: Vérifier la liste d'accès du serveur, et si son propre serveur en amont répond
        advice: Puis l'interroger de nouveau : netdiag resolve {name} --server {server}

        [dns.servfail]
        meaning: Le serveur DNS a échoué (SERVFAIL), sans qu'une validation DNSSEC l'explique.
        summary: le serveur DNS {server} a répondu SERVFAIL pour {name}{why}
        advice: {redirecting} répond lui-même aux requêtes adressées à {server}, une règle y redirige donc le port 53 ; la supprimer, ou réparer le serveur DNS auquel elle mène
        advice: Voir ce qu'il répond sans validation DNSSEC : dig @{server} +cd {signed} ; si c'est juste, l'enregistrement DS de la zone doit correspondre à ses clés : delv {signed}
        advice: Interroger un autre serveur : netdiag resolve {name} --server ANOTHER-SERVER
        advice: Voir lequel des serveurs faisant autorité pour ce nom échoue : dig +trace {typed}
        advice: Consulter le journal du serveur sur {server}

        [dns.dnssec-bogus]
        meaning: SERVFAIL qui disparaît avec l'option « checking disabled » : les signatures DNSSEC ne sont pas valides.
        summary: les signatures DNSSEC de {name} ne sont pas valides : {server} ne répond que si la validation est désactivée{why}
        advice: Voir ce que la validation rejette : delv @{server} {name}, ou dig @{server} +cd +dnssec {name}
        advice: Vérifier l'horloge de la machine où tourne {server}, dont dépendent les signatures : timedatectl
        advice: Prévenir l'administrateur de la zone de {zone} : son enregistrement DS doit correspondre à ses clés

        [dns.nxdomain]
        meaning: Le nom n'existe pas.
        summary: le nom {name} n'existe pas, d'après {server}{nearest}{why}
        advice: Le serveur DNS {absent}, qui vient avant {server} et ne répond pas, est peut-être le seul à connaître ce nom, comme celui d'une entreprise. Se connecter à son réseau ou à son VPN, ou le faire réparer, puis réessayer
        advice: Vérifier que {typed} ne contient pas de faute de frappe
        advice: Écrire le nom complet de {short}, avec son domaine, ou son adresse
        advice: Vérifier les domaines de recherche, qui mènent à {completed} : grep search /etc/resolv.conf; resolvectl domain
        advice: Ou faire compléter les noms comme {short} : une ligne `search DOMAIN` dans /etc/resolv.conf, ou resolvectl domain INTERFACE DOMAIN
        advice: Voir quels serveurs répondent pour {parent} : netdiag resolve --type NS {parent}
        advice: Voir si un autre serveur le connaît : netdiag resolve {typed} --server ANOTHER-SERVER
        advice: Configurer un autre serveur DNS que {denier}, ou le faire réparer : cat /etc/resolv.conf; resolvectl status
        advice: {limited} ne doit connaître que certains noms : demander à son administrateur d'ajouter ceux qui manquent

        [dns.no-address]
        meaning: Le nom existe, mais sans adresse de la famille voulue, ou sans enregistrement du type demandé.
        summary: le nom {name} existe, mais n'a {lack}{why}
        advice: Voir quels enregistrements il a : netdiag resolve {name}; netdiag resolve {name} --type MX
        advice: Ajouter l'enregistrement dans la zone de {typed}, ou utiliser un autre nom
        advice: Voir si le serveur DNS {filterer} supprime les enregistrements AAAA, comme dnsmasq avec son option filter-AAAA
        advice: Configurer un autre serveur DNS que {denier}, ou le faire réparer : cat /etc/resolv.conf; resolvectl status
        advice: {limited} ne doit connaître que certains noms : demander à son administrateur d'ajouter ceux qui manquent

        [dns.family-dropped]
        meaning: Les requêtes d'un certain type (AAAA le plus souvent) restent sans réponse, les autres obtiennent une réponse immédiate.
        summary: le serveur DNS {server} ignore les requêtes d'enregistrements {type} et répond à celles de type {other} : les programmes qui demandent les deux attendent {delay} ou plus
        advice: Le constater à la main : netdiag resolve {name} --server {server} --type {type}, de même avec --type {other}
        advice: Une réponse arrive peut-être après la fin d'un état, alors que les programmes attendent encore ; voir s'il en arrive une : dig @{server} +timeout=15 +tries=1 {name} {later}
        advice: Réparer ou remplacer {server}, ou ce qui filtre sur le chemin
        advice: En attendant, que les programmes ne posent plus de requêtes {dropped} : ajouter options no-aaaa dans /etc/resolv.conf (glibc 2.36), ou utiliser un autre serveur

        [dns.cname-broken]
        meaning: Un alias tourne en boucle ou mène à un nom qui n'existe pas.
        summary: le nom {name} est un alias qui mène à {end} ({what}) : {chain}
        advice: Voir la chaîne : netdiag resolve {name} --server {server} --type CNAME
        advice: Corriger l'alias dans la zone du dernier nom avant {end}

        [dns.tcp-blocked]
        meaning: Les réponses sont tronquées, et TCP vers le port 53 échoue.
        summary: la réponse du serveur DNS {server} pour {name} est trop longue pour UDP, et la connexion TCP échoue ({reason})
        advice: Autoriser le port TCP 53 vers {server}, et faire écouter ce serveur sur ce port (RFC 7766)
        advice: Puis l'interroger de nouveau : netdiag resolve {name} --server {server}

        [dns.malformed]
        meaning: La réponse n'est pas du DNS valide, porte un autre identifiant ou une autre question, ou vient d'une autre adresse.
        summary: le serveur DNS {server} n'a pas donné de réponse valide pour {name} : {what}
        advice: {elsewhere} répond à la place de {server}, et les programmes ignorent de telles réponses : si les deux adresses sont celles d'un même hôte, faire écouter son serveur DNS sur {server} même, et y voir si une règle change l'adresse source : nft list ruleset
        advice: Voir la réponse : netdiag resolve {name} --server {server}
        advice: Un équipement sur le chemin vers {server} répond peut-être à sa place

        [dns.hijacked]
        meaning: Des noms qui ne peuvent pas exister obtiennent une adresse.
        summary: le serveur DNS {server} renvoie des adresses pour des noms qui n'existent pas : {addresses}
        advice: {spelled} a une telle adresse, et n'existe donc probablement pas, à moins que le serveur n'y mène tous les noms : vérifier son orthographe
        advice: Le constater à la main : netdiag resolve {random} --server {server}
        advice: {rogue} est une machine de ce réseau qui mène chaque nom vers elle-même, tandis que {truthful} répond honnêtement. Ne saisir aucun mot de passe sur ses pages ; la trouver par son adresse matérielle : ip neigh show {rogue}
        advice: Utiliser un serveur qui répond honnêtement, après avoir vu lesquels sont configurés : cat /etc/resolv.conf; resolvectl status

        [dns.blocked-answer]
        meaning: 0.0.0.0, ::, loopback ou une adresse privée pour un nom public.
        summary: le serveur DNS {server} répond {addresses} pour {name}, ce qui ne peut pas être exact{other}{why}
        advice: Chercher {filtered} dans les listes de filtrage de {server} (Pi-hole, AdGuard, pare-feu, fournisseur d'accès)
        advice: Si {collided} est un nom privé, utiliser le serveur DNS du réseau dont il fait partie, comme celui d'une entreprise ou d'un VPN : resolvectl status
        advice: Faire déplacer la zone privée de {collided} dans un domaine à soi, ou sous internal
        advice: Si {rebound} doit avoir une adresse privée, exclure ce nom de la protection contre le rebinding de {server} (dnsmasq : rebind-domain-ok)
        advice: Comparer avec un autre serveur : netdiag resolve {filtered} --server ANOTHER-SERVER

        [dns.hosts-override]
        meaning: Le fichier hosts contredit le DNS.
        summary: d'après le fichier hosts, {name} est {hosts}, mais d'après le DNS, c'est {dns}
        advice: Vérifier si la ligne est encore utile : grep -n {name} /etc/hosts
        advice: Interroger le DNS seul : netdiag resolve {name} --server {server}

        [dns.system-differs]
        meaning: Les programmes obtiennent une autre réponse que celle du DNS sur le réseau, ou aucune.
        summary: pour {name}, le résultat des programmes de cette machine ({here}) diffère de celui du serveur DNS {server} ({there}){why}
        advice: Voir ce qu'obtiennent les programmes : getent ahosts {name}
        advice: Essayer sans les variables d'environnement, et les retirer là où elles sont définies : unset {variables}
        advice: Les programmes interrogent d'abord le cache de {cache} ; le vider, ou le redémarrer s'il est bloqué : nscd --invalidate=hosts; systemctl restart {cache}
        advice: Laisser tous les programmes le lire : chmod 644 {unreadable}
        advice: Retirer le domaine de la liste de recherche, ou diminuer ndots : {search}
        advice: Laisser plus de temps aux serveurs DNS : augmenter timeout et attempts dans cette ligne, ou la supprimer : {patience}
        advice: Essayer sans les options use-vc, edns0 et trust-ad, qui changent la façon dont les programmes interrogent : {queries}
        advice: Retirer l'option no-aaaa, avec laquelle les programmes ne demandent que des adresses IPv4 : {hiding}
        advice: Ajouter dns aux services de cette ligne : grep {lacking}: /etc/nsswitch.conf
        advice: Placer dns avant le service de DNS multicast, ou retirer [NOTFOUND=return], qui y termine la recherche : grep {ending}: /etc/nsswitch.conf
        advice: Installer {absent}, ou retirer son service de la ligne hosts de /etc/nsswitch.conf
        advice: Retirer le service qui ne répond pas ({hanging}) de la ligne hosts de /etc/nsswitch.conf, ou réparer le programme qu'il interroge
        advice: Voir quels services ils interrogent, dans quel ordre : grep {database}: /etc/nsswitch.conf
        advice: Voir ce qu'ils lisent : ls -lL /etc/nsswitch.conf /etc/resolv.conf /etc/hosts

        [dns.servers-disagree]
        meaning: Les serveurs configurés donnent des réponses contradictoires.
        summary: les serveurs DNS se contredisent au sujet de {name} : {server} indique « {here} », {other} indique « {there} »
        advice: Les comparer : netdiag resolve {name} --server {server}; netdiag resolve {name} --server {other}
        advice: Ne configurer que des serveurs qui connaissent les mêmes noms, ou attribuer à chacun ses domaines (resolvectl domain)

        [dns.slow]
        meaning: Les réponses prennent plus de temps que le seuil.
        summary: le serveur DNS {server} a mis {took} à répondre pour {name} (le seuil est de {limit})
        advice: Raccourcir la liste de recherche, ou diminuer ndots, pour que les programmes demandent d'abord le nom lui-même : {search}
        advice: Voir s'il est toujours lent : netdiag resolve {typed} --server {server}
        advice: Voir à quelle distance il se trouve : ping {server}

        [dns.loss]
        meaning: Des questions au serveur DNS, ou ses réponses, se perdent.
        summary: {lost} questions sur {sent} au serveur DNS {server} sont restées sans réponse : les programmes attendent les noms ou ne les trouvent pas
        advice: Voir où des paquets se perdent : mtr {server}
        advice: Si {server} est votre routeur, ils se perdent derrière lui : vérifier son voyant Internet ou son signal, et appeler le fournisseur

        [dns.one-answer]
        meaning: De deux questions que les programmes posent en même temps, une seule obtient une réponse.
        summary: le serveur DNS {server}, ou un pare-feu devant lui, ne répond qu'à une de deux questions venant d'un même port, comme les programmes les posent pour IPv4 et IPv6 : la résolution des noms échoue ou prend des secondes
        advice: Voir la différence : getent ahosts {name}; RES_OPTIONS=single-request-reopen getent ahosts {name}
        advice: Faire poser aux programmes une question à la fois, chacune depuis son propre port : ajouter options single-request-reopen à /etc/resolv.conf
        advice: Mettre à jour ou remplacer le pare-feu ou le routeur devant {server} : il ne laisse peut-être passer qu'une réponse par port

        [dns.mdns-unavailable]
        meaning: Un nom en .local, et aucun résolveur mDNS ne répond sur cette machine.
        summary: {name} est un nom DNS multicast (mDNS), et rien sur cette machine ne résout ces noms
        advice: Installer ce qui manque : apt-get install {packages}
        advice: Démarrer avahi-daemon : systemctl start avahi-daemon

        [dns.mdns-not-in-nsswitch]
        meaning: Avahi résout le nom en .local, mais le résolveur du système n'est pas configuré pour l'interroger.
        summary: Avahi connaît {name}, mais les programmes de cette machine ne l'interrogent pas (hosts: {services})
        advice: Installer libnss-mdns, et placer mdns4_minimal [NOTFOUND=return] avant dns dans /etc/nsswitch.conf

        [mdns.not-found]
        meaning: Personne sur le lien ne répond pour le nom en .local ou le service.
        summary: aucun hôte du lien ne répond pour {name}
        advice: Voir ce qui se trouve sur le lien : netdiag browse
        advice: Vérifier que l'hôte est allumé et sur le même lien
        advice: Puis réessayer : netdiag resolve {host}

        [mdns.daemon-down]
        meaning: avahi-daemon ou le bus système ne tourne pas.
        summary: le DNS multicast (mDNS) n'est pas disponible : {reason}
        advice: Chercher pourquoi il ne tourne pas : journalctl -u avahi-daemon -u dbus

        [mdns.stale]
        meaning: Un service est annoncé, mais son hôte ou son port ne répond pas.
        summary: {instance} est annoncé sur {host}, port {port}, mais {problem}
        advice: Voir ce qui est annoncé actuellement : netdiag resolve {host}; netdiag browse --resolve
        advice: Sur {announcer}, vérifier que le service tourne et écoute sur le port {port} : ss -ltn
        advice: Voir ce que {placeholder} propose d'autre sous ce nom : netdiag browse
        advice: Arrêter {announcer} proprement, ou redémarrer son avahi-daemon : une annonce survit jusqu'à 75 minutes à un hôte qui disparaît

        [mdns.collision]
        meaning: Le nom de notre service était déjà pris sur le lien.
        summary: {reason} ; cette machine est annoncée sous le nom {name}
        advice: Donner un autre nom à cette machine : définir publish: name: dans /etc/netdiag/netdiag.yaml, ou hostnamectl hostname NAME

        [mdns.blocked]
        meaning: Le multicast ne sort pas ou ne revient pas sur une interface.
        summary: le DNS multicast (mDNS) ne passe pas sur {interface} : {problem}
        advice: Activer le multicast : ip link set {off} multicast on
        advice: Autoriser le port UDP 5353 en entrée et en sortie sur {filtered} : nft list ruleset, ou avec firewalld : firewall-cmd --add-service=mdns
        advice: Examiner ce qui se trouve entre cette machine et {peer} : isolation du multicast ou des clients et IGMP snooping du switch ou du point d'accès, et filtre de paquets de {peer}
        advice: Voir quels démons se voient entre eux : netdiag peers (le multicast ne passe pas {direction})

        [mdns.malformed-peer]
        meaning: Un hôte du lien annonce des enregistrements impossibles à décoder.
        summary: {address} sur {interface} envoie du DNS multicast (mDNS) malformé : {problem}
        advice: Trouver l'hôte : ip neigh show {address}
        advice: Voir ce qu'il envoie : tcpdump -ni {interface} -vv host {address} and udp port 5353
        advice: Mettre à jour ou redémarrer son répondeur mDNS

        """#
    }
}
