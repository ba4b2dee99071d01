extension FrenchTexts {
    static var network: String {
        #"""
        [gateway.none]
        meaning: Il n'y a pas de route par défaut dans la famille d'adresses requise, ni d'autre route vers la cible.
        summary: aucune route ne mène à {destination}
        advice: Afficher les routes : ip route; ip -6 route
        advice: Redemander un bail ou une annonce de routeur : networkctl renew {interface}, nmcli device reapply {interface} ou dhclient -v {interface}
        advice: Le noyau ignore les annonces de routeur sur {ignoring} ; si ni systemd-networkd ni NetworkManager ne les lisent, les accepter : sysctl -w net.ipv6.conf.{ignoring}.accept_ra=2
        advice: Ou ajouter la route à la main : ip route add default via ADDRESS-OF-THE-ROUTER

        [gateway.ipv4-literal]
        meaning: La cible est une adresse IPv4, et ce réseau est uniquement IPv6, avec NAT64 pour les noms.
        summary: {address} est une adresse IPv4, et cette machine n'a qu'IPv6 : le réseau traduit les noms (NAT64, {prefix}), pas les adresses
        advice: Utiliser le nom de la cible au lieu de son adresse : le serveur DNS {server} donne alors une adresse IPv6
        advice: Ou utiliser l'adresse que le réseau traduit : {translated}
        advice: Pour les programmes qui ne connaissent qu'IPv4, installer un CLAT (RFC 6877), par exemple clatd

        [gateway.no-ipv4]
        meaning: Cette machine n'atteint Internet que par IPv6, et rien n'y mène aux machines qui n'ont que des adresses IPv4.
        summary: les machines qui n'ont que des adresses IPv4 sont inaccessibles : cette machine n'a qu'IPv6, et ni serveur DNS ni routeur n'offre de NAT64
        advice: Si le réseau doit avoir IPv4, demander un bail : networkctl renew {interface}, nmcli device reapply {interface} ou dhclient -v {interface}
        advice: S'il doit avoir NAT64, utiliser ses serveurs DNS, et pas d'autres : resolvectl status; cat /etc/resolv.conf
        advice: Sinon, demander à son administrateur NAT64 avec DNS64 (RFC 6146, RFC 6147), ou IPv4

        [gateway.unreachable]
        meaning: La passerelle ne répond ni en ARP ou NDP, ni en ICMP.
        summary: la passerelle {gateway} sur {interface} ne répond pas
        advice: Supprimer la route qui y mène, car {near} est dans le sous-réseau de {interface} même : {detour}
        advice: Une règle de cette machine y mène, par la table de routage {table} et non par la table principale ; voir les deux, et les supprimer si ce sont des restes : {rules} show table {table}; {routes} show table {table}
        advice: Si {resolver} est le routeur, corriger l'adresse de la passerelle dans les réglages de {interface} ; d'ici là : ip route replace default via {resolver} dev {interface}
        advice: Vérifier que le routeur est allumé et sur le même réseau que {plug}
        advice: La route qui y mène est venue avec un bail, qui est peut-être celui d'un autre réseau ; le renouveler : networkctl renew {leased}, nmcli device reapply {leased} ou dhclient -v {leased}
        advice: Le lien {multicast} fonctionne en IPv4. Vérifier que le routeur IPv6 est allumé, et si un commutateur ou un point d'accès rejette le multicast, qui sert à le trouver (MLD snooping)
        advice: C'est l'autre bout du tunnel {tunnel} : voir où il mène, et s'il se fait entendre : ip -d -s link show {tunnel}, et avec WireGuard son dernier handshake : wg show {tunnel}
        advice: Son entrée de voisinage est permanente, donc cette machine ne la cherche pas ; voir si elle répond sans cette entrée : ip neigh del {fixed} dev {interface}
        advice: Voir son entrée de voisinage : ip neigh show {gateway} dev {interface}
        advice: Voir si d'autres hôtes du lien répondent : ip neigh show dev {interface}
        advice: Vérifier que le pare-feu de cette machine laisse entrer l'ICMPv6 des types {types} : nft list ruleset
        advice: Ou le pare-feu de cette machine rejette {resolution}, ce que seul root peut constater : nft list ruleset

        [gateway.route-rejects]
        meaning: Une route blackhole, unreachable ou prohibit couvre la cible.
        summary: une route de cette machine bloque {destination} : {kind} {prefix}
        advice: Afficher la route : {routes} show type {kind}
        advice: La supprimer : {routes} del {kind} {prefix}
        advice: Si {half} y figure aussi, supprimer également la route vers cette moitié : {routes} del {kind} {half}

        [gateway.policy]
        meaning: Une règle de routage de cette machine (ip-rule(8)) refuse les paquets vers la cible, ou ne les mène nulle part.
        summary: le policy routing de cette machine bloque les paquets {family} vers {destination} : {how}
        advice: Afficher les règles dans leur ordre : {rules}
        advice: Supprimer la règle : {rules} del priority {priority}
        advice: Afficher les routes de cette table : ip route show table {table}
        advice: Lancer le programme dans le VRF : ip vrf exec {vrf} COMMAND
        advice: Trouver ce qui l'ajoute : le kill switch d'un VPN, NetworkManager ou systemd-networkd (networkctl status; nmcli connection show --active)

        [gateway.wrong-neighbour]
        meaning: Une entrée de voisinage fixe (permanent) ne correspond pas à l'adresse MAC de la passerelle, ou d'une cible du lien.
        summary: l'entrée de voisinage fixe de {gateway} sur {interface} est fausse : elle indique {fixed}, mais {gateway} a {real}
        advice: Supprimer l'entrée, pour qu'ARP ou NDP trouve l'hôte : ip neigh del {gateway} dev {interface}
        advice: Trouver ce qui l'ajoute : grep -r {gateway} /etc/ethers /etc/network /etc/systemd/network, mais l'entrée sert peut-être à contrer l'ARP spoofing, vérifier donc que {real} est bien le bon hôte

        [gateway.dead-preferred]
        meaning: La route de plus petite métrique mène à une passerelle qui ne répond pas, une autre fonctionne.
        summary: la passerelle préférée {gateway} sur {interface} ne répond pas, {other} répond
        advice: Désactiver {idle} jusqu'à ce qu'elle fonctionne, car les routes vers son propre réseau la préfèrent aussi : ip link set {idle} down
        advice: Supprimer la route morte jusqu'au retour de son routeur : {removal}
        advice: Redémarrer le VPN de {interface} ; ou supprimer ses routes, si son trafic peut sortir sans lui : {uncovering}
        advice: Vérifier que le routeur {gateway} est allumé

        [gateway.loss]
        meaning: Des réponses de la passerelle se perdent.
        summary: la passerelle {gateway} sur {interface} n'a pas répondu à {lost} des {sent} pings ({share} %)
        advice: Voir où ils se perdent : ip -s link show {interface}; ping -i 0.2 -c 50 {gateway}
        advice: Des connexions par {full} reçoivent des données et la remplissent peut-être, comme un téléchargement ; voir lesquelles : ss -tip
        advice: Essayer un autre câble ou un autre port pour {interface} ; en Wi-Fi, se rapprocher du point d'accès
        advice: Vérifier si le routeur est surchargé, ou s'il limite les pings

        [gateway.slow]
        meaning: Les allers-retours jusqu'à la passerelle durent plus longtemps que le seuil.
        summary: la passerelle {gateway} sur {interface} est lente : elle met {time} ms à répondre, au-delà du seuil de {limit} ms
        advice: Voir si le lien est saturé : ip -s link show {interface}; tc -s qdisc show dev {interface}
        advice: Vérifier si le routeur est surchargé

        [gateway.no-icmp]
        meaning: La passerelle achemine les paquets, mais ne répond pas aux pings : ce n'est jamais une erreur en soi.
        summary: la passerelle {gateway} ne répond pas aux pings, mais achemine les paquets
        advice: Il n'y a rien à faire

        [path.no-route]
        meaning: Un routeur du chemin répond qu'il ne peut pas atteindre le réseau ou l'hôte.
        summary: {who} ne peut pas atteindre {destination} et répond « {answer} »
        advice: Vérifier les routes et les liens de {router} : ip route get {address}
        advice: Si la réponse est « host unreachable », {address} est peut-être éteint
        advice: Voir le chemin : traceroute {address}, ou mtr {address}

        [path.private-network]
        meaning: La cible a une adresse privée vers laquelle aucune route de cette machine ne mène : les paquets suivent la route par défaut vers Internet, où ces adresses ne mènent nulle part. Souvent, un VPN n'est pas connecté.
        summary: aucune route de cette machine ne mène au réseau privé de {address} : les paquets suivent la route par défaut jusqu'à {router}, sur Internet, où les adresses privées ne mènent nulle part
        advice: Connecter le VPN de ce réseau, et voir s'il ajoute une route : ip route get {address}
        advice: S'il est connecté, ajouter le réseau à ceux qu'il route (AllowedIPs de WireGuard, route d'OpenVPN)
        advice: Si le réseau est sur place, ajouter une route par le routeur qui y mène : ip route add {address} via ADDRESS-OF-THE-ROUTER

        [path.upstream-down]
        meaning: La passerelle répond, mais rien au-delà : sa connexion Internet est coupée, ou elle ne route pas les paquets ou ne traduit pas les adresses.
        summary: la passerelle {gateway} répond, mais pas Internet derrière elle : {proof}
        advice: La passerelle est l'autre extrémité du tunnel {tunnel}, d'un VPN par exemple : le déconnecter et voir si Internet fonctionne sans lui : ip link set dev {tunnel} down
        advice: Vérifier le voyant Internet du routeur, ou sa page d'état à l'adresse http://{router}/. Si le routeur est hors ligne, le redémarrer ; si cela ne suffit pas, appeler le fournisseur d'accès
        advice: {edge} ne trouve pas le routeur suivant. C'est peut-être l'adresse du routeur lui-même du côté du fournisseur d'accès, que montre sa page d'état ; dans ce cas, le modem ou la ligne derrière le routeur est en panne. Sinon, c'est le routeur du fournisseur, et le chemin s'arrête là
        advice: Les paquets passent le routeur et vont jusqu'à {passed} : rien ne répond au-delà, ou seul le serveur DNS est en panne. Si un autre répond, configurer celui-là : netdiag resolve a.root-servers.net --server ANOTHER-SERVER
        advice: Si aucun ne répond, appeler le fournisseur d'accès : le chemin s'arrête après {passed}
        advice: Sur un autre hôte du lien, voir si elle y répond, et la redémarrer sinon : ping {deaf}
        advice: Si elle y répond, voir ce que cette machine lui envoie : tcpdump -ni {interface} host {deaf}
        advice: Un autre hôte a peut-être l'adresse de cette machine, {contested}, et reçoit ce qui est destiné à celle-ci ; pour le voir, en tant que root : arping -D -I {interface} {contested}
        advice: Si {resolver} est le routeur, corriger l'adresse de la passerelle dans les réglages de {interface} ; d'ici là : ip route replace default via {resolver} dev {interface}
        advice: Sur une passerelle Linux, voir si elle route et traduit : sysctl net.ipv4.ip_forward; nft list ruleset
        advice: Voir jusqu'où vont les paquets : mtr {address}
        advice: En attendant, utiliser {spare}, qui fonctionne : ip route replace default {way} metric 1

        [path.tunnel-down]
        meaning: Le trafic entre dans un tunnel, d'un VPN par exemple, et rien ne revient : l'autre extrémité a disparu, ou ne connaît plus cette machine.
        summary: rien de ce qui est envoyé dans {interface} ne reçoit de réponse : {proof}
        advice: Les paquets de {looping} vers le serveur du VPN doivent sortir par {outer} ; ajouter la route qui manque : ip route add ADDRESS-OF-THE-SERVER via {router} dev {outer}
        advice: Voir si l'autre extrémité se fait entendre : ip -s link show {interface}, et avec WireGuard son dernier handshake : wg show {interface}
        advice: Redémarrer le VPN ; pour s'en passer en attendant : ip link set dev {vpn} down
        advice: Redémarrer la connexion de {line} : le VPN, la session PPP ou le modem

        [path.spare-down]
        meaning: Un accès supplémentaire, que le trafic n'emprunte pas tant que l'accès préféré est là, ne mène nulle part.
        summary: l'accès de secours {interface} ne fonctionne pas (le trafic passe par {used}) : la passerelle {gateway} répond, mais rien au-delà : {proof}
        advice: Vérifier le routeur {gateway} : son voyant Internet, ou sa page d'état à l'adresse http://{gateway}/
        advice: L'essayer avec un hôte que vous utilisez : ping -I {interface} HOST

        [path.ipv6-down]
        meaning: IPv4 fonctionne, mais pas IPv6 malgré une route par défaut : les programmes qui l'essaient d'abord se replient sur IPv4, après un délai d'attente.
        summary: IPv6 ne fonctionne pas au-delà de la passerelle {gateway}{contrast} : {effect}
        advice: Tant qu'IPv6 ne fonctionne pas, configurer un serveur DNS avec une adresse IPv4 à la place de {ipv6_servers}, ou en plus
        advice: {other_router} est aussi un routeur IPv6 sur {interface}. Si {doubted} ne doit pas en être un, désactiver ses annonces ; en attendant, utiliser l'autre : ip -6 route del default via {doubted} dev {interface}
        advice: Voir sur le routeur si son IPv6 est connecté : s'il a un préfixe du fournisseur et l'annonce bien (cette machine a {source})
        advice: Voir jusqu'où vont les paquets : mtr -6 {address}
        advice: Pour se passer d'IPv6 tant qu'il ne fonctionne pas : ip -6 route del default dev {sole}

        [path.ipv4-down]
        meaning: IPv6 fonctionne, mais pas IPv4 malgré une route par défaut : les hôtes sans adresse IPv6 sont injoignables.
        summary: IPv4 ne fonctionne pas au-delà de {last}{contrast} : {effect}
        advice: Si {rejecting} est à vous, y chercher la règle qui rejette : nft list ruleset, ou iptables-save
        advice: Si le NAT64 ({nat64}) est le routeur de ce réseau, le redémarrer ; sinon, ou si cela ne suffit pas, appeler le fournisseur et lui dire que son NAT64 ne répond pas
        advice: Voir jusqu'où vont les paquets vers une adresse derrière le NAT64 : mtr -6 {translated}
        advice: Tant que {nat64} ne mène pas de nouveau aux hôtes IPv4, seuls les noms avec des adresses IPv6 sont joignables
        advice: Voir sur le routeur si son IPv4 est connecté, par exemple sur sa page d'état http://{unconnected}/, et le redémarrer ; si cela ne suffit pas, appeler le fournisseur
        advice: Voir jusqu'où vont les paquets : mtr -4 {address}

        [path.filtered]
        meaning: Un routeur ou un hôte répond qu'une de ses règles refuse les paquets.
        summary: {who} bloque les paquets vers {destination} et répond « {answer} »
        advice: Si {router} est à vous, y chercher la règle qui rejette : nft list ruleset, ou iptables-save
        advice: Demander à l'administrateur de {router} de laisser cette machine accéder à {destination}

        [path.dropped]
        meaning: Les connexions vers la cible sont éliminées en chemin sans message, alors que les pings, ou les connexions à un autre port, passent.
        summary: les connexions vers {destination} sont éliminées en chemin, derrière le routeur {router} : {control} vont plus loin, jusqu'à {next}
        advice: Cette machine demande ECN, et certains équipements rejettent de telles tentatives de connexion. Voir si cela fonctionne sans : sysctl -w {ecn}=2
        advice: De nombreux fournisseurs d'accès bloquent les connexions au port {blocked_port}, donc demander au sien ou essayer par un autre réseau
        advice: Demander à l'exploitant de {router} si un pare-feu y élimine le port TCP {port}, ou si la table des connexions d'un NAT est pleine
        advice: Comparer les deux chemins : traceroute -n -T -p {port} {address}, et traceroute -n -I {pinged}
        advice: Comparer les deux chemins : traceroute -n -T -p {port} {address}, et traceroute -n -T -p {other_port} {address}
        advice: Essayer par un autre réseau, comme le partage de connexion d'un téléphone

        [path.corrupted]
        meaning: Des paquets arrivent endommagés, et cette machine les élimine : leurs sommes de contrôle sont fausses.
        summary: les paquets de {destination} arrivent endommagés et sont éliminés : {count} avaient une somme de contrôle fausse, au lieu d'une réponse
        advice: Voir si les compteurs augmentent : nstat -az | grep -i csum
        advice: Remplacer le câble de {interface}, ou utiliser un autre port du commutateur ou du routeur ; redémarrer le routeur
        advice: Dans une machine virtuelle ou un conteneur, et avec un VPN, essayer sans déchargement des sommes de contrôle : ethtool -K {interface} rx off tx off

        [path.hairpin]
        meaning: La cible est l'adresse publique du routeur de ce réseau. Le routeur redirige le port vers une machine du réseau, et aucune réponse ne revient : la machine de destination est arrêtée, ou le routeur ne redirige que les connexions de l'extérieur (pas de NAT loopback).
        summary: {address} est le routeur de ce réseau : il redirige le port {port} vers une machine du réseau, et aucune réponse ne revient : soit la machine de destination est arrêtée, soit le routeur ne redirige que les connexions de l'extérieur
        advice: Essayer de l'extérieur, par exemple par le partage de connexion d'un téléphone. Si cela échoue aussi, vérifier la machine vers laquelle {gateway} redirige le port {port}
        advice: Si cela marche de l'extérieur, activer le NAT loopback (hairpin NAT) dans les réglages du routeur, par exemple à http://{gateway}/
        advice: Ou faire mener {name} à l'adresse de la machine dans ce réseau : par une entrée du DNS du routeur, ou une ligne dans /etc/hosts

        [path.other-gateway]
        meaning: Une route ou une règle de routage de cette machine mène les paquets vers la cible à une autre passerelle que celle par défaut, et rien ne répond derrière, alors qu'Internet est accessible par la passerelle par défaut.
        summary: la route {route} de cette machine mène les paquets vers {destination} à la passerelle {gateway}, derrière laquelle rien ne répond, alors que la passerelle par défaut {usual} fonctionne
        advice: Sur {redirecting}, voir la route vers {address}, car il a dit à cette machine d'utiliser {gateway} (ICMP Redirect) : ip route get {address} ; puis l'oublier sur cette machine : {cache}
        advice: Sur {gateway}, voir si elle transmet les paquets : sysctl net.ipv4.ip_forward; nft list ruleset
        advice: Une règle de routage choisit la table {table}. Voir les règles dans leur ordre : {rules}
        advice: Si {usual} mène aussi à {address}, supprimer la route : {removal}
        advice: Si la route est correcte et que {gateway} transmet les paquets, {address} est peut-être éteint. Voir si d'autres machines répondent derrière {gateway}

        [path.loop]
        meaning: La limite de sauts des paquets vers la cible s'épuise : ils tournent en rond.
        summary: les paquets vers {destination} tournent en boucle : {hops}
        advice: {foreign} est une adresse privée, joignable seulement depuis son propre réseau, et seule la route par défaut la couvre ; se connecter à ce réseau ou à son VPN, et voir s'il ajoute une route : ip route get {foreign}
        advice: Vérifier les routes de ces routeurs : ip route get {address}, sur chacun d'eux
        advice: Voir la boucle : traceroute -n {address}

        [path.hop-limit]
        meaning: Les paquets vers la cible s'arrêtent en chemin à cause de leur limite de sauts, sans que rien ne tourne en rond.
        summary: les paquets vers {destination} s'arrêtent au routeur {router} : {what}
        advice: Si le fournisseur jette ce qui a traversé un routeur, comme contre le partage de connexion, faire partir les paquets avec une limite plus grande, ou lui demander : sysctl -w net.ipv4.ip_default_ttl={raised}
        advice: Voir la valeur initiale des paquets de cette machine : sysctl {setting} (64 en général)
        advice: Chercher sur {culprit} une règle qui fixe le TTL : nft list ruleset, iptables -t mangle -S
        advice: Voir où s'arrêtent les paquets : traceroute -n {address}

        [path.mtu]
        meaning: Les petits paquets vers la cible passent, ceux de taille maximale disparaissent sans bruit.
        summary: les paquets de {mtu} octets au plus vers ou depuis {address} arrivent, mais {large} se perdent en chemin
        advice: Constater que les paquets de cette taille obtiennent une réponse, et les plus grands non : ping -M do -s {data} {address}
        advice: Trouver sur le chemin le pare-feu qui bloque les messages ICMP « fragmentation needed » ou « packet too big », et les faire autoriser
        advice: En attendant, faire utiliser à cette machine et à ses correspondants des paquets plus petits : ip link set dev {link} mtu {mtu}
        advice: En attendant, faire utiliser à cette machine et à l'hôte des paquets plus petits : ip route replace {address} {route} mtu {mtu}

        [path.loss]
        meaning: Des paquets vers la cible se perdent au-delà de la passerelle.
        summary: {what} perdus vers {address} : {lost} sur {sent}
        advice: La passerelle {detour} transmet les paquets à {next}, qui est aussi sur le lien de cette machine, de sorte que leurs réponses ne passent pas par {detour}. Utiliser {next} comme passerelle : ip route replace default via {next} dev {interface}
        advice: Chercher un pare-feu qui ne voit qu'un sens d'une connexion, par exemple si les routeurs diffèrent à l'aller et au retour : traceroute -n -T -p {port} {address}
        advice: Voir où ils se perdent : mtr {address}

        [path.shared-loss]
        meaning: Des paquets vers plusieurs hôtes au-delà de la même passerelle se perdent.
        summary: des paquets vers {count} hôtes au-delà de la passerelle {gateway} se perdent : {lost} sur {sent} {what}
        advice: Voir sur la page d'état du routeur {gateway} si sa ligne est saturée ou a des erreurs
        advice: Voir à partir de quel routeur ils se perdent : mtr {address}

        [path.jitter]
        meaning: Les temps d'aller-retour vers la cible varient plus que ce qui est tolérable.
        summary: le temps d'aller-retour vers {address} varie de {jitter} ms, au-delà de la limite de {limit} ms
        advice: Voir d'où cela vient : mtr {address}
        advice: Voir si un accès est saturé : ip -s link

        [path.rate-limited]
        meaning: Les temps d'aller-retour explosent sous une petite rafale de paquets.
        summary: le chemin vers {address} ne supporte pas les rafales : un paquet isolé met {calm} ms, mais sur {sent} envoyés d'un coup, {lost} se perdent et le dernier met {longest} ms
        advice: Voir si autre chose sature la ligne : ip -s link, ou le graphique de trafic du routeur
        advice: Chercher un limiteur de débit (shaper ou policer) sur le chemin : tc -s qdisc show, sur chaque routeur

        """#
    }
}
