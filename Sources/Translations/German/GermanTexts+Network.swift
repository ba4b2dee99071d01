extension GermanTexts {
    static var network: String {
        #"""
        [gateway.none]
        meaning: Für die benötigte Adressfamilie gibt es keine Default-Route und auch keine andere Route zum Ziel.
        summary: keine Route führt zu {destination}
        advice: Routen anzeigen: ip route; ip -6 route
        advice: Eine Lease oder ein Router Advertisement neu anfordern: networkctl renew {interface}, nmcli device reapply {interface} oder dhclient -v {interface}
        advice: Der Kernel ignoriert auf {ignoring} Router Advertisements; liest sie weder systemd-networkd noch NetworkManager, ihn sie annehmen lassen: sysctl -w net.ipv6.conf.{ignoring}.accept_ra=2
        advice: Oder die Route von Hand anlegen: ip route add default via ADDRESS-OF-THE-ROUTER

        [gateway.ipv4-literal]
        meaning: Das Ziel ist eine IPv4-Adresse, und dieses Netz hat nur IPv6 mit NAT64 für Namen.
        summary: {address} ist eine IPv4-Adresse, und dieser Rechner hat nur IPv6: das Netz übersetzt Namen (NAT64, {prefix}), keine Adressen
        advice: Den Namen des Ziels statt seiner Adresse verwenden: der DNS-Server {server} liefert dann eine IPv6-Adresse
        advice: Oder die Adresse verwenden, die das Netz übersetzt: {translated}
        advice: Für Programme, die nur IPv4 beherrschen, einen CLAT (RFC 6877) wie clatd installieren

        [gateway.no-ipv4]
        meaning: Dieser Rechner erreicht das Internet nur über IPv6, und nichts führt zu Hosts dort, die nur IPv4-Adressen haben.
        summary: Hosts, die nur IPv4-Adressen haben, sind nicht erreichbar: dieser Rechner hat nur IPv6, und weder ein DNS-Server noch ein Router bietet NAT64
        advice: Wenn das Netz IPv4 haben sollte, eine Lease anfordern: networkctl renew {interface}, nmcli device reapply {interface} oder dhclient -v {interface}
        advice: Wenn es NAT64 haben sollte, dessen DNS-Server verwenden und keine anderen: resolvectl status; cat /etc/resolv.conf
        advice: Sonst den Betreiber des Netzes um NAT64 mit DNS64 (RFC 6146, RFC 6147) oder um IPv4 bitten

        [gateway.unreachable]
        meaning: Das Gateway antwortet weder auf ARP oder NDP noch auf ICMP.
        summary: das Gateway {gateway} an {interface} antwortet nicht
        advice: Die Route dorthin entfernen, denn {near} liegt im Subnetz von {interface} selbst: {detour}
        advice: Eine Regel dieses Rechners führt dorthin, über die Routing-Tabelle {table} statt über die Haupttabelle; beide ansehen und entfernen, falls sie übrig geblieben sind: {rules} show table {table}; {routes} show table {table}
        advice: Ist {resolver} der Router, die Gateway-Adresse in den Einstellungen von {interface} korrigieren; bis dahin: ip route replace default via {resolver} dev {interface}
        advice: Prüfen, ob der Router eingeschaltet ist und im selben Netz liegt wie {plug}
        advice: Die Route dorthin kam mit einer Lease, die vielleicht aus einem anderen Netzwerk stammt; sie erneuern: networkctl renew {leased}, nmcli device reapply {leased} oder dhclient -v {leased}
        advice: Der Link {multicast} funktioniert über IPv4. Prüfen, ob der IPv6-Router eingeschaltet ist und ob ein Switch oder Access-Point Multicast verwirft, worüber er gefunden wird (MLD-Snooping)
        advice: Es ist das andere Ende des Tunnels {tunnel}: prüfen, wohin er führt und ob von dort Pakete ankommen: ip -d -s link show {tunnel}; bei WireGuard den letzten Handshake: wg show {tunnel}
        advice: Sein Nachbareintrag ist permanent, daher sucht dieser Rechner es nicht; prüfen, ob es ohne den Eintrag antwortet: ip neigh del {fixed} dev {interface}
        advice: Seinen Nachbareintrag anzeigen: ip neigh show {gateway} dev {interface}
        advice: Prüfen, ob andere Hosts im lokalen Netz antworten: ip neigh show dev {interface}
        advice: Prüfen, ob die Firewall dieses Rechners eingehendes ICMPv6 der Typen {types} durchlässt: nft list ruleset
        advice: Oder die Firewall dieses Rechners verwirft {resolution}, was nur root feststellen kann: nft list ruleset

        [gateway.route-rejects]
        meaning: Eine Route vom Typ blackhole, unreachable oder prohibit umfasst das Ziel.
        summary: eine Route dieses Rechners blockiert {destination}: {kind} {prefix}
        advice: Die Route anzeigen: {routes} show type {kind}
        advice: Sie entfernen: {routes} del {kind} {prefix}
        advice: Ist auch {half} aufgeführt, auch die Route zu dieser Hälfte entfernen: {routes} del {kind} {half}

        [gateway.policy]
        meaning: Eine Policy-Routing-Regel dieses Rechners (ip-rule(8)) weist Pakete an das Ziel ab oder führt sie ins Leere.
        summary: das Policy-Routing dieses Rechners blockiert {family}-Pakete an {destination}: {how}
        advice: Die Regeln in ihrer Reihenfolge anzeigen: {rules}
        advice: Die Regel entfernen: {rules} del priority {priority}
        advice: Die Routen dieser Tabelle anzeigen: ip route show table {table}
        advice: Das Programm im VRF ausführen: ip vrf exec {vrf} COMMAND
        advice: Herausfinden, wer sie anlegt: der Kill-Switch eines VPN, NetworkManager oder systemd-networkd (networkctl status; nmcli connection show --active)

        [gateway.wrong-neighbour]
        meaning: Ein fester Nachbareintrag (permanent) nennt nicht die Hardwareadresse des Gateways oder eines Ziels im lokalen Netz.
        summary: der feste Nachbareintrag von {gateway} an {interface} ist falsch: er nennt {fixed}, {gateway} hat aber {real}
        advice: Den Eintrag entfernen, damit ARP oder NDP den Host findet: ip neigh del {gateway} dev {interface}
        advice: Herausfinden, wer ihn anlegt: grep -r {gateway} /etc/ethers /etc/network /etc/systemd/network; er könnte gegen ARP-Spoofing gedacht sein, also prüfen, ob {real} wirklich der richtige Host ist

        [gateway.dead-preferred]
        meaning: Die Route mit der niedrigsten Metrik führt zu einem Gateway, das nicht antwortet, ein anderes funktioniert.
        summary: das bevorzugte Gateway {gateway} an {interface} antwortet nicht, {other} schon
        advice: {idle} abschalten, bis es wieder funktioniert, denn auch die Routen zum eigenen Netz bevorzugen es: ip link set {idle} down
        advice: Die tote Route entfernen, bis der Router wieder da ist: {removal}
        advice: Das VPN von {interface} neu starten; oder seine Routen entfernen, wenn sein Verkehr auch ohne es hinausdarf: {uncovering}
        advice: Prüfen, ob der Router {gateway} eingeschaltet ist

        [gateway.loss]
        meaning: Antworten des Gateways gehen verloren.
        summary: das Gateway {gateway} an {interface} hat {lost} von {sent} Pings nicht beantwortet ({share} %)
        advice: Prüfen, wo sie verloren gehen: ip -s link show {interface}; ping -i 0.2 -c 50 {gateway}
        advice: Verbindungen über {full} empfangen Daten und füllen es vielleicht, etwa ein Download; nachsehen, welche: ss -tip
        advice: Für {interface} ein anderes Kabel oder einen anderen Port probieren; bei WLAN näher an den Access Point gehen
        advice: Prüfen, ob der Router überlastet ist oder Pings begrenzt

        [gateway.slow]
        meaning: Die Umlaufzeit zum Gateway liegt über dem Schwellwert.
        summary: das Gateway {gateway} an {interface} ist langsam: es antwortet erst nach {time} ms, mehr als {limit} ms
        advice: Prüfen, ob der Link ausgelastet ist: ip -s link show {interface}; tc -s qdisc show dev {interface}
        advice: Prüfen, ob der Router überlastet ist

        [gateway.no-icmp]
        meaning: Das Gateway leitet weiter, beantwortet aber keine Pings: für sich allein nie ein Fehler.
        summary: das Gateway {gateway} beantwortet keine Pings, leitet aber weiter
        advice: Es ist nichts zu tun

        [path.no-route]
        meaning: Ein Router auf dem Pfad antwortet, dass er das Netz oder den Host nicht erreicht.
        summary: {who} kann {destination} nicht erreichen: Antwort „{answer}“
        advice: Routen und Links von {router} prüfen: ip route get {address}
        advice: Bei der Antwort „host unreachable“ kann {address} ausgeschaltet sein
        advice: Den Pfad anzeigen: traceroute {address}, oder mtr {address}

        [path.private-network]
        meaning: Das Ziel hat eine private Adresse, zu der keine Route dieses Rechners führt: Pakete folgen der Default-Route ins Internet, wo solche Adressen nirgendwohin führen. Oft ist ein VPN nicht verbunden.
        summary: keine Route dieses Rechners führt in das private Netz von {address}: Pakete folgen der Default-Route bis {router} im Internet, wo private Adressen nirgendwohin führen
        advice: Das VPN jenes Netzes verbinden und prüfen, ob es eine Route hinzufügt: ip route get {address}
        advice: Ist es verbunden, das Netz in die aufnehmen, die es routet (AllowedIPs bei WireGuard, route bei OpenVPN)
        advice: Liegt das Netz hier, eine Route über den Router anlegen, der dorthin führt: ip route add {address} via ADDRESS-OF-THE-ROUTER

        [path.upstream-down]
        meaning: Das Gateway antwortet, aber nichts dahinter: Seine Internetverbindung ist ausgefallen, oder es leitet nicht weiter oder macht kein NAT.
        summary: das Gateway {gateway} antwortet, das Internet dahinter aber nicht: {proof}
        advice: Das Gateway ist das andere Ende des Tunnels {tunnel}, etwa eines VPN: ihn trennen und prüfen, ob das Internet ohne ihn funktioniert: ip link set dev {tunnel} down
        advice: Die Internet-LED des Routers prüfen oder seine Statusseite unter http://{router}/. Ist der Router offline, ihn neu starten; hilft das nicht, den Provider anrufen
        advice: {edge} findet keinen nächsten Router. Es kann die eigene Adresse des Routers zum Provider hin sein, die seine Statusseite zeigt; dann ist das Modem oder die Leitung hinter dem Router ausgefallen. Sonst ist es der Router des Providers, und der Weg endet dort
        advice: Pakete kommen am Router vorbei bis {passed}: Dahinter antwortet nichts, oder nur der DNS-Server versagt. Antwortet ein anderer, diesen konfigurieren: netdiag resolve a.root-servers.net --server ANOTHER-SERVER
        advice: Antwortet keiner, den Provider anrufen: Der Weg endet hinter {passed}
        advice: Auf einem anderen Host am Link prüfen, ob es dort antwortet, und es sonst neu starten: ping {deaf}
        advice: Antwortet es dort, ansehen, was dieser Rechner an es sendet: tcpdump -ni {interface} host {deaf}
        advice: Vielleicht hat ein anderer Host die Adresse dieses Rechners, {contested}, und bekommt, was für diesen bestimmt ist; prüfen, als root: arping -D -I {interface} {contested}
        advice: Ist {resolver} der Router, die Gateway-Adresse in den Einstellungen von {interface} korrigieren; bis dahin: ip route replace default via {resolver} dev {interface}
        advice: Auf einem Linux-Gateway prüfen, ob es weiterleitet und Adressen übersetzt (NAT): sysctl net.ipv4.ip_forward; nft list ruleset
        advice: Prüfen, wie weit Pakete kommen: mtr {address}
        advice: Vorerst {spare} benutzen, das funktioniert: ip route replace default {way} metric 1

        [path.tunnel-down]
        meaning: Der Verkehr geht in einen Tunnel, etwa eines VPN, und nichts kommt zurück: Die Gegenstelle ist weg oder kennt diesen Rechner nicht mehr.
        summary: auf nichts, was in {interface} gesendet wird, kommt eine Antwort: {proof}
        advice: Die Pakete von {looping} an den VPN-Server müssen über {outer} hinaus; die fehlende Route dorthin anlegen: ip route add ADDRESS-OF-THE-SERVER via {router} dev {outer}
        advice: Prüfen, ob von der Gegenstelle etwas ankommt: ip -s link show {interface}; bei WireGuard den letzten Handshake: wg show {interface}
        advice: Das VPN neu starten; um vorerst ohne es auszukommen: ip link set dev {vpn} down
        advice: Die Verbindung von {line} neu starten: das VPN, die PPP-Sitzung oder das Modem

        [path.spare-down]
        meaning: Ein weiterer Uplink, den der Verkehr nicht nimmt, solange der bevorzugte da ist, führt ins Leere.
        summary: der Reserve-Uplink {interface} funktioniert nicht (der Verkehr läuft über {used}): das Gateway {gateway} antwortet, aber nichts dahinter: {proof}
        advice: Den Router {gateway} prüfen: die Internet-LED oder seine Statusseite unter http://{gateway}/
        advice: Mit einem Host ausprobieren, der gebraucht wird: ping -I {interface} HOST

        [path.ipv6-down]
        meaning: IPv4 funktioniert, IPv6 aber nicht, obwohl es eine Default-Route dafür gibt: Programme, die es zuerst versuchen, weichen erst nach einer Wartezeit auf IPv4 aus.
        summary: IPv6 funktioniert jenseits des Gateways {gateway} nicht{contrast}: {effect}
        advice: Bis IPv6 funktioniert, statt {ipv6_servers} oder zusätzlich einen DNS-Server mit einer IPv4-Adresse einrichten
        advice: {other_router} ist auf {interface} ebenfalls IPv6-Router. Soll {doubted} keiner sein, seine Ankündigungen abschalten; bis dahin den anderen benutzen: ip -6 route del default via {doubted} dev {interface}
        advice: Am Router prüfen, ob seine IPv6-Verbindung steht: ob er ein Präfix des Providers hat und dieses ankündigt ({source} ist, was dieser Rechner hat)
        advice: Prüfen, wie weit Pakete kommen: mtr -6 {address}
        advice: Um auf IPv6 zu verzichten, bis es funktioniert: ip -6 route del default dev {sole}

        [path.ipv4-down]
        meaning: IPv6 funktioniert, IPv4 aber nicht, obwohl es eine Default-Route dafür gibt: Hosts ohne IPv6-Adresse sind nicht erreichbar.
        summary: IPv4 funktioniert jenseits von {last} nicht{contrast}: {effect}
        advice: Falls {rejecting} zum eigenen Netz gehört, dort nach der Regel suchen, die abweist: nft list ruleset, oder iptables-save
        advice: Ist das NAT64 ({nat64}) der Router dieses Netzes, ihn neu starten; sonst, oder wenn das nicht hilft, den Provider anrufen und sagen, dass sein NAT64 nicht antwortet
        advice: Prüfen, wie weit Pakete zu einer Adresse hinter dem NAT64 kommen: mtr -6 {translated}
        advice: Bis {nat64} wieder zu IPv4-Hosts führt, sind nur Namen mit IPv6-Adressen erreichbar
        advice: Am Router prüfen, ob seine IPv4-Verbindung steht, zum Beispiel auf der Statusseite unter http://{unconnected}/, und ihn neu starten; hilft das nicht, den Provider anrufen
        advice: Prüfen, wie weit Pakete kommen: mtr -4 {address}

        [path.filtered]
        meaning: Ein Router oder Host antwortet, dass eine seiner Regeln die Pakete abweist.
        summary: {who} blockiert Pakete an {destination}: Antwort „{answer}“
        advice: Falls {router} zum eigenen Netz gehört, dort nach der Regel suchen, die abweist: nft list ruleset, oder iptables-save
        advice: Den Administrator von {router} bitten, diesem Rechner den Zugang zu {destination} zu erlauben

        [path.dropped]
        meaning: Verbindungen zum Ziel werden unterwegs stillschweigend verworfen, Pings oder Verbindungen zu einem anderen Port kommen durch.
        summary: Verbindungen zu {destination} werden unterwegs verworfen, hinter dem Router {router}: {control} kommen weiter, bis {next}
        advice: Dieser Rechner fordert ECN an, und manche Geräte verwerfen solche Verbindungsversuche. Prüfen, ob es ohne geht: sysctl -w {ecn}=2
        advice: Viele Internetanbieter verwerfen Verbindungen zu Port {blocked_port}, daher beim eigenen nachfragen oder es über ein anderes Netz versuchen
        advice: Beim Betreiber von {router} nachfragen, ob dort eine Firewall TCP-Port {port} verwirft oder die Verbindungstabelle eines NAT voll ist
        advice: Die beiden Pfade vergleichen: traceroute -n -T -p {port} {address} und traceroute -n -I {pinged}
        advice: Die beiden Pfade vergleichen: traceroute -n -T -p {port} {address} und traceroute -n -T -p {other_port} {address}
        advice: Es über ein anderes Netz versuchen, etwa den Hotspot eines Telefons

        [path.corrupted]
        meaning: Pakete kommen beschädigt an und werden deshalb von diesem Rechner verworfen: Ihre Prüfsummen sind falsch.
        summary: Pakete von {destination} kommen beschädigt an und werden verworfen: {count} hatten eine falsche Prüfsumme, statt einer Antwort
        advice: Sehen, ob die Zähler wachsen: nstat -az | grep -i csum
        advice: Das Kabel von {interface} tauschen oder einen anderen Port des Switches oder Routers verwenden; den Router neu starten
        advice: In einer virtuellen Maschine, einem Container oder mit VPN ohne Prüfsummen-Offloading testen: ethtool -K {interface} rx off tx off

        [path.hairpin]
        meaning: Das Ziel ist die öffentliche Adresse des Routers dieses Netzes. Der Router leitet den Port an einen Rechner im Netz weiter, und es kommt keine Antwort zurück: Jener Rechner ist aus, oder der Router leitet nur Verbindungen von außen weiter (kein NAT-Loopback).
        summary: {address} ist der Router dieses Netzes selbst: Er leitet Port {port} an einen Rechner im Netz weiter, und es kommt keine Antwort zurück: Entweder ist jener Rechner aus, oder der Router leitet nur Verbindungen von außen weiter
        advice: Von außen testen, etwa über den Hotspot eines Telefons. Geht es auch dort nicht, den Rechner prüfen, an den {gateway} Port {port} weiterleitet
        advice: Geht es von außen, NAT-Loopback (Hairpin-NAT) in den Einstellungen des Routers einschalten, etwa unter http://{gateway}/
        advice: Oder {name} in diesem Netz zur eigenen Adresse des Rechners führen lassen: mit einem Eintrag im DNS des Routers oder einer Zeile in /etc/hosts

        [path.other-gateway]
        meaning: Eine Route oder Policy-Regel dieses Rechners führt Pakete an das Ziel zu einem anderen als dem Default-Gateway, und dahinter antwortet nichts, während das Internet über das Default-Gateway erreichbar ist.
        summary: die Route {route} dieses Rechners führt Pakete an {destination} zum Gateway {gateway}, hinter dem nichts antwortet, während das Default-Gateway {usual} funktioniert
        advice: Auf {redirecting} die Route zu {address} ansehen, denn es hat diesen Rechner angewiesen, {gateway} zu benutzen (ICMP Redirect): ip route get {address}; dann das auf diesem Rechner vergessen: {cache}
        advice: Auf {gateway} prüfen, ob es Pakete weiterleitet: sysctl net.ipv4.ip_forward; nft list ruleset
        advice: Eine Policy-Regel wählt die Tabelle {table} aus. Die Regeln in ihrer Reihenfolge ansehen: {rules}
        advice: Führt auch {usual} zu {address}, die Route entfernen: {removal}
        advice: Ist die Route richtig und leitet {gateway} weiter, ist {address} vielleicht ausgeschaltet. Prüfen, ob andere Rechner hinter {gateway} antworten

        [path.loop]
        meaning: Das Hop-Limit von Paketen an das Ziel läuft ab: Sie drehen sich im Kreis.
        summary: Pakete an {destination} laufen in einer Schleife: {hops}
        advice: {foreign} ist eine private Adresse, die nur aus ihrem eigenen Netz erreichbar ist, und nur die Standardroute deckt sie ab; mit diesem Netz oder seinem VPN verbinden und prüfen, ob es eine Route hinzufügt: ip route get {foreign}
        advice: Die Routen dieser Router prüfen: ip route get {address}, auf jedem von ihnen
        advice: Die Schleife anzeigen: traceroute -n {address}

        [path.hop-limit]
        meaning: Pakete an das Ziel enden unterwegs wegen ihres Hop-Limits, und nichts dreht sich im Kreis.
        summary: Pakete an {destination} enden am Router {router}, {what}
        advice: Falls der Provider verwirft, was schon durch einen Router ging, etwa gegen Tethering, Pakete mit größerem Hop-Limit starten lassen oder beim Provider nachfragen: sysctl -w net.ipv4.ip_default_ttl={raised}
        advice: Prüfen, mit welchem Wert Pakete dieses Rechners starten: sysctl {setting}; bei Hosts ist 64 üblich
        advice: Auf {culprit} nach einer Regel suchen, die die TTL setzt: nft list ruleset, iptables -t mangle -S
        advice: Prüfen, wo Pakete enden: traceroute -n {address}

        [path.mtu]
        meaning: Kleine Pakete an das Ziel kommen durch, Pakete voller Größe verschwinden ohne Meldung.
        summary: Pakete bis {mtu} Byte an oder von {address} kommen an, aber {large} gehen unterwegs verloren
        advice: Prüfen, dass Pakete dieser Größe beantwortet werden und größere nicht: ping -M do -s {data} {address}
        advice: Die Firewall auf dem Pfad finden, die ICMP „fragmentation needed“ oder „packet too big“ verwirft, und diese Meldungen dort durchlassen
        advice: Bis dahin diesen Rechner und seine Gegenüber kleinere Pakete verwenden lassen: ip link set dev {link} mtu {mtu}
        advice: Bis dahin diesen Rechner und den Host kleinere Pakete verwenden lassen: ip route replace {address} {route} mtu {mtu}

        [path.loss]
        meaning: Pakete an das Ziel gehen hinter dem Gateway verloren.
        summary: {lost} von {sent} {what} an {address} gehen verloren
        advice: Das Gateway {detour} gibt Pakete an {next} weiter, das ebenfalls am Link dieses Rechners ist, sodass ihre Antworten nicht über {detour} laufen. {next} als Gateway verwenden: ip route replace default via {next} dev {interface}
        advice: Nach einer Firewall suchen, die nur eine Richtung einer Verbindung sieht, etwa bei verschiedenen Routern hin und zurück: traceroute -n -T -p {port} {address}
        advice: Prüfen, wo sie verloren gehen: mtr {address}

        [path.shared-loss]
        meaning: Pakete an mehrere Hosts hinter demselben Gateway gehen verloren.
        summary: Pakete an {count} Hosts hinter dem Gateway {gateway} gehen verloren: {lost} von {sent} {what}
        advice: Auf der Statusseite des Routers {gateway} prüfen, ob seine Leitung ausgelastet ist oder Fehler hat
        advice: Prüfen, ab welchem Router sie verloren gehen: mtr {address}

        [path.jitter]
        meaning: Die Umlaufzeiten zum Ziel schwanken stärker als zulässig.
        summary: die Umlaufzeit zu {address} schwankt um {jitter} ms, mehr als {limit} ms
        advice: Prüfen, wo das herkommt: mtr {address}
        advice: Prüfen, ob ein Uplink ausgelastet ist: ip -s link

        [path.rate-limited]
        meaning: Schon ein kleiner Burst von Paketen lässt die Umlaufzeiten einbrechen.
        summary: der Pfad zu {address} verträgt keinen Burst: einzelne Pakete brauchen {calm} ms, aber von {sent} auf einmal gehen {lost} verloren, und das letzte braucht {longest} ms
        advice: Prüfen, ob etwas anderes die Leitung auslastet: ip -s link, oder die Auslastungsanzeige des Routers
        advice: Auf dem Pfad nach einem Shaper oder Policer suchen: tc -s qdisc show, auf jedem Router

        """#
    }
}
