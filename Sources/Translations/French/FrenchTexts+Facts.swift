extension FrenchTexts {
    /// The phrases from which rules compose facts.
    static var facts: String {
        #"""
        doesNotAnswer: ne répond pas
        answersLate: répond tard
        unreachableFromHere: ne peut pas être atteint depuis cette machine, ce que les programmes remarquent aussitôt
        reportedUnreachable: ne peut pas être atteint, {router} signale « {answer} », ce que les programmes remarquent aussitôt
        isNotRunning: n'est pas en marche (son port est fermé)
        doesNotRun: n'est pas en marche
        failsServfail: échoue (SERVFAIL)
        refusesToAnswer: refuse de répondre (REFUSED)
        noValidAnswer: ne donne pas de réponse valide
        deniesNames: nie des noms qui existent
        anyAddressAccepted: un équipement sur le chemin accepte les connexions vers n'importe quelle adresse
        refusesOneName: refuse un nom ({code}) et répond pour les autres
        reachesInternet: atteint Internet
        makesAddressesUp: renvoie des adresses pour des noms qui n'existent pas
        knowsNoAddress: ne connaît pas d'adresse
        answersCode: répond {code}
        hasNoServers: répond {code}, faute de serveur auquel transmettre les requêtes
        delaysLookUps: , ce qui retarde les résolutions d'au plus {time}
        delaysLookUpsWith: , ce qui, avec {servers}, retarde les résolutions d'au plus {time}
        waitForSilentAddresses:  ; les programmes qui les essaient l'une après l'autre attendent chaque adresse muette jusqu'à deux minutes
        onlyForThisName: {servers}, pour {name} seulement (les autres noms obtiennent une réponse)
        answersInItsPlace:  : le routeur {router} répond à sa place
        forEveryName: , ce qu'il fait aussi pour les noms de la racine : son horloge ou son ancre de confiance est fausse
        itSays:  ; il dit : {words}
        norCompleted:  ; il n'existe pas non plus une fois complété ({names})
        nearestName:  ; le domaine parent existant le plus proche est {name}
        noNameAbove:  ; aucun nom au-dessus n'existe non plus
        leavesOutSixth: , selon {server}, qui ne renvoie pas non plus l'adresse IPv6 (AAAA) de {name}, qui en a une
        deniesEveryName:  : ce serveur répond NXDOMAIN même pour des noms qui existent
        emptyForAll: , selon {server} : ce serveur n'a d'enregistrement pour aucun nom, même existant
        althoughItExists: , alors qu'il existe : ce serveur répond NXDOMAIN même pour des noms qui existent
        althoughItHas: , selon {server}, alors qu'il en a : ce serveur n'a d'enregistrement pour aucun nom
        whichGoesRound: ce qui tourne en rond
        whichDoesNotExist: qui n'existe pas
        aliasWithoutAddress:  : c'est un alias de {end}, qui n'en a pas ({chain})
        whichIsLeftOut: dont le serveur omet l'adresse dans sa réponse
        repliesToOthers: {count} réponses, et aucune à cette question
        repliesFromElsewhere: les réponses viennent de {address} à sa place
        cannotBeParsed: elle est illisible
        notToThisQuestion: une réponse qui n'est pas du DNS valide, ou à une autre question
        whenAskedFor:  : il répond correctement aux requêtes {other}, mais pas aux requêtes {type}
        otherServerSays:  ; {server} dit {addresses}
        systemResolver: le résolveur du système
        cannotBeLookedUp: {name} ne peut pas être résolu
        noNameCanBeLookedUp: aucun nom ne peut être résolu
        nothingElse: rien d'autre
        bothFamilies: IPv4 ou IPv6
        noAddressOf: aucune adresse {families}
        noRecordOf: aucun enregistrement {type}
        namesOfSearchList: les noms de la liste de recherche, qui passent avant {name}
        rootServers: les serveurs de noms de la racine
        recordsOfName: les enregistrements {type} de {name}
        connectionRefused: la connexion est refusée
        noTLSHandshake: pas de négociation TLS
        certificateNotTrusted: le certificat n'est pas de confiance
        noAnswerAtAll: pas de réponse
        getAddresses: obtiennent {addresses}
        hasWhichWorks: a {address}, qui fonctionne
        hasAddresses: a {addresses}
        waitForAnswer: n'obtiennent pas de réponse en {time}
        findNoAddress: ne trouvent pas d'adresse
        areLedTo: obtiennent l'adresse de {name} ({addresses})
        cannotReadFiles: ceux d'autres utilisateurs ne peuvent pas lire {files}, et obtiennent peut-être une autre réponse ou aucune
        answersAtAll: répond
        saysNoSuchName: dit que ce nom n'existe pas
        nameDoesNotExist: n'existe pas
        hasNoRecords: n'a pas d'enregistrement
        searchListFirst:  ; la liste de recherche de /etc/resolv.conf passe d'abord (ndots)
        searchListFirstBy:  ; la liste de recherche passe d'abord : {lines}
        completedBySearch:  ; le nom a été complété en {name} par la liste de recherche de cette machine
        nameCollides:  : c'est ainsi que l'ICANN marque les noms privés qui entrent en collision avec un nouveau domaine de premier niveau d'Internet
        ipv6ResolversAlone: tous les serveurs DNS configurés ne sont joignables qu'en IPv6 ({servers})
        isInSearchDomain:  ; {domain} figure dans la liste de recherche de cette machine
        noDomainToComplete:  ; il n'a pas de domaine, et cette machine n'a pas de domaine de recherche pour le compléter
        defaultWithoutGateway: {address} : la route par défaut sur {interface} n'indique aucune passerelle, et personne sur le lien n'a cette adresse
        internetWithoutGateway: Internet : la route par défaut sur {interface} n'indique aucune passerelle, et personne sur le lien ne répond pour d'autres réseaux
        filesMissing: {line} : sans le service files, les programmes ne lisent pas /etc/hosts, qui contient {name}
        localhostMissing: /etc/hosts n'a pas de ligne pour localhost, que beaucoup de programmes ne trouvent donc pas
        libraryMissing:  ; {line} ; {library} n'est pas installée
        serviceHangs:  ; {line} ; le service {service} ne répond pas
        oneServiceHangs:  ; {line} ; l'un des services {services} ne répond pas
        askNoServer:  ; {line}, si bien qu'ils n'interrogent aucun serveur (attempts:0)
        thenNextServer:  ; {line} ; après {time}, ils interrogent {server}, qui répond
        queryRepeated:  ; sa réponse n'est arrivée qu'après répétition de la requête, donc des paquets se perdent
        giveUpBefore:  ; {line}, si bien qu'ils abandonnent après {limit}, et la réponse prend {time}
        itsDNSServer: son serveur DNS {does}
        theDNSServer: le serveur DNS {server} {does}
        withReason: {what} ({reason})
        itAnswers: elle répond « {answer} »
        lastRouter: le dernier routeur qui répond est {router}
        onlyByProxy: le proxy {proxy} ({variable}) accepte les connexions, et est peut-être la seule sortie ; sans lui : {words}
        webPortHeard: des connexions au port 80 reçoivent des données, mais pour le reste : {words}
        answersNoPacket: elle répond à ARP ou NDP, mais à aucun paquet IP
        noRouterBehind: aucun routeur au-delà ne répond
        packetsLate: les paquets ne reçoivent de réponse qu'après {time}, comme si un transfert remplissait la ligne
        noRouterBehindAnyMore: des routeurs au-delà répondaient auparavant, plus aucun maintenant
        oneStuck: {count} connexion de cette machine n'obtient pas de réponse
        severalStuck: {count} connexions de cette machine n'obtiennent pas de réponse
        theInternet: Internet
        partOfInternet: la partie {prefix} d'Internet
        pingsToIt: les pings vers cette adresse
        connectionsToPort: les connexions au port {port}
        internetPort: Internet, port TCP {ports}
        internetPorts: Internet, ports TCP {ports}
        portOfMany: port TCP {port} de {address} et probablement d'autres machines
        webPorts: 80 et 443
        otherNetworks: d'autres réseaux
        destinationServer: {server} (serveur DNS)
        destinationProxy: {proxy} (proxy)
        overIPv4: {destination} en IPv4
        overIPv6: {destination} en IPv6
        theDefaultRoute: la route par défaut
        theGateway: la passerelle {router}
        theRouter: le routeur {router}
        theHostItself: l'hôte lui-même
        routerOnTheWay: un routeur en chemin
        aRouter: un routeur
        routerBefore: un routeur situé avant
        orBehind: {who}, ou {router} derrière,
        orBefore: {router}, ou un appareil avant lui,
        statusAsForNobody: statut {status}, comme pour {nobody}, une adresse non attribuée
        statusOfItself: statut {status}, même pour une requête qu'aucun proxy ne transmet
        statusOfProxy: statut {status}, sur une page qu'un proxy marque comme la sienne ({mark})
        endedAsForNobody: il accepte la connexion et y met fin sans réponse, comme pour {nobody}, une adresse non attribuée
        orNextBehind: {who}, ou le routeur suivant,
        onceEstablished: {destination} une fois la connexion établie
        pastOneRouter: au-delà de {limit} routeur
        pastRouters: au-delà de {limit} routeurs
        pings: paquets ping
        packets: paquets
        packetsAfterHandshake: paquets suivant l'établissement de la connexion
        hopLimitLowered: quelle que soit leur limite de sauts (TTL) de départ : {who} l'abaisse
        hopLimitLoweredBehind: quelle que soit leur limite de sauts (TTL) de départ : {who}, ou un routeur derrière, l'abaisse
        hopLimitFiltered: ou derrière lui : avec la limite de sauts (TTL) {usual}, ils restent sans réponse, mais pas avec {limit}
        hopLimitRunsOut: où leur limite de sauts (TTL) est épuisée
        hopLimitRunsOutShort: où leur limite de sauts (TTL) est épuisée ; les paquets avec une limite plus grande vont plus loin
        whileFourthWorks: , alors qu'IPv4 fonctionne
        whileSixthWorks: , alors qu'IPv6 fonctionne
        sixthTriedFirst: les programmes essaient d'abord IPv6 et attendent avant de se rabattre sur IPv4
        fourthRejected: {router} rejette ses paquets (« {answer} »), si bien que les hôtes sans adresse IPv6 ne peuvent pas être joints
        fourthNotReached: les hôtes sans adresse IPv6 ne peuvent pas être joints
        sixthNotPreferred: cette machine n'a qu'une adresse 6to4 ou Teredo ({source}), les programmes prennent donc IPv4 aussitôt
        sixthNotTried: cette machine n'a qu'une adresse locale ({source}), les programmes prennent donc IPv4 aussitôt
        sixthListedLast: le résolveur du système donne d'abord les adresses IPv4, les programmes prennent donc IPv4 aussitôt
        hasNoIPv4: {target} n'a pas d'adresse IPv4
        hasNoIPv6: {target} n'a pas d'adresse IPv6
        askedOverIPv6: {target} n'est interrogé qu'en IPv6
        askedOverIPv4: {target} n'est interrogé qu'en IPv4
        targetIsSilent: {target} est muet
        nothingEverReceived: aucun paquet n'est jamais arrivé par {interface}
        tunnelTakesItself: ses propres paquets y entrent de nouveau : il en a envoyé {count} en 0,1 s, et {interface} presque aucun
        noPacketReported: aucun routeur au-delà ne signale de paquet
        someGoByIt: certains paquets passent par là, d'autres par {other}, qui fonctionne
        nobodyAnswersAt: aucune réponse de {addresses}
        forwardsNothing: elle ne route aucun paquet de cette machine, alors que son propre serveur DNS atteint Internet
        anotherReaches: le serveur DNS {server}, sur le même lien, atteint Internet : c'est peut-être le routeur
        ruleRefuses: la règle {priority} les refuse (« {rule} »)
        ruleLeadsTo: une règle mène à la table {table}, dont la route {prefix} est de type {type}
        thisRuleLeadsTo: la règle {priority} (« {rule} ») mène à la table {table}, dont la route {prefix} est de type {type}
        thisRuleLeadsToDead: la règle {priority} (« {rule} ») mène à la passerelle {gateway} sur {interface}, qui ne répond pas
        thisRuleLeadsIntoEmpty: la règle {priority} (« {rule} ») mène dans le tunnel {interface}, par lequel aucun paquet n'est jamais arrivé
        belongsToVRF: {interface} appartient au VRF {vrf}, dont seuls les programmes liés utilisent les routes
        answersNotLetIn: des réponses arrivent sur {interface} et ne sont pas admises
        neighbourRepliesBlocked: ses réponses ICMPv6 à Neighbor Discovery arrivent et ne sont pas admises
        icmpNotLetIn: ses messages ICMP arrivent et ne sont pas admis
        resetHere: les paquets ne quittent pas cette machine, qui réinitialise elle-même la connexion, comme avec une règle qui les rejette (tcp reset), ou une règle NAT qui les redirige vers un port où rien n'écoute
        closedHere: les paquets ne quittent pas cette machine, qui répond elle-même que le port est fermé, comme avec une règle NAT qui les redirige vers un port où rien n'écoute
        ledAway: les paquets n'atteignent pas les programmes de cette machine, bien que l'adresse soit la sienne, comme avec une règle NAT qui redirige un port publié vers un conteneur
        sentElsewhere: les paquets vont à la place vers {address} sur {interface}, comme avec une règle DNAT restée d'un conteneur
        sentFromElsewhere: les paquets quittent {interface} avec l'adresse source {address}, que cette machine n'a pas, si bien que les réponses ne reviennent pas, comme avec une règle NAT (SNAT) laissée par un VPN
        limited: EPERM pour certaines requêtes DNS et pas pour d'autres, comme avec une limite de débit
        itsOwnAnswer: sa propre réponse : {answer}
        portalURLAnswers: {url}, qui sert à cette machine à détecter les portails, répond {status}
        somebodyAnswers: une adresse que personne n'a répond par le statut {status}
        privateForNobody: {server} renvoie l'adresse privée {address} pour un nom qui n'existe pas
        nearForNobody: {server} renvoie l'adresse {address}, dans ce réseau, pour un nom qui n'existe pas
        shouldAnswer204: {url}, qui doit répondre 204, répond {status}
        networkSaysSo: {url}, du réseau lui-même, le dit
        status511: il répond par le statut 511, Network Authentication Required
        leadsHere: {url} mène à {place}, dans ce réseau
        inDays: dans {count} jours ({date})
        inHours: dans {count} heures ({date})
        inAnHour: dans 1 heure ({date})
        withinTheHour: dans moins d'une heure ({date})
        justNow: à l'instant ({date})
        anHourAgo: il y a 1 heure ({date})
        hoursAgo: il y a {count} heures ({date})
        daysAgo: il y a {count} jours ({date})
        noProgramServes: aucun programme ne sert ce tunnel
        noSignal: pas de signal sur le câble ou la radio
        noSignalOfPort: pas de signal sur le câble ou la radio du port par lequel {bridge} sort de cette machine
        hasNoPorts: c'est un pont sans port
        onlyInnerPorts: c'est un pont dont les ports ne mènent pas hors de cette machine ({ports})
        portNotForwarding: son port {port} ne transmet pas encore (spanning tree : {state})
        withoutName: sans nom
        nothingEncrypted: rien n'est chiffré
        brokenCipher: {cipher}, qui est cassé
        cameDamaged: {count} sont arrivés endommagés
        couldNotBeSent: {count} n'ont pas pu être envoyés
        droppedIn: {count} ont été perdus en entrée
        droppedOut: {count} ont été perdus en sortie
        pingAnswered: un ping qui part par {interface} reçoit une réponse
        nothingConnected: rien n'est connecté à {interface}
        hasGatewayAddress: {interface} a elle-même l'adresse qui est la passerelle de la route par défaut
        mtuTooSmall:  : sa MTU est de {mtu}, et sous {least} le noyau retire toutes les adresses IPv6
        withoutSixth:  pour IPv6 : il y a une route par défaut, mais seulement l'adresse de lien local {address}
        anotherHost: une autre machine
        anotherHostAt: une autre machine ({address})
        translator: le NAT64 de ce réseau ({prefix})
        besidesAnother: une machine de plus ({address}), outre {other}
        ownAddressToo: aussi l'adresse de cette machine, {address}
        ownHardwareToo: aussi l'adresse matérielle de cette machine, {address}, si bien que des réponses se perdent
        sameAddress: la même adresse, {address}
        sameAddressOn: la même adresse sur {interface}
        thisMachineAsGateway: cette machine elle-même, outre sa passerelle
        notUsableYet: n'est pas encore utilisable
        isDeprecated: est obsolète, et il n'y en a pas d'autre
        sourceGetsNothing: restent sans réponse
        sourceIsRefused: sont refusés par {router} à cause de cette adresse
        prefixNotAnnounced: le routeur annonce maintenant {current}, et plus {prefix}
        prefixNotAccepted: il n'accepte pas le préfixe {prefix}
        routersOfPrefixes: {routers}, avec les préfixes {prefixes} ; rien de ce qui est envoyé en IPv6 ne reçoit de réponse
        aWhileAgo: il y a quelque temps
        noAnswerThere: n'y répond pas
        repliesLost: ses réponses se perdent
        noPortForAddress: aucun port local n'est libre pour cette adresse ({error})
        noPort: aucun port local n'est libre ({error})
        noDescriptorHere: ce processus n'a plus de descripteur de fichier ({error})
        noDescriptor: le système n'a plus de descripteur de fichier ({error})
        noMemory: il n'y a plus de mémoire pour un socket ({error})
        neighboursFull: la table des voisins du noyau est pleine ({limit})
        nothingKeepsInStep:  ; rien ne la synchronise avec d'autres
        clockBehind: {span} de retard sur {source}
        clockAhead: {span} d'avance sur {source}
        clockBeforeBuild: au moins {span} de retard : ce programme a été compilé après l'heure qu'elle indique
        newerServers: tout serveur qui en a un plus récent
        someOtherServers: certains autres serveurs
        spanYears: {count} ans
        spanDays: {count} jours
        spanHours: {count} heures
        spanMinutes: {count} min
        portIsZero: le port 0 signifie qu'il n'y a pas de serveur (RFC 6763 section 8)
        nobodyHasAddress: personne sur le lien n'a d'adresse pour cet hôte
        neverFollowed: {addresses} mène à cette machine ou au service de métadonnées d'un cloud, où aucune annonce n'est suivie
        nothingListens: rien n'y écoute : {address} refuse la connexion
        hostNotOnLink: cet hôte n'est pas sur le lien : {addresses} ne répond ni à ARP ni à NDP
        addressNoAnswerThere: {addresses} n'y répond pas
        multicastOff: le multicast est désactivé sur l'interface
        filterRefusesGroup: le filtre de paquets de cette machine refuse l'envoi vers {group} port 5353 ({error})
        filterDropsGroup: le filtre de paquets de cette machine rejette ce qui arrive pour {group} port 5353
        answersAlone: {peer} répond quand on l'interroge seul, mais rien de lui n'arrive par {group}
        oneFamilyAlone: {problem} ({families} seulement)
        onePeerDeaf: {peers} est joignable et dit ne pas voir ce que cette machine annonce
        peersDeaf: {peers} sont joignables et disent ne pas voir ce que cette machine annonce
        onePeerMute: {peers} est joignable, mais ses annonces n'arrivent pas
        peersMute: {peers} sont joignables, mais leurs annonces n'arrivent pas
        neitherSees: {peers} et cette machine se joignent, mais aucun ne voit ce que l'autre annonce
        worksWithOthers: {problem} ; avec {others} cela fonctionne, le défaut est donc ici : {place}
        orOnTheWay: {peers} ou en chemin
        peersAndMore: {peers} et {count} de plus
        fromHereTo: de cette machine vers {peers}
        fromThereHere: de {peers} vers cette machine
        eitherWay: entre cette machine et {peers}, dans les deux sens
        noReasonGiven: sans raison donnée
        noReasonKnown: raison inconnue
        forNoKnownReason: sans raison connue
        itsNameHasNoAddress: son nom n'a pas d'adresse
        nameHasNoAddress: le nom de {url} n'a pas d'adresse
        noScheme: aucun schéma
        asFoundEarlier: , d'après une vérification antérieure ; ils n'ont pas été renvoyés
        nothingIsTLS: sa réponse n'est pas du TLS
        weakRSA: une clé RSA de {bits} bits ({subject})
        weakSignature: une signature avec {algorithm} ({subject})
        intermediateAuthority: l'autorité intermédiaire de {destination}
        weakKey: une clé faible
        certificateNotForServers: son certificat, ou celui d'une autorité au-dessus, n'est pas destiné aux serveurs (extended key usage)
        certificateChainTooLong: la chaîne de son certificat comporte plus d'autorités que l'une d'elles ne le permet (path length constraint)
        certificateNamesForbidden: une autorité au-dessus de son certificat ne peut pas émettre de certificats pour {names} (name constraints)
        certificateNotByAuthority: son certificat, ou un certificat au-dessus, a été émis avec un certificat qui n'est pas celui d'une autorité (basic constraints)
        notAcceptedHere: {weakness}, que cette machine n'accepte pas
        issuerWith: un émetteur avec « {name} » dans son nom
        otherPin: une clé avec une autre empreinte
        certificateOfNobody: cette machine ne l'accepte pas, et un équipement le présente aussi pour l'adresse non attribuée {address}
        certificateOfRouter: cette machine ne l'accepte pas, et le routeur {router} accepte la connexion à la place de l'hôte
        certificateOfThisMachine: cette machine ne l'accepte pas, et ses propres règles mènent les connexions au port 443 de toute adresse à un programme local
        issuerAndPin: {issuer} et une clé avec une autre empreinte
        closesConnection: connexion fermée
        resetsConnection: connexion réinitialisée
        losesConnection: la connexion échoue ({reason})
        answering: réponse à {command}
        inTLS: {what} en TLS
        theLogin: l'authentification
        greeting: accueil
        redirectsThere: ({url} y redirige)
        redirectsInside: ({url} redirige vers {place}, que seul son propre réseau peut atteindre)
        correctRedirect: Corriger la redirection sur le serveur de {url} : elle doit mener à un hôte que tout le monde peut atteindre
        ofSomeAddresses: ({count} des {total} adresses du nom : {addresses})
        repairAddresses: Retirer {addresses} du nom, ou y réparer le service
        thisMachine: cette machine
        cannotBeSent: rien ne peut être envoyé à {destination} : {reason}
        noAddress: pas d'adresse
        serverReachesBut: le serveur DNS {server} atteint Internet, mais {words}
        routersAnswerBut: des routeurs au-delà de la passerelle répondent, mais {words}
        somebodyResets: un équipement sur le chemin réinitialise les connexions TCP de cette machine
        packetsEndAt: les paquets de cette machine s'arrêtent à {router}, quelle que soit leur limite de sauts (TTL) de départ : un routeur l'abaisse, ou ils tournent en rond
        noneHeardBeyond: rien ne montre que les paquets de cette machine vont au-delà de {router}
        port443Silent: les connexions TCP au port 443 restent sans réponse, celles au port 80 non
        tcpSilent: les connexions TCP de cette machine restent sans réponse, UDP non
        nothingAnswersPackets: rien au-delà de la passerelle ne répond aux paquets de cette machine
        nothingShows: rien ne montre que les paquets de cette machine y arrivent
        newOnesSilent: {count} nouvelles connexions de cette machine n'obtiennent pas de réponse, alors que de plus anciennes en reçoivent, comme quand la table des connexions d'un routeur est pleine
        noConnectionAnswered: aucune connexion de cette machine n'y obtient de réponse
        routerAnswersTCP: {router} répond aux connexions TCP par « {answer} »
        hostsRejected: {router}, le seul routeur qui donne signe derrière la passerelle, répond « {answer} » pour des hôtes d'Internet ; une connexion qui aboutit, ou une cible, en dirait plus
        hostsUndecided: {router}, le seul routeur qui donne signe derrière la passerelle, répond « {answer} » pour des adresses non attribuées, et peut-être pour toutes ; une connexion qui aboutit, ou une cible, en dirait plus
        routerRefusesNobody: {router} refuse les paquets vers des adresses non attribuées (administratively prohibited)
        connectivityURLSilent: l'URL de connectivité de cette machine ne répond pas
        trafficGoesInto: le trafic entre dans le tunnel {tunnel}
        onlyResolversSeen: aucune connexion TCP au-delà de la passerelle n'a été observée, sauf vers des serveurs DNS
        noConnectionSeen: aucune connexion TCP au-delà de la passerelle n'a été observée
        sixthUnseenBehind: aucune réponse en IPv6 d'au-delà de {router}
        nextHopUnseen: aucune réponse d'au-delà de la passerelle {gateway} sur {interface}, qu'empruntent certaines connexions
        tcpEndsAt: les connexions TCP ne vont pas plus loin que {router}, alors que les datagrammes atteignent {next}
        ecnEndsAt: les connexions avec ECN (net.ipv4.tcp_ecn=1) ne vont pas plus loin que {router}, alors que les datagrammes atteignent {next}
        port443EndsAt: les connexions TCP au port 443 ne vont pas plus loin que {router}, alors que les datagrammes atteignent {next} et que celles au port 80 passent
        translatorUnseen: rien n'a été observé au-delà du NAT64 de ce réseau ({prefix})
        nothingHeard: aucune réponse d'au-delà de la passerelle
        largerOnes: les plus grands
        onesOfAtLeast: ceux de {size} octets ou plus
        """#
    }
}
