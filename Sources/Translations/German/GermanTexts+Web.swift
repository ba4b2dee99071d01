extension GermanTexts {
    static var web: String {
        #"""
        [http.captive-portal]
        meaning: Statt des Ziels antwortet ein Captive Portal.
        summary: statt {destination} antwortet ein Captive Portal: {portal} ({sign})
        advice: {portal} auf diesem Rechner in einem Browser öffnen und sich anmelden oder die Bedingungen akzeptieren
        advice: Danach erneut prüfen: netdiag check {target}
        advice: Wo sich niemand anmelden kann, diesen Rechner im Netz vom Portal ausnehmen lassen

        [http.redirect-loop]
        meaning: Weiterleitungen führen im Kreis oder überschreiten das Limit.
        summary: {url} leitet endlos weiter: {chain}
        advice: Von Hand verfolgen: curl -sIL --max-redirs 10 {url}
        advice: Die Weiterleitungsregeln des Servers prüfen

        [http.redirect-downgrade]
        meaning: Eine Weiterleitung führt von https zu http.
        summary: {url} führt von https zu http: {chain}
        advice: Den Server so konfigurieren, dass er auf https weiterleitet

        [http.redirect-refused]
        meaning: Eine Weiterleitung führt an eine Stelle, der netdiag nicht folgt.
        summary: einer Weiterleitung von {url} wird nicht gefolgt: {detail}
        advice: Prüfen, wohin sie führt: curl -sI {url}
        advice: Die Weiterleitungsregeln des Servers prüfen

        [http.auth-required]
        meaning: Der Server verlangt eine Anmeldung (401), und es gibt keine Zugangsdaten.
        summary: {url} verlangt eine Anmeldung (401, {schemes}), aber es sind keine Zugangsdaten konfiguriert
        advice: Eine Datei damit angeben: credentials: beim Ziel in /etc/netdiag/netdiag.yaml
        advice: Oder eine Seite prüfen, die keine Anmeldung braucht

        [http.auth-rejected]
        meaning: Der Server lehnt die Zugangsdaten ab (401).
        summary: {url} lehnt die Zugangsdaten ab{scheme}
        advice: Die Zugangsdaten des Ziels korrigieren; solange sie sich nicht ändern, werden sie nicht erneut versucht
        advice: Im Log des Servers nachsehen, ob das Konto gesperrt ist

        [http.auth-scheme]
        meaning: Der Server bietet kein Authentifizierungsverfahren an, für das die Zugangsdaten bestimmt sind (401).
        summary: {url} bietet nur {schemes} an, die konfigurierten Zugangsdaten sind aber für andere Verfahren bestimmt
        advice: Eines dieser Verfahren in credentials: beim Ziel erlauben oder am Server ein anderes anbieten lassen

        [http.auth-unavailable]
        meaning: Der Server verlangt eine Anmeldung (401), aber die konfigurierten Zugangsdaten sind nicht abrufbar.
        summary: {url} verlangt eine Anmeldung, aber die Zugangsdaten lassen sich nicht lesen: {reason}
        advice: Die Zugangsdaten des Ziels prüfen; bei Kerberos zeigt klist die Tickets

        [http.forbidden]
        meaning: Der Server verbietet die Anfrage (403).
        summary: der Zugriff auf {url} ist verboten (403)
        advice: Zugriffsregeln und Log des Servers prüfen
        advice: Von Hand probieren: curl -v {url}

        [http.not-found]
        meaning: Unter dem Pfad gibt es nichts (404 oder 410).
        summary: unter {url} gibt es nichts ({status})
        advice: Den Pfad auf Tippfehler prüfen
        advice: Prüfen, ob es der richtige Server ist: curl -v {url}

        [http.rate-limited]
        meaning: Der Server begrenzt die Zahl der Anfragen (429).
        summary: {url} lehnt vorerst weitere Anfragen ab (429 Too Many Requests, Wartezeit laut Retry-After: {retry})
        advice: Seltener prüfen: interval: beim Ziel in /etc/netdiag/netdiag.yaml

        [http.client-error]
        meaning: Der Server weist die Anfrage mit einem anderen 4xx ab.
        summary: {url} antwortet mit {status}
        advice: Von Hand probieren: curl -v {url}
        advice: Das Log des Servers ansehen

        [http.gateway-error]
        meaning: Der Proxy läuft, aber der Dienst dahinter antwortet nicht (502, 503 oder 504).
        summary: {url} antwortet mit {status}: zwar läuft {who}, aber der Dienst dahinter antwortet nicht
        advice: Den Dienst hinter dem Proxy und das Fehlerlog des Proxys prüfen{server}

        [http.server-error]
        meaning: Der Server scheitert (ein anderes 5xx).
        summary: {url} antwortet mit {status}: der Server hat einen internen Fehler
        advice: Das Fehlerlog des Servers prüfen{server}
        advice: Von Hand probieren: curl -v {url}

        [http.no-answer]
        meaning: Die Verbindung steht, die Anfrage ist gesendet, aber das erste Byte kommt nicht rechtzeitig.
        summary: {url} nimmt die Anfrage an, antwortet aber nicht rechtzeitig
        advice: Prüfen, ob alle Worker des Servers beschäftigt sind oder auf einen Dienst dahinter warten
        advice: Mit längerem Limit probieren: curl -v --max-time 60 {url}

        [http.stalled]
        meaning: Der Body endet nicht rechtzeitig.
        summary: die Antwort von {url} ist nicht rechtzeitig zu Ende: {bytes} Byte des Bodys kamen an
        advice: Geht sie länger weiter, dem Ziel mehr Zeit geben (timeout:); ansehen: curl -Nv --max-time 60 {url}
        advice: Prüfen, ob große Pakete durchkommen: ping -M do -s 1400 {address}
        advice: Das Log des Servers ansehen

        [http.truncated]
        meaning: Der Body ist kürzer als angegeben.
        summary: die Antwort von {url} endet nach {bytes} Byte, vor der angegebenen Länge
        advice: Im Log des Servers nach einem Absturz mitten in einer Antwort suchen

        [http.malformed]
        meaning: Die Antwort ist kein HTTP oder verletzt dessen Framing.
        summary: die Antwort von {url} ist kein gültiges HTTP: {detail}
        advice: Die Antwort anzeigen: curl -v --http0.9 {url}
        advice: Der Server hat HTTP/2 beendet; mit HTTP/1.1 vergleichen: curl -v --http1.1 {newer}
        advice: Prüfen, ob auf Port {port} überhaupt HTTP läuft

        [http.unexpected-status]
        meaning: Der Status ist keiner von denen, die für das Ziel erwartet werden.
        summary: {url} antwortet mit {status}, und dieser Status wird nicht erwartet
        advice: Von Hand probieren: curl -v {url}
        advice: Oder status: beim Ziel in /etc/netdiag/netdiag.yaml korrigieren

        [http.unexpected-body]
        meaning: Der Status ist wie erwartet, der Inhalt aber nicht.
        summary: der Status von {url} ist wie erwartet, der Inhalt aber nicht: {rule} ist nicht erfüllt, gefunden wurde {found}
        advice: Prüfen, was gesendet wird: curl -s {url}
        advice: Oder die Regel beim Ziel in /etc/netdiag/netdiag.yaml korrigieren

        [http.slow]
        meaning: Die Seite braucht länger als der Schwellwert.
        summary: {url} ist langsam: {total}, das meiste davon für {phase} ({time}); das Limit ist {limit}
        advice: Die Dauer jeder Phase anzeigen: netdiag check --json {url} | jq '.layers[-1].evidence.phases'
        advice: Dauert das erste Byte am längsten, die Last des Servers und die Dienste dahinter prüfen
        advice: Oder mehr Zeit geben: thresholds: page: in /etc/netdiag/netdiag.yaml

        [http.failed]
        meaning: Die Anfrage ist gescheitert, und nichts verrät, welcher der bekannten Gründe vorliegt.
        summary: die Anfrage an {url} scheitert: {detail}
        advice: Von Hand probieren: curl -v {url}

        [ws.upgrade-refused]
        meaning: Der Server wechselt nicht zu WebSocket (kein 101).
        summary: {url} wechselt nicht zu WebSocket: der Server antwortet mit {status}
        advice: Prüfen, ob der Pfad der des WebSockets ist
        advice: Ein Proxy davor muss Upgrade und Connection weiterreichen

        [ws.handshake-invalid]
        meaning: Der Server antwortet mit 101, aber mit falschem Schlüssel, falschem Subprotokoll oder falscher Erweiterung.
        summary: {url} antwortet mit 101, aber nicht auf diesen Handshake: {detail}
        advice: Prüfen, ob etwas auf dem Pfad aus einem Cache antwortet
        advice: Die WebSocket-Bibliothek des Servers prüfen

        [ws.no-pong]
        meaning: Der WebSocket ist offen, aber ein Ping bleibt unbeantwortet.
        summary: {url} lässt sich öffnen, beantwortet aber keinen Ping
        advice: Prüfen, ob die Event-Loop des Servers blockiert ist
        advice: Möglicherweise hält ein Proxy Frames zurück: dessen Pufferung prüfen

        [ws.protocol-error]
        meaning: Frames verletzen RFC 6455, oder ein Close-Code besagt das.
        summary: {url} verletzt das WebSocket-Protokoll: {detail}
        advice: Die WebSocket-Bibliothek des Servers prüfen und jeden Proxy auf dem Pfad, der Frames verändert

        [ws.unexpected-message]
        meaning: Der WebSocket funktioniert, aber es kommt keine Nachricht, die dem Erwarteten entspricht.
        summary: {url} sendet keine Nachricht, die der Regel entspricht: {detail}
        advice: Prüfen, was gesendet wird; die Regel ist websocket: expect: beim Ziel

        [ws.closed]
        meaning: Der Server schließt den WebSocket, bevor er geantwortet hat.
        summary: {url} schließt die Verbindung, bevor eine Antwort kommt: {detail}
        advice: Das Log des Servers ansehen

        [grpc.no-answer]
        meaning: Der gRPC-Server nimmt die Verbindung an, beantwortet aber den Health-Check nicht.
        summary: {destination} antwortet nicht auf den Health-Check für {service}
        advice: Auf dem Server prüfen, ob alle Worker beschäftigt sind oder hängen, und was im Log steht
        advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check grpcs://{destination}

        [grpc.closed]
        meaning: Die Verbindung endet, bevor der gRPC-Server den Health-Check beantwortet hat.
        summary: keine Antwort von {destination} auf den Health-Check, stattdessen: {how}
        advice: Auf dem Server den Grund suchen: in seinem Log, und ob er neu gestartet wurde
        advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check grpcs://{destination}

        [grpc.not-grpc]
        meaning: Was auf dem Port antwortet, spricht kein gRPC.
        summary: {destination} spricht kein gRPC, sondern antwortet: {detail}
        advice: Falls es der eigene Server ist, dort prüfen, was lauscht: ss -ltnp
        advice: Ein Proxy dazwischen muss HTTP/2 und gRPC weiterreichen: grpc_pass bei nginx, h2c oder h2 zum Backend bei anderen

        [grpc.malformed]
        meaning: Die Antwort des gRPC-Servers lässt sich nicht lesen.
        summary: die Antwort von {destination} auf den Health-Check lässt sich nicht lesen: {detail}
        advice: Prüfen, was geantwortet wird: grpc_health_probe -addr={destination}, oder grpcurl
        advice: Prüfen, ob etwas dazwischen die Antwort verändert, wie es Proxys tun, die Trailer verwerfen

        [grpc.not-serving]
        meaning: Der gRPC-Server meldet, dass er keine Anfragen bedient.
        summary: {destination} meldet, dass {service} keine Anfragen bedient: {health}
        advice: Auf dem Server prüfen, worauf der Dienst wartet: meist sind es seine eigenen Abhängigkeiten
        advice: UNKNOWN: der Dienst hat seit dem Start nichts über sich gemeldet

        [grpc.unknown-service]
        meaning: Der gRPC-Server kennt den abgefragten Dienst nicht.
        summary: {destination} kennt {service} nicht{message}
        advice: Den Namen mit denen vergleichen, die auf dem Server registriert sind: grpcurl {destination} list
        advice: Der Name ist der aus der .proto-Datei samt Package, etwa my.package.Service, sofern der Server keinen anderen gewählt hat

        [grpc.unimplemented]
        meaning: Der gRPC-Server bietet keine Health-Checks an.
        summary: {destination} spricht gRPC, implementiert aber grpc.health.v1.Health nicht{message}
        advice: Den Health-Dienst der gRPC-Bibliothek im Server registrieren lassen
        advice: Wo das nicht möglich ist, nur den Port prüfen: netdiag check {destination}

        [grpc.refused]
        meaning: Der gRPC-Server verweigert den Health-Check oder scheitert daran.
        summary: {destination} beantwortet den Health-Check mit {status}{message}
        advice: UNAVAILABLE: er startet gerade, fährt herunter oder ist ein Proxy, dessen Backend weg ist
        advice: UNAUTHENTICATED, PERMISSION_DENIED: er verweigert Fremden den Health-Check; diesen dort freigeben lassen
        advice: Andere: das Log des Servers ansehen

        [unix.no-socket]
        meaning: Unter dem Pfad des Sockets gibt es nichts.
        summary: es gibt keinen Socket {destination}: {what}
        advice: Prüfen, ob der Dienst läuft und wo er lauscht: ss -xlp, systemctl list-sockets
        advice: Viele Dienste legen ihr Verzeichnis unter /run beim Start an und entfernen es am Ende wieder
        advice: Ein Daemon in einer systemd-Sandbox sieht andere Verzeichnisse: PrivateTmp=, ProtectHome=, RootDirectory= in seiner Unit

        [unix.not-a-socket]
        meaning: Was unter dem Pfad liegt, ist kein Socket.
        summary: {destination} ist kein Socket, sondern {type}
        advice: Prüfen, wodurch es entstanden ist, es entfernen und den Dienst neu starten: ls -l {destination}
        advice: Prüfen, wo der Dienst lauscht: ss -xlp

        [unix.refused]
        meaning: Der Socket ist da, aber nichts lauscht.
        summary: an {destination} lauscht nichts; die Datei ist übrig geblieben
        advice: Den Dienst starten: sein Ende hat die Datei zurückgelassen, oder jemand hat sie ersetzt
        advice: Läuft der Dienst, lauscht er an einer anderen Datei mit demselben Pfad: ss -xlp, und neu starten

        [unix.permission]
        meaning: Der Benutzer, der den Socket prüft, darf sich nicht mit ihm verbinden.
        summary: die Verbindung zu {destination} ist nicht erlaubt: {what}
        advice: Den Benutzer in die Gruppe aufnehmen, die sich verbinden darf: usermod -aG, SupplementaryGroups= in einer Unit
        advice: Die Rechte entlang des Pfads anzeigen: namei -l {destination}
        advice: Prüfen, ob dieser Benutzer sich überhaupt verbinden soll: manche Sockets, etwa der von Docker, sind so gut wie root

        [unix.backlog-full]
        meaning: Ein Dienst lauscht am Socket, nimmt aber keine Verbindung an.
        summary: die Warteschlange von {destination} ist voll: dort warten Verbindungen, und keine wird angenommen
        advice: Prüfen, ob der Dienst hängt oder überlastet ist: ss -xl zeigt wartende Verbindungen und deren Limit (Recv-Q, Send-Q)
        advice: Mit größerem Backlog können mehr warten: listen(2), Backlog= einer Socket-Unit, net.core.somaxconn

        [unix.wrong-type]
        meaning: Der Socket nimmt keine Stream-Verbindungen an.
        summary: {destination} ist ein Socket für Datagramme oder Pakete, nicht für Streams
        advice: Prüfen, wofür er da ist: ss -xlp; /dev/log und die Sockets von sd_notify(3) sind für Datagramme
        advice: Prüfen, wo der Dienst seinen Stream-Socket hat

        [unix.closed]
        meaning: Der Dienst nimmt am Socket Verbindungen an, schließt sie aber ohne Antwort.
        summary: keine Antwort vom Dienst an {destination}, stattdessen: {how}
        advice: Das Log des Dienstes ansehen: journalctl -u
        advice: Möglicherweise akzeptiert er diesen Benutzer nicht (SO_PEERCRED) oder spricht ein anderes Protokoll als HTTP

        [unix.no-answer]
        meaning: Der Dienst nimmt am Socket Verbindungen an, antwortet aber nicht.
        summary: der Dienst an {destination} beantwortet die Anfrage nicht
        advice: Prüfen, ob der Dienst hängt: systemctl status, journalctl -u
        advice: Bei Socket-Aktivierung nimmt systemd Verbindungen an, während der Dienst noch startet: systemctl list-sockets

        """#
    }
}
