extension GermanTexts {
    static var host: String {
        #"""
        [local.permission]
        meaning: Für eine Prüfung fehlt dem Prozess ein Recht.
        summary: netdiag darf keine Pings (ICMP Echo Requests) senden, deshalb wurde {address} nicht angepingt
        advice: Für alle erlauben: sysctl -w net.ipv4.ping_group_range='0 2147483647' (icmp(7))
        advice: Oder netdiag als root ausführen; beim Daemon AmbientCapabilities=CAP_NET_RAW in der Unit von netdiagd setzen

        [local.firewall]
        meaning: Der Paketfilter dieses Rechners lässt Pakete nicht hinaus oder Antworten nicht herein.
        summary: die Firewall oder eine Sicherheitsrichtlinie dieses Rechners blockiert den Verkehr mit {destination} ({error})
        advice: Eingehendes ICMPv6 der Typen {types} (Neighbor Discovery) durchlassen, ohne das IPv6 nicht funktioniert
        advice: Falls das nicht beabsichtigt ist, ICMP-Fehler (von {router} und anderen) einlassen, an denen dieser Rechner erkennt, welche Paketgrößen der Weg zulässt, etwa in nftables mit `ct state established,related accept`
        advice: Regeln anzeigen: nft list ruleset
        advice: Dort in den Chains vom Typ {nat} nach der Regel suchen und sie löschen; bei iptables: iptables -t {nat} -S
        advice: IPsec-Policies anzeigen: ip xfrm policy
        advice: Nach einer Sicherheitsrichtlinie suchen: journalctl -k --grep 'denied'

        [local.reverse-path]
        meaning: Antworten kommen über ein anderes Interface herein als das, über das ihr Absender erreicht wird, und der strikte Reverse-Path-Filter dieses Rechners verwirft sie.
        summary: Antworten von {destination} kommen über {interface} herein, und der Reverse-Path-Filter dieses Rechners verwirft sie
        advice: Prüfen, über welches Interface das Ziel von hier aus erreicht wird: ip route get {address}
        advice: In den Routen des Gateways nachsehen, warum die Antworten über ein anderes kommen; oder sie zulassen: sysctl -w net.ipv4.conf.all.rp_filter=2 net.ipv4.conf.{interface}.rp_filter=2

        [local.resource]
        meaning: Diesem Rechner sind Dateideskriptoren, Ports oder Speicher ausgegangen.
        summary: diesem Rechner sind die Ressourcen ausgegangen: {error}
        advice: Prüfen, was belegt ist: {ss} -s; cat /proc/sys/fs/file-nr
        advice: Prüfen, welche Programme die Ports belegen: ss {sockets}
        advice: Prüfen, welche lokalen Ports es gibt: {sysctl} net.ipv4.ip_local_port_range
        advice: Das Limit erhöhen oder beenden, was so viel verbraucht: {systemctl} show -p LimitNOFILE netdiagd
        advice: Prüfen, an welchem Interface es so viele Nachbarn gibt, etwa wegen eines großen Subnetzes oder eines Scans: ip neigh show; oder das Limit erhöhen: sysctl -w {limit}=8192

        [local.probe-overrun]
        meaning: Die Prüfung einer Art von Zielen wurde nicht rechtzeitig fertig; das ist ein Fehler von netdiag.
        summary: die Prüfung von {kind} wurde nicht rechtzeitig fertig, deshalb ist über {destination} nichts bekannt
        advice: Ihr mehr Zeit geben, um zu sehen, ob sie überhaupt endet: netdiag check --timeout 60 {target}
        advice: Es dem Autor dieser Art von Zielen melden

        [local.clock]
        meaning: Die Uhr dieses Rechners geht so falsch, dass TLS scheitert.
        summary: die Uhr dieses Rechners geht falsch ({here}, {difference}{state}), deshalb lässt sich das Zertifikat von {destination} nicht prüfen
        advice: Prüfen, was chrony meldet: {chrony} tracking; dann die Uhr sofort stellen: {chrony} makestep
        advice: Prüfen, was die Uhr synchronisiert: {timesyncd} timesync-status; dann einschalten: {timesyncd} set-ntp true
        advice: Prüfen, was ntpd meldet: {ntp} -p; dann die Uhr sofort stellen: systemctl restart ntpsec
        advice: Einen Zeitdienst installieren: apt install chrony; die Uhr anzeigen: {none}
        advice: Oder von Hand stellen: date -u -s '{there}' && hwclock --systohc
        advice: In einer virtuellen Maschine die Uhr des Hosts prüfen, bei echter Hardware die Batterie der Uhr

        [local.trust-store]
        meaning: Die Datei mit den Zertifizierungsstellen, denen dieser Rechner vertraut, ist unbrauchbar, sodass TLS mit jedem Server scheitert.
        summary: dieser Rechner kann kein Zertifikat prüfen: {file} enthält keine brauchbaren Zertifikate von Zertifizierungsstellen
        advice: {system} wiederherstellen: apt install --reinstall ca-certificates && update-ca-certificates --fresh
        advice: Ansehen, was darin steht: ls -l {file}; openssl x509 -in {file} -noout -subject

        [local.hop-limit]
        meaning: Dieser Rechner gibt seinen Paketen ein zu kleines Hop-Limit (TTL) mit, sodass sie unterwegs enden.
        summary: Pakete dieses Rechners starten mit einem Hop-Limit (TTL) von {limit} ({setting}) und kommen deshalb nicht weit genug: nicht {end}
        advice: Auf den für Hosts üblichen Wert setzen: sysctl -w {setting}=64
        advice: Herausfinden, wodurch der Wert gesetzt wurde: grep -rs {setting} /etc/sysctl.conf /etc/sysctl.d /run/sysctl.d /usr/lib/sysctl.d

        [local.ipsec]
        meaning: Eine IPsec-Policy dieses Rechners verlangt verschlüsselte Pakete, aber es gibt keine Schlüssel dafür: Die Pakete werden zurückgehalten.
        summary: dieser Rechner hält Pakete an {destination} zurück: eine IPsec-Policy verlangt Verschlüsselung, und es gibt keine Schlüssel dafür
        advice: Prüfen, welche Policy es ist und ob eine SA (State) dazu existiert: ip xfrm policy; ip xfrm state
        advice: Den Dienst starten, der die Schlüssel aushandelt, und seine Meldungen ansehen: swanctl --list-sas; systemctl status strongswan; journalctl -t charon
        advice: Falls kein VPN mehr vorgesehen ist, die Policy entfernen: ip xfrm policy flush

        [local.queue]
        meaning: Ein Shaper, der auf dem Interface dieses Rechners eingerichtet ist, verwirft ausgehende Pakete.
        summary: die Warteschlange des Interface {interface} dieses Rechners verwirft Pakete an {destination}
        advice: Prüfen, was verworfen wird: tc -s qdisc show dev {interface}
        advice: Burst und Limit so groß wählen, dass mehrere Pakete voller Größe hineinpassen, oder den Shaper entfernen: tc qdisc del dev {interface} root

        [link.none]
        meaning: Es gibt nur das Loopback-Interface.
        summary: dieser Rechner hat außer Loopback kein Netzwerk-Interface
        advice: Prüfen, ob die Hardware erkannt wird: lspci -k, lsusb
        advice: Nach einem fehlenden Treiber oder fehlender Firmware suchen: journalctl -k --grep 'firmware|eth|wlan'

        [link.admin-down]
        meaning: Das Interface, über das die Route führen soll, ist administrativ abgeschaltet.
        summary: {interface} ist abgeschaltet
        advice: Einschalten: ip link set {interface} up
        advice: Herausfinden, wodurch es abgeschaltet wurde: journalctl -b --grep {interface}

        [link.no-carrier]
        meaning: Das Interface ist eingeschaltet, hat aber keinen Carrier: Kabel, Gegenstelle oder WLAN ohne Verbindung.
        summary: {interface} ist nicht verbunden: {lack}
        advice: Das Programm des Tunnels {tunnel} neu starten: systemctl list-units --all 'openvpn*' 'vpn*' 'tailscaled*'
        advice: Eine halbe Minute warten, bis die Bridge {bridge} festgestellt hat, dass es keine Schleife gibt; hat ihr Netz keine, Spanning Tree abschalten: ip link set {bridge} type bridge stp_state 0 forward_delay 0
        advice: {port} hinzufügen, das eingeschaltet und in keiner Bridge ist, falls es zum Netz von {portless} führt: ip link set {port} master {portless}
        advice: Die Ports von {portless} anzeigen, und wo sie konfiguriert sind: ip link show master {portless}; grep -rs {portless} /etc/network /etc/netplan /etc/systemd/network /etc/NetworkManager
        advice: Prüfen, ob das Kabel von {plug} an beiden Enden steckt oder das WLAN verbunden ist
        advice: Zustand des Interface anzeigen: ip -s link show {interface}

        [link.dormant]
        meaning: Ein Carrier ist da, aber der Link ist noch nicht freigegeben (802.1X, operstate dormant).
        summary: {interface} wartet auf die Freigabe (802.1X)
        advice: Die Authentifizierung prüfen: journalctl -u wpa_supplicant -u NetworkManager -u systemd-networkd

        [link.arp-off]
        meaning: ARP ist auf dem Interface abgeschaltet: Pakete erreichen keinen anderen Host.
        summary: ARP ist auf {interface} abgeschaltet, darum findet dieser Rechner dort keinen anderen Host
        advice: Einschalten: ip link set {interface} arp on
        advice: Herausfinden, wodurch es abgeschaltet wurde: journalctl -b --grep {interface}; grep -rsE 'ARP=|arp off' /etc/systemd/network /etc/network

        [link.flapping]
        meaning: Der Carrier hat in den letzten Minuten mehrmals gewechselt.
        summary: die Verbindung von {interface} ist in den letzten zwei Minuten {changes}-mal abgebrochen oder wiedergekommen
        advice: Für {interface} ein anderes Kabel und einen anderen Switch-Port probieren
        advice: Prüfen, wann sie abbrach und wiederkam: journalctl -k --grep {interface}
        advice: Prüfen, ob Energiesparen oder Autonegotiation dahintersteckt: ethtool --show-eee {interface}; ethtool {interface}

        [link.weak-signal]
        meaning: Das Funksignal liegt unter dem Schwellwert.
        summary: das WLAN-Signal von {network} an {interface} ist schwach: {signal} dBm, unter {limit} dBm
        advice: Näher an den Access Point gehen oder Hindernisse dazwischen beseitigen
        advice: Prüfen, welche anderen Netze in Reichweite sind: iw dev {interface} scan | grep -E 'SSID|signal'

        [link.insecure]
        meaning: Das WLAN ist offen oder verwendet eine gebrochene Verschlüsselung.
        summary: jeder in der Nähe kann den Verkehr im WLAN {network} an {interface} mitlesen: {weakness}
        advice: Den Access Point auf WPA2 oder WPA3 mit CCMP (AES) umstellen
        advice: Bis dahin über {interface} nur nutzen, was selbst verschlüsselt ist (TLS, ein VPN)

        [link.errors]
        meaning: Sende- oder Empfangsfehler oder verworfene Pakete nehmen zu.
        summary: {interface} verliert Pakete (von {packets} innerhalb von {seconds} s): {lost}
        advice: Prüfen, welcher Zähler steigt: ip -s -s link show {interface}; ethtool -S {interface}
        advice: Beschädigte Frames: ein anderes Kabel probieren und prüfen, ob beide Enden mit gleicher Geschwindigkeit und gleichem Duplexmodus arbeiten: ethtool {interface}
        advice: Verworfene Pakete: prüfen, ob die Gegenstelle längere Frames sendet (ip link show {interface}: mtu) oder die Warteschlangen zu kurz sind (ethtool -g {interface})

        [link.degraded]
        meaning: Die Route führt über einen Bond oder eine Bridge, die einen Port verloren hat.
        summary: {interface} ({kind}) hat {members} verloren: {left} von {count} Ports haben einen Carrier
        advice: Prüfen, ob das Kabel von {member} an beiden Enden steckt
        advice: Die Ports anzeigen: ip link show master {interface}

        [link.mtu-mismatch]
        meaning: Frames voller Größe kommen beim Nachbarn nicht an, kleine schon.
        summary: Pakete mit mehr als {mtu} Byte kommen von {interface} nicht bei {neighbour} an, die MTU des Interface beträgt {own}
        advice: {interface} auf die MTU setzen, die der Link überträgt: ip link set dev {interface} mtu {mtu}
        advice: Die MTU der Gegenstelle und des Switches dazwischen prüfen: ip link show
        advice: Prüfen, dass Pakete dieser Größe beantwortet werden und größere nicht: ping -M do -s {data} {neighbour}

        [address.overlap]
        meaning: Das Subnetz einer Bridge, eines Tunnels oder eines Containers auf diesem Rechner umfasst die Adresse des Ziels, deshalb verlassen die Pakete den Rechner nicht.
        summary: {address} liegt in {prefix}, dem Subnetz von {interface} ({kind}) auf diesem Rechner, deshalb gehen Pakete dorthin nicht über {uplink} hinaus
        advice: Prüfen, wohin Pakete dorthin gehen: ip route get {address}
        advice: Die Route zu dieser einen Adresse entfernen, falls sie übrig geblieben ist: {routes} del {leftover} dev {interface}
        advice: {renumbered} ein anderes Subnetz geben: bei Docker `default-address-pools` in /etc/docker/daemon.json, bei libvirt `virsh net-edit`, bei einem VPN dessen AllowedIPs oder Routen
        advice: Bis dahin eine Route für diese eine Adresse anlegen: ip route add {routed} {way}

        [address.bad-source]
        meaning: Die Route bevorzugt eine Absenderadresse, an die niemand antworten kann.
        summary: Pakete verlassen {interface} mit der Absenderadresse {source}, und Antworten dorthin kommen nicht zurück
        advice: Die Adresse {stale} entfernen, falls kein Router mehr ihr Präfix ankündigt: ip -6 address del {stale} dev {interface}
        advice: Absenderadresse der Route (src) anzeigen: {show}
        advice: Pakete mit der Absenderadresse {other} senden: {show} replace {destination} via {via} dev {interface} src {other}
        advice: Oder auf dem Router {gateway} eine Route zu {source} über diesen Rechner eintragen

        [address.stale-prefix]
        meaning: IPv6-Pakete werden mit einer Absenderadresse aus einem Präfix gesendet, das der Router nicht mehr ankündigt.
        summary: Pakete von {source} an {interface} {what}: {why}
        advice: Prüfen, welche Adressen noch bevorzugt werden: ip -6 address show dev {interface} -deprecated
        advice: Die Adresse entfernen, bis der Router ihr Präfix wieder ankündigt: ip -6 address del {source}/{length} dev {interface}
        advice: Den Router {router} so einrichten, dass er nach einem Wechsel das alte Präfix mit einer Preferred Lifetime von 0 ankündigt (RFC 9096), oder ihn neu starten
        advice: Prüfen, was er ankündigt: rdisc6 {interface}

        [address.bridge-port]
        meaning: Die Adresse liegt auf einem Port einer Bridge oder eines Bonds statt auf der Bridge selbst, und die nimmt die Antworten entgegen.
        summary: die Adresse {address} liegt auf {interface}, einem Port von {bridge}: Antworten gehen an {bridge}, und dort fehlt die Adresse
        advice: Die Adresse auf {bridge} verschieben: ip addr del {address} dev {interface}; ip addr add {address} dev {bridge}
        advice: Danach die Default-Route neu setzen: ip route replace default via {gateway} dev {bridge}
        advice: Oder {interface} aus {bridge} herausnehmen: ip link set {interface} nomaster

        [address.broadcast]
        meaning: Eine Adresse dieses Rechners ist die Broadcast-Adresse ihres Subnetzes.
        summary: die Adresse {address} auf {interface} ist die Broadcast-Adresse ihres Subnetzes: Antworten gehen an alle Hosts im lokalen Netz, und Programme bekommen sie nicht
        advice: {interface} eine andere Adresse des Subnetzes geben, dort, wo sie konfiguriert ist (/etc/network/interfaces, networkctl, nmcli, der DHCP-Server)
        advice: Ist die Präfixlänge falsch, sie dort berichtigen; sie mit anderen Hosts im lokalen Netz vergleichen: ip address show dev {interface}

        [address.netmask]
        meaning: Eine Adresse hat ein so kurzes Präfix (eine so weite Netzmaske), dass entfernte Hosts im lokalen Netz gesucht werden.
        summary: die Netzmaske von {address} an {interface} ist zu weit: {destination} wird im lokalen Netz gesucht, statt über {gateway} erreicht zu werden
        advice: Die Präfixlänge mit anderen Hosts im selben Netz vergleichen oder den Betreiber des Netzes fragen; üblich ist /{usual}: ip address show dev {interface}
        advice: Dort korrigieren, wo die Adresse konfiguriert ist (/etc/network/interfaces, networkctl, nmcli, Subnetzmaske des DHCP-Servers)
        advice: Oder {elsewhere} gehört zu einem anderen Netz mit denselben Adressen, etwa dem eines VPN: sich damit verbinden und prüfen, ob es eine Route hinzufügt: ip route get {elsewhere}

        [address.narrow-netmask]
        meaning: Eine Adresse hat ein zu langes Präfix (zu enge Netzmaske), sodass Pakete an einen Host am selben Link an das Gateway gehen.
        summary: die Netzmaske von {address} an {interface} ist zu eng: {destination} ist an diesem Link, aber Pakete dorthin gehen an {gateway}, das sie nicht zustellt
        advice: Die Präfixlänge mit anderen Hosts am Link vergleichen oder beim Administrator des Netzes erfragen; üblich ist /24: ip address show dev {interface}
        advice: Sie dort korrigieren, wo die Adresse konfiguriert ist (/etc/network/interfaces, networkctl, nmcli, Subnetzmaske des DHCP-Servers)
        advice: Falls die Subnetze absichtlich getrennt sind, {gateway} zwischen ihnen weiterleiten lassen

        [address.none]
        meaning: Kein Interface, über das eine Route führt, hat eine brauchbare IPv4- oder IPv6-Adresse.
        summary: {interface} hat keine brauchbare IP-Adresse{why}
        advice: Die MTU erhöhen: ip link set {narrow} mtu 1500; herausfinden, wodurch sie verringert wurde: journalctl -b --grep {narrow}
        advice: Adressen anzeigen: ip address show dev {interface}
        advice: Prüfen, was ein DHCP-Client dazu meldet: journalctl -b --grep {client}
        advice: Eine Adresse anfordern: dhclient -v {client}, networkctl renew {client} oder nmcli device reapply {client}

        [address.link-local-only]
        meaning: Nur 169.254.0.0/16 oder fe80::/10: Weder DHCP noch ein Router Advertisement hat geantwortet.
        summary: {interface} hat nur Link-Local-Adressen ({addresses}): kein DHCP-Server und kein Router hat geantwortet
        advice: Eine Adresse anfordern: dhclient -v {interface}, networkctl renew {interface} oder nmcli device reapply {interface}
        advice: Den DHCP-Server prüfen, ebenso den Switch-Port (VLAN), an dem {interface} angeschlossen ist

        [address.duplicate]
        meaning: Die Duplicate Address Detection ist fehlgeschlagen: Ein anderer Host im lokalen Netz hat die Adresse.
        summary: Adresskonflikt: {who} an {interface} verwendet {which}
        advice: Den anderen Host finden: arping -D -I {interface} {probed}, oder ip neigh show dev {interface}
        advice: Den anderen Host finden: ndisc6 {solicited} {interface}, oder ip -6 neigh show dev {interface}
        advice: Die Adresse dieses Rechners, {own}, oder die des anderen ändern
        advice: Ist einer der beiden die Kopie einer virtuellen Maschine, ihr im Hypervisor eine andere Hardware-Adresse als {cloned} geben; auf einem dritten Host zeigt dies, welche Hosts sie haben: ip neigh
        advice: Einem der beiden Hosts mit {shared} eine andere Adresse geben; sind beides Netzwerkkarten desselben Hosts, ist das kein Fehler
        advice: Herausfinden, welcher der beiden der Router {gateway} ist (mit dem Aufkleber vergleichen), und dem anderen eine andere Adresse geben

        [address.tentative]
        meaning: Eine Adresse ist noch nicht benutzbar, oder sie ist veraltet (deprecated) und es gibt keine andere.
        summary: die Adresse {addresses} an {interface} ist nicht voll nutzbar: {state}
        advice: Noch nicht benutzbar: eine Sekunde warten und erneut nachsehen: ip address show dev {fresh}
        advice: Veraltet (deprecated): prüfen, ob der Router das Präfix noch ankündigt oder der DHCP-Server die Lease verlängert: ip -6 route show dev {aged}; journalctl -b --grep 'dhcp|DHCP'

        [address.gateway-off-link]
        meaning: Das Gateway liegt in keinem Subnetz des Interface.
        summary: das Gateway {gateway} liegt in keinem Subnetz von {interface}: {answer}
        advice: Adressen und Präfixe des Interface mit dem Gateway vergleichen: ip address show dev {interface}; ip route
        advice: Das Gateway oder die Adresse samt Präfixlänge dort korrigieren, wo sie konfiguriert sind (/etc/network/interfaces, networkctl, nmcli)

        [address.lease-expired]
        meaning: Eine DHCP-Lease ist abgelaufen und wurde nicht verlängert.
        summary: die DHCP-Lease von {address} an {interface} ist abgelaufen ({ended}) und wurde nicht verlängert
        advice: Prüfen, ob der DHCP-Client läuft: systemctl status systemd-networkd NetworkManager dhcpcd; pgrep -a dhclient
        advice: Prüfen, ob der DHCP-Server {server} erreichbar ist: ping -c 3 {server}
        advice: Erneut anfordern: dhclient -v {interface}, networkctl renew {interface} oder nmcli device reapply {interface}

        [address.rogue-router]
        meaning: Zwei Router oder DHCP-Server kündigen verschiedene Gateways an.
        summary: an {interface} werden zwei Router angekündigt: {announcements}
        advice: Herausfinden, welcher Router dorthin gehört, und die Ankündigungen des anderen abschalten: rdisc6 {announced}
        advice: Bis dahin: ip -6 route del default via {gateway} dev {interface}
        advice: Den DHCP-Server, der nicht dorthin gehört, anhand seiner Hardwareadresse finden: ip neigh show dev {interface}; dann abschalten oder am Switch sperren (DHCP Snooping): {server} oder {other}

        [address.ipv6-disabled]
        meaning: IPv6 ist auf dem Interface abgeschaltet, das Ziel hat aber nur IPv6.
        summary: IPv6 ist auf {interface} abgeschaltet{why}
        advice: Die MTU erhöhen: ip link set {narrow} mtu 1500; herausfinden, wodurch sie verringert wurde: journalctl -b --grep {narrow}
        advice: Einschalten: sysctl -w net.ipv6.conf.{disabled}.disable_ipv6=0
        advice: Herausfinden, wodurch es auf {disabled} abgeschaltet wurde: grep -r disable_ipv6 /etc/sysctl.conf /etc/sysctl.d /usr/lib/sysctl.d; nmcli -f ipv6.method connection show

        """#
    }
}
