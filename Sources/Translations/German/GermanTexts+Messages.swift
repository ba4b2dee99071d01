extension GermanTexts {
    /// Messages of libraries, the kernel and probes.
    static var messages: String {
        #"""
        sendsAlert: er sendet den TLS-Alert „{alert}“
        certificateProblem: Problem mit dem Zertifikat: {problem}
        issuerCertificateMissing: das Zertifikat des Ausstellers fehlt
        issuerNotKnownHere: der Aussteller ist auf diesem Rechner nicht bekannt
        firstNotVerifiable: das erste Zertifikat lässt sich nicht prüfen
        selfSignedCertificate: das Zertifikat ist selbstsigniert
        selfSignedInChain: die Kette endet in einem selbstsignierten Zertifikat, dem dieser Rechner nicht vertraut
        certificateHasExpired: das Zertifikat ist abgelaufen
        certificateNotYetValid: das Zertifikat ist noch nicht gültig
        signatureWrong: die Signatur des Zertifikats ist falsch
        purposeWrong: das Zertifikat ist nicht für diesen Zweck ausgestellt
        invalidAuthority: ein Zertifikat der Kette ist nicht das einer CA
        pathTooLong: die Kette ist länger, als eine CA erlaubt
        chainTooLong: die Kette ist zu lang
        certificateRevoked: das Zertifikat wurde widerrufen
        revocationListMissing: die Sperrliste (CRL) fehlt
        revocationListExpired: die Sperrliste (CRL) ist abgelaufen
        certificateRejected: das Zertifikat wird zurückgewiesen
        keyTooWeak: der Schlüssel des Zertifikats ist zu schwach
        authorityKeyTooWeak: der Schlüssel einer CA ist zu schwach
        digestTooWeak: der Hash einer Signatur ist zu schwach
        nameNotPermitted: die CA darf für diesen Namen kein Zertifikat ausstellen
        nameExcluded: die CA ist für diesen Namen ausgeschlossen
        unknownExtension: eine kritische Erweiterung ist unbekannt
        authorityInStore: der Zertifizierungsstelle von {destination} im Zertifikatsspeicher dieses Rechners
        timeNotRead: zu einem Zeitpunkt, der nicht gelesen wurde
        waitForDropped: {delay} (mit den Vorgaben von glibc {longest})
        speaksHTTP: er spricht HTTP im Klartext
        speaksSSH: er spricht SSH
        greetsLikeMail: er begrüßt wie ein Mail- oder FTP-Server ({line})
        greetsLikePOP3: er begrüßt wie ein POP3-Server ({line})
        greetsLikeIMAP: er begrüßt wie ein IMAP-Server ({line})
        isRefused: abgelehnt
        isReset: zurückgesetzt
        isClosed: geschlossen
        isTimedOut: nicht rechtzeitig beantwortet
        noProxyExcepts: no_proxy nimmt es davon aus
        withoutProxyHere: diese Prüfung ist auf den direkten Weg eingestellt
        noLocation: sie antwortet mit {status} ohne brauchbare Location und führt damit nirgendwohin (curl meldet das nicht)
        leadsToInvalid: sie führt zu „{url}“: {reason}
        leadsToThisMachine: sie führt zu diesem Rechner selbst: {url}
        hostIsMissing: der Host fehlt
        rejectedEarlier: schon bei einer früheren Prüfung abgelehnt; erst geänderte Zugangsdaten werden wieder gesendet
        credentialsMissing: die Zugangsdaten sind nicht verfügbar: {reason}
        mailTakesPasswords: ein Mailserver nimmt nur Name und Passwort, weder Tokens noch Tickets
        passwordNeedsTLS: das Passwort wird nur über TLS gesendet, und das bietet der Server nicht an
        offersNoPlain: der Server bietet {offered} an, aber nicht PLAIN
        notHTTP: die Antwort beginnt nicht wie HTTP
        speaksBareHTTP2: er spricht HTTP/2 ohne TLS statt HTTP/1.1
        curlTimedOut: keine vollständige Antwort innerhalb von {time} ms; {bytes} Byte kamen an
        curlTimedOutOf: keine vollständige Antwort innerhalb von {time} ms; {bytes} von {size} Byte kamen an
        curlNotConnected: keine Verbindung zu {host} Port {port} nach {time} ms: {reason}
        couldNotConnect: der Server nimmt die Verbindung nicht an
        couldNotConnectNow: der Server nimmt die Verbindung nicht an
        emptyReply: der Server hat nichts geantwortet
        receiveFailed: der Empfang scheitert: {reason}
        sendFailed: das Senden scheitert: {reason}
        bytesMissing: die Verbindung endet, bevor die letzten {bytes} Byte kamen
        dataMissing: die Verbindung endet vor dem Ende der Daten
        headerWithoutColon: eine Kopfzeile hat keinen Doppelpunkt
        streamRefused: der Server lehnt jeden HTTP/2-Stream mit REFUSED_STREAM ab
        twoLengths: sie hat zwei Längen (RFC 9112, Abschnitt 6.3)
        noMoreInTime: {text} (und mehr kam nicht rechtzeitig)
        thenItCloses: {text} (dann schließt er)
        thenItResets: {text} (dann setzt er die Verbindung zurück)
        andMoreOfIt: {text} (und mehr)
        nothingCame: nichts
        notPermitted: die Operation ist nicht erlaubt
        noSuchFile: Datei oder Verzeichnis nicht gefunden
        inputOutputError: Ein-/Ausgabefehler
        notExecutable: das Format des Programms ist falsch
        tryAgain: zurzeit nicht verfügbar
        outOfMemory: kein Speicher mehr frei
        accessDenied: keine Berechtigung
        deviceBusy: das Gerät oder die Ressource ist belegt
        fileExists: die Datei existiert bereits
        noSuchDevice: kein solches Gerät
        notADirectory: kein Verzeichnis
        isADirectory: es ist ein Verzeichnis
        invalidArgument: ungültiges Argument
        systemFilesOpen: im System sind zu viele Dateien geöffnet
        filesOpen: zu viele Dateien sind geöffnet
        noSpaceLeft: auf dem Datenträger ist kein Platz mehr
        readOnlyFiles: das Dateisystem ist schreibgeschützt
        brokenPipe: die Gegenseite liest nicht mehr
        messageSize: das Paket ist zu lang
        protocolError: Protokollfehler
        familyUnsupported: die Adressfamilie wird nicht unterstützt
        addressInUse: die Adresse wird schon benutzt
        addressNotHere: dieser Rechner hat die Adresse nicht
        networkDown: das Netz ist abgeschaltet
        networkUnreachable: das Netz ist nicht erreichbar
        connectionAborted: die Verbindung wurde abgebrochen
        connectionReset: die Gegenseite hat die Verbindung zurückgesetzt
        noBufferSpace: kein Pufferspeicher frei
        notConnected: der Socket ist nicht verbunden
        connectionTimedOut: die Verbindung kam nicht rechtzeitig zustande
        connectionIsRefused: die Verbindung wird abgelehnt
        hostDown: der Host ist abgeschaltet
        noRouteToHost: kein Weg zum Host
        linkLeadsNowhere: {path}: der Link zeigt auf {target}, und dort ist keine Datei
        fileIsMissing: {path}: die Datei fehlt
        lineWithMark: {place}: die Datei beginnt mit einer Byte-Order-Mark, daher wird diese Zeile nicht gelesen (BOM)
        lineWithReturn: {place}: die Zeile endet mit einem Wagenrücklauf, durch den „{text}“ keine IP-Adresse ist (CRLF)
        keywordIndented: {place}: „{text}“ steht nicht am Anfang der Zeile und wird daher nicht gelesen
        keywordWithoutValue: {place}: „{text}“ hat keinen Wert
        keywordUnknown: {place}: „{text}“ ist kein Schlüsselwort von resolv.conf
        optionUnknown: {place}: „{text}“ ist keine bekannte Option
        optionNeedsNumber: {place}: „{text}“ braucht eine Zahl nach dem Doppelpunkt
        serverIsNoAddress: {place}: „{text}“ ist keine IP-Adresse
        serverWithoutInterface: {place}: „{address}“ nennt kein Interface, ohne das er nicht gefragt wird; zu schreiben ist {example}
        serverInterfaceMissing: {place}: „{address}“ wird nicht gefragt: es gibt kein Interface {interface}
        serverIsBroadcast: {place}: „{address}“ wird nicht gefragt: es ist eine Broadcast-Adresse
        serverIsFourth: {place}: {address} wird nicht gefragt: das werden nur die ersten drei DNS-Server
        fileReadInPart: {path}: nur die ersten 64 KiB wurden gelesen
        endedWithStatus: endete mit dem Status {status}
        endedSaying: endete mit dem Status {status}: {text}
        endedBySignal: wurde vom Signal {signal} beendet
        wasKilled: endete nicht innerhalb von {limit} und wurde abgebrochen
        cannotBeRun: {program} lässt sich nicht starten: {reason}
        answersStatus: antwortet mit {status}: {text}
        noConnectionWithin: keine Verbindung zu Port {port} innerhalb von {limit}
        busIsSilent: der System-Bus antwortet nicht ({error})
        busIsSilentAt: der System-Bus {path} antwortet nicht ({error})
        busIsMissing: den System-Bus {path} gibt es nicht
        startItWith: starten mit: {command}
        restartItWith: neu starten mit: {command}
        avahiDoesNotRun: avahi-daemon läuft nicht
        avahiDoesNotAnswer: avahi-daemon antwortet nicht
        avahiIsUnusable: avahi-daemon ist nicht nutzbar: {error}
        avahiClaimsName: avahi-daemon beansprucht gerade den Hostnamen
        avahiIsFull: alles, wofür avahi-daemon Platz hat, ist belegt; einige der Browser beenden
        avahiPublishesNot: avahi-daemon kündigt es nicht an: {reason}
        nameIsTaken: der Name „{text}“ ist an diesem Link vergeben
        avahiNotRunning: der Daemon läuft nicht
        avahiDisconnected: die Verbindung zum Daemon ist abgebrochen
        busHasFailed: ein unerwarteter D-Bus-Fehler
        peerListIsFull: seine Liste der Nachbarn ist voll
        peerBeginsToLook: er hat gerade erst mit der Suche begonnen
        peerDoesNotLook: er sucht keine anderen
        peerRefusesPort: er lehnt Verbindungen zu Port {port} ab
        peerIsSilent: er antwortet nicht
        answersWithHTTP: er antwortet mit dem HTTP-Status {status}
        answerIsTooLong: seine Antwort ist zu lang: mehr als {count} Byte
        answerIsUnreadable: seine Antwort ist nicht lesbar
        checkNotMadeYet: seine Prüfung {target} steht noch aus
        checkIsDown: seine Prüfung {target} schlägt fehl
        checkIsDownWith: seine Prüfung {target} schlägt fehl: {message}
        historyIsOff: er ist abgeschaltet (history: off)
        historyHasNoPlace: es gibt kein Verzeichnis dafür; eines mit --state wählen, oder eine Datei mit history: file: nennen
        historyIsNewer: {file} stammt von einem neueren netdiagd (Version {found}, dieser kennt {known}); jenen starten, oder mit history: file: eine andere Datei nennen
        historyIsForeign: {file} ist die Datenbank eines anderen Programms; mit history: file: eine andere Datei nennen
        historyIsHeld: {file} wird gerade von {holder} beschrieben; mit history: file: eine andere Datei nennen
        netdiagdWithPID: dem netdiagd mit der PID {pid}
        anotherNetdiagd: einem anderen netdiagd
        historyDiskIsFull: {file}: der Datenträger ist voll; dort Platz schaffen
        historyIsOpening: er wird gerade geöffnet
        daemonIsEnding: der Daemon wird gerade beendet
        moreTargetsThanShown: es gibt mehr als {count} Ziele; die Seite eines Ziels zeigt sie
        ftpURLWanted: {url} ist keine FTP-URL, wie etwa {example}
        ftpDirectoryNotFile: ein Verzeichnis lässt sich nicht herunterladen; eine Datei nennen
        ftpNameIsEmpty: der Name der Datei ist leer
        ftpNoSuchFile: auf dem Server gibt es keine Datei {file}
        ftpBytesOfFile: {count} Bytes einer Datei von {size} sind angekommen
        ftpBytesOf: {count} von {size} Bytes sind angekommen
        ftpTooManyBytes: der Server sendet mehr als die {count} Bytes, die er angibt
        ftpDirectoryThere: {file} ist dort ein Verzeichnis; ein Schrägstrich dahinter legt die Datei hinein
        ftpFileThere: {file} gibt es schon; --force ersetzt es
        ftpFileShrunk: {file} ist inzwischen kürzer geworden, {count} von {size} Bytes
        fileBeingWritten: ein anderes Programm schreibt gerade {file}
        fileNotRegular: {file} ist keine reguläre Datei
        fileThereNotRegular: {file} existiert und ist keine reguläre Datei
        ftpNoDirectoryNamed: {url} nennt kein Verzeichnis, das anzulegen wäre
        ftpNotConnected: es kommt keine Verbindung zu {host} zustande ({reason})
        ftpFileFails: die Datei kann nicht gelesen oder geschrieben werden
        ftpOtherFamily: {address} gehört nicht zur verlangten Adressfamilie
        ftpHostWithoutAddress: {host} hat keine Adresse
        ftpLoginWithheld: die Anmeldung wurde schon einmal abgelehnt
        ftpLoginMissing: die Zugangsdaten sind nicht verfügbar: {reason}
        ftpDirectoryMissing: {url}: das Verzeichnis gibt es nicht: {text}
        ftpLoginNotTaken: {url}: die Anmeldung wird abgelehnt: {text}
        ftpNothingThere: {url}: dort gibt es nichts zu lesen: {text}
        ftpWriteDenied: {url}: der Server lässt es nicht schreiben: {text}
        ftpDataBlocked: {url}: es kommt keine Datenverbindung zustande: {reason}
        ftpWithoutTLS: {url}: der Server wechselt nicht zu TLS: {text}
        ftpNotSpoken: {url}: was antwortet, spricht kein FTP: {text}
        ftpServerSilent: {url}: der Server antwortet nicht: {reason}
        ftpServerClosed: {url}: der Server hat die Verbindung geschlossen: {reason}
        ftpAfterCommand: {reason} (nach {command})
        ftpStillComing: nach {count} Bytes war die Zeit um, und es kamen noch mehr
        ftpBehindEPSV: die Datenverbindung nach EPSV ist gescheitert
        ftpReplyTooLong: eine Antwort von mehr als {count} Bytes
        ftpLineTooLong: eine Zeile von mehr als {count} Bytes in der Liste
        isNoTarget: „{text}“ ist kein Ziel: {reason}
        noConfiguredTargetBut: auch kein konfiguriertes Ziel heißt so, war {name} gemeint?
        targetHasLogin: ein Ziel darf weder Benutzernamen noch Passwort enthalten, da Berichte sie zeigen würden
        targetBracketMissing: die ] nach der IPv6-Adresse fehlt
        targetPortOnly: auf die ] darf nur :Port folgen
        targetInBrackets: eine IPv6-Adresse steht in Klammern, wie in {example}
        targetPortInvalid: der Port „{port}“ ist keine Zahl von 1 bis 65535
        targetHostEncoded: ein Hostname wird nicht prozentkodiert; seine Zeichen so schreiben, wie sie sind
        targetPathNeedsScheme: ein Pfad braucht ein Schema: {url} oder {other}
        targetTooLong: es hat {count} Bytes; das Maximum ist {max}
        targetSocketPath: der Pfad eines Sockets beginnt mit /, wie in {example}
        targetMeant: war {url} gemeint?
        targetSchemeUnknown: das Schema „{scheme}“ ist unbekannt; benutzbar sind {names}
        targetSpace: es darf kein Leerzeichen enthalten
        targetCharacter: das Zeichen {code} ist darin nicht erlaubt
        targetSocketHost: ein Socket dieses Rechners hat keinen Host; {example} schreiben
        targetSocketAlone: {scheme}: nimmt einen Socket, ohne Pfad
        targetPercent: auf ein % im Pfad müssen zwei hexadezimale Ziffern folgen; % selbst ist %25
        targetQueryMissing: dns:// braucht einen Namen, der abgefragt wird, wie in {example}
        targetNoDomainName: „{name}“ ist kein Domainname (RFC 1035, Abschnitt 2.3.1)
        targetTypeOnly: auf den Namen darf nur ?type=TYP folgen, wie in {example}
        targetHostOnly: {scheme}:// nimmt einen Host, und weder Port noch Pfad
        targetWithoutPath: {scheme}:// nimmt einen Host und einen Port, aber keinen Pfad ({path})
        targetNeedsPort: {scheme}:// braucht einen Port, wie in {example}
        targetNeedsPath: es braucht einen Pfad, wie in {example}
        targetNotSixth: [{address}] ist keine IPv6-Adresse; eine Zone schreibt sich {example}
        targetNotFourth: „{address}“ ist keine IPv4-Adresse (vier Zahlen von 0 bis 255)
        targetNoHostName: „{name}“ ist kein Hostname: erwartet werden Labels aus 1 bis 63 Buchstaben, Ziffern, - oder _, zusammen höchstens 253 Bytes
        targetSocketTooLong: der Pfad eines Sockets hat höchstens {max} Bytes (unix(7)); dieser hat {count}
        targetPathEncoded: der Pfad enthält {code}, das prozentkodiert gesendet wird (RFC 3986, Abschnitt 2.1)
        targetTypeUnknown: der Record-Typ „{type}“ ist unbekannt; benutzbar sind {names}
        targetNeedsZone: {address} ist eine Link-Local-Adresse und braucht %Schnittstelle, zum Beispiel {example}
        targetIsOtherAddress: {address} kann nicht gewählt werden: das Ziel ist die Adresse {other}
        targetOfOtherFamily: {address} ist eine {family}-Adresse, und die Prüfung ist auf die andere Adressfamilie beschränkt
        notAnAddressOfHost: {address} ist keine Adresse von {host}; er hat {names}
        connectionsAtOnce: höchstens {count} Verbindungen gleichzeitig, für alle Listener zusammen: dieser Prozess darf {allowed} Dateien öffnen, und {reason}; für {max} Verbindungen das harte Limit erhöhen: {command}
        connectionTakesTwo: eine Verbindung, die weitergeleitet wird oder eine Datei bekommt, braucht zwei
        connectionTakesOne: jede Verbindung braucht eine
        isNoServiceType: „{text}“ ist kein Diensttyp
        serviceTypeLooksLike: ein Diensttyp sieht aus wie {example} oder {other}
        """#
    }
}
