extension GermanTexts {
    /// The phrases from which rules compose facts.
    static var facts: String {
        #"""
        doesNotAnswer: antwortet nicht
        answersLate: antwortet spät
        unreachableFromHere: ist von diesem Rechner aus nicht erreichbar, was Programme sofort bemerken
        reportedUnreachable: ist nicht erreichbar: {router} meldet „{answer}“, was Programme sofort bemerken
        isNotRunning: läuft nicht (sein Port ist geschlossen)
        doesNotRun: läuft nicht
        failsServfail: scheitert (SERVFAIL)
        refusesToAnswer: verweigert die Antwort (REFUSED)
        noValidAnswer: gibt keine gültige Antwort
        deniesNames: verneint Namen, die es gibt
        anyAddressAccepted: ein Gerät auf dem Weg nimmt Verbindungen zu jeder Adresse an
        refusesOneName: verweigert einen Namen ({code}) und antwortet für andere
        reachesInternet: erreicht das Internet
        makesAddressesUp: liefert Adressen für Namen, die nicht existieren
        knowsNoAddress: kennt keine Adresse
        answersCode: antwortet mit {code}
        hasNoServers: antwortet mit {code}, da er keinen Server hat, an den er Anfragen weiterleitet
        delaysLookUps: , was Abfragen um bis zu {time} verzögert
        delaysLookUpsWith: , was Abfragen zusammen mit {servers} um bis zu {time} verzögert
        waitForSilentAddresses: ; Programme, die eine nach der anderen versuchen, warten auf jede stumme bis zu zwei Minuten
        onlyForThisName: {servers}, nur für {name} nicht (andere Namen werden beantwortet)
        answersInItsPlace: : der Router {router} antwortet an seiner Stelle
        forEveryName: , was er auch für die Namen der Root-Zone tut: seine Uhr oder sein Vertrauensanker ist falsch
        itSays: ; er sagt dazu: {words}
        norCompleted: ; auch ergänzt gibt es ihn nicht ({names})
        nearestName: ; die nächste existierende übergeordnete Domain ist {name}
        noNameAbove: ; auch darüber gibt es keinen Namen
        leavesOutSixth: , sagt {server}: der Server liefert nicht einmal zu {name} die IPv6-Adresse (AAAA), die es dort gibt
        deniesEveryName: : der Server antwortet auch für existierende Namen mit NXDOMAIN
        emptyForAll: , sagt {server}: der Server hat zu keinem Namen Einträge, auch nicht zu denen, die es gibt
        althoughItExists: , obwohl es ihn gibt: der Server antwortet auch für existierende Namen mit NXDOMAIN
        althoughItHas: , sagt {server}, obwohl es eine gibt: der Server hat zu keinem Namen Einträge
        whichGoesRound: und das im Kreis
        whichDoesNotExist: den es nicht gibt
        aliasWithoutAddress: : er ist ein Alias von {end}, der keine hat ({chain})
        whichIsLeftOut: dessen Adresse der Server in seiner Antwort weglässt
        repliesToOthers: {count} Antworten, und keine auf diese Frage
        repliesFromElsewhere: die Antworten kommen stattdessen von {address}
        cannotBeParsed: sie lässt sich nicht lesen
        notToThisQuestion: eine, die kein gültiges DNS ist oder zu einer anderen Frage gehört
        whenAskedFor: : Anfragen nach {other} beantwortet er richtig, nach {type} nicht
        otherServerSays: ; {server} sagt {addresses}
        systemResolver: dem Resolver des Systems
        cannotBeLookedUp: {name} lässt sich nicht auflösen
        noNameCanBeLookedUp: kein Name lässt sich auflösen
        nothingElse: sonst nichts
        bothFamilies: IPv4 oder IPv6
        noAddressOf: keine Adresse der Familie {families}
        noRecordOf: keinen {type}-Record
        namesOfSearchList: die Namen der Suchliste, die vor {name} kommen
        rootServers: die Nameserver der Root-Zone
        recordsOfName: die {type}-Records von {name}
        connectionRefused: die Verbindung wird abgelehnt
        noTLSHandshake: kein TLS-Handshake
        certificateNotTrusted: dem Zertifikat wird nicht vertraut
        noAnswerAtAll: keine Antwort
        getAddresses: bekommen {addresses}
        hasWhichWorks: hat {address}, und die funktioniert
        hasAddresses: hat {addresses}
        waitForAnswer: bekommen in {time} keine Antwort
        findNoAddress: finden keine Adresse
        areLedTo: bekommen die Adresse von {name} ({addresses})
        cannotReadFiles: unter anderen Benutzern können {files} nicht lesen und bekommen vielleicht eine andere Antwort oder keine
        answersAtAll: antwortet
        saysNoSuchName: sagt, dass es diesen Namen nicht gibt
        nameDoesNotExist: existiert nicht
        hasNoRecords: hat keine Einträge
        searchListFirst: ; die Suchliste von /etc/resolv.conf kommt zuerst (ndots)
        searchListFirstBy: ; die Suchliste kommt zuerst: {lines}
        completedBySearch: ; der Name wurde aus der Suchliste dieses Rechners zu {name} ergänzt
        nameCollides: : so markiert die ICANN private Namen, die mit einer neuen Top-Level-Domain des Internets kollidieren
        ipv6ResolversAlone: alle eingerichteten DNS-Server sind nur über IPv6 erreichbar ({servers})
        isInSearchDomain: ; {domain} steht in der Suchliste dieses Rechners
        noDomainToComplete: ; er hat keine Domain, und dieser Rechner hat keine Suchdomain, um ihn zu vervollständigen
        defaultWithoutGateway: {address}: die Standardroute auf {interface} nennt kein Gateway, und niemand am Link hat diese Adresse
        internetWithoutGateway: Adressen im Internet: die Standardroute auf {interface} nennt kein Gateway, und niemand am Link antwortet für andere Netze
        filesMissing: {line}: ohne den Dienst files lesen Programme /etc/hosts nicht, wo {name} steht
        localhostMissing: /etc/hosts hat keine Zeile für localhost, sodass viele Programme es nicht finden
        libraryMissing: ; {line}; {library} ist nicht installiert
        serviceHangs: ; {line}; der Dienst {service} antwortet nicht
        oneServiceHangs: ; {line}; einer der Dienste {services} antwortet nicht
        askNoServer: ; {line}, deshalb fragen sie gar keinen Server (attempts:0)
        thenNextServer: ; {line}; nach {time} fragen sie {server}, der antwortet
        queryRepeated: ; dessen Antwort kam erst, nachdem die Anfrage wiederholt worden war, es gehen also Pakete verloren
        giveUpBefore: ; {line}, deshalb geben sie nach {limit} auf, und die Antwort braucht {time}
        itsDNSServer: sein DNS-Server {does}
        theDNSServer: der DNS-Server {server} {does}
        withReason: {what} ({reason})
        itAnswers: es antwortet „{answer}“
        lastRouter: der letzte Router, der antwortet, ist {router}
        onlyByProxy: der Proxy {proxy} ({variable}) nimmt Verbindungen an und ist vielleicht der einzige Weg hinaus; ohne ihn: {words}
        webPortHeard: Verbindungen zu Port 80 empfangen Daten, sonst aber: {words}
        answersNoPacket: es antwortet auf ARP oder NDP, aber auf kein IP-Paket
        noRouterBehind: kein Router dahinter antwortet
        packetsLate: Pakete werden erst nach {time} beantwortet, als würde eine Übertragung die Leitung füllen
        noRouterBehindAnyMore: Router dahinter antworteten früher, jetzt keiner mehr
        oneStuck: {count} Verbindung dieses Rechners bekommt keine Antwort
        severalStuck: {count} Verbindungen dieses Rechners bekommen keine Antwort
        theInternet: Adressen im Internet
        partOfInternet: Adressen im Internet aus {prefix}
        pingsToIt: Pings dorthin
        connectionsToPort: Verbindungen zu Port {port}
        internetPort: Adressen im Internet, TCP-Port {ports}
        internetPorts: Adressen im Internet, TCP-Ports {ports}
        portOfMany: TCP-Port {port} von {address} und wahrscheinlich von anderen Rechnern
        webPorts: 80 und 443
        otherNetworks: Adressen in anderen Netzen
        destinationServer: {server} (DNS-Server)
        destinationProxy: {proxy} (Proxy)
        overIPv4: {destination} über IPv4
        overIPv6: {destination} über IPv6
        theDefaultRoute: der Default-Route
        theGateway: Gateway {router}
        theRouter: Router {router}
        theHostItself: das Ziel selbst
        routerOnTheWay: ein Router auf dem Weg
        aRouter: ein Router
        routerBefore: ein Router davor
        orBehind: {who} oder {router} dahinter
        orBefore: {router} oder ein Gerät davor
        statusAsForNobody: Status {status}, ebenso für {nobody}, eine nicht vergebene Adresse
        statusOfItself: Status {status}, auch für eine Anfrage, die kein Proxy weiterleitet
        statusOfProxy: Status {status}, auf einer Seite, die ein Proxy als seine eigene kennzeichnet ({mark})
        endedAsForNobody: er nimmt die Verbindung an und beendet sie ohne Antwort, ebenso für {nobody}, eine nicht vergebene Adresse
        orNextBehind: {who} oder der nächste Router dahinter
        onceEstablished: {destination}, sobald eine Verbindung besteht
        pastOneRouter: über {limit} Router hinaus
        pastRouters: über {limit} Router hinaus
        pings: Pings
        packets: Pakete
        packetsAfterHandshake: Pakete nach dem Verbindungsaufbau
        hopLimitLowered: gleich mit welchem Hop-Limit (TTL) sie starten: {who} setzt es herab
        hopLimitLoweredBehind: gleich mit welchem Hop-Limit (TTL) sie starten: {who} oder ein Router dahinter setzt es herab
        hopLimitFiltered: oder dahinter: mit dem Hop-Limit (TTL) {usual} bekommen sie keine Antwort, mit {limit} schon
        hopLimitRunsOut: wo ihr Hop-Limit (TTL) aufgebraucht ist
        hopLimitRunsOutShort: wo ihr Hop-Limit (TTL) aufgebraucht ist; Pakete mit größerem kommen weiter
        whileFourthWorks: , IPv4 schon
        whileSixthWorks: , IPv6 schon
        sixthTriedFirst: Programme versuchen IPv6 zuerst und warten, bevor sie auf IPv4 zurückfallen
        fourthRejected: {router} weist die Pakete zurück („{answer}“), sodass Hosts ohne IPv6-Adresse nicht erreichbar sind
        fourthNotReached: Hosts ohne IPv6-Adresse sind nicht erreichbar
        sixthNotPreferred: dieser Rechner hat nur eine Adresse von 6to4 oder Teredo ({source}), deshalb nehmen Programme sofort IPv4
        sixthNotTried: dieser Rechner hat nur eine lokale Adresse ({source}), deshalb nehmen Programme sofort IPv4
        sixthListedLast: der Systemresolver nennt IPv4-Adressen zuerst, deshalb nehmen Programme sofort IPv4
        hasNoIPv4: {target} hat keine IPv4-Adresse
        hasNoIPv6: {target} hat keine IPv6-Adresse
        askedOverIPv6: {target} wird nur über IPv6 gefragt
        askedOverIPv4: {target} wird nur über IPv4 gefragt
        targetIsSilent: {target} schweigt
        nothingEverReceived: über {interface} ist noch nie ein Paket angekommen
        tunnelTakesItself: seine eigenen Pakete gehen wieder hinein: Er hat in 0,1 s {count} gesendet, {interface} kaum welche
        noPacketReported: kein Router dahinter meldet ein Paket
        someGoByIt: manche Pakete nehmen diesen Weg, andere den über {other}, der funktioniert
        nobodyAnswersAt: keine Antwort von {addresses}
        forwardsNothing: es leitet keine Pakete dieses Rechners weiter, während sein eigener DNS-Server das Internet erreicht
        anotherReaches: der DNS-Server {server} am selben Link erreicht das Internet: vielleicht ist er der Router
        ruleRefuses: Regel {priority} verweigert sie („{rule}“)
        ruleLeadsTo: eine Regel führt zur Tabelle {table}, deren Route {prefix} vom Typ {type} ist
        thisRuleLeadsTo: Regel {priority} („{rule}“) führt zur Tabelle {table}, deren Route {prefix} vom Typ {type} ist
        thisRuleLeadsToDead: Regel {priority} („{rule}“) führt zum Gateway {gateway} an {interface}, und das antwortet nicht
        thisRuleLeadsIntoEmpty: Regel {priority} („{rule}“) führt in den Tunnel {interface}, über den noch nie ein Paket angekommen ist
        belongsToVRF: {interface} gehört zum VRF {vrf}, dessen Routen nur daran gebundene Programme nutzen
        answersNotLetIn: Antworten kommen an {interface} an und werden nicht eingelassen
        neighbourRepliesBlocked: seine ICMPv6-Antworten auf Neighbor Discovery kommen an und werden nicht eingelassen
        icmpNotLetIn: seine ICMP-Nachrichten kommen an und werden nicht eingelassen
        resetHere: die Pakete verlassen diesen Rechner nicht, er setzt die Verbindung selbst zurück, wie bei einer Regel, die sie ablehnt (tcp reset), oder einer NAT-Regel, die sie zu einem Port umleitet, auf dem nichts lauscht
        closedHere: die Pakete verlassen diesen Rechner nicht, er antwortet selbst, dass der Port geschlossen ist, wie bei einer NAT-Regel, die sie zu einem Port umleitet, auf dem nichts lauscht
        ledAway: die Pakete erreichen die Programme dieses Rechners nicht, obwohl die Adresse seine eigene ist, wie bei einer NAT-Regel, die einen veröffentlichten Port zu einem Container umleitet
        sentElsewhere: die Pakete gehen stattdessen zu {address} an {interface}, wie bei einer übrig gebliebenen DNAT-Regel eines Containers
        sentFromElsewhere: die Pakete verlassen {interface} mit der Absenderadresse {address}, die dieser Rechner nicht hat, sodass Antworten nicht zurückkommen, wie bei einer NAT-Regel (SNAT), die ein VPN hinterlassen hat
        limited: EPERM für manche DNS-Anfragen und für andere nicht, wie bei einer Ratenbegrenzung
        itsOwnAnswer: seine eigene Antwort: {answer}
        portalURLAnswers: {url}, womit dieser Rechner Portale findet, antwortet mit {status}
        somebodyAnswers: eine Adresse, die niemand hat, antwortet mit Status {status}
        privateForNobody: {server} liefert für einen nicht existierenden Namen die private Adresse {address}
        nearForNobody: {server} liefert für einen nicht existierenden Namen die Adresse {address} in diesem Netz
        shouldAnswer204: {url} sollte mit 204 antworten und antwortet mit {status}
        networkSaysSo: {url} des Netzes selbst sagt es
        status511: es antwortet mit dem Status 511, Network Authentication Required
        leadsHere: {url} führt zu {place} in diesem Netz
        inDays: in {count} Tagen ({date})
        inHours: in {count} Stunden ({date})
        inAnHour: in 1 Stunde ({date})
        withinTheHour: in weniger als einer Stunde ({date})
        justNow: gerade eben ({date})
        anHourAgo: vor 1 Stunde ({date})
        hoursAgo: vor {count} Stunden ({date})
        daysAgo: vor {count} Tagen ({date})
        noProgramServes: kein Programm bedient diesen Tunnel
        noSignal: kein Signal auf Kabel oder Funk
        noSignalOfPort: kein Signal auf Kabel oder Funk des Ports, über den {bridge} diesen Rechner verlässt
        hasNoPorts: eine Bridge ohne Ports
        onlyInnerPorts: eine Bridge, deren Ports nicht aus diesem Rechner hinausführen ({ports})
        portNotForwarding: der Port {port} leitet noch nicht weiter (Spanning Tree: {state})
        withoutName: ohne Namen
        nothingEncrypted: nichts ist verschlüsselt
        brokenCipher: {cipher}, das gebrochen ist
        cameDamaged: {count} kamen beschädigt an
        couldNotBeSent: {count} konnten nicht gesendet werden
        droppedIn: {count} wurden beim Empfang verworfen
        droppedOut: {count} wurden beim Senden verworfen
        pingAnswered: ein Ping über {interface} wird beantwortet
        nothingConnected: an {interface} ist nichts angeschlossen
        hasGatewayAddress: {interface} hat selbst die Adresse, die das Gateway der Default-Route ist
        mtuTooSmall: : seine MTU ist {mtu}, und unter {least} nimmt der Kernel alle IPv6-Adressen weg
        withoutSixth:  für IPv6: Es gibt eine Default-Route dafür, aber nur die Link-Local-Adresse {address}
        anotherHost: ein anderer Rechner
        anotherHostAt: ein anderer Rechner ({address})
        translator: das NAT64 dieses Netzes ({prefix})
        besidesAnother: ein weiterer Rechner ({address}), neben {other},
        ownAddressToo: ebenfalls die Adresse dieses Rechners, {address}
        ownHardwareToo: ebenfalls die Hardware-Adresse dieses Rechners, {address}, sodass Antworten beim Falschen ankommen
        sameAddress: dieselbe Adresse, {address}
        sameAddressOn: dieselbe Adresse an {interface}
        thisMachineAsGateway: dieser Rechner selbst, neben seinem Gateway,
        notUsableYet: ist noch nicht nutzbar
        isDeprecated: ist veraltet, und es gibt keine andere
        sourceGetsNothing: bekommen keine Antworten
        sourceIsRefused: werden von {router} wegen dieser Adresse abgewiesen
        prefixNotAnnounced: der Router kündigt jetzt {current} an und {prefix} nicht mehr
        prefixNotAccepted: er lässt das Präfix {prefix} nicht zu
        routersOfPrefixes: {routers}, mit den Präfixen {prefixes}; nichts, was über IPv6 gesendet wird, wird beantwortet
        aWhileAgo: vor einiger Zeit
        noAnswerThere: antwortet dort nicht
        repliesLost: seine Antworten gehen verloren
        noPortForAddress: für diese Adresse ist kein lokaler Port frei ({error})
        noPort: kein lokaler Port ist frei ({error})
        noDescriptorHere: dieser Prozess hat keinen Dateideskriptor mehr frei ({error})
        noDescriptor: das System hat keinen Dateideskriptor mehr frei ({error})
        noMemory: es fehlt Speicher für einen Socket ({error})
        neighboursFull: die Nachbartabelle des Kernels ist voll ({limit})
        nothingKeepsInStep: ; nichts hält sie im Takt mit anderen
        clockBehind: {span} hinter {source}
        clockAhead: {span} vor {source}
        clockBeforeBuild: mindestens {span} zurück: dieses Programm wurde später gebaut, als sie anzeigt
        newerServers: jedem Server mit einem neueren
        someOtherServers: manchen anderen Servern
        spanYears: {count} Jahre
        spanDays: {count} Tage
        spanHours: {count} Stunden
        spanMinutes: {count} Minuten
        portIsZero: Port 0 heißt, dass dort kein Server ist (RFC 6763 Abschnitt 8)
        nobodyHasAddress: niemand am Link kennt eine Adresse dieses Rechners
        neverFollowed: {addresses} führt zu diesem Rechner oder zum Metadatendienst einer Cloud, wohin keiner Ankündigung gefolgt wird
        nothingListens: dort lauscht nichts: {address} lehnt die Verbindung ab
        hostNotOnLink: dieser Rechner ist nicht am Link: {addresses} antwortet weder auf ARP noch auf NDP
        addressNoAnswerThere: {addresses} antwortet dort nicht
        multicastOff: Multicast ist auf dem Interface abgeschaltet
        filterRefusesGroup: der Paketfilter dieses Rechners lässt nichts an {group} Port 5353 hinaus ({error})
        filterDropsGroup: der Paketfilter dieses Rechners verwirft, was für {group} Port 5353 ankommt
        answersAlone: {peer} antwortet, wenn man ihn einzeln fragt, über {group} ist aber nichts von ihm zu hören
        oneFamilyAlone: {problem} (nur {families})
        onePeerDeaf: {peers} ist erreichbar und sagt, dass er nicht sieht, was dieser Rechner ankündigt
        peersDeaf: {peers} sind erreichbar und sagen, dass sie nicht sehen, was dieser Rechner ankündigt
        onePeerMute: {peers} ist erreichbar, aber seine Ankündigungen kommen nicht an
        peersMute: {peers} sind erreichbar, aber ihre Ankündigungen kommen nicht an
        neitherSees: {peers} und dieser Rechner erreichen einander, aber keiner sieht, was der andere ankündigt
        worksWithOthers: {problem}; mit {others} geht es, der Fehler liegt also hier: {place}
        orOnTheWay: {peers} oder auf dem Weg dorthin
        peersAndMore: {peers} und {count} weitere
        fromHereTo: von diesem Rechner zu {peers}
        fromThereHere: von {peers} zu diesem Rechner
        eitherWay: zwischen diesem Rechner und {peers}, in beiden Richtungen
        noReasonGiven: kein Grund genannt
        noReasonKnown: kein Grund ist bekannt
        forNoKnownReason: aus unbekanntem Grund
        itsNameHasNoAddress: sein Name hat keine Adresse
        nameHasNoAddress: der Name von {url} hat keine Adresse
        noScheme: kein Verfahren
        asFoundEarlier: , wie eine frühere Prüfung ergab; sie wurden nicht noch einmal gesendet
        nothingIsTLS: die Antwort ist kein TLS
        weakRSA: ein RSA-Schlüssel mit {bits} Bit ({subject})
        weakSignature: eine Signatur mit {algorithm} ({subject})
        intermediateAuthority: der Zwischenzertifizierungsstelle von {destination}
        weakKey: ein schwacher Schlüssel
        certificateNotForServers: sein Zertifikat oder das einer CA darüber ist nicht für Server ausgestellt (Extended Key Usage)
        certificateChainTooLong: die Kette seines Zertifikats hat mehr CAs, als eine davon erlaubt (Path Length Constraint)
        certificateNamesForbidden: eine CA über seinem Zertifikat darf für {names} keine Zertifikate ausstellen (Name Constraints)
        certificateNotByAuthority: sein Zertifikat oder eines darüber wurde mit einem Zertifikat ausgestellt, das keiner CA gehört (Basic Constraints)
        notAcceptedHere: {weakness}, was dieser Rechner nicht akzeptiert
        issuerWith: ein Aussteller mit „{name}“ im Namen
        otherPin: ein Schlüssel mit einem anderen Pin
        certificateOfNobody: dieser Rechner akzeptiert es nicht, und ein Gerät zeigt es auch für die nicht vergebene Adresse {address} vor
        certificateOfRouter: dieser Rechner akzeptiert es nicht, und der Router {router} nimmt die Verbindung anstelle des Hosts an
        certificateOfThisMachine: dieser Rechner akzeptiert es nicht, und seine eigenen Regeln leiten Verbindungen zu Port 443 jeder Adresse zu einem Programm auf ihm um
        issuerAndPin: {issuer} und ein Schlüssel mit einem anderen Pin
        closesConnection: die Verbindung wird geschlossen
        resetsConnection: die Verbindung wird zurückgesetzt
        losesConnection: die Verbindung bricht ab ({reason})
        answering: Antwort auf {command}
        inTLS: {what} in TLS
        theLogin: die Anmeldung
        greeting: Begrüßung
        redirectsThere: ({url} leitet dorthin weiter)
        redirectsInside: ({url} leitet zu {place} weiter, was nur sein eigenes Netz erreicht)
        correctRedirect: Die Weiterleitung auf dem Server von {url} korrigieren: sie muss zu einem Host führen, den alle erreichen
        ofSomeAddresses: ({count} der {total} Adressen des Namens: {addresses})
        repairAddresses: {addresses} aus dem Namen entfernen oder den Dienst dort reparieren
        thisMachine: dieser Rechner
        cannotBeSent: an {destination} lässt sich nichts senden: {reason}
        noAddress: keine Adresse
        serverReachesBut: der DNS-Server {server} erreicht das Internet, aber {words}
        routersAnswerBut: Router hinter dem Gateway antworten, aber {words}
        somebodyResets: ein Gerät auf dem Weg setzt die TCP-Verbindungen dieses Rechners zurück
        packetsEndAt: die Pakete dieses Rechners enden bei {router}, gleich mit welchem Hop-Limit (TTL) sie starten: ein Router setzt es herab, oder sie laufen im Kreis
        noneHeardBeyond: nichts zeigt, dass Pakete dieses Rechners über {router} hinauskommen
        port443Silent: TCP-Verbindungen zu Port 443 bekommen keine Antwort, die zu Port 80 schon
        tcpSilent: TCP-Verbindungen dieses Rechners bekommen keine Antwort, UDP schon
        nothingAnswersPackets: nichts hinter dem Gateway antwortet auf die Pakete dieses Rechners
        nothingShows: nichts zeigt, dass es die Pakete dieses Rechners tun
        newOnesSilent: {count} neue Verbindungen dieses Rechners bekommen keine Antwort, ältere dagegen schon, wie dort, wo die Verbindungstabelle eines Routers voll ist
        noConnectionAnswered: keine Verbindung dieses Rechners dorthin bekommt eine Antwort
        routerAnswersTCP: {router} beantwortet TCP-Verbindungen dorthin mit „{answer}“
        hostsRejected: {router}, der einzige Router, der hinter dem Gateway zu hören ist, antwortet für Hosts des Internets mit „{answer}“; eine Verbindung, die gelingt, oder ein Ziel würde mehr zeigen
        hostsUndecided: {router}, der einzige Router, der hinter dem Gateway zu hören ist, antwortet für nicht vergebene Adressen mit „{answer}“, und vielleicht für alle; eine Verbindung, die gelingt, oder ein Ziel würde mehr zeigen
        routerRefusesNobody: {router} verweigert Pakete an nicht vergebene Adressen (administratively prohibited)
        connectivityURLSilent: die Connectivity-URL dieses Rechners antwortet nicht
        trafficGoesInto: der Verkehr geht in den Tunnel {tunnel}
        onlyResolversSeen: außer zu DNS-Servern wurde keine TCP-Verbindung über das Gateway hinaus beobachtet
        noConnectionSeen: eine TCP-Verbindung über das Gateway hinaus wurde nicht beobachtet
        sixthUnseenBehind: keine Antwort von hinter {router} über IPv6
        nextHopUnseen: keine Antwort von jenseits des Gateways {gateway} an {interface}, über das manche Verbindungen laufen
        tcpEndsAt: TCP-Verbindungen kommen nicht weiter als bis {router}, Datagramme aber bis {next}
        ecnEndsAt: Verbindungen mit ECN (net.ipv4.tcp_ecn=1) kommen nicht weiter als bis {router}, Datagramme aber bis {next}
        port443EndsAt: TCP-Verbindungen zu Port 443 kommen nicht weiter als bis {router}, Datagramme aber bis {next}, und die zu Port 80 kommen durch
        translatorUnseen: von jenseits des NAT64 dieses Netzes ({prefix}) wurde nichts beobachtet
        nothingHeard: keine Antwort von jenseits des Gateways
        largerOnes: größere
        onesOfAtLeast: solche ab {size} Byte
        """#
    }
}
