extension GermanTexts {
    static var names: String {
        #"""
        [dns.unexpected-answer]
        meaning: Der Server antwortet, aber nicht mit den erwarteten Records.
        summary: in der Antwort von {server} für {name} fehlt {missing}; sie enthält {found}
        advice: Seine ganze Antwort ansehen: netdiag resolve {name} --server {server}
        advice: Oder die Erwartung korrigieren: records: beim Ziel in /etc/netdiag/netdiag.yaml

        [dns.no-dns64]
        meaning: Der Name hat nur IPv4-Adressen, dieser Rechner hat nur IPv6, und der DNS-Server übersetzt sie nicht (DNS64).
        summary: {name} hat nur IPv4-Adressen ({addresses}), und dieser Rechner hat nur IPv6: der DNS-Server {server} übersetzt sie nicht (kein DNS64)
        advice: Stattdessen {other} fragen, der DNS64 mit dem Präfix {prefix} macht: netdiag resolve {name} --server {other}
        advice: Der Router {router} kündigt NAT64 mit dem Präfix {prefix} an: DNS64 im DNS-Server einschalten oder einen CLAT (RFC 6877) wie clatd installieren
        advice: Die vom Netz angekündigten DNS-Server verwenden und keine anderen: resolvectl status; rdisc6 INTERFACE

        [dns.split-server-dead]
        meaning: Ein DNS-Server, der nur für bestimmte Domains gefragt wird, etwa der eines VPN, antwortet nicht.
        summary: der DNS-Server {server} an {interface}, der für Namen in {domains} gefragt wird, antwortet nicht ({reason}): diese Namen lassen sich nicht auflösen
        advice: Prüfen, ob das VPN oder Netz von {interface} verbunden ist: ip -s link show {interface}
        advice: Prüfen, ob er jetzt antwortet: netdiag resolve {domain} --type NS --server {server}
        advice: Prüfen, welcher Server für welche Domain gefragt wird: resolvectl domain; resolvectl dns

        [dns.tls-blocked]
        meaning: systemd-resolved darf nur DNS over TLS verwenden, und so ist der Server nicht erreichbar.
        summary: der DNS-Server {server} lässt sich nicht über TLS abfragen (Port {port}: {reason}), und systemd-resolved ist so konfiguriert, dass es nichts anderes verwendet
        advice: Prüfen, ob das Netz Port {port} durchlässt: netdiag check tcp://{server}:{port}
        advice: Unverschlüsseltes DNS zulassen, wo TLS scheitert: DNSOverTLS=opportunistic in /etc/systemd/resolved.conf, dann systemctl restart systemd-resolved
        advice: Oder einen Server verwenden, der DNS over TLS anbietet: resolvectl dns INTERFACE ADDRESS#NAME

        [dns.tls-certificate]
        meaning: systemd-resolved darf nur DNS over TLS verwenden, und das Zertifikat des Servers ist ungültig.
        summary: das Zertifikat des DNS-Servers {server} (DNS over TLS) ist für {expected} nicht gültig: {reason}, deshalb verwendet systemd-resolved ihn nicht
        advice: Das Zertifikat anzeigen: openssl s_client -connect {server}:{port} -servername {expected}
        advice: Den Namen konfigurieren, auf den das Zertifikat lautet: resolvectl dns INTERFACE {server}#NAME
        advice: Falls es der eigene Server ist, dessen CA hinzufügen: update-ca-certificates

        [dns.no-server]
        meaning: Es ist kein Resolver konfiguriert.
        summary: es ist kein DNS-Server konfiguriert, mit der Folge: {consequence}
        advice: Prüfen, was konfiguriert ist: cat /etc/resolv.conf; resolvectl status
        advice: Einen konfigurieren: echo 'nameserver ADDRESS' > /etc/resolv.conf, oder resolvectl dns INTERFACE ADDRESS

        [dns.misconfigured]
        meaning: Ein konfigurierter Resolver ist keine IP-Adresse, seine Datei lässt sich nicht lesen, oder nsswitch.conf lässt die Hosts-Datei aus.
        summary: die Resolver-Konfiguration enthält einen Fehler: {problem}
        advice: Die Carriage Returns entfernen: sed -i 's/\r$//' {returns}
        advice: Die Datei ohne Byte Order Mark speichern: sed -i '1s/^\xef\xbb\xbf//' {marked}
        advice: Für alle Programme lesbar machen: chmod 644 {unreadable}
        advice: Den Dienst starten, der {goal} schreibt, wie in systemctl enable --now systemd-resolved; oder den Link durch eine Datei ersetzen: rm {link}; echo 'nameserver ADDRESS' > {link}
        advice: Die Datei anlegen, mit der Adresse eines DNS-Servers: echo 'nameserver ADDRESS' > {unwritten}
        advice: Korrigieren, was dort steht: {place}; was zulässig ist, steht in resolv.conf(5)
        advice: In dieser Zeile files vor dns eintragen: {services}; siehe nsswitch.conf(5)
        advice: In /etc/hosts eine Zeile `127.0.0.1 {unlisted}` eintragen, und für IPv6 eine Zeile `::1 {unlisted}`

        [dns.server-unreachable]
        meaning: Kein konfigurierter DNS-Server antwortet rechtzeitig.
        summary: kein DNS-Server antwortet rechtzeitig: {servers}
        advice: {bare} fehlt die Adresse 127.0.0.1, ohne die Pakete an {server} nicht auf diesem Rechner bleiben: ip address add 127.0.0.1/8 dev {bare}
        advice: Prüfen, welcher Server für {forwarded} zuständig ist, denn eine Regel für dessen Domain kann einen nennen, den es nicht mehr gibt: grep -rs 'server=/\|forward-zone\|zone ' /etc/dnsmasq.conf /etc/dnsmasq.d /etc/unbound /etc/bind
        advice: Die Server von {unheard} oder der Weg von {server} zu ihnen schweigen; prüfen, ob ein anderer Server den Namen kennt: netdiag resolve {unheard} --server ANOTHER-SERVER
        advice: {connected} antwortet über TCP und nicht über UDP: die Firewall auf dem Weg UDP-Port 53 durchlassen lassen; bis dahin `options use-vc` in /etc/resolv.conf eintragen
        advice: {waiting} nimmt auf Port 53 TCP-Verbindungen an, wartet also auf die Server, an die er Anfragen weiterleitet, oder eine Firewall verwirft UDP-Port 53. Es ist die Firewall, wenn hierauf eine Antwort kommt: dig +tcp {name} @{waiting}
        advice: {foreign} ist eine private Adresse, und nur die Default-Route führt dorthin: das VPN oder Netz verbinden, zu dem sie gehört, oder einen DNS-Server dieses Netzes konfigurieren, oft {router}: cat /etc/resolv.conf
        advice: Anfragen kommen über {passed} hinaus, und nichts kommt zurück: Der Server oder ein Filter auf dem Weg verwirft UDP-Port 53. Den DNS-Server des Routers verwenden, oft {own_server}: cat /etc/resolv.conf
        advice: Hinter dem Router ist über IPv4 nur {fourth} zu hören, über IPv6 mehr: {server} erreicht andere Server vielleicht über IPv4 nicht. Auf der Statusseite des Routers prüfen, ob IPv4 verbunden ist, oder den Anbieter anrufen
        advice: Prüfen, ob er jetzt antwortet: netdiag resolve {name} --server {server}
        advice: Prüfen, ob sein Host antwortet: ping {unpinged}
        advice: Prüfen, welche Server konfiguriert sind: cat {configuration}; resolvectl status

        [dns.server-closed]
        meaning: Der Host des Servers antwortet, aber auf dessen DNS-Port lauscht nichts.
        summary: auf {servers} läuft kein DNS-Server
        advice: {own} ist eine Adresse dieses Rechners, an der kein DNS-Server lauscht; sehen, an welchen Adressen einer lauscht: ss -Hlnu 'sport = :53'
        advice: Von diesem Rechner führt keine Default-Route weg. Ist {twin} die Adresse des Routers, hat dieser Rechner sie irrtümlich: ihm eine andere geben oder das DHCP überlassen
        advice: Den DNS-Server dieses Rechners starten: systemctl status {local}
        advice: {docker} ist der DNS-Server, den Docker in einem Container bereitstellt: den Container neu starten; auf seinem Host: journalctl -u docker
        advice: {mute} ist auch das Default-Gateway, und dahinter antwortet nichts; sehen, ob es der Router dieses Netzes ist: ip route; ip neigh
        advice: Als root prüfen, ob zwei Hosts mit verschiedenen Hardware-Adressen die Adresse {contested} haben: arping -c 3 {contested}
        advice: Den DNS-Server auf {far} starten lassen; danach prüfen: netdiag resolve {name} --server {server}
        advice: Oder einen anderen konfigurieren: cat {configuration}

        [dns.some-servers-dead]
        meaning: Ein Server antwortet, ein früherer in der Liste antwortet nicht oder scheitert.
        summary: Problem mit dem DNS-Server {server}: {what}{cost}; {other} antwortet
        advice: Das Programm des Tunnels {tunnel} neu starten, der zu {server} führt: systemctl list-units --all 'openvpn*' 'vpn*' 'tailscaled*'
        advice: {sleeping} ist abgeschaltet, und {server} gehört zu seinem Netz; das Programm starten, das es betreibt, oder es einschalten: ip link set {sleeping} up
        advice: Prüfen, wohin Pakete zu {unsent} gehen: ip route get {unsent}
        advice: {server} liegt in {bridged}, dem Subnetz von {bridge} auf diesem Rechner, weshalb Pakete dorthin ihn nicht verlassen. Ist es ein Server anderswo, {bridge} ein anderes Subnetz geben: bei Docker `default-address-pools` in /etc/docker/daemon.json, bei libvirt `virsh net-edit`
        advice: {server} reparieren oder aus der Liste nehmen: cat /etc/resolv.conf; resolvectl status
        advice: Mit {others} ebenso verfahren

        [dns.refused]
        meaning: Der DNS-Server verweigert die Antwort (REFUSED, NOTIMP).
        summary: der DNS-Server {server} verweigert die Antwort für {name} ({code}){why}
        advice: {redirecting} beantwortet Abfragen an {server} selbst, eine Regel dort leitet also Port 53 um; sie entfernen oder den DNS-Server in Ordnung bringen, zu dem sie führt
        advice: Die Zugriffsliste des Servers prüfen, ebenso, ob sein eigener Upstream-Server antwortet
        advice: Danach noch einmal abfragen: netdiag resolve {name} --server {server}

        [dns.servfail]
        meaning: Der DNS-Server ist gescheitert (SERVFAIL), ohne dass die DNSSEC-Validierung der Grund ist.
        summary: der DNS-Server {server} hat für {name} mit SERVFAIL geantwortet{why}
        advice: {redirecting} beantwortet Abfragen an {server} selbst, eine Regel dort leitet also Port 53 um; sie entfernen oder den DNS-Server in Ordnung bringen, zu dem sie führt
        advice: Prüfen, was er ohne DNSSEC-Validierung antwortet: dig @{server} +cd {signed}; stimmt das, muss der DS-Eintrag der Zone zu ihren Schlüsseln passen: delv {signed}
        advice: Einen anderen Server fragen: netdiag resolve {name} --server ANOTHER-SERVER
        advice: Prüfen, welcher der autoritativen Server des Namens versagt: dig +trace {typed}
        advice: Das Log des Servers auf {server} prüfen

        [dns.dnssec-bogus]
        meaning: SERVFAIL, das bei abgeschalteter Prüfung verschwindet: Die DNSSEC-Signaturen sind ungültig.
        summary: die DNSSEC-Signaturen von {name} sind ungültig: {server} antwortet nur bei abgeschalteter Prüfung{why}
        advice: Prüfen, was sich nicht verifizieren lässt: delv @{server} {name}, oder dig @{server} +cd +dnssec {name}
        advice: Die Uhr des Rechners prüfen, auf dem {server} läuft; von ihr hängen die Signaturen ab: timedatectl
        advice: Den Administrator der Zone von {zone} benachrichtigen: ihr DS-Record muss zu ihren Schlüsseln passen

        [dns.nxdomain]
        meaning: Der Name existiert nicht.
        summary: der Name {name} existiert laut {server} nicht{nearest}{why}
        advice: Der DNS-Server {absent}, der vor {server} kommt und nicht antwortet, kennt diesen Namen vielleicht als einziger, etwa der einer Firma. Mit dessen Netzwerk oder VPN verbinden oder ihn reparieren lassen und es erneut versuchen
        advice: {typed} auf Tippfehler prüfen
        advice: Den ganzen Namen von {short} schreiben, mit seiner Domain, oder seine Adresse
        advice: Prüfen, ob die Suchdomains stimmen, die zu {completed} führen: grep search /etc/resolv.conf; resolvectl domain
        advice: Oder Namen wie {short} ergänzen lassen: eine Zeile `search DOMAIN` in /etc/resolv.conf, oder resolvectl domain INTERFACE DOMAIN
        advice: Prüfen, welche Server für {parent} zuständig sind: netdiag resolve --type NS {parent}
        advice: Prüfen, ob ein anderer Server ihn kennt: netdiag resolve {typed} --server ANOTHER-SERVER
        advice: Einen anderen DNS-Server als {denier} konfigurieren oder diesen reparieren lassen: cat /etc/resolv.conf; resolvectl status
        advice: {limited} soll nur bestimmte Namen kennen: fehlende vom Administrator des Servers ergänzen lassen

        [dns.no-address]
        meaning: Der Name existiert, hat aber keine Adresse der gewünschten Familie oder keinen Record des gewünschten Typs.
        summary: der Name {name} existiert, hat aber {lack}{why}
        advice: Prüfen, was er hat: netdiag resolve {name}; netdiag resolve {name} --type MX
        advice: Den Record in der Zone von {typed} ergänzen oder einen anderen Namen abfragen
        advice: Im DNS-Server {filterer} nachsehen, ob er AAAA-Einträge aussortiert, wie dnsmasq mit der Option filter-AAAA
        advice: Einen anderen DNS-Server als {denier} konfigurieren oder diesen reparieren lassen: cat /etc/resolv.conf; resolvectl status
        advice: {limited} soll nur bestimmte Namen kennen: fehlende vom Administrator des Servers ergänzen lassen

        [dns.family-dropped]
        meaning: Anfragen nach einem Typ (meist AAAA) werden nie beantwortet, die nach dem anderen sofort.
        summary: der DNS-Server {server} ignoriert Anfragen nach {type}-Records und beantwortet die nach {other}: Programme, die beide abfragen, warten {delay} oder länger
        advice: Von Hand nachvollziehen: netdiag resolve {name} --server {server} --type {type}; dasselbe mit --type {other}
        advice: Eine Antwort kommt vielleicht später, als ein Status wartet, während Programme noch warten; prüfen, ob eine kommt: dig @{server} +timeout=15 +tries=1 {name} {later}
        advice: {server} reparieren oder ersetzen, oder das, was auf dem Pfad dorthin filtert
        advice: Bis dahin Programme keine {dropped}-Anfragen stellen lassen: options no-aaaa in /etc/resolv.conf eintragen (glibc 2.36) oder einen anderen Server verwenden

        [dns.cname-broken]
        meaning: Ein Alias führt im Kreis oder zu einem Namen, der nicht existiert.
        summary: der Name {name} ist ein Alias und führt zu {end}, {what}: {chain}
        advice: Die Kette anzeigen: netdiag resolve {name} --server {server} --type CNAME
        advice: Den Alias in der Zone des letzten Namens vor {end} korrigieren

        [dns.tcp-blocked]
        meaning: Antworten werden abgeschnitten, und TCP zu Port 53 scheitert.
        summary: die Antwort des DNS-Servers {server} für {name} ist zu lang für UDP, und TCP dorthin scheitert ({reason})
        advice: TCP-Port 53 zu {server} erlauben und den Server dort lauschen lassen (RFC 7766)
        advice: Danach noch einmal abfragen: netdiag resolve {name} --server {server}

        [dns.malformed]
        meaning: Die Antwort ist kein gültiges DNS, hat eine andere ID oder Anfrage, oder kommt von einer anderen Adresse.
        summary: der DNS-Server {server} hat für {name} keine gültige Antwort gegeben: {what}
        advice: {elsewhere} antwortet an der Stelle von {server}, und Programme ignorieren solche Antworten: wenn beide Adressen desselben Hosts sind, seinen DNS-Server auf {server} selbst lauschen lassen und dort prüfen, ob eine Regel den Absender ändert: nft list ruleset
        advice: Die Antwort anzeigen: netdiag resolve {name} --server {server}
        advice: Möglicherweise antwortet etwas auf dem Pfad zu {server} an dessen Stelle

        [dns.hijacked]
        meaning: Namen, die es nicht geben kann, bekommen eine Adresse.
        summary: der DNS-Server {server} liefert Adressen für Namen, die nicht existieren: {addresses}
        advice: {spelled} hat eine solche Adresse, existiert also vermutlich nicht, außer der Server führt jeden Namen dorthin: die Schreibweise prüfen
        advice: Von Hand nachvollziehen: netdiag resolve {random} --server {server}
        advice: {rogue} ist ein Rechner in diesem Netz, der jeden Namen zu sich selbst führt, während {truthful} wahrheitsgemäß antwortet. Auf seinen Seiten kein Passwort eingeben; ihn an seiner Hardware-Adresse finden: ip neigh show {rogue}
        advice: Einen Server verwenden, der wahrheitsgemäß antwortet; prüfen, welche konfiguriert sind: cat /etc/resolv.conf; resolvectl status

        [dns.blocked-answer]
        meaning: 0.0.0.0, ::, Loopback oder eine private Adresse für einen öffentlichen Namen.
        summary: der DNS-Server {server} antwortet für {name} mit {addresses}, was nicht stimmen kann{other}{why}
        advice: In den Filterlisten von {server} nach {filtered} suchen (Pi-hole, AdGuard, eine Firewall, der Provider)
        advice: Ist {collided} ein privater Name, dann den DNS-Server des Netzes verwenden, zu dem er gehört, etwa den einer Firma oder eines VPN: resolvectl status
        advice: Die private Zone von {collided} in eine eigene Domain oder unter internal verlegen lassen
        advice: Soll {rebound} eine private Adresse haben, dann vom Rebind-Schutz von {server} ausnehmen (dnsmasq: rebind-domain-ok)
        advice: Mit einem anderen Server vergleichen: netdiag resolve {filtered} --server ANOTHER-SERVER

        [dns.hosts-override]
        meaning: Die hosts-Datei widerspricht dem DNS.
        summary: laut hosts-Datei ist {name} {hosts}, laut DNS aber {dns}
        advice: Prüfen, ob die Zeile noch gebraucht wird: grep -n {name} /etc/hosts
        advice: Nur das DNS abfragen: netdiag resolve {name} --server {server}

        [dns.system-differs]
        meaning: Programme bekommen eine andere Antwort als die, die das DNS im Netz gibt, oder gar keine.
        summary: Programme auf diesem Rechner bekommen für {name} etwas anderes, als das DNS liefert; Programme: {here}; DNS-Server {server}: {there}{why}
        advice: Prüfen, was Programme bekommen: getent ahosts {name}
        advice: Ohne die Variablen der Umgebung probieren, und sie dort entfernen, wo sie gesetzt werden: unset {variables}
        advice: Programme fragen zuerst den Cache von {cache}; ihn leeren, oder ihn neu starten, falls er hängt: nscd --invalidate=hosts; systemctl restart {cache}
        advice: Für alle Programme lesbar machen: chmod 644 {unreadable}
        advice: Die Domain aus der Suchliste nehmen oder ndots verringern: {search}
        advice: Den DNS-Servern mehr Zeit geben: timeout und attempts in dieser Zeile erhöhen oder sie entfernen: {patience}
        advice: Ohne die Optionen use-vc, edns0 und trust-ad testen, die ändern, wie Programme fragen: {queries}
        advice: Die Option no-aaaa entfernen, mit der Programme nur IPv4-Adressen abfragen: {hiding}
        advice: In dieser Zeile bei den Diensten dns ergänzen: grep {lacking}: /etc/nsswitch.conf
        advice: dns vor den Dienst für Multicast-DNS setzen oder [NOTFOUND=return] entfernen, das die Suche dort beendet: grep {ending}: /etc/nsswitch.conf
        advice: {absent} installieren oder den zugehörigen Dienst aus der Zeile hosts von /etc/nsswitch.conf entfernen
        advice: Den Dienst, der nicht antwortet ({hanging}), aus der Zeile hosts von /etc/nsswitch.conf entfernen oder das Programm reparieren, das er fragt
        advice: Prüfen, welche Dienste sie in welcher Reihenfolge fragen: grep {database}: /etc/nsswitch.conf
        advice: Prüfen, was sie lesen: ls -lL /etc/nsswitch.conf /etc/resolv.conf /etc/hosts

        [dns.servers-disagree]
        meaning: Konfigurierte Server geben Antworten, die einander widersprechen.
        summary: die DNS-Server sind sich über {name} nicht einig; {server} sagt: {here}, {other} sagt: {there}
        advice: Vergleichen: netdiag resolve {name} --server {server}; netdiag resolve {name} --server {other}
        advice: Nur Server konfigurieren, die dieselben Namen kennen, oder jedem seine Domains zuweisen (resolvectl domain)

        [dns.slow]
        meaning: Antworten dauern länger als der Schwellwert.
        summary: der DNS-Server {server} hat {took} gebraucht, um für {name} zu antworten (der Schwellwert ist {limit})
        advice: Die Suchliste kürzen oder ndots verringern, damit Programme zuerst nach dem Namen selbst fragen: {search}
        advice: Prüfen, ob er immer langsam ist: netdiag resolve {typed} --server {server}
        advice: Prüfen, wie weit er entfernt ist: ping {server}

        [dns.loss]
        meaning: Fragen an den DNS-Server oder seine Antworten gehen verloren.
        summary: {lost} von {sent} Fragen an den DNS-Server {server} blieben ohne Antwort, sodass Programme auf Namen warten oder sie nicht finden
        advice: Prüfen, wo Pakete verloren gehen: mtr {server}
        advice: Ist {server} der eigene Router, gehen sie dahinter verloren: seine Internet-Anzeige oder sein Signal prüfen und den Provider anrufen

        [dns.one-answer]
        meaning: Von zwei Fragen, die Programme gleichzeitig stellen, wird nur eine beantwortet.
        summary: der DNS-Server {server} oder eine Firewall davor beantwortet von zwei Fragen von einem Port nur eine, wie sie Programme für IPv4 und IPv6 stellen, sodass Namen nicht oder erst nach Sekunden aufgelöst werden
        advice: Den Unterschied prüfen: getent ahosts {name}; RES_OPTIONS=single-request-reopen getent ahosts {name}
        advice: Programme eine Frage nach der anderen stellen lassen, jede von einem eigenen Port: options single-request-reopen in /etc/resolv.conf eintragen
        advice: Die Firewall oder den Router vor {server} aktualisieren oder ersetzen: vielleicht lässt sie je Port nur eine Antwort durch

        [dns.mdns-unavailable]
        meaning: Ein .local-Name, und auf diesem Rechner antwortet kein mDNS-Resolver.
        summary: {name} ist ein Multicast-DNS-Name, und nichts auf diesem Rechner löst solche Namen auf
        advice: Das Fehlende installieren: apt-get install {packages}
        advice: Den avahi-daemon starten: systemctl start avahi-daemon

        [dns.mdns-not-in-nsswitch]
        meaning: Avahi löst den .local-Namen auf, aber der Resolver des Systems ist nicht so konfiguriert, dass er Avahi fragt.
        summary: Avahi kennt {name}, aber Programme auf diesem Rechner fragen nicht dort (hosts: {services})
        advice: libnss-mdns installieren und in /etc/nsswitch.conf vor dns mdns4_minimal [NOTFOUND=return] eintragen

        [mdns.not-found]
        meaning: Im lokalen Netz antwortet niemand für den .local-Namen oder -Dienst.
        summary: kein Host im lokalen Netz antwortet für {name}
        advice: Prüfen, was es im lokalen Netz gibt: netdiag browse
        advice: Prüfen, ob der Host eingeschaltet und im selben Netz ist
        advice: Danach erneut versuchen: netdiag resolve {host}

        [mdns.daemon-down]
        meaning: avahi-daemon oder der System-Bus läuft nicht.
        summary: Multicast-DNS ist nicht verfügbar: {reason}
        advice: Herausfinden, warum er nicht läuft: journalctl -u avahi-daemon -u dbus

        [mdns.stale]
        meaning: Ein Dienst wird angekündigt, aber sein Host oder Port antwortet nicht.
        summary: {instance} wird auf {host} Port {port} angekündigt, aber: {problem}
        advice: Prüfen, was derzeit angekündigt wird: netdiag resolve {host}; netdiag browse --resolve
        advice: Auf {announcer} prüfen, ob der Dienst läuft und auf Port {port} lauscht: ss -ltn
        advice: Prüfen, was {placeholder} unter diesem Namen sonst noch anbietet: netdiag browse
        advice: {announcer} ordentlich herunterfahren oder dort avahi-daemon neu starten: eine Ankündigung überlebt einen verschwundenen Host um bis zu 75 Minuten

        [mdns.collision]
        meaning: Der Name unseres Dienstes war im lokalen Netz schon vergeben.
        summary: {reason}; dieser Rechner wird als {name} angekündigt
        advice: Diesem Rechner einen anderen Namen geben: publish: name: in /etc/netdiag/netdiag.yaml setzen, oder hostnamectl hostname NAME

        [mdns.blocked]
        meaning: Multicast kommt über ein Interface nicht hinaus oder nicht herein.
        summary: Multicast-DNS kommt über {interface} nicht durch: {problem}
        advice: Multicast einschalten: ip link set {off} multicast on
        advice: UDP-Port 5353 auf {filtered} ein- und ausgehend erlauben: nft list ruleset; mit firewalld: firewall-cmd --add-service=mdns
        advice: Prüfen, was zwischen diesem Rechner und {peer} liegt: Multicast- oder Client-Isolation und IGMP-Snooping am Switch oder Access Point sowie der Paketfilter von {peer}
        advice: Prüfen, welche Daemons einander sehen: netdiag peers; nicht durch kommt Multicast {direction}

        [mdns.malformed-peer]
        meaning: Ein Host im lokalen Netz kündigt Records an, die sich nicht dekodieren lassen.
        summary: {address} an {interface} sendet fehlerhaftes Multicast-DNS: {problem}
        advice: Den Host finden: ip neigh show {address}
        advice: Prüfen, was er sendet: tcpdump -ni {interface} -vv host {address} and udp port 5353
        advice: Seinen mDNS-Responder aktualisieren oder neu starten

        """#
    }
}
