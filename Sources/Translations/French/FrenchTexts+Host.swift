extension FrenchTexts {
    static var host: String {
        #"""
        [local.permission]
        meaning: Une vérification requiert un droit que le processus n'a pas.
        summary: netdiag n'a pas le droit d'envoyer de pings (requêtes ICMP echo) : aucun ping n'a donc été envoyé à {address}
        advice: L'autoriser pour tout le monde : sysctl -w net.ipv4.ping_group_range='0 2147483647' (icmp(7))
        advice: Ou lancer netdiag en tant que root ; pour le démon, AmbientCapabilities=CAP_NET_RAW dans l'unité de netdiagd

        [local.firewall]
        meaning: Le filtre de paquets de cette machine refuse d'émettre ou de laisser entrer les réponses.
        summary: le pare-feu ou une politique de sécurité de cette machine bloque le trafic avec {destination} ({error})
        advice: Laisser entrer l'ICMPv6 des types {types} (Neighbor Discovery), sans lequel IPv6 ne fonctionne pas
        advice: Si ce n'est pas voulu, laisser entrer les erreurs ICMP (de {router} et d'autres), qui apprennent à cette machine quelles tailles de paquets passent, par exemple dans nftables avec `ct state established,related accept`
        advice: Afficher les règles : nft list ruleset
        advice: Y chercher la règle dans les chaînes de type {nat} et la supprimer ; avec iptables : iptables -t {nat} -S
        advice: Afficher les politiques IPsec : ip xfrm policy
        advice: Rechercher une politique de sécurité en cause : journalctl -k --grep 'denied'

        [local.reverse-path]
        meaning: Les réponses arrivent par une autre interface que celle qui mène à leur émetteur, et le filtrage strict par chemin inverse (rp_filter) de cette machine les rejette.
        summary: les réponses de {destination} arrivent sur {interface}, et le filtrage par chemin inverse (rp_filter) de cette machine les rejette
        advice: Voir par quelle interface on l'atteint d'ici : ip route get {address}
        advice: Chercher dans les routes de la passerelle pourquoi ses réponses arrivent par une autre ; ou les accepter : sysctl -w net.ipv4.conf.all.rp_filter=2 net.ipv4.conf.{interface}.rp_filter=2

        [local.resource]
        meaning: Cette machine n'a plus assez de descripteurs de fichiers, de ports ou de mémoire.
        summary: cette machine est à court de ressources : {error}
        advice: Voir ce qui est utilisé : {ss} -s; cat /proc/sys/fs/file-nr
        advice: Voir quels programmes occupent les ports : ss {sockets}
        advice: Voir la plage des ports locaux : {sysctl} net.ipv4.ip_local_port_range
        advice: Relever la limite, ou arrêter ce qui consomme autant : {systemctl} show -p LimitNOFILE netdiagd
        advice: Voir sur quelle interface il y a autant de voisins, par exemple à cause d'un grand sous-réseau ou d'un scan : ip neigh show ; ou relever la limite : sysctl -w {limit}=8192

        [local.probe-overrun]
        meaning: Le test d'un type de cible ne s'est pas terminé à temps, ce qui est un défaut de netdiag.
        summary: le test de {kind} ne s'est pas terminé à temps, on ne sait donc rien de {destination}
        advice: Lui laisser plus de temps, pour voir s'il se termine : netdiag check --timeout 60 {target}
        advice: Le signaler à l'auteur de ce type de cible

        [local.clock]
        meaning: L'horloge de cette machine est si décalée que TLS échoue.
        summary: l'horloge de cette machine est fausse ({here}, {difference}{state}), le certificat de {destination} ne peut donc pas être vérifié
        advice: Voir ce que dit chrony : {chrony} tracking, puis remettre l'horloge à l'heure immédiatement : {chrony} makestep
        advice: Voir ce qui synchronise l'horloge : {timesyncd} timesync-status, puis activer la synchronisation : {timesyncd} set-ntp true
        advice: Voir ce que dit ntpd : {ntp} -p, puis remettre l'horloge à l'heure immédiatement : systemctl restart ntpsec
        advice: Installer un service de synchronisation : apt install chrony, puis contrôler l'horloge : {none}
        advice: Ou la régler à la main : date -u -s '{there}' && hwclock --systohc
        advice: Sur une machine virtuelle, contrôler l'horloge de l'hôte ; sur une machine physique, la pile de l'horloge

        [local.trust-store]
        meaning: Le fichier des autorités de certification auxquelles cette machine fait confiance est inutilisable : TLS échoue avec tous les serveurs.
        summary: cette machine ne peut vérifier aucun certificat : {file} ne contient aucun certificat d'autorité utilisable
        advice: Rétablir {system} : apt install --reinstall ca-certificates && update-ca-certificates --fresh
        advice: Voir ce qu'il contient : ls -l {file}; openssl x509 -in {file} -noout -subject

        [local.hop-limit]
        meaning: Cette machine donne à ses paquets une limite de sauts (TTL) trop faible : ils expirent en chemin.
        summary: les paquets de cette machine partent avec une limite de sauts (TTL) de {limit} ({setting}) et ne vont donc pas {end}
        advice: La régler à la valeur de départ habituelle : sysctl -w {setting}=64
        advice: Trouver ce qui l'a modifiée : grep -rs {setting} /etc/sysctl.conf /etc/sysctl.d /run/sysctl.d /usr/lib/sysctl.d

        [local.ipsec]
        meaning: Une politique IPsec de cette machine exige le chiffrement des paquets, mais les clés manquent : les paquets sont retenus.
        summary: cette machine retient les paquets vers {destination} : une politique IPsec exige leur chiffrement, mais les clés manquent
        advice: Voir de quelle politique il s'agit, et si une association (SA) lui correspond : ip xfrm policy; ip xfrm state
        advice: Démarrer le service qui négocie les clés et voir ce qu'il signale : swanctl --list-sas; systemctl status strongswan; journalctl -t charon
        advice: Si aucun VPN n'est plus censé exister ici, supprimer la politique : ip xfrm policy flush

        [local.queue]
        meaning: Un limiteur de débit (shaper) configuré sur l'interface de cette machine rejette les paquets à émettre.
        summary: la file d'attente de l'interface {interface} de cette machine rejette des paquets vers {destination}
        advice: Voir ce qu'elle rejette : tc -s qdisc show dev {interface}
        advice: Lui accorder une rafale et une limite de plusieurs paquets pleins, ou la supprimer : tc qdisc del dev {interface} root

        [link.none]
        meaning: Seule l'interface de loopback existe.
        summary: cette machine n'a aucune interface réseau hormis la loopback
        advice: Vérifier que le matériel est détecté : lspci -k, lsusb
        advice: Chercher un pilote ou un firmware manquant : journalctl -k --grep 'firmware|eth|wlan'

        [link.admin-down]
        meaning: L'interface qui devrait porter la route est désactivée administrativement.
        summary: {interface} est désactivée
        advice: L'activer : ip link set {interface} up
        advice: Trouver ce qui l'a désactivée : journalctl -b --grep {interface}

        [link.no-carrier]
        meaning: L'interface est active, mais sans porteuse : câble, équipement en face, ou radio non associée.
        summary: {interface} n'est pas connectée : {lack}
        advice: Redémarrer le programme du tunnel {tunnel} : systemctl list-units --all 'openvpn*' 'vpn*' 'tailscaled*'
        advice: Attendre une demi-minute, que le pont {bridge} ait constaté l'absence de boucle ; si son réseau n'en a pas, désactiver le spanning tree : ip link set {bridge} type bridge stp_state 0 forward_delay 0
        advice: Ajouter {port}, qui est active et dans aucun pont, si elle mène au réseau de {portless} : ip link set {port} master {portless}
        advice: Voir les ports de {portless}, et où ils sont configurés : ip link show master {portless}; grep -rs {portless} /etc/network /etc/netplan /etc/systemd/network /etc/NetworkManager
        advice: Vérifier que le câble de {plug} est branché aux deux bouts, ou que la carte Wi-Fi est associée à son réseau
        advice: Voir l'état de l'interface : ip -s link show {interface}

        [link.dormant]
        meaning: La porteuse est là, mais le lien n'est pas encore autorisé (802.1X, operstate dormant).
        summary: {interface} attend une autorisation (802.1X)
        advice: Contrôler l'authentification : journalctl -u wpa_supplicant -u NetworkManager -u systemd-networkd

        [link.arp-off]
        meaning: ARP est désactivé sur l'interface : les paquets n'atteignent aucun autre hôte.
        summary: ARP est désactivé sur {interface}, cette machine n'y trouve donc aucun autre hôte
        advice: L'activer : ip link set {interface} arp on
        advice: Trouver ce qui l'a désactivé : journalctl -b --grep {interface}; grep -rsE 'ARP=|arp off' /etc/systemd/network /etc/network

        [link.flapping]
        meaning: La porteuse a changé d'état plusieurs fois au cours des dernières minutes.
        summary: la connexion de {interface} a été perdue ou rétablie {changes} fois au cours des deux dernières minutes
        advice: Essayer un autre câble et un autre port du switch pour {interface}
        advice: Voir quand la connexion a été perdue et rétablie : journalctl -k --grep {interface}
        advice: Vérifier si l'économie d'énergie ou la négociation de vitesse la fait tomber : ethtool --show-eee {interface}; ethtool {interface}

        [link.weak-signal]
        meaning: Le signal radio est inférieur au seuil.
        summary: le signal Wi-Fi de {network} sur {interface} est faible : {signal} dBm, sous le seuil de {limit} dBm
        advice: Se rapprocher du point d'accès, ou retirer les obstacles
        advice: Voir quels autres réseaux sont à portée : iw dev {interface} scan | grep -E 'SSID|signal'

        [link.insecure]
        meaning: Le réseau Wi-Fi est ouvert ou utilise un chiffrement cassé.
        summary: n'importe qui à proximité peut lire le trafic du réseau Wi-Fi {network} de {interface} : {weakness}
        advice: Configurer le point d'accès en WPA2 ou WPA3 avec CCMP (AES)
        advice: En attendant, n'utiliser sur {interface} que des protocoles eux-mêmes chiffrés (TLS, un VPN)

        [link.errors]
        meaning: Le nombre d'erreurs ou de rejets en réception ou en émission augmente.
        summary: {interface} perd des paquets : sur {packets} en {seconds} s, {lost}
        advice: Voir quel compteur augmente : ip -s -s link show {interface}; ethtool -S {interface}
        advice: Trames endommagées : essayer un autre câble, et vérifier que les deux bouts s'accordent sur la vitesse et le duplex : ethtool {interface}
        advice: Rejets : vérifier si l'autre extrémité envoie des trames plus longues (ip link show {interface}: mtu) ou si les files sont courtes (ethtool -g {interface})

        [link.degraded]
        meaning: Un bond ou un bridge porte la route, mais a perdu un membre.
        summary: {interface} ({kind}) a perdu {members} ; membres avec porteuse : {left} sur {count}
        advice: Vérifier que le câble de {member} est branché aux deux bouts
        advice: Voir les membres : ip link show master {interface}

        [link.mtu-mismatch]
        meaning: Les trames de taille maximale n'atteignent pas le voisin, les petites si.
        summary: les paquets de plus de {mtu} octets n'atteignent pas {neighbour} depuis {interface}, dont la MTU est de {own}
        advice: Régler {interface} sur la MTU que son lien accepte : ip link set dev {interface} mtu {mtu}
        advice: Vérifier la MTU de l'autre extrémité et celle du switch entre les deux : ip link show
        advice: Constater que les paquets de cette taille obtiennent une réponse, et les plus grands non : ping -M do -s {data} {neighbour}

        [address.overlap]
        meaning: Un sous-réseau d'un bridge, d'un tunnel ou d'un conteneur de cette machine couvre l'adresse de la cible : les paquets ne sortent pas.
        summary: {address} est dans {prefix}, le sous-réseau de {interface} ({kind}) sur cette machine : les paquets qui lui sont destinés ne sortent pas par {uplink}
        advice: Voir où vont les paquets vers cette adresse : ip route get {address}
        advice: Supprimer la route vers cette seule adresse, si c'est un reste : {routes} del {leftover} dev {interface}
        advice: Donner un autre sous-réseau à {renumbered} : pour Docker `default-address-pools` dans /etc/docker/daemon.json, pour libvirt `virsh net-edit`, pour un VPN ses AllowedIPs ou ses routes
        advice: En attendant, ajouter une route vers cette seule adresse : ip route add {routed} {way}

        [address.bad-source]
        meaning: La route préfère une adresse source à laquelle personne ne peut répondre.
        summary: les paquets sortent de {interface} avec l'adresse {source}, et les réponses à cette adresse ne reviennent pas
        advice: Supprimer l'adresse {stale}, si aucun routeur n'annonce plus son préfixe : ip -6 address del {stale} dev {interface}
        advice: Voir l'adresse source de la route (src) : {show}
        advice: Faire partir les paquets avec l'adresse {other} : {show} replace {destination} via {via} dev {interface} src {other}
        advice: Ou ajouter sur le routeur {gateway} une route vers {source} passant par cette machine

        [address.stale-prefix]
        meaning: Des paquets IPv6 partent avec une adresse source d'un préfixe que le routeur n'annonce plus.
        summary: les paquets de {source} sur {interface} {what} : {why}
        advice: Voir quelles adresses sont encore préférées : ip -6 address show dev {interface} -deprecated
        advice: Supprimer l'adresse jusqu'à ce que le routeur annonce de nouveau son préfixe : ip -6 address del {source}/{length} dev {interface}
        advice: Faire annoncer par le routeur {router} l'ancien préfixe avec une durée préférée de 0 après un changement (RFC 9096), ou le redémarrer
        advice: Voir ce qu'il annonce : rdisc6 {interface}

        [address.bridge-port]
        meaning: L'adresse est sur un port d'un pont ou d'un bond au lieu d'être sur le pont lui-même, qui reçoit les réponses.
        summary: l'adresse {address} est sur {interface}, un port de {bridge} : les réponses vont à {bridge}, qui n'a pas cette adresse
        advice: Déplacer l'adresse vers {bridge} : ip addr del {address} dev {interface}; ip addr add {address} dev {bridge}
        advice: Puis remettre la route par défaut : ip route replace default via {gateway} dev {bridge}
        advice: Ou retirer {interface} de {bridge} : ip link set {interface} nomaster

        [address.broadcast]
        meaning: Une adresse de cette machine est l'adresse de diffusion de son sous-réseau.
        summary: l'adresse {address} sur {interface} est l'adresse de diffusion de son sous-réseau : les réponses vont à toutes les machines du lien, et les programmes ne les reçoivent pas
        advice: Donner à {interface} une autre adresse du sous-réseau, là où elle est configurée (/etc/network/interfaces, networkctl, nmcli, le serveur DHCP)
        advice: Si la longueur du préfixe est fausse, la corriger au même endroit ; la comparer avec d'autres machines du lien : ip address show dev {interface}

        [address.netmask]
        meaning: Une adresse a un préfixe si court (masque trop large) que des hôtes distants sont cherchés sur le lien.
        summary: le masque de {address} sur {interface} est trop large : {destination} est cherché sur le lien au lieu de passer par {gateway}
        advice: Comparer la longueur du préfixe avec celle d'autres hôtes du lien, ou demander à l'administrateur du réseau ; /{usual} est habituel : ip address show dev {interface}
        advice: La corriger là où l'adresse est configurée (/etc/network/interfaces, networkctl, nmcli, masque de sous-réseau du serveur DHCP)
        advice: Ou {elsewhere} est dans un autre réseau avec les mêmes adresses, comme celui d'un VPN : s'y connecter, et voir s'il ajoute une route : ip route get {elsewhere}

        [address.narrow-netmask]
        meaning: Une adresse a un préfixe trop long (masque trop étroit) : les paquets vers un hôte du même lien sont envoyés à la passerelle.
        summary: le masque de {address} sur {interface} est trop étroit : {destination} est sur ce lien, mais les paquets qui lui sont destinés sont envoyés à {gateway}, qui ne les remet pas
        advice: Comparer la longueur du préfixe avec celle d'autres hôtes du lien, ou demander à l'administrateur du réseau ; /24 est habituel : ip address show dev {interface}
        advice: La corriger là où l'adresse est configurée (/etc/network/interfaces, networkctl, nmcli, masque de sous-réseau du serveur DHCP)
        advice: Si les sous-réseaux sont séparés à dessein, faire en sorte que {gateway} transmette de l'un à l'autre

        [address.none]
        meaning: Aucune interface portant une route n'a d'adresse utilisable, ni en IPv4 ni en IPv6.
        summary: {interface} n'a pas d'adresse IP utilisable{why}
        advice: Relever la MTU : ip link set {narrow} mtu 1500, et voir ce qui l'a réduite : journalctl -b --grep {narrow}
        advice: Voir ses adresses : ip address show dev {interface}
        advice: Voir ce qu'en dit le client DHCP : journalctl -b --grep {client}
        advice: Demander une adresse : dhclient -v {client}, networkctl renew {client} ou nmcli device reapply {client}

        [address.link-local-only]
        meaning: Seulement 169.254.0.0/16 ou fe80::/10 : ni réponse DHCP, ni annonce de routeur.
        summary: {interface} n'a que des adresses link-local ({addresses}) : aucun serveur DHCP ni routeur n'a répondu
        advice: Demander une adresse : dhclient -v {interface}, networkctl renew {interface} ou nmcli device reapply {interface}
        advice: Vérifier le serveur DHCP, et le port du switch (VLAN) auquel {interface} est raccordée

        [address.duplicate]
        meaning: La détection d'adresse en double a échoué : un autre hôte du lien a déjà cette adresse.
        summary: conflit d'adresse sur {interface} : {who} utilise {which}
        advice: Trouver l'autre hôte : arping -D -I {interface} {probed}, ou ip neigh show dev {interface}
        advice: Trouver l'autre hôte : ndisc6 {solicited} {interface}, ou ip -6 neigh show dev {interface}
        advice: Changer l'adresse de cette machine, {own}, ou celle de l'autre
        advice: Si l'une des deux est la copie d'une machine virtuelle, lui donner dans son hyperviseur une autre adresse matérielle que {cloned} ; pour voir sur une troisième machine lesquelles l'ont : ip neigh
        advice: Donner une autre adresse à l'un des deux hôtes qui ont {shared} ; si ce sont deux cartes réseau d'un même hôte, ce n'est pas une panne
        advice: Chercher laquelle des deux est le routeur {gateway} (comparer avec son étiquette), et donner une autre adresse à l'autre

        [address.tentative]
        meaning: Une adresse n'est pas encore utilisable, ou elle est obsolète (deprecated) et il n'y en a pas d'autre.
        summary: l'adresse {addresses} sur {interface} pose problème : {state}
        advice: Pas encore utilisable : attendre une seconde et regarder à nouveau : ip address show dev {fresh}
        advice: Obsolète (deprecated) : vérifier que son routeur annonce toujours le préfixe, ou que le serveur DHCP renouvelle le bail : ip -6 route show dev {aged}; journalctl -b --grep 'dhcp|DHCP'

        [address.gateway-off-link]
        meaning: La passerelle n'est dans aucun sous-réseau de l'interface.
        summary: la passerelle {gateway} n'est dans aucun sous-réseau de {interface} : {answer}
        advice: Comparer les adresses et les préfixes de l'interface avec la passerelle : ip address show dev {interface}; ip route
        advice: Corriger la passerelle, ou l'adresse et sa longueur de préfixe, là où elles sont configurées (/etc/network/interfaces, networkctl, nmcli)

        [address.lease-expired]
        meaning: Un bail DHCP a expiré sans être renouvelé.
        summary: le bail DHCP de {address} sur {interface} a expiré ({ended}) et n'a pas été renouvelé
        advice: Vérifier que le client DHCP tourne : systemctl status systemd-networkd NetworkManager dhcpcd; pgrep -a dhclient
        advice: Vérifier que le serveur DHCP {server} est joignable : ping -c 3 {server}
        advice: Redemander une adresse : dhclient -v {interface}, networkctl renew {interface} ou nmcli device reapply {interface}

        [address.rogue-router]
        meaning: Deux routeurs ou serveurs DHCP annoncent des passerelles différentes.
        summary: deux routeurs sont annoncés sur {interface} : {announcements}
        advice: Déterminer quel routeur est légitime, et désactiver les annonces de l'autre : rdisc6 {announced}
        advice: En attendant : ip -6 route del default via {gateway} dev {interface}
        advice: Trouver le serveur DHCP illégitime par son adresse MAC : ip neigh show dev {interface}, puis l'arrêter ou le bloquer sur le switch (DHCP snooping) : {server} ou {other}

        [address.ipv6-disabled]
        meaning: IPv6 est désactivé sur l'interface alors que la cible n'existe qu'en IPv6.
        summary: IPv6 est désactivé sur {interface}{why}
        advice: Relever la MTU : ip link set {narrow} mtu 1500, et voir ce qui l'a réduite : journalctl -b --grep {narrow}
        advice: L'activer : sysctl -w net.ipv6.conf.{disabled}.disable_ipv6=0
        advice: Trouver ce qui l'a désactivé sur {disabled} : grep -r disable_ipv6 /etc/sysctl.conf /etc/sysctl.d /usr/lib/sysctl.d; nmcli -f ipv6.method connection show

        """#
    }
}
