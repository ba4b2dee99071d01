extension GermanTexts {
    static var services: String {
        #"""
        [ssh.no-greeting]
        meaning: Der Port nimmt Verbindungen an, aber der SSH-Server gibt sich nicht zu erkennen.
        summary: {destination} nimmt die Verbindung an, sendet aber nichts
        advice: Auf dem Server prüfen, was lauscht und ob es hängt: ss -tlnp 'sport = :{port}'; systemctl status ssh
        advice: Ein Server, der die Namen seiner Clients auflöst, wartet auf einen DNS-Server, der nicht mehr da ist: UseDNS in sshd_config(5)

        [ssh.stalled]
        meaning: Der SSH-Server gibt sich zu erkennen und antwortet dann beim Schlüsselaustausch nicht mehr.
        summary: {destination} antwortet beim Schlüsselaustausch nicht mehr
        advice: Möglicherweise gehen Pakete voller Größe auf dem Pfad verloren, während kleine durchkommen: tracepath {host}
        advice: Auf dem Server die Last und das Log von sshd prüfen: journalctl -u ssh

        [ssh.not-ssh]
        meaning: Was auf dem SSH-Port lauscht, spricht kein SSH.
        summary: {destination} sendet "{text}" statt einer SSH-Kennung
        advice: Prüfen, ob es der richtige Port ist: ssh://HOST:PORT
        advice: Prüfen, was dort lauscht: ss -tlnp 'sport = :{port}'

        [ssh.closed]
        meaning: Der SSH-Server schließt die Verbindung, bevor der Schlüsselaustausch abgeschlossen ist.
        summary: {destination} schließt die Verbindung vor dem Ende des Schlüsselaustauschs: {detail}
        advice: Auf dem Server das Log von sshd ansehen: journalctl -u ssh
        advice: Prüfen, ob er diesen Client abweist: MaxStartups und PerSourcePenalties in sshd_config(5), fail2ban, /etc/hosts.deny
        advice: Ein sshd ohne Host-Keys schließt jede Verbindung: ssh-keygen -A erzeugt sie

        [ssh.protocol-version]
        meaning: Der Server spricht eine andere SSH-Version als 2.0.
        summary: {destination} spricht Version {version} von SSH ({software}), nicht 2.0
        advice: SSH 1 gilt als gebrochen, und kein aktueller Client spricht es mehr: den Server aktualisieren oder dort Version 2 einschalten

        [ssh.malformed]
        meaning: Der Server beginnt SSH zu sprechen, verletzt aber das Protokoll.
        summary: {destination} verletzt das SSH-Protokoll: {detail}
        advice: Prüfen, was dort lauscht: ss -tlnp 'sport = :{port}'
        advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet

        [ssh.no-common-algorithm]
        meaning: Der Server und libssh, das hier den Schlüsselaustausch übernimmt, haben keinen gemeinsamen Algorithmus.
        summary: {destination} hat keinen Algorithmus mit der libssh dieses Rechners gemeinsam: {detail}
        advice: Andere Clients beherrschen möglicherweise mehr: prüfen, ob ssh -v eine Verbindung aufbaut
        advice: Auf dem Server KexAlgorithms, HostKeyAlgorithms, Ciphers und MACs prüfen: sshd -T

        [ssh.key-exchange]
        meaning: Der Schlüsselaustausch scheitert, sodass sich der Server nicht mit seinem Host-Key ausgewiesen hat.
        summary: der Schlüsselaustausch mit {destination} scheitert: {detail}
        advice: Ist eine Signatur falsch, sitzt möglicherweise ein Angreifer auf dem Pfad: mit einem anderen Netz vergleichen
        advice: Auf dem Server das Log von sshd ansehen: journalctl -u ssh

        [ssh.wrong-host-key]
        meaning: Der Server weist sich mit einem anderen als dem erwarteten Host-Key aus.
        summary: {destination} hat den Host-Key {fingerprint} ({type}), erwartet wird aber {expected}
        advice: Ein Server hat einen Schlüssel je Typ, und Clients wählen einen: die Fingerprints aller Schlüssel angeben
        advice: Auf dem Server vergleichen: for f in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $f; done
        advice: Wurde der Server neu installiert, ssh: fingerprint: beim Ziel und known_hosts bei seinen Benutzern ändern
        advice: Wurde er nicht neu installiert, sitzt möglicherweise ein Angreifer auf dem Pfad: nicht anmelden

        [ftp.login-rejected]
        meaning: Der FTP-Server akzeptiert die Anmeldung nicht (530).
        summary: {destination} lehnt die Anmeldung ab: {detail}
        advice: Benutzername und Passwort prüfen; ohne sie erfolgt die Anmeldung anonym
        advice: Prüfen, ob Anmeldungen nur über TLS angenommen werden: netdiag ftp ls --tls {url}

        [ftp.no-tls]
        meaning: TLS wurde verlangt, aber der FTP-Server hat keines (502, 534 oder 431 auf AUTH TLS).
        summary: {destination} bietet kein TLS an: {detail}
        advice: Den Server so konfigurieren, dass er AUTH TLS anbietet
        advice: Prüfen, ob er ftps:// auf Port 990 hat: netdiag check tls://{host}:990

        [ftp.data-blocked]
        meaning: Die Steuerverbindung funktioniert, die Datenverbindung nicht.
        summary: {destination} antwortet, aber es kommt keine Datenverbindung zustande: {detail}
        advice: Die passiven Ports des Servers in dessen Firewall öffnen und dort seine öffentliche Adresse konfigurieren (pasv_address)
        advice: Den aktiven Modus probieren: netdiag ftp ls --active {url}

        [ftp.not-found]
        meaning: Unter dem Pfad gibt es nichts, oder es darf nicht gelesen werden (550).
        summary: {url} existiert nicht oder darf nicht gelesen werden: {detail}
        advice: Auf Tippfehler prüfen; Pfade sind relativ zum Login-Verzeichnis
        advice: Prüfen, was es gibt: netdiag ftp ls {parent}

        [ftp.write-denied]
        meaning: Der FTP-Server weigert sich, eine Datei zu speichern, umzubenennen oder zu löschen.
        summary: {destination} weigert sich, die Datei zu speichern: {detail}
        advice: Die Rechte des angemeldeten Benutzers in diesem Verzeichnis und den freien Speicherplatz auf dem Server prüfen

        [ftp.malformed]
        meaning: Was antwortet, ist kein FTP-Server oder verstößt gegen RFC 959.
        summary: was {destination} sendet, ist kein FTP: {detail}
        advice: Prüfen, was gesendet wird: netdiag check tcp://{host}:{port}
        advice: Prüfen, ob Port {port} der richtige ist

        [ftp.no-answer]
        meaning: Der FTP-Server nimmt die Verbindung an, antwortet dann aber nicht mehr.
        summary: {destination} antwortet nicht mehr: {detail}
        advice: Prüfen, ob der Server die Namen der Clients auflöst und darauf wartet (UseReverseDNS, reverse_lookup_enable)
        advice: Mehr Zeit geben: netdiag check --timeout 60 {url}

        [ftp.failed]
        meaning: Der FTP-Server scheitert, und nichts verrät, welcher der bekannten Gründe vorliegt.
        summary: {url} scheitert: {detail}
        advice: Von Hand probieren: curl -v {url}
        advice: Das Log des Servers ansehen

        [ntp.refused]
        meaning: Der Host ist da, aber auf dem NTP-Port lauscht nichts.
        summary: auf {destination} läuft kein Zeitserver
        advice: Auf dem Server prüfen, ob ein Zeitserver läuft: systemctl status chronyd ntpd ntpsec systemd-timesyncd
        advice: chrony bedient niemanden, solange man es nicht erlaubt: allow NETWORK in chrony.conf

        [ntp.no-answer]
        meaning: Der Server beantwortet keine NTP-Anfragen.
        summary: {destination} antwortet nicht auf NTP ({sent} Anfragen)
        advice: Auf dem Server prüfen, ob Abfragen von hier erlaubt sind: chronyc accheck ADDRESS, oder restrict in ntp.conf
        advice: Auf dem Pfad nach einer Firewall suchen, die UDP-Port {port} verwirft
        advice: Prüfen, ob ein anderer Server antwortet: netdiag check ntp://pool.ntp.org

        [ntp.malformed]
        meaning: Was auf dem NTP-Port antwortet, spricht kein NTP.
        summary: {destination} antwortet, aber nicht auf die Anfrage: {strays} Datagramme sind kein NTP
        advice: Prüfen, was dort lauscht: ss -ulnp 'sport = :{port}'
        advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet

        [ntp.kiss-of-death]
        meaning: Der Server weigert sich, diesen Client zu bedienen (Kiss-o'-Death).
        summary: {destination} weigert sich, diesen Client zu bedienen: {code}
        advice: RATE: seltener fragen; andere Clients hinter derselben Adresse zählen mit
        advice: DENY, RSTR: die Zugriffsregeln des Servers sperren diesen Client aus; siehe dort restrict und allow

        [ntp.unsynchronised]
        meaning: Der Server antwortet, kennt die Zeit aber selbst nicht.
        summary: {destination} ist selbst nicht synchronisiert (Stratum {stratum}, Leap {leap}), daher ignorieren ihn Clients
        advice: Auf dem Server dessen eigene Quellen prüfen: chronyc sources -v, oder ntpq -pn
        advice: Nach einem Start kann es einige Minuten dauern

        [ntp.offset]
        meaning: Die Uhr des Servers und die dieses Rechners liegen weiter auseinander als erlaubt.
        summary: die Uhr von {destination} weicht um {offset} von der dieses Rechners ab ({direction}); erlaubt sind {limit}
        advice: Einen zweiten Server fragen, um zu erfahren, welche der beiden falsch geht: netdiag check ntp://pool.ntp.org
        advice: Prüfen, was die Uhr dieses Rechners stellt: timedatectl timesync-status, oder chronyc tracking

        [ntp.inaccurate]
        meaning: Der Server ist weit von einer Referenzuhr entfernt.
        summary: {destination} ist zu ungenau: {detail}
        advice: Auf dem Server nach näheren Quellen suchen: chronyc sources -v, oder ntpq -pn

        [mqtt.no-answer]
        meaning: Der Broker nimmt die Verbindung an, antwortet aber nicht.
        summary: {destination} antwortet nicht; erwartet wurde: {step}
        advice: Auf dem Broker prüfen, ob er überlastet ist oder auf sein Login-Backend wartet: journalctl -u mosquitto
        advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check mqtts://{destination}

        [mqtt.closed]
        meaning: Die Verbindung endet, bevor der Broker geantwortet hat.
        summary: die Verbindung zu {destination} endet unerwartet: {how}; erwartet wurde: {step}
        advice: Auf dem Broker den Grund suchen: journalctl -u mosquitto
        advice: Manche schließen die Verbindung bei einer Version, die sie nicht sprechen, oder einer Anmeldung, die sie nicht akzeptieren: mqtt: version:
        advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check mqtts://{destination}

        [mqtt.not-mqtt]
        meaning: Was auf dem Port antwortet, spricht kein MQTT.
        summary: {destination} spricht kein MQTT (erwartet wurde: {step}): {detail}
        advice: Auf dem Server prüfen, was dort lauscht: ss -ltnp
        advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet

        [mqtt.refused]
        meaning: Der Broker weist den Client ab.
        summary: {destination} weist den Client ab: {detail}
        advice: Protokollversion: die wählen, die der Broker spricht, mqtt: version:
        advice: Client-ID: eine wählen, die der Broker erlaubt, mqtt: client_id:
        advice: Auf dem Broker das Log ansehen: journalctl -u mosquitto

        [mqtt.login-rejected]
        meaning: Der Broker lehnt die Anmeldung ab oder verlangt eine.
        summary: {destination} lehnt die Anmeldung ab: {detail}
        advice: Prüfen, ob Name und Passwort oder Token zu einem Konto des Brokers gehören: credentials:
        advice: Auf dem Broker prüfen, wer sich anmelden darf: allow_anonymous, password_file, mosquitto_passwd(1)

        [mqtt.unavailable]
        meaning: Der Broker meldet, dass er derzeit nicht verfügbar ist.
        summary: {destination} ist derzeit nicht verfügbar: {detail}
        advice: Er startet gerade, fährt herunter oder hat ein Limit erreicht: journalctl -u mosquitto
        advice: Prüfen, wie viele Clients er hat: mosquitto_sub -t '$SYS/broker/clients/connected' -C 1

        [mqtt.no-pong]
        meaning: Der Broker hat den Client akzeptiert, beantwortet aber PINGREQ nicht.
        summary: {destination} akzeptiert den Client und antwortet dann nicht mehr; erwartet wurde: {step}
        advice: Auf dem Broker prüfen, ob er hängt: journalctl -u mosquitto, top
        advice: Möglicherweise hat ein Proxy oder Load Balancer dazwischen CONNECT selbst beantwortet

        [mqtt.subscription-refused]
        meaning: Der Broker verweigert das Abonnement.
        summary: {destination} verweigert ein Abonnement von {topic}: {detail}
        advice: Auf dem Broker prüfen, ob das Konto das Topic lesen darf: acl_file, dynamic-security
        advice: Manche Broker akzeptieren keine Wildcards oder kein $SYS

        [mqtt.no-message]
        meaning: Der Broker akzeptiert das Abonnement, aber es kommt keine Nachricht.
        summary: {destination} liefert nicht rechtzeitig eine Nachricht zu {topic}
        advice: Sofort liegt eine Nachricht nur vor, wenn sie mit retain veröffentlicht wurde: mosquitto_pub -r
        advice: Möglicherweise ist das Topic anders geschrieben: mosquitto_sub -v -t '#'
        advice: Manche Broker akzeptieren ein Abonnement, das das Konto nicht lesen darf, und liefern dann nichts
        advice: Nach einem Neustart ohne Persistenz hat der Broker Retained Messages vergessen: persistence true

        [mqtt.unexpected-message]
        meaning: Die Nachricht des Topics ist nicht die erwartete.
        summary: {destination} liefert die Nachricht "{received}" zu {topic}, erwartet wird aber {expected}
        advice: Prüfen, wer was auf dem Topic veröffentlicht: mosquitto_sub -v -t {topic}
        advice: Prüfen, ob mqtt: expect: noch stimmt

        [udp.refused]
        meaning: Der Host ist da, aber auf dem UDP-Port lauscht nichts.
        summary: auf UDP-Port {port} von {host} lauscht nichts
        advice: Die Portnummer {port} prüfen
        advice: Falls es der eigene Server ist, dort prüfen, was lauscht: ss -ulnp 'sport = :{port}'

        [udp.no-answer]
        meaning: Auf ein Datagramm kommt nichts zurück.
        summary: {destination} antwortet nicht ({sent} Datagramme)
        advice: Auf dem Server prüfen, ob die Datagramme ankommen: tcpdump -n udp port {port}
        advice: Auf dem Pfad nach einer Firewall suchen, die UDP-Port {port} verwirft
        advice: Viele Dienste antworten nur auf das, was sie verstehen: was gesendet wird, mit udp: send: angeben, und was zurückkommt, mit expect:

        [udp.unexpected]
        meaning: Der Port antwortet, aber nicht mit dem Erwarteten.
        summary: {destination} antwortet "{received}", und das passt nicht zu {expected}
        advice: Prüfen, was dort lauscht: ss -ulnp 'sport = :{port}'
        advice: Prüfen, was er antwortet; die Regel ist udp: expect: beim Ziel

        [icmp.no-reply]
        meaning: Der Host beantwortet keinen Echo Request, und nichts anderes verrät den Grund.
        summary: {address} beantwortet keine Pings
        advice: Viele Hosts verwerfen Pings: einen Port prüfen, auf dem ein Dienst laufen sollte, etwa netdiag check {address}:22
        advice: Prüfen, wie weit Pakete kommen: traceroute {address}

        [icmp.unreachable]
        meaning: Auf den Echo Request kam ein ICMP-Fehler zurück.
        summary: {address} ist nicht erreichbar ({detail}, laut {reporter})
        advice: Prüfen, wie weit Pakete kommen: traceroute {address}
        advice: Die Route anzeigen: ip route get {address}

        """#
    }
}
