extension GermanTexts {
    static var directories: String {
        #"""
        [imap.no-greeting]
        meaning: Der IMAP-Server nimmt die Verbindung an, sendet aber keine Begrüßung.
        summary: {destination} nimmt die Verbindung an, sendet aber keine Begrüßung
        advice: Auf dem Server prüfen, ob seine Login-Prozesse aufgebraucht sind: doveadm log errors, journalctl -u dovecot
        advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check imaps://{destination}

        [imap.no-answer]
        meaning: Der IMAP-Server meldet sich und antwortet dann nicht mehr.
        summary: {destination} antwortet nicht mehr; erwartet wurde: {step}
        advice: Auf dem Server prüfen, worauf er wartet: doveadm log errors, journalctl -u dovecot
        advice: Prüfen, wo es scheitert: openssl s_client -starttls imap -connect {destination}

        [imap.closed]
        meaning: Die Verbindung endet, bevor der IMAP-Server gesagt hat, was er sagen muss.
        summary: die Verbindung zu {destination} endet unerwartet: {how}; erwartet wurde: {step}
        advice: Auf dem Server den Grund suchen: doveadm log errors, journalctl -u dovecot
        advice: Prüfen, ob diese Adresse dort ausgesperrt ist: Verbindungslimits, fail2ban-client status

        [imap.not-imap]
        meaning: Was auf dem Port antwortet, spricht kein IMAP.
        summary: {destination} spricht kein IMAP: erwartet wurde {step}, gekommen ist "{said}"
        advice: Auf dem Server prüfen, was dort lauscht: ss -ltnp
        advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet, wie es Firewalls tun, die E-Mail inspizieren

        [imap.bye]
        meaning: Der IMAP-Server verabschiedet sich, statt zu bedienen.
        summary: {destination} sendet BYE (erwartet wurde: {step}): "{said}"
        advice: Der Text nennt den Grund: der Server fährt herunter, hat zu viele Verbindungen oder bedient diese Adresse nicht
        advice: Auf dem Server die Limits prüfen: doveconf mail_max_userip_connections default_client_limit

        [imap.starttls-missing]
        meaning: STARTTLS ist mit dem IMAP-Server nicht möglich, aber vorgeschrieben.
        summary: mit {destination} ist kein STARTTLS möglich ({detail}), aber imap: starttls: verlangt es
        advice: Dem Server ein Zertifikat geben: doveconf ssl ssl_cert
        advice: Prüfen, ob etwas auf dem Pfad es aus der Antwort entfernt, wie es Firewalls tun, die E-Mail inspizieren

        [imap.starttls-refused]
        meaning: Der IMAP-Server bietet STARTTLS an, verweigert es dann aber.
        summary: {destination} bietet STARTTLS an, verweigert es aber: "{said}"
        advice: Das TLS des Servers ist möglicherweise gestört, oft sind Schlüssel oder Zertifikat nicht lesbar: doveadm log errors
        advice: Prüfen, was er antwortet: openssl s_client -starttls imap -connect {destination}

        [imap.starttls-injected]
        meaning: Nach der Antwort auf STARTTLS ist Klartext eingeschleust.
        summary: {destination} sendet nach der Antwort auf STARTTLS Klartext: "{said}"
        advice: Ein Angreifer auf dem Pfad könnte diesen Text eingeschleust haben, damit er als über TLS empfangen gilt: über diesen Pfad nicht anmelden
        advice: Prüfen, ob der Text vom Server selbst kommt: es von einem Host im selben Netz wie der Server probieren

        [imap.login-rejected]
        meaning: Der IMAP-Server lehnt die Anmeldung ab.
        summary: {destination} lehnt die Anmeldung ab: {said}
        advice: Prüfen, ob Name und Passwort zu einem Konto des Servers gehören: credentials:
        advice: Manche Provider verlangen ein eigenes Passwort für jedes Programm oder TLS: imaps://, imap: starttls: required
        advice: Auf dem Server das Konto probieren: doveadm auth test NAME

        [smtp.no-greeting]
        meaning: Der Mailserver nimmt die Verbindung an, sendet aber keine Begrüßung.
        summary: {destination} nimmt die Verbindung an, sendet aber keine Begrüßung
        advice: Auf dem Server prüfen, ob ihm Prozesse fehlen oder er auf die Auflösung des Namens dieses Rechners wartet: journalctl -u postfix -u exim4
        advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check smtps://{destination}
        advice: Manche Server lassen Fremde absichtlich warten: probieren, ob mehr Zeit hilft, netdiag check --timeout 60

        [smtp.no-answer]
        meaning: Der Mailserver meldet sich und antwortet dann nicht mehr.
        summary: {destination} antwortet nicht mehr; erwartet wurde: {step}
        advice: Auf dem Server herausfinden, worauf er wartet, oft DNS oder ein Policy-Dienst: journalctl -u postfix -u exim4
        advice: Prüfen, wo es scheitert: openssl s_client -starttls smtp -connect {destination}

        [smtp.closed]
        meaning: Die Verbindung endet, bevor der Mailserver gesagt hat, was er sagen muss.
        summary: die Verbindung zu {destination} endet unerwartet: {how}; erwartet wurde: {step}
        advice: Auf dem Server den Grund suchen: journalctl -u postfix -u exim4
        advice: Prüfen, ob diese Adresse dort ausgesperrt ist: Access-Tabellen, Verbindungslimits, fail2ban-client status

        [smtp.not-smtp]
        meaning: Was auf dem Port antwortet, spricht kein SMTP.
        summary: {destination} spricht kein SMTP: erwartet wurde {step}, gekommen ist "{said}"
        advice: Auf dem Server prüfen, was dort lauscht: ss -ltnp
        advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet, wie es Firewalls tun, die E-Mail inspizieren

        [smtp.refused]
        meaning: Der Mailserver weigert sich, diesen Client zu bedienen.
        summary: {destination} verweigert den Dienst (erwartet wurde: {step}): "{said}"
        advice: 421: er ist überlastet, fährt herunter oder begrenzt diesen Client: seltener anfragen oder sein Log ansehen
        advice: 554: er bedient niemanden oder diese Adresse nicht: die Adresse auf den Blocklisten suchen, die er verwendet
        advice: 501, 504, 550 auf EHLO: er lehnt den Namen ab; einen anderen setzen mit smtp: name:

        [smtp.starttls-missing]
        meaning: Der Mailserver bietet kein STARTTLS an, es ist aber vorgeschrieben.
        summary: {destination} bietet kein STARTTLS an, aber smtp: starttls: verlangt es
        advice: Dem Server ein Zertifikat geben: postconf smtpd_tls_security_level smtpd_tls_cert_file
        advice: Prüfen, ob etwas auf dem Pfad es aus der Antwort entfernt, wie es Firewalls tun, die E-Mail inspizieren

        [smtp.starttls-refused]
        meaning: Der Mailserver bietet STARTTLS an, verweigert es dann aber.
        summary: {destination} bietet STARTTLS an, verweigert es aber: "{said}"
        advice: 454: sein TLS ist falsch konfiguriert, oft sind Schlüssel oder Zertifikat nicht lesbar: journalctl -u postfix -u exim4
        advice: Prüfen, was er antwortet: openssl s_client -starttls smtp -connect {destination}

        [smtp.starttls-injected]
        meaning: Nach der Antwort auf STARTTLS ist Klartext eingeschleust.
        summary: {destination} sendet nach der Antwort auf STARTTLS Klartext: "{said}"
        advice: Ein Angreifer auf dem Pfad könnte diesen Text eingeschleust haben, damit er als über TLS empfangen gilt: über diesen Pfad nicht anmelden
        advice: Prüfen, ob der Text vom Server selbst kommt: es von einem Host im selben Netz wie der Server probieren

        [smtp.login-rejected]
        meaning: Der Mailserver lehnt die Anmeldung ab.
        summary: {destination} lehnt die Anmeldung ab: {said}
        advice: Prüfen, ob Name und Passwort zu einem Konto des Servers gehören: credentials:
        advice: Manche Provider verlangen ein eigenes Passwort für jedes Programm oder TLS: smtps://, smtp: starttls: required
        advice: Auf dem Server den Grund suchen: journalctl -u postfix -u saslauthd -u dovecot

        [ldap.no-answer]
        meaning: Der Verzeichnisserver nimmt die Verbindung an, antwortet aber nicht.
        summary: {destination} antwortet nicht; erwartet wurde: {step}
        advice: Auf dem Server prüfen, ob seine Threads aufgebraucht sind oder auf ein Backend warten: journalctl -u slapd, cn=monitor
        advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check ldaps://{destination}

        [ldap.closed]
        meaning: Die Verbindung endet, bevor der Verzeichnisserver geantwortet hat.
        summary: die Verbindung zu {destination} endet unerwartet: {how}; erwartet wurde: {step}
        advice: Auf dem Server den Grund suchen: journalctl -u slapd
        advice: Möglicherweise wird TLS ab dem ersten Byte erwartet: netdiag check ldaps://{destination}

        [ldap.not-ldap]
        meaning: Was auf dem Port antwortet, spricht kein LDAP.
        summary: {destination} spricht kein LDAP (erwartet wurde: {step}): {detail}
        advice: Auf dem Server prüfen, was dort lauscht: ss -ltnp
        advice: Prüfen, ob etwas auf dem Pfad an seiner Stelle antwortet

        [ldap.refused]
        meaning: Der Verzeichnisserver zeigt anonymen Clients seine Root-DSE nicht.
        summary: {destination} zeigt einem anonymen Client seine Root-DSE nicht: {detail}
        advice: Auf dem Server das Lesen erlauben: access to dn.base="" by * read, in slapd-config olcAccess
        advice: require authc und disallow bind_anon aus slapd.conf(5) sperren anonyme Clients aus
        advice: Wo das gewollt ist, nur den Port prüfen: netdiag check {destination}

        [ldap.unavailable]
        meaning: Der Verzeichnisserver meldet, dass er derzeit nicht verfügbar ist.
        summary: {destination} ist derzeit nicht verfügbar: {detail}
        advice: Er startet gerade, fährt herunter oder ist überlastet: journalctl -u slapd
        advice: Verbindungen und wartende Operationen anzeigen: ldapsearch -b cn=monitor

        [ldap.failed]
        meaning: Dem Verzeichnisserver gelingt es nicht, seine Root-DSE zu zeigen.
        summary: {destination} beantwortet die Suche nach seiner Root-DSE mit {detail}
        advice: Auf dem Server das Log ansehen: journalctl -u slapd
        advice: Prüfen, was er anderen antwortet: ldapsearch -x -s base -b '' -H ldap://{destination} +

        [ldap.naming-context-missing]
        meaning: Der Verzeichnisserver enthält das erwartete Verzeichnis nicht.
        summary: {destination} enthält {expected} nicht, das ldap: naming_context: erwartet; vorhanden ist {contexts}
        advice: Auf dem Server prüfen, ob die Datenbank konfiguriert ist und geöffnet wurde: slapcat -n 1, journalctl -u slapd
        advice: Prüfen, ob es der gemeinte Server ist und nicht einer mit leerer Konfiguration

        [ldap.starttls-refused]
        meaning: Der Verzeichnisserver verweigert StartTLS.
        summary: {destination} verweigert StartTLS: {detail}
        advice: protocolError: er hat kein TLS; ihm ein Zertifikat geben: TLSCertificateFile, olcTLSCertificateFile
        advice: unavailable: sein TLS ist falsch konfiguriert, oft sind Schlüssel oder Zertifikat nicht lesbar: journalctl -u slapd

        [ldap.starttls-injected]
        meaning: Nach der Antwort auf StartTLS ist Klartext eingeschleust.
        summary: {destination} sendet nach der Antwort auf StartTLS Klartext: {detail}
        advice: Ein Angreifer auf dem Pfad könnte diesen Text eingeschleust haben, damit er als über TLS empfangen gilt: über diesen Pfad nicht anmelden
        advice: Prüfen, ob der Text vom Server selbst kommt: es von einem Host im selben Netz wie der Server probieren

        """#
    }
}
