extension GermanTexts {
    static var commandWords: String {
        #"""
        commandThen: {command}, dann {next}
        ownErrorOutput: was netdiagd auf der Standardfehlerausgabe geschrieben hat
        noReasonGiven: ohne Angabe eines Grundes
        noDaemonAt: kein Daemon an {socket}
        nothingListensAt: kein Daemon an {socket} (die Datei gibt es, aber niemand nimmt dort Verbindungen an)
        mayNotAskDaemon: dieser Benutzer darf den Daemon an {socket} nicht abfragen
        daemonRefuses: der Daemon an {socket} lehnt ab: {reason}
        daemonIsBusy: der Daemon an {socket} nimmt keine Verbindung an; ist er angehalten oder überlastet?
        daemonIsSilent: der Daemon an {socket} hat nicht innerhalb von {count} s geantwortet
        daemonBrokeOff: der Daemon an {socket} hat seine Antwort abgebrochen; wurde er beendet?
        daemonResponseInvalid: die Antwort des Daemons an {socket} ist ungültig: {error}
        answerNotUnderstood: die Antwort ist nicht verständlich ({error}); hat netdiagd eine andere Version?
        cannotConnectTo: keine Verbindung zu {socket}: {error}
        connectionBroke: die Verbindung zum Daemon ist abgebrochen: {error}
        changesEnded: der Daemon hat den Strom der Änderungen beendet; wird er gerade neu gestartet?
        eventsEnded: die Ereignisse haben aufgehört; wird der Daemon gerade neu gestartet?
        needsDaemon: {reason}; dieses Kommando braucht ihn; starten mit: {command}
        keepsIncidents: {reason}; er führt die Störungen; starten mit: {command}
        keepsHistory: {reason}; er führt den Verlauf; starten mit: {command}
        knowsIncidents: {reason}; er kennt die Störungen; starten mit: {command}
        watchNeedsDaemon: {reason}; {follower} folgt ihm; starten mit: {command}
        checkingHere: {reason}; geprüft wird von diesem Prozess aus
        browsingHere: {reason}; gesucht wird von diesem Prozess aus
        resolvingHere: {reason}; aufgelöst wird von diesem Prozess aus
        publishingHere: {reason}; angekündigt wird von diesem Prozess aus
        doingCheck: prüft
        doingLookUp: löst auf
        doingLinks: liest die Schnittstellen
        doingStatus: untersucht das Netz
        doingBrowse: sucht Dienste
        doingAsk: fragt
        countDone: {done} von {count} fertig
        proxyHereOnly: {variable} ist hier gesetzt, und der Daemon hat seine eigene Umgebung
        toUseIt: {reason}; um sie zu benutzen: {command}
        targetsLeftOut: die Ziele der Konfiguration werden ausgelassen
        avahiNotInstalled: avahi-daemon ist nicht installiert
        noSuchCommand: es gibt kein Kommando {word}; alle nennt: {command}
        noSuchCommandBut: es gibt kein Kommando {word}; war {meant} gemeint?
        targetNeedsCommand: ein Ziel gehört hinter ein Kommando: {command}
        checkedWithoutSettings: {name} wird ohne seine Einstellungen geprüft, da die Konfiguration nicht gelesen werden kann: {reason}
        mayBeTargetName: {name} kann der Name eines Ziels sein, und die Konfiguration kann nicht gelesen werden: {reason}
        orHostItself: {problem}; den Host selbst prüft {target}
        thisInstallation: Diese Installation: {state}
        nothingIsMissing: es fehlt nichts
        countErrors: {count} Fehler
        countWarnings: {count} Warnung | {count} Warnungen
        withMore: {text} (und {more} weitere)
        startIt: Starten: {command}
        startAgain: Erneut starten: {command}
        restartIt: Neu starten: {command}
        startBoth: Beide starten: {command}
        seeWhy: Den Grund ansehen: {command}
        seeLog: Das Protokoll ansehen: {log}
        seeDaemonLog: Das Protokoll des Daemons ansehen: {log}
        runAsRoot: Als root ausführen: {command}
        accessUnknown: ohne die Konfiguration ist nicht bekannt, wer Prüfungen ausführen darf
        accessAllowed: dieser Benutzer darf den Daemon prüfen lassen
        accessOwnProcess: dieser Benutzer kann beim Daemon alles lesen; seine eigenen Prüfungen laufen in einem getrennten Prozess
        allowGroup: Damit eine Gruppe über den Daemon prüfen darf: access: group: in netdiag.yaml(5)
        clockWrong: die Uhr geht falsch: sie zeigt {time}, und dieses Programm wurde am {date} oder später gebaut
        setClock: Stellen: {command}
        clockInStep: die Uhr wird mit anderen abgeglichen
        clockNotInStep: die Uhr ist nicht synchronisiert: sie kann falsch gehen
        clockUnknown: der Kernel meldet nicht, ob die Uhr synchronisiert ist
        startTimeService: Den installierten Zeitdienst starten: {command}
        installTimeService: Einen Zeitdienst installieren: {command}
        clockOfHost: In einem Container die Uhr seines Hosts synchronisieren; sonst einen Zeitdienst installieren: {command}
        noConfiguration: {file} gibt es nicht: alle Einstellungen haben ihre Vorgaben, und kein Ziel wird überwacht
        writeConfiguration: Eine schreiben: {command}
        configurationValid: {file} ist gültig, mit {count} Ziel | {file} ist gültig, mit {count} Zielen
        validBut: {valid}, aber {warning}
        correctWarnings: Korrigieren; alle Warnungen ansehen: {command}
        correctErrors: Korrigieren; alle Fehler ansehen: {command}
        thenApply: Danach anwenden: {command}
        configurationNotJudged: dieser Benutzer kann {file} nicht beurteilen: {error}
        configurationRefused: der Daemon würde {file} ablehnen: {error}
        otherVersion: die Antwort des Daemons ist nicht lesbar ({error}); netdiagd und netdiag haben verschiedene Versionen
        noDaemonReply: der Daemon hat nicht geantwortet
        answersAt: netdiagd antwortet an {socket}
        noMonitoring: {reason}: solange der Daemon nicht läuft, gibt es keine Überwachung und keine Alarme
        unitUnmanaged: dieser Rechner läuft nicht mit systemd: was netdiagd beim Booten startet, ist hier nicht bekannt
        systemdSilent: systemd antwortet nicht: systemctl show netdiagd.service ist fehlgeschlagen
        unitFailed: netdiagd.service ist fehlgeschlagen ({result})
        unitNotAtBoot: netdiagd.service ist {state} und wird beim Booten nicht gestartet ({file})
        unitActive: netdiagd.service ist aktiv und wird beim Booten gestartet
        unitState: netdiagd.service ist {state}
        unitNotInstalled: netdiagd.service ist nicht installiert ({state})
        installIt: Installieren: {command}
        loadUnit: Von systemd laden lassen: {command}
        helperActive: netdiag-arp.socket ist aktiv: der Daemon kann tote Gateways, Rechner mit einer Adresse dieses Rechners und NAT-Regeln finden
        helperState: netdiag-arp.socket ist {state}: ein totes Gateway wird einige Sekunden später erkannt; Rechner mit einer Adresse dieses Rechners und NAT-Regeln, die seine Pakete umschreiben, werden nicht gefunden
        helperUnknown: netdiag-arp.socket ist nicht bekannt: ein totes Gateway wird einige Sekunden später erkannt; Rechner mit einer Adresse dieses Rechners und NAT-Regeln, die seine Pakete umschreiben, werden nicht gefunden
        avahiMissing: {reason}: es werden keine Dienste gefunden, und der Daemon wird nicht angekündigt
        avahiUnneeded: {reason}: es werden keine Dienste gefunden; der Daemon wird nicht angekündigt, wie konfiguriert (publish: off)
        avahiAnswers: avahi-daemon antwortet über D-Bus
        namesByResolved: {place} überlässt Namen auf .local systemd-resolved, das sie bei MulticastDNS=yes abfragt
        namesWithoutModule: Programme können Namen auf .local nicht auflösen: in {place} fehlt mdns4_minimal in der Zeile hosts:
        namesWithoutLibrary: Programme können Namen auf .local nicht auflösen: {place} nennt {module}, dessen Bibliothek {library} nicht geladen werden kann
        namesFound: Programme finden Namen auf .local, durch {module}
        writeLine: In {place} schreiben: {line}
        portTaken: ein anderes Programm belegt den UDP-Port 5353 für sich allein, avahi-daemon kann ihn nicht mitbenutzen
        seeWhich: Welches, zeigt: {command}
        stopOrSwitchOff: Beenden, oder sein eigenes mDNS ausschalten
        multicastPasses: mDNS kommt durch an {names}
        multicastBlocked: mDNS kommt nicht durch an {names}: {reason}
        multicastUnseen: ob mDNS durchkommt, war nicht zu sehen: {reason}
        seeRule: Die Regel ansehen: {command}
        openPort: Den UDP-Port 5353 öffnen: {ufw}, oder {firewalld}, oder {nft}
        noSocket: es kann kein Socket geöffnet werden: {error}
        portNotBound: an den Port 5353 lässt sich kein Socket binden: {error}
        noMulticastInterface: keine Schnittstelle ist aktiv, über die Multicast hinaus könnte
        groupNotJoined: der Gruppe lässt sich nicht beitreten: {error}
        filterHoldsOut: der Paketfilter dieses Rechners lässt nichts zum UDP-Port 5353 hinaus
        nothingSent: es kann nichts gesendet werden: {error}
        filterHoldsIn: was an den UDP-Port 5353 gesendet wird, kommt nicht herein; der Paketfilter dieses Rechners verwirft es
        pingAllowed: dieser Benutzer darf Echo-Anfragen senden
        pingOfDaemonAlone: dieser Benutzer darf keine Echo-Anfragen senden, der Daemon aber schon: net.ipv4.ping_group_range ist „{range}“ und enthält die Gruppe {group} nicht
        pingForbidden: dieser Benutzer darf keine Echo-Anfragen senden: net.ipv4.ping_group_range ist „{range}“ und enthält die Gruppe {group} nicht
        pingImpossible: Echo-Anfragen können nicht gesendet werden: {error}
        daemonPingAllowed: der Daemon darf Echo-Anfragen senden
        daemonPingForbidden: der Daemon darf keine Echo-Anfragen senden: net.ipv4.ping_group_range ist „{range}“ und enthält die Gruppen seiner Unit nicht, {first} bis {last}
        allowNow: Jetzt erlauben: {command}
        allowAtBoot: Und für jeden Start: {command}
        tunnelsAllowed: dieser Benutzer darf {device} öffnen, das netdiag with braucht
        tunnelsRefused: dieser Benutzer kann {device} nicht öffnen: {error}; netdiag with kann kein Netz für ein Kommando anlegen
        allowTunnels: Erlauben: {command}, das sind die üblichen Rechte; oder netdiag with als root ausführen
        tunnelsMissing: {device} gibt es nicht: netdiag with kann kein Netz für ein Kommando anlegen
        loadTunnels: {command}; in einem Container das Gerät durchreichen, etwa mit {option}
        namespacesAllowed: User-Namespaces sind erlaubt, netdiag with braucht sie
        namespacesRefused: netdiag with kann kein Netz für ein Kommando anlegen: {reason}
        settingIs: {setting} ist {value}
        restrictedByAppArmor: AppArmor beschränkt User-Namespaces
        orWithAsRoot: {command}, oder netdiag with als root ausführen
        libraryLoaded: {library} kann geladen werden
        libraryMissing: {library} kann nicht geladen werden: {use} ({error})
        withoutCurl: HTTP, FTP, Proxys und TLS werden nicht geprüft
        withoutTLS: TLS wird nicht geprüft und HTTPS nicht angeboten
        withoutCrypto: Zertifikate werden nicht gelesen
        withoutAvahi: es werden keine Dienste gefunden oder angekündigt
        withoutSQLite: kein Verlauf wird geführt, und kein Alarm wird eingereiht
        withoutSSH: ssh:// wird nur bis zur Begrüßung geprüft
        withoutPatterns: Muster in Einstellungen werden nicht angewandt
        withoutIDN: Namen außerhalb von ASCII werden nicht aufgelöst
        resultsNotRecorded: Ergebnisse werden nicht aufgezeichnet: {reason}
        historyUnnamed: der laufende netdiagd nennt keine Datei, in der er Ergebnisse speichert: er wurde mit history: off gestartet oder hat eine andere Version als dieses Kommando
        historyOff: es werden keine Ergebnisse gespeichert: history: off in der Konfiguration
        diskAlmostFull: wo {file} liegt, sind weniger als 64 MiB frei: bald gehen Ergebnisse verloren
        makeRoom: Platz schaffen oder dem Verlauf weniger geben: history: max: in netdiag.yaml(5)
        historyNotThere: netdiagd speichert seine Ergebnisse in {file}, doch diese Datei gibt es nicht: sie wurde gelöscht, oder der Daemon sieht andere Dateisysteme, wie in einem Container
        nothingRecorded: noch wurde nichts aufgezeichnet: {file} gibt es nicht
        fileUnreadable: dieser Benutzer darf {file} nicht lesen
        historyUnopened: {file} kann nicht geöffnet werden: {error}
        historyDamaged: {file} ist beschädigt: es ist keine SQLite-Datenbank
        historyKept: Ergebnisse werden in {file} gespeichert
        restartSetsAside: Den Daemon neu starten, der sie beiseitelegt und eine neue anlegt: {command}
        hasNoAnswer: ohne Antwort
        couldNotBeAsked: konnte nicht abgefragt werden
        aliasOf: Alias von {name}
        aliasLoop: was eine Schleife ergibt
        aliasGone: diesen Namen gibt es nicht
        aliasWithoutRecord: dieser Name hat keinen {type}-Record
        aliasWithoutSuch: dieser Name hat keinen solchen Record
        noRecord: kein {type}: {reason}
        portIsClosed: an Port {port} läuft kein Dienst
        noServerListens: kein DNS-Server nimmt Anfragen an
        temporaryFailure: vorübergehender Fehler
        multicastUnasked: Multicast-DNS wurde nicht abgefragt, da auf diesem Rechner kein avahi-daemon läuft
        startOrInstall: Starten: {start}; oder installieren: {install}
        lookingAtNetwork: Das Netz wird untersucht…
        candidateUp: in Ordnung
        candidateAnswers: antwortet
        candidateDown: gestört
        candidateGateway: das Gateway
        candidateGatewayOf: das Gateway von {interface}
        candidateResolver: ein DNS-Server dieses Rechners
        candidateProxy: der Proxy aus {setting}
        candidateConnectivity: die URL, mit der NetworkManager die Verbindung prüft
        candidateService: ein Dienst in diesem Netzsegment ({type})
        servicesNotSearched: Dienste in diesem Netzsegment wurden nicht gesucht: {reason}
        yesWords: j ja
        needsTerminal: setup braucht ein Terminal; mit --yes gelten die vorgeschlagenen Antworten
        noWords: n nein
        noneWords: keine
        nobodyWords: niemand keine
        pleaseAnswer: Bitte {yes} oder {no} eingeben.
        questionTargets: 1. Was soll überwacht werden?
        nothingToSuggest: Es wurde nichts gefunden, was sich vorschlagen ließe.
        hintOwnTargets: Eigene Ziele, etwa https://example.org/ oder host:22, durch Leerzeichen getrennt; Eingabetaste für keine.
        hintTargets: Nummern und eigene Ziele, etwa https://example.org/ oder host:22, durch Leerzeichen getrennt; das Wort {none}; oder Eingabetaste für die mit [x] markierten.
        labelTargets: Ziele
        notInList: In der Liste gibt es keine {number}; sie reicht von 1 bis {last}.
        noSuchHost: Einen Host {word} gibt es nicht: {reason}. Eine Nummer der Liste, eine URL, host:port oder einen Host eingeben; icmp://{word} wird ungeprüft übernommen.
        questionAccess: 2. Wer darf die Ergebnisse über das Netz sehen?
        accessNobody: niemand: nur dieser Rechner
        accessStatus: Hosts in privaten Netzen sehen Name, Version und Gesamtstatus
        accessEverything: Hosts in {networks} sehen alles
        hintAccess: Eine Nummer, oder Netze wie 192.168.1.0/24, die alles sehen; Eingabetaste für 2.
        labelAccess: Zugang
        noneOfTwo: {word} ist nichts davon; 1 oder 2 eingeben, oder Netze wie 192.168.1.0/24.
        noneOfThree: {word} ist nichts davon; 1, 2 oder 3 eingeben, oder Netze wie 192.168.1.0/24.
        networkNotAdmitted: Hosts in {network} dürfen sich nicht verbinden. Hier lassen sich nur private Netze nennen; andere später in der Datei bei access: networks: eintragen.
        questionNotify: 3. Wer soll benachrichtigt werden, wenn etwas ausfällt?
        hintNotify: Eine Mailadresse (Versand mit sendmail), die https://-URL eines Webhooks, ntfy und die URL eines Topics, oder der Pfad eines Programms; Eingabetaste für niemanden. Jeder Benutzer dieses Rechners kann die Datei lesen, auch ein Token in der URL oder den Namen eines Topics. Auf einem Desktop zeigt systemctl --user enable --now netdiag-notify Störungen auch ohne all dies als Benachrichtigungen.
        labelNotify: Alarm an
        noReceiver: Das ist nichts davon; zum Beispiel: ops@example.org oder https://hooks.example.org/netdiag
        noteThat: Hinweis: {warning}
        programMissing: {file}: {error}; den Pfad eines vorhandenen Programms eingeben, ohne Argumente.
        programNotRegular: {file} ist keine reguläre Datei; den Pfad eines Programms eingeben.
        programNotExecutable: {file} darf nicht ausgeführt werden; erlauben: {command}
        inputEnded: die Eingabe endete, bevor alle Fragen beantwortet waren; es wurde nichts geschrieben
        questionStart: 4. Soll der Daemon jetzt gestartet werden?
        startedBySystemd: systemd startet ihn jetzt und bei jedem Booten.
        startedInBackground: Hier gibt es kein systemd: er würde bis zum nächsten Booten im Hintergrund laufen.
        wroteFile: {file} wurde geschrieben
        audienceNobody: nur dieser Rechner kann die Ergebnisse lesen, und im Netzsegment wird nichts angekündigt (listen:, publish:)
        audienceStatus: Hosts in privaten Netzen können Name, Version und Gesamtstatus dieses Rechners an Port {port} lesen und ihn per DNS-SD finden (listen:, publish:)
        audienceNetworks: Hosts in {networks} können an Port {port} alles lesen (access:, publish:)
        daemonRuns: netdiagd läuft; die Seite ist unter {url}
        daemonNotStarted: netdiagd wurde nicht gestartet, da es hier kein systemd gibt, das ihn bei jedem Booten startet; starten mit: {command}
        unitReadsOther: Die Unit liest {file}. Einen Daemon mit dieser Datei starten: {command}
        unitReadsOtherAndRuns: Die Unit liest {file}. Einen Daemon mit dieser Datei starten: {command}; die Unit läuft, also zuerst beenden: {stop}
        onlyRootReload: Nur root kann ihn die Datei lesen lassen: {command}
        onlyRootStart: Nur root kann ihn starten: {command}
        runsByNoUnit: Es läuft schon ein Daemon, den keine Unit gestartet hat. Wurde er mit dieser Datei gestartet, liest er sie mit: {reload}; sonst beenden und starten mit: {start}
        daemonNotInstalled: netdiagd ist nicht installiert; installieren und starten mit: {command}
        startFailed: {command} ist fehlgeschlagen: {reason}; siehe: {log}
        notStartable: {program} konnte nicht gestartet werden
        noResponseYet: netdiagd antwortet seit zehn Sekunden nicht; den Grund zeigt: {command}
        interfaces: Schnittstellen
        routes: Routen
        neighbours: Nachbarn
        speed: Tempo
        hardwareAddress: Hardwareadresse
        destination: Ziel
        metric: Metrik
        source: Quelle
        protocolName: Protokoll
        leaseEnded: der Lease von {address} an {interface} ist abgelaufen
        beginsToLook: hat gerade erst begonnen, andere zu suchen
        doesNotLook: sieht jetzt keine anderen: avahi-daemon läuft nicht, oder die Suche ist ausgeschaltet (discovery:)
        isNotAnnounced: (nicht angekündigt)
        noOtherDaemon: kein anderer netdiagd in diesem Netzsegment
        overallStatus: Status
        isSeen: Gesehen
        peerAnswers: Antwortet
        seesUs: Sieht uns
        reachesUs: Erreicht uns
        nameOfThisHost: {name}, über diesen Rechner
        queueNotWritten: die Warteschlange kann nicht geschrieben werden: {reason}
        nobodyNotified: niemand wird über Störungen benachrichtigt; siehe alerts: in netdiag.yaml(5)
        queuedMessages: noch nicht zugestellt
        deliveredMessages: zugestellt
        countQueued: {count} noch nicht zugestellt
        waitsForAfter: Störung {id} wartet, bis die Zeit von after: vergangen ist
        waitsForQuietHours: Störung {id} wartet auf das Ende der Ruhezeit
        waitsForReturn: Störung {id} wartet, ob sie wiederkehrt
        waitsFor: Störung {id} wartet: {reason}
        untilTime: bis {time}
        notAcceptedSince: hat seit {time} keine Nachrichten angenommen: {reason}
        notAccepted: nimmt keine Nachrichten an: {reason}
        nextAttempt: nächster Versuch {time}
        countAttempts: {count} Versuch | {count} Versuche
        acceptedMessage: hat die Nachricht angenommen: {detail}
        refusedMessage: hat die Nachricht nicht angenommen: {detail}
        serviceType: Typ
        allServices: Alle Dienste
        servicesIn: {services} in der Domain {domain}: {count}
        noServicesFound: keine Dienste gefunden
        isStale: (veraltet: {reason})
        portRefuses: Port lehnt ab
        portIsSilent: Port antwortet nicht
        hostIsSilent: Rechner antwortet nicht
        tooManyServices: mehr als {count} Dienste
        eventNotUnderstood: ein Ereignis ist nicht verständlich ({error}); hat netdiagd eine andere Version?
        avahiIsBack: avahi-daemon ist wieder da
        publishedAs: angekündigt: „{name}“ als {types} auf Port {port}
        renamedAs: umbenannt und angekündigt: „{name}“ als {types} auf Port {port}
        publishesAgain: der Daemon ist weg; angekündigt wird wieder, wenn er zurück ist
        daemonStaysAway: der Daemon kommt nicht zurück
        fileIsLeft: {file} existiert und wurde unverändert gelassen; mit {option} eine andere Datei wählen
        isNoFileName: „{file}“ ist kein gültiger Dateiname
        folderIsMissing: {file} kann nicht geschrieben werden: das Verzeichnis {folder}: {error}; es anlegen, oder mit {option} eine andere Datei wählen
        folderIsNone: {file} kann nicht geschrieben werden: {folder} ist kein Verzeichnis; mit {option} eine andere Datei wählen
        folderRefuses: {file} kann nicht geschrieben werden: {folder}: {error}; mit {option} eine andere Datei wählen
        folderRefusesUser: {file} kann nicht geschrieben werden: {folder}: {error}; als root ausführen: {command}, oder mit {option} eine andere Datei wählen
        fileNotWritten: {file} kann nicht geschrieben werden: {error}
        folderNotMade: {file} kann nicht angelegt werden: {error}
        folderNotWritable: in {file} kann nicht geschrieben werden: {error}
        readableByYou: (nur für Sie lesbar)
        readableByOthers: (auch für andere Benutzer dieses Rechners lesbar)
        secretsAreMasked: Die Geheimnisse aus {file} sind verdeckt; benutzt der Daemon eine andere Datei, mit --config nennen.
        lookBeforeSending: Vor dem Versenden ansehen: {command}
        containsAddresses: Es enthält Adressen und Namen; --mask-addresses ersetzt sie.
        """#
    }
}
