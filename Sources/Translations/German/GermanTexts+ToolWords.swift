extension GermanTexts {
    static var toolWords: String {
        #"""
        programNotRun: {program} lässt sich nicht starten: {error}
        programNotInstalled: das Programm {program} fehlt; unter Debian: {command}
        programNotEnded: {program} war nach {count} s noch nicht fertig
        pipeNotOpened: es kann keine Pipe geöffnet werden: {error}
        noSuchInterface: es gibt keine Schnittstelle {interface}; die vorhandenen nennt: {command}
        loopbackNeedsYes: {interface} ist die Loopback-Schnittstelle, über die Programme dieses Rechners einander erreichen; --yes stört sie trotzdem
        sessionNeedsYes: diese SSH-Sitzung läuft über {interface} und würde hängen oder enden; --yes stört sie trotzdem
        onlyRootChanges: nur root darf {interface} ändern
        linkIsImpaired: {interface} ist für {count} s gestört; Strg-C beendet das früher.
        linkIsRestored: {interface} ist wiederhergestellt.
        nothingWasChanged: {command}: {error}; es wurde nichts geändert
        linkNotClaimed: {interface} lässt sich nicht reservieren: {error}
        linkIsBroken: {interface} ist schon gestört, durch ein anderes netdiag break; jenes beenden, oder warten, bis es fertig ist
        queuesNotShown: tc kann die Warteschlangen von {interface} nicht zeigen: {error}
        routesNotShown: ip kann die Routen von {interface} nicht zeigen: {error}
        neighboursNotShown: ip kann die Nachbarn von {interface} nicht zeigen: {error}
        netemIsMissing: diesem Kernel fehlt netem (das Modul sch_netem), das --latency, --reorder, --duplicate und --corrupt brauchen; netdiag with bietet sie für ein Kommando, und --loss, --rate, --mtu und --outage gehen ohne
        nothingToBreak: es ist nichts angegeben, was geändert werden soll; --rate, --loss, --latency, --reorder, --duplicate, --corrupt, --outage, --mtu, --no-route oder --down schreiben
        breaksNoRoute: --no-route: {interface} hat keine Standardroute: {command}
        routeNotRestorable: --down und --no-route: {interface} hat eine Route, die sich nicht wiederherstellen ließe: {route}; stattdessen verwirft --loss 100% alles
        queueNotReplaced: für {interface} hat jemand eine Queueing-Disziplin eingestellt, die --rate, --latency, --reorder, --duplicate und --corrupt ersetzen würden: {command}
        breaksSmallMTU: --mtu: eine MTU unter 1280 entfernt die IPv6-Adressen, die sich nicht wiederherstellen ließen; 1280 oder mehr schreiben
        breaksLargeMTU: --mtu: {interface} erlaubt höchstens {bytes} Bytes
        outagesAreTooShort: --outage: für einen Ausfall und für die Zeit zwischen zweien mindestens 1s schreiben, wie in {example}
        noCommandGiven: es ist kein Kommando angegeben; es gehört hinter --, wie in: {command}
        commandHasNoName: das Kommando hat keinen Namen
        writeDashesFirst: vor das Kommando gehört --: {command}
        loopbackOfCommand: {host} ist das eigene Loopback des Kommandos und wird nicht gestört; Server am Loopback dieses Rechners erreicht es als {name}
        stepFailed: {step} ist fehlgeschlagen: {error}
        withoutNamespaces: {problem}; dieser Rechner erlaubt Benutzern keine eigenen Namespaces: als root ausführen
        withoutTunnels: {problem}; dieser Rechner, oder der Container, in dem dies läuft, hat keine TUN-Geräte
        tunnelsForRoot: {problem}; nur root darf es hier öffnen: erlauben mit {command}, oder als root ausführen
        stepNetworkNamespace: das Anlegen eines Netz-Namespaces
        stepUserNamespace: das Anlegen eines User-Namespaces
        stepMapUser: das Abbilden des Benutzers
        stepSocketPair: das Öffnen eines Socket-Paars
        stepPrivateMounts: das Abtrennen der Mounts
        stepCoverSockets: das Verdecken der Sockets von Diensten
        stepResolverPlace: das Anlegen eines Orts für resolv.conf
        stepShowResolver: das Einblenden von /etc/resolv.conf
        stepShowHosts: das Einblenden von /etc/hosts
        stepOpenTunnel: das Öffnen von /dev/net/tun
        stepMakeTunnel: das Anlegen eines TUN-Geräts
        stepNetlink: das Öffnen eines Netlink-Sockets
        stepLoopbackUp: das Aktivieren des Loopback-Geräts
        stepTunnelUp: das Aktivieren des TUN-Geräts
        stepFourth: das Setzen von IPv4-Adressen und -Routen
        stepSixth: das Setzen von IPv6-Adressen und -Routen
        stepStart: das Starten des Kommandos
        networkOfCommand: das Netz dieses Kommandos, Seed {seed}:
        wereSent: gesendet
        wereReceived: empfangen
        countPackets: {count} Paket | {count} Pakete
        countBytes: {count} Byte | {count} Bytes
        countLost: {count} verloren
        countLostInOutages: {count} in Ausfällen verloren
        countBeyondQueue: {count} über die Warteschlange hinaus
        countTooBig: {count} zu groß
        countCorrupted: {count} verfälscht
        countDuplicated: {count} verdoppelt
        countReordered: {count} vertauscht
        countDelayed: {count} um durchschnittlich {time} verzögert
        countConnections: {count} Verbindung | {count} Verbindungen
        countRefusedConnections: {count} mehr, als gleichzeitig offen sein können
        countQueries: {count} DNS-Abfrage | {count} DNS-Abfragen
        countAltered: davon {count} verändert
        portalWasAccepted: die Bedingungen des Portals wurden angenommen
        portalNotAccepted: die Bedingungen des Portals wurden nicht angenommen
        countForbiddenPings: {count} Ping, den dieser Benutzer nicht senden darf ({setting}) | {count} Pings, die dieser Benutzer nicht senden darf ({setting})
        countNotCarried: {count} Paket nicht befördert | {count} Pakete nicht befördert
        serveNotInstalled: netdiag-serve ist nicht installiert: es liegt weder neben diesem Programm noch in libexec; make install installiert es
        seedRepeats: der Seed der Zufallsentscheidungen ist {seed}; --seed {seed} wiederholt sie
        isNotControlled: andere Kommandos können dieses netdiag serve nicht steuern: {reason}
        cannotBeAnnounced: es kann nicht angekündigt werden: {reason}
        notAnnouncedYet: es ist noch nicht angekündigt: {reason}
        isAnnouncedAs: es ist als {name} angekündigt: {reason}
        othersCannotReach: andere Hosts erreichen {place} nicht; --listen :: lässt sie herein
        announcedBeyond: es wird auch mit den IPv6-Adressen dieses Rechners angekündigt, an denen niemand Verbindungen annimmt; --listen :: deckt beides ab
        nothingIsServed: es ist nichts angegeben, was angeboten werden soll; ein Verzeichnis, eine Datei mit Routen, --text, --openapi, --echo oder --fault nennen
        onePortForOne: --port gilt für einen Server; {count} Fehler brauchen je einen Port
        needsOwnServer: {fault} braucht einen eigenen Server; ohne Quelle starten
        socketDirectoryNotMade: {path} kann nicht angelegt werden: {error}
        socketDirectoryOpen: {path} ist kein Verzeichnis, auf das nur dieser Benutzer Zugriff hat; es entfernen, oder {variable} setzen
        fileIsValid: {file}: gültig, {content}
        countRoutes: {count} Route | {count} Routen
        zoneOfRecords: eine Zone mit {count} Record | eine Zone mit {count} Records
        scriptOfSteps: ein Skript mit {count} Schritt | ein Skript mit {count} Schritten
        recordingOfRequests: eine Aufzeichnung von {count} Anfrage | eine Aufzeichnung von {count} Anfragen
        connectionsForwarded: Verbindungen, weitergeleitet an {url}
        requestsForwarded: Anfragen, weitergeleitet an {url}
        serverWithFault: ein Server mit {fault}
        noneIsServing: für diesen Benutzer läuft kein netdiag serve
        noneIsCalled: kein netdiag serve heißt {name}; für diesen Benutzer läuft keines
        noneIsCalledBut: kein netdiag serve heißt {name}; es laufen: {names}
        severalAreServing: es laufen mehrere; eines davon nennen: {names}
        isNoRunName: {name} ist kein gültiger Name eines netdiag serve
        runNameIsTaken: ein netdiag serve heißt schon {name}; ein anderes --name wählen
        noRunAnswers: an {socket} antwortet kein netdiag serve
        runNotChanged: es lässt sich nicht ändern; ist sein Port belegt?
        runOfOtherVersion: das netdiag serve antwortet mit {status}; hat es eine andere Version?
        runHasEnded: das netdiag serve ist beendet
        runEndedBefore: das netdiag serve endete, bevor es geantwortet hatte
        runIsIdle: untätig
        runIsRunning: läuft
        runIsPaused: angehalten
        runIsDraining: läuft aus
        runByProcess: Prozess {pid}
        countRequests: {count} Anfrage | {count} Anfragen
        noSessions: keine Sitzungen
        endsWithin: endet in {count} s
        noFaults: keine Fehler
        faultIsOn: an
        faultIsOff: aus
        stateIsFixed: {state} (nicht abschaltbar)
        whenConditions: wenn {conditions}
        noResponseSent: keine Antwort
        bytesReceived: {count} B empfangen
        requestsExpected: {request}: {found}, erwartet: {expected}
        atLeastOneRequest: mindestens 1 Anfrage
        entriesAreShown: {shown} von {count} Einträgen werden gezeigt
        entriesAreCut: {shown} von mehr als {count} Einträgen werden gezeigt
        transferredOf: {done} von {total}
        timeIsLeft: noch {time}
        passwordFor: Passwort für {user}
        passwordNeedsTerminal: es gibt kein Terminal, um nach einem Passwort zu fragen; --netrc oder --netrc-file verwenden
        passwordNotRead: es konnte kein Passwort gelesen werden: {error}
        netrcNeedsHome: --netrc braucht {variable}; die Datei mit --netrc-file nennen
        outputNotWritten: auf die Standardausgabe kann nicht geschrieben werden: {error}
        nothingObservable: von diesem Prozess aus lässt sich nichts beobachten: {error}
        daemonAnswers: der Daemon hat mit {status} geantwortet
        streamNotValid: die Antwort des Daemons ist ungültig: {error}
        checkCameToNoEnd: die Prüfung kam zu keinem Ende
        networkNotSeen: das Netz konnte nicht untersucht werden
        isNotUTF8: kein UTF-8
        isNotJSON: kein JSON
        memberIsMissing: {name} fehlt
        documentNotEncoded: die Antwort lässt sich nicht als JSON schreiben: {error}
        noTargetNamedSo: {problem}; auch kein Ziel des Daemons hat diesen Namen
        noTargetNamedSoBut: {problem}; auch kein Ziel des Daemons hat diesen Namen, war {meant} gemeint?
        isNoCause: {id} ist keine bekannte Ursache; alle zeigt: {command}
        isNoCauseBut: {id} ist keine bekannte Ursache; war {meant} gemeint?
        isNoDomain: „{name}“ ist keine Domain, wie etwa local oder example.org
        isNoHost: „{name}“ ist weder ein Name noch eine Adresse
        isNoHostBut: „{name}“ ist weder ein Name noch eine Adresse: {reason}
        isMoreThanHost: „{name}“ ist weder ein Name noch eine Adresse; Schema, Port und Pfad weglassen
        configurationNotThere: {file} gibt es nicht; die Konfiguration des Daemons mit --config nennen
        secretNotThere: der Secret Service hat keinen Eintrag für {host}; einen anlegen: {command}
        secretsNotAsked: der Secret Service kann nicht abgefragt werden: {reason}
        secretToolFailed: secret-tool ist gescheitert
        standardInput: Standardeingabe
        reportNotJudged: {file}: der Bericht {number} kann nicht beurteilt werden: {error}
        isNoReport: {place}: das ist kein gültiger Bericht ({error}); erstellen mit: {command}
        containsNoReport: {file} enthält keinen Bericht; erstellen mit: {command}
        schemaNotKnown: {place}: das Schema ist {schema}; verstanden wird {known}
        fileIsTooLarge: {file} hat mehr als {count} MiB; aufteilen
        bundleIsTooLarge: das Paket hat mehr als {count} MiB
        bundleNotMade: das Paket lässt sich nicht zusammenstellen: {error}
        bundleNotCompressed: gzip ist gescheitert; das Paket wurde nicht geschrieben
        bundleNotForTerminal: ein Archiv gehört nicht auf ein Terminal: {command}, oder mit --bundle eine Datei nennen
        portNotInRange: der Port „{port}“ ist keine Zahl von 0 bis 65535
        textKeyTwice: der TXT-Schlüssel „{key}“ ist zweimal angegeben
        socketPathLength: der Pfad eines Sockets hat 1 bis {max} Bytes, „{path}“ hat {count}
        fromTakesTargets: --from nimmt die Ziele aus den Berichten; Ziel und --yes weglassen
        goesOneWay: diagnose prüft nur einen Weg; mehrere prüft: {command}
        doesNotApply: {option} gilt nicht für {target}; weglassen
        noNotificationShown: der Desktop zeigt keine Benachrichtigung: {reason}
        foldersNotWatched: Verzeichnisse können nicht beobachtet werden: {error}
        """#
    }
}
