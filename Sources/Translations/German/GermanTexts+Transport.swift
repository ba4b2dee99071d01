extension GermanTexts {
    static var transport: String {
        #"""
        [tcp.refused]
        meaning: Der Host beantwortet das SYN mit RST: Auf dem Port lauscht nichts, oder eine Firewall weist ab.
        summary: {destination} lehnt die Verbindung ab: dort lauscht nichts
        advice: {own} ist eine Adresse dieses Rechners, sodass Pakete dorthin ihn nicht verlassen; läuft der Dienst anderswo, sie entfernen: ip address del {held} dev {holder}
        advice: {router_address} ist eine Adresse des Routers {router} selbst. Leitet er den Port an einen Host hinter sich weiter, sich mit dessen eigener Adresse verbinden oder im Router Hairpin-NAT (NAT-Loopback) einschalten
        advice: Prüfen, ob der Dienst auf einer anderen Adresse lauscht: ss -tlnp 'sport = :{local_port}'
        advice: Den Dienst starten oder die Portnummer {local_port} prüfen
        advice: Auf {host} prüfen, ob der Dienst lauscht und auf welcher Adresse: ss -tlnp 'sport = :{port}'
        advice: Den Dienst auf {host} starten oder die Portnummer {port} prüfen
        advice: Die Portnummer {port} prüfen; stimmt sie, muss der Betreiber von {server} den Dienst starten

        [tcp.timeout]
        meaning: Das SYN bleibt ohne Antwort, obwohl der Host oder sein Netz sonst antwortet.
        summary: {destination} antwortet nicht auf Verbindungsversuche
        advice: Auf {silent_host} antwortet nichts von dem, was dort geprüft wird: prüfen, ob der Host eingeschaltet und mit seinem Netz verbunden ist
        advice: Die Adresse steht in der Hosts-Datei dieses Rechners und ist vielleicht veraltet: grep -n {listed} /etc/hosts
        advice: Von keinem Paket dieses Rechners ist bekannt, dass es über {last_router} hinauskommt. Gehen auch andere Websites nicht, den Router neu starten; hilft das nicht, den Provider anrufen
        advice: Dieser Rechner fordert ECN an, und manche Geräte verwerfen solche Verbindungsversuche. Prüfen, ob es ohne geht: sysctl -w {ecn}=2
        advice: {router_address} ist eine Adresse des Routers {router} selbst. Leitet er den Port an einen Host hinter sich weiter, sich mit dessen eigener Adresse verbinden oder im Router Hairpin-NAT (NAT-Loopback) einschalten
        advice: {foreign} ist eine private Adresse, die nur aus ihrem eigenen Netz erreichbar ist, und nur die Standardroute deckt sie ab; mit diesem Netz oder seinem VPN verbinden und prüfen, ob es eine Route hinzufügt: ip route get {foreign}
        advice: Prüfen, ob der Host überhaupt antwortet: ping {unpinged}
        advice: Viele Internetanbieter verwerfen Verbindungen zu Port {blocked_port}, daher beim eigenen nachfragen oder es über ein anderes Netz versuchen
        advice: Nach einer Firewall vor {address} suchen, die Port {port} verwirft, oder nach einer auf diesem Rechner, die die Antworten verwirft: nft list ruleset
        advice: Pakete an {address} gehen in den Tunnel {tunnel}; prüfen, ob von seinem anderen Ende welche ankommen: ip -s link show {tunnel}
        advice: Prüfen, wie weit Pakete kommen: traceroute -T -p {port} {untraced}
        advice: Der Host antwortet auf Pings. Ist es ein eigener, dort prüfen, ob das Programm auf Port {live_port} noch Verbindungen annimmt, denn eine volle Warteschlange verwirft sie: ss -ltn 'sport = :{live_port}'
        advice: {mute_name} zeigt vielleicht auf eine alte Adresse, oder der Host ist ausgeschaltet; die Adressen anzeigen: netdiag resolve {mute_name}

        [tcp.host-down]
        meaning: Das Ziel liegt im lokalen Netz und antwortet weder auf ARP noch auf NDP.
        summary: an {interface} antwortet kein Host mit der Adresse {address}
        advice: Ist {address} in einem anderen Netz, dann ist die Netzmaske von {wide} zu weit; mit der anderer Hosts vergleichen: ip address show dev {interface}
        advice: Ist {address} in einem anderen Netz, dann führt die Route für {stray} vergeblich dorthin; sie löschen: ip route del {stray} dev {interface}
        advice: Prüfen, ob {address} eingeschaltet und in diesem Netz ist
        advice: Gastnetze und manche Access Points trennen ihre Clients voneinander (Client Isolation). Ist dieser Rechner oder {isolated} in einem solchen Netz, die Einstellung ändern oder das Hauptnetz verwenden
        advice: Den Nachbareintrag anzeigen: ip neigh show {address}
        advice: Prüfen, ob die Adresse überhaupt an {interface} gehört oder ein anderes Netz dort sie umfasst: ip route get {address}

        [tcp.reset]
        meaning: Die Verbindung kommt zustande und wird vor dem ersten Byte einer Antwort zurückgesetzt.
        summary: {destination} nimmt die Verbindung an und setzt sie zurück, bevor eine Antwort kommt
        advice: Prüfen, welches Programm auf diesem Rechner Verbindungen annimmt: ss -tlnp 'sport = :{local_port}'; ein docker-proxy tut das für einen Container, in dem nichts lauscht
        advice: Das Log des Servers auf {address} prüfen
        advice: Möglicherweise verwendet der Port kein TLS: netdiag check {unencrypted}
        advice: Nach einem Proxy oder einer Firewall suchen, die Verbindungen zu Port {port} kappt

        [tcp.closed]
        meaning: Die Verbindung wird ordnungsgemäß (FIN) geschlossen, ohne Antwort.
        summary: {destination} nimmt die Verbindung an und schließt sie dann, ohne zu antworten
        advice: Prüfen, welches Programm auf diesem Rechner Verbindungen annimmt: ss -tlnp 'sport = :{local_port}'; ein docker-proxy tut das für einen Container, in dem nichts lauscht
        advice: Das Log des Servers auf {address} prüfen
        advice: Möglicherweise verwendet der Port kein TLS: netdiag check {unencrypted}
        advice: Prüfen, welches Protokoll der Port spricht: nc {address} {port}
        advice: Prüfen, was der Server nach dem TLS-Handshake sendet: openssl s_client -connect {endpoint} -servername {name}
        advice: Mit HTTP/1.1 vergleichen, da HTTP/2 ausgehandelt wurde: curl -v --http1.1 {newer}

        [tcp.unexpected-answer]
        meaning: Der Port nimmt die Verbindung an, sagt aber nicht das Erwartete.
        summary: {destination} antwortet bei „{step}“ nicht wie erwartet, sondern mit: {received}
        advice: Prüfen, was gesendet wird: nc {address} {port}
        advice: Oder script: beim Ziel in /etc/netdiag/netdiag.yaml korrigieren

        [tcp.ipv6-broken]
        meaning: IPv6 zum Ziel scheitert, IPv4 funktioniert.
        summary: IPv6 zu {name} scheitert: {failures}; IPv4 funktioniert
        advice: Der DNS-Server (DNS64) hat die IPv6-Adresse aus einer IPv4-Adresse gebildet, für das NAT64 des Netzes mit dem Präfix {nat64}; dieses reparieren lassen und bis dahin einen DNS-Server ohne DNS64 verwenden, da IPv4 funktioniert: cat /etc/resolv.conf; resolvectl status
        advice: {foreign} ist eine private Adresse, die nur in ihrem eigenen Netz erreichbar ist: den AAAA-Record von {name} aus dem öffentlichen DNS entfernen lassen, oder sich mit jenem Netz oder seinem VPN verbinden
        advice: Prüfen, wie weit Pakete kommen: traceroute -6 {address}
        advice: Falls IPv6 auch zu anderen Zielen als {native} nicht funktioniert, IPv6 am Router prüfen
        advice: Oder den AAAA-Record von {record} entfernen, bis der Server auf dieser Adresse antwortet
        advice: IPv6-Pakete erreichen den Server: dort prüfen, ob der Dienst auf {closed} lauscht: ss -tlnp 'sport = :{port}'
        advice: Oder den AAAA-Record von {name} mit {closed} entfernen, bis der Dienst dort lauscht

        [tcp.ipv4-broken]
        meaning: IPv4 zum Ziel scheitert, IPv6 funktioniert.
        summary: IPv4 zu {name} scheitert: {failures}; IPv6 funktioniert
        advice: Prüfen, wie weit Pakete kommen: traceroute -4 {address}
        advice: Oder den A-Record mit {record} entfernen, bis der Server auf dieser Adresse antwortet
        advice: IPv4-Pakete erreichen den Server: dort prüfen, ob der Dienst auf {closed} lauscht: ss -tlnp 'sport = :{port}'
        advice: Oder den A-Record von {name} mit {closed} entfernen, bis der Dienst dort lauscht

        [tcp.some-addresses-dead]
        meaning: Einige der Adressen des Namens scheitern.
        summary: von den {total} Adressen von {name} nicht zu gebrauchen ({count}): {failures}{cost}
        advice: Die Zeile mit der toten Adresse entfernen: grep -n {listed} /etc/hosts
        advice: Die Adresse aus dem Namen nehmen oder den Dienst auf {address} in Ordnung bringen

        [tcp.some-connections-fail]
        meaning: Einige Verbindungen zu derselben Adresse und demselben Port scheitern, andere werden angenommen.
        summary: von {total} Verbindungen zu {destination} scheitern {failed} ({outcome}), die übrigen werden angenommen
        advice: Ist {address} ein Load-Balancer, das ausgefallene Backend dahinter suchen und es reparieren oder herausnehmen; ist es kein eigener, den Betreiber benachrichtigen
        advice: Pakete nehmen vielleicht mehrere Wege, von denen einer die Pakete mancher Verbindungen verliert, daher den Router suchen, ab dem Pakete verloren gehen: mtr -T -P {silent_port} {address}
        advice: Ein NAT auf dem Pfad, etwa im Router oder beim Provider (CGNAT), hat vielleicht keinen freien Port oder eine volle Verbindungstabelle. Scheitern zeitweise auch Verbindungen zu Port {translated_port} anderer Hosts, den Router neu starten und dann den Provider fragen
        advice: Durch Wiederholen feststellen, wie oft es scheitert: nc -zvw 2 {address} {port}
        advice: Nachsehen, welche Verbindungen dieses Rechners keine Antwort bekommen, und dem Provider sagen, zu welchen Hosts sie führen: ss -tno state {state}

        [tcp.slow]
        meaning: Der Verbindungsaufbau dauert länger als der Schwellwert.
        summary: der Verbindungsaufbau zu {destination} dauert {time}, mehr als {limit}
        advice: Dieser Rechner fordert ECN an, und manche Geräte verwerfen solche Verbindungsversuche. Prüfen, ob es ohne geht: sysctl -w {ecn}=2
        advice: Prüfen, ob eine Übertragung die Leitung füllt, sodass die Pakete in der Warteschlange von {queue} warten; ohne sie erneut versuchen. Ein Queue-Management im Router (SQM, mit fq_codel oder cake) hält die Warteschlange kurz
        advice: Prüfen, ob die ersten Pakete verloren gehen: ein SYN wird nach einer Sekunde wiederholt (tcpdump -ni any 'tcp[13] & 2 != 0' and host {address})
        advice: Prüfen, wo die Zeit bleibt: mtr -T -P {port} {address}
        advice: Auf {address} prüfen, ob die Listen-Queue überläuft: nstat -az TcpExtListenOverflows

        [tls.not-tls]
        meaning: Der Server spricht etwas anderes als TLS.
        summary: {destination} spricht kein TLS: {detail}
        advice: Falls der Dienst unverschlüsselt sein soll, {plain}:// verwenden
        advice: Prüfen, was er sendet: openssl s_client -connect {endpoint}

        [tls.handshake-timeout]
        meaning: Die Verbindung kommt zustande, aber kein ServerHello.
        summary: {destination} nimmt die Verbindung an, antwortet aber nicht auf den TLS-Handshake
        advice: Prüfen, wo es scheitert: openssl s_client -connect {endpoint} -servername {name}
        advice: Das kann an einer zu kleinen Pfad-MTU liegen: ping -M do -s 1400 {address}

        [tls.version]
        meaning: Es gibt keine gemeinsame Protokollversion.
        summary: {destination} bietet keine TLS-Version an, die dieser Rechner akzeptiert
        advice: Prüfen, was angeboten wird: openssl s_client -connect {endpoint} -tls1_2
        advice: Den Server für TLS 1.2 oder 1.3 konfigurieren

        [tls.alert]
        meaning: Die Gegenstelle lehnt den Handshake mit einem Alert ab.
        summary: {destination} lehnt den TLS-Handshake ab: {detail}
        advice: Der Server hat keine Site für {unknown}: einen seiner Namen in der URL verwenden oder diesen in seine Konfiguration aufnehmen
        advice: Den Alert anzeigen: openssl s_client -connect {endpoint} -servername {name}
        advice: Das Log des Servers ansehen

        [tls.expired]
        meaning: Ein Zertifikat ist abgelaufen.
        summary: das Zertifikat von {destination} ({subject}) ist abgelaufen: {date}
        advice: Zuerst die Uhr dieses Rechners prüfen, die {doubtful_time} zeigt und nicht synchronisiert ist: timedatectl
        advice: Das Zertifikat von {leaf} auf dem Server erneuern, zum Beispiel mit certbot renew
        advice: Anzeigen: openssl s_client -connect {endpoint} -servername {leaf} | openssl x509 -noout -dates
        advice: Auf dem Server, in der Datei mit dem Zertifikat von {chained}, durch das aktuelle dieser Stelle ersetzen; das Zertifikat von {chained} selbst muss nicht erneuert werden
        advice: Die Daten aller Zertifikate anzeigen: openssl s_client -connect {endpoint} -servername {chained} -showcerts
        advice: Ist {stored} die eigene CA, ihr aktuelles Zertifikat an dessen Stelle installieren: ca_file: beim Ziel, oder update-ca-certificates; sonst das Paket ca-certificates aktualisieren

        [tls.not-yet-valid]
        meaning: Ein Zertifikat ist noch nicht gültig.
        summary: das Zertifikat von {destination} ({subject}) ist noch nicht gültig; gültig ab: {date}
        advice: Die Uhr dieses Rechners prüfen: timedatectl
        advice: Geht sie richtig, muss der Betreiber von {operated} ein Zertifikat installieren, das schon gilt
        advice: Ist {stored} die eigene CA, ihr aktuelles Zertifikat an dessen Stelle installieren: ca_file: beim Ziel, oder update-ca-certificates; sonst das Paket ca-certificates aktualisieren

        [tls.wrong-host]
        meaning: Das Zertifikat lautet auf andere Namen.
        summary: das Zertifikat von {destination} lautet auf {names}, nicht auf {name}
        advice: {router_address} ist eine Adresse des Routers {router} selbst. Leitet er den Port an einen Host hinter sich weiter, sich mit dessen eigener Adresse verbinden oder im Router Hairpin-NAT (NAT-Loopback) einschalten
        advice: Die Suchliste dieses Rechners (/etc/resolv.conf) hat den Namen zu {searched} ergänzt. Ist ein anderer Host gemeint, den Namen berichtigen oder vollständig schreiben
        advice: Einen Namen verwenden, der darin steht, oder {name} in das Zertifikat aufnehmen lassen
        advice: Prüfen, welcher Server für {name} antwortet: netdiag resolve {name}

        [tls.self-signed]
        meaning: Das Zertifikat ist selbstsigniert und nicht vertrauenswürdig.
        summary: das Zertifikat von {destination} ist selbstsigniert ({subject}) und nicht vertrauenswürdig
        advice: {router_address} ist eine Adresse des Routers {router} selbst. Leitet er den Port an einen Host hinter sich weiter, sich mit dessen eigener Adresse verbinden oder im Router Hairpin-NAT (NAT-Loopback) einschalten
        advice: Die Verbindung läuft über den Proxy {proxied}, der TLS möglicherweise aufbricht und ein eigenes Zertifikat vorzeigt. Wenn ja, das Zertifikat seiner CA von den Administratoren installieren: update-ca-certificates
        advice: {public_name} hat die private Adresse {private_address}, die zu einem anderen Netzwerk gehört. Ist ein Host im Internet gemeint, gibt der DNS-Server eine falsche Adresse zurück, etwa um den Namen zu sperren; vergleichen: netdiag resolve {public_name} --server ANOTHER-SERVER
        advice: Das Zertifikat ist von {product}, das Namen und Webseiten filtert: Ist {blocked_name} kein Host davon, sperrt es den Namen, und seine Administratoren können ihn freigeben; vergleichen: netdiag resolve {blocked_name} --server ANOTHER-SERVER
        advice: Es von einer CA ausstellen lassen, der die Clients vertrauen
        advice: Oder ihm hier vertrauen: ca_file: beim Ziel in /etc/netdiag/netdiag.yaml

        [tls.untrusted-issuer]
        meaning: Die Kette ist vollständig, aber ihre Root ist nicht vertrauenswürdig.
        summary: das Zertifikat von {destination} wurde von {issuer} ausgestellt, und dieser CA vertraut dieser Rechner nicht
        advice: {router_address} ist eine Adresse des Routers {router} selbst. Leitet er den Port an einen Host hinter sich weiter, sich mit dessen eigener Adresse verbinden oder im Router Hairpin-NAT (NAT-Loopback) einschalten
        advice: Die Verbindung läuft über den Proxy {proxied}, der TLS möglicherweise aufbricht und ein eigenes Zertifikat vorzeigt. Wenn ja, das Zertifikat seiner CA von den Administratoren installieren: update-ca-certificates
        advice: {public_name} hat die private Adresse {private_address}, die zu einem anderen Netzwerk gehört. Ist ein Host im Internet gemeint, gibt der DNS-Server eine falsche Adresse zurück, etwa um den Namen zu sperren; vergleichen: netdiag resolve {public_name} --server ANOTHER-SERVER
        advice: Das Zertifikat ist von {product}, das Namen und Webseiten filtert: Ist {blocked_name} kein Host davon, sperrt es den Namen, und seine Administratoren können ihn freigeben; vergleichen: netdiag resolve {blocked_name} --server ANOTHER-SERVER
        advice: Falls es die eigene CA ist, ihr vertrauen: ca_file: beim Ziel, oder update-ca-certificates
        advice: Falls {intermediate} eine Zwischen-CA ist, sendet der Server deren Zertifikat nicht mit: dort die ganze Kette installieren (fullchain.pem)
        advice: Falls nicht, bricht möglicherweise etwas auf dem Pfad zu {destination} die Verbindung auf

        [tls.incomplete-chain]
        meaning: Ein Zwischenzertifikat fehlt.
        summary: {destination} sendet das Zwischenzertifikat {issuer} nicht mit, deshalb lässt sich sein Zertifikat nicht prüfen
        advice: Den Server so konfigurieren, dass er die ganze Kette sendet (fullchain.pem)
        advice: Falls {issuer} die eigene Root ist, stattdessen ihr vertrauen: ca_file: beim Ziel, oder update-ca-certificates
        advice: Prüfen, was gesendet wird: openssl s_client -showcerts -connect {endpoint} -servername {name}

        [tls.client-certificate]
        meaning: Der Server verlangt ein Client-Zertifikat.
        summary: {destination} verlangt ein Client-Zertifikat
        advice: Prüfen, welche CAs er akzeptiert: openssl s_client -connect {endpoint}

        [tls.revoked]
        meaning: Laut der mitgesendeten OCSP-Antwort (Stapling) ist das Zertifikat widerrufen.
        summary: das Zertifikat von {destination} ({subject}) wurde laut der per Stapling mitgesendeten Antwort seiner CA widerrufen
        advice: Ein neues Zertifikat ausstellen lassen und herausfinden, warum dieses widerrufen wurde

        [tls.weak]
        meaning: TLS funktioniert, aber nur mit veralteter Version, veraltetem Schlüssel oder veralteter Signatur; ein Fehler, wenn dieser Rechner das nicht akzeptiert.
        summary: das TLS von {destination} ist schwach: {weakness}
        advice: Den Server für TLS 1.2 oder 1.3, RSA-Schlüssel ab 2048 Bit und SHA-256 konfigurieren

        [tls.intercepted]
        meaning: Das Zertifikat ist vertrauenswürdig, stammt aber von einer anderen CA oder hat einen anderen Schlüssel als konfiguriert. Es ist ein Fehler, wenn ein Gerät oder ein Programm auf diesem Rechner anstelle aller Hosts ein nicht vertrauenswürdiges vorzeigt.
        summary: das Zertifikat von {destination} wurde von {issuer} ausgestellt und ist nicht das erwartete: {expected}
        advice: Nach der Regel dieses Rechners suchen, die Port {redirected} umleitet: nft list ruleset
        advice: Nach etwas suchen, das TLS aufbricht: einem Proxy oder Sicherheitssoftware auf diesem Rechner
        advice: Die eigenen Administratoren nach {issuer} fragen; möglicherweise können andere den Verkehr mitlesen
        advice: Gehört {device} zum eigenen Netzwerk, sich dort anmelden oder das Zertifikat von den Administratoren installieren: update-ca-certificates
        advice: Hat der Server ein neues Zertifikat, issuer: oder pin: beim Ziel korrigieren; sein Schlüssel ist {pin}

        [tls.expires-soon]
        meaning: Ein Zertifikat läuft innerhalb der konfigurierten Zahl von Tagen ab.
        summary: das Zertifikat von {destination} ({subject}) läuft bald ab: {date}
        advice: Auf dem Server erneuern, zum Beispiel mit certbot renew

        [tls.failed]
        meaning: Der Handshake scheitert, und nichts verrät, welcher der bekannten Gründe vorliegt.
        summary: der TLS-Handshake mit {destination} scheitert: {detail}
        advice: Das Zertifikat für Server neu ausstellen lassen, mit der Extended Key Usage {purpose}
        advice: Das Zertifikat direkt von einer höheren CA als {lowest} neu ausstellen lassen
        advice: Das Zertifikat von einer CA neu ausstellen lassen, die Zertifikate für {forbidden} ausstellen darf
        advice: Das Zertifikat von einer CA neu ausstellen lassen; {unentitled} oder ein Aussteller darüber ist keine
        advice: Prüfen, wo es scheitert: openssl s_client -connect {endpoint} -servername {name}

        [proxy.misconfigured]
        meaning: Die Proxy-Einstellung ist nicht lesbar, oder ihr Name lässt sich nicht auflösen.
        summary: die Proxy-Einstellung ({origin}) ist falsch: {detail}
        advice: {server} muss die Namen eines Firmennetzes nicht kennen; liegt der Proxy dort, dessen DNS-Server verwenden: cat /etc/resolv.conf; resolvectl status
        advice: {origin} korrigieren, etwa wie in http://proxy.example:3128
        advice: Einmal ohne den Proxy probieren: netdiag check --no-proxy {target}
        advice: Programme, die aus dieser Shell gestartet werden, verwenden ihn; um ohne ihn auszukommen: unset {variable}

        [proxy.unreachable]
        meaning: Der Proxy nimmt keine Verbindung an.
        summary: keine Verbindung zum Proxy {proxy} ({origin}): {detail}
        advice: Prüfen, ob er läuft: netdiag check {place}
        advice: Prüfen, ob das Ziel ohne ihn erreichbar ist: netdiag check --no-proxy {target}
        advice: Programme, die aus dieser Shell gestartet werden, verwenden ihn; um ohne ihn auszukommen: unset {variable}

        [proxy.tls]
        meaning: Der Proxy ist ein HTTPS-Proxy, und sein TLS-Handshake scheitert.
        summary: der TLS-Handshake mit dem Proxy {proxy} ({origin}) scheitert: {detail}
        advice: Nachvollziehen: netdiag check tls://{place}
        advice: Falls er unverschlüsseltes HTTP spricht, in {origin} http:// schreiben
        advice: Programme, die aus dieser Shell gestartet werden, verwenden ihn; um ohne ihn auszukommen: unset {variable}

        [proxy.auth-required]
        meaning: Der Proxy verlangt eine Anmeldung (407), und es sind keine Zugangsdaten konfiguriert.
        summary: der Proxy {proxy} ({origin}) verlangt eine Anmeldung ({schemes}), aber es sind keine Zugangsdaten konfiguriert
        advice: Eine Datei damit angeben: credentials: beim Proxy in /etc/netdiag/netdiag.yaml

        [proxy.auth-rejected]
        meaning: Der Proxy lehnt die Zugangsdaten ab (407).
        summary: der Proxy {proxy} ({origin}) lehnt die Zugangsdaten ab{scheme}
        advice: Die Zugangsdaten von {origin} korrigieren; solange sie sich nicht ändern, werden sie nicht erneut versucht
        advice: Im Log des Proxys nachsehen, ob das Konto gesperrt ist

        [proxy.auth-scheme]
        meaning: Der Proxy bietet kein Authentifizierungsverfahren an, für das die Zugangsdaten bestimmt sind.
        summary: der Proxy {proxy} ({origin}) bietet nur {schemes} an, die konfigurierten Zugangsdaten sind aber für andere Verfahren bestimmt
        advice: Eines dieser Verfahren in credentials: erlauben oder am Proxy ein anderes anbieten lassen

        [proxy.auth-unavailable]
        meaning: Der Proxy verlangt eine Anmeldung, aber die konfigurierten Zugangsdaten sind nicht abrufbar.
        summary: der Proxy {proxy} ({origin}) verlangt eine Anmeldung, aber die Zugangsdaten lassen sich nicht lesen: {detail}
        advice: Die Zugangsdaten von {origin} prüfen; bei Kerberos zeigt klist die Tickets

        [proxy.refused]
        meaning: Der Proxy verweigert den Tunnel oder die URL.
        summary: der Proxy {proxy} ({origin}) lässt {destination} nicht durch: {detail}
        advice: Die Regeln des Proxys und sein Log auf {ruled} prüfen
        advice: Mit Status {server_error} ist der Proxy selbst gescheitert, oder er hat {destination} nicht erreicht: sein Log prüfen, und ob das Ziel von dort aus antwortet
        advice: Prüfen, ob das Ziel ohne ihn erreichbar ist: netdiag check --no-proxy {target}

        [proxy.required]
        meaning: Der direkte Weg ist blockiert; ein Proxy, der konfiguriert ist, aber für dieses Ziel nicht verwendet wird, kommt durch.
        summary: {destination} ist nicht direkt erreichbar ({detail}), sondern nur über den Proxy {proxy} ({origin}): {reason}
        advice: Ihn verwenden: netdiag check --proxy {proxy} {target}
        advice: Dauerhaft: proxy: {proxy} beim Ziel in /etc/netdiag/netdiag.yaml, oder den Host aus no_proxy nehmen

        [proxy.failed]
        meaning: Der Proxy nimmt die Verbindung an, antwortet aber nicht wie ein Proxy.
        summary: {proxy} ({origin}) ist kein funktionierender Proxy ({detail})
        advice: Schema und Port von {origin} prüfen
        advice: Das Log des Proxys prüfen

        [proxy.transparent]
        meaning: Ein transparenter Proxy, der Verbindungen zu Port 80 für alle Hosts annimmt, funktioniert nicht.
        summary: ein transparenter Proxy antwortet anstelle von {destination}, mit einem Fehler: {failure}
        advice: Sehen, dass er für jede Adresse antwortet: curl -I http://{nobody}/
        advice: Von seinem Betreiber reparieren lassen: auf dem Router {gateway} nach einer Regel suchen, die Port 80 umleitet (nft list ruleset), oder den Provider fragen
        advice: Bis dahin HTTPS verwenden, das er nicht anfasst

        [http.captive-portal]
        meaning: Statt des Ziels antwortet ein Captive Portal.
        summary: statt {destination} antwortet ein Captive Portal: {portal} ({sign})
        advice: {notice} auf diesem Rechner in einem Browser öffnen und sehen, was das Gerät möchte; oder HTTPS verwenden, das es nicht anrührt
        advice: {login} auf diesem Rechner in einem Browser öffnen und sich anmelden oder die Bedingungen akzeptieren
        advice: Findet der Browser {named} nicht, weil die DNS-Server dieses Rechners nichts auflösen, den Namen beim DNS-Server dieses Netzes nachschlagen und dessen DNS-Server verwenden: netdiag resolve {named} --server {network_server}
        advice: Findet der Browser {unresolved} nicht, weil der DNS-Server dieses Netzes nichts auflöst, die Betreiber des Netzes nach der IP-Adresse der Seite fragen, oder nach einem DNS-Server, der sie kennt
        advice: Danach erneut prüfen: netdiag check {target}
        advice: Kann sich unter {login} niemand anmelden, diesen Rechner im Netz vom Portal ausnehmen lassen

        """#
    }
}
