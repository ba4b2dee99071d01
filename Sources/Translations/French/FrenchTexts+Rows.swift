extension FrenchTexts {
    /// The clauses of the rows of layers.
    static var rows: String {
        #"""
        linkUp: {interface} active
        linkUpSpeed: {interface} active, {speed}
        linkNoCarrier: {interface} pas de porteuse
        linkSwitchedOff: {interface} désactivée
        linkDormant: {interface} en attente
        linkDormantSpeed: {interface} en attente, {speed}
        noInterface: aucune interface
        networkNamed: réseau {label}
        withoutNetwork: aucun réseau
        securityOpen: ouvert
        securityEnhancedOpen: Enhanced Open
        securityWEP: WEP
        securityTKIP: TKIP
        securityProtected: chiffré
        carrierChanged: {count} changement de porteuse en 2 min | {count} changements de porteuse en 2 min
        packetsDamaged: {count} endommagé | {count} endommagés
        packetsDamagedOf: {count} endommagé sur {all} paquets en {time} | {count} endommagés sur {all} paquets en {time}
        packetsDroppedOf: {count} rejeté sur {all} paquets en {time} | {count} rejetés sur {all} paquets en {time}
        sixthSwitchedOff: IPv6 désactivé
        noneThere: aucune
        noneNeeded: pas nécessaire
        noneNeededOn: pas nécessaire sur {interface}
        noneNeededLeads: pas nécessaire : {interface} mène à {address}
        noneNeededHere: pas nécessaire : {address} est sur {interface}
        noneNamed: aucune indiquée : {address} n'est pas sur {interface}
        noRouteFor: pas de route pour {code}
        linksOnly: pas de route par défaut
        routeOn: {code} sur {interface}
        stateOn: {address} sur {interface} {code}
        noAnswerOn: {address} sur {interface} : pas de réponse
        ownGatewayOn: {address} sur {interface} : une adresse de cette machine elle-même
        noAnswerFrom: {address} : pas de réponse
        pingTook: ping {time}
        pingLimited: ping {time} (limite ses réponses)
        pingReceived: réponse au ping
        pingReceivedLimited: réponse au ping (limite ses réponses)
        pingsReceived: {count} réponse sur {all} | {count} réponses sur {all}
        pingsReceivedLimited: {count} réponse sur {all} (limite ses réponses) | {count} réponses sur {all} (limite ses réponses)
        pingJitter: gigue {time}
        noAnswerToPing: pas de réponse au ping
        noPermissionToPing: pas de droit d'envoyer un ping
        blocksPings: cette machine bloque les pings
        blocksPingReplies: cette machine bloque les réponses aux pings
        reportedFrom: {reason} (de {address})
        addressDoes: {address} {what}
        serverDoes: le serveur DNS {server} {what}
        resolverDeniesNames: nie des noms qui existent
        resolverReachesInternet: atteint Internet
        resolverMakesUp: renvoie des adresses pour des noms qui n'existent pas
        resolverKnowsNone: ne connaît pas d'adresse
        resolverAnswersCode: répond {code}
        resolverCut: répond en partie, mais pas en TCP
        resolverLate: répond tard
        resolverSilent: ne répond pas
        resolverNotRunning: n'est pas en marche
        resolverInvalid: ne donne pas de réponse valide
        routersBehind: routeurs derrière la passerelle : {servers}
        noRouterBehindGateway: aucun routeur derrière la passerelle ne répond
        webIntercepted: le port 80 est intercepté
        secureIntercepted: le port 443 est intercepté
        noneReceives: aucune connexion de cette machine ne reçoit de données
        someReceive: {count} connexion de cette machine reçoit des données | {count} connexions de cette machine reçoivent des données
        getNoAnswer: {count} sans réponse
        urlAnswers: {url} : {number}
        nothingAsked: rien n'a été demandé
        traceTo: {address} {transport} {what}
        traceReached: {address} atteint par {transport}
        answersSmallSegments: {address} répond en segments de {count} octets
        silentInSmallSegments: {address} ne répond pas en segments de {count} octets
        traceRefusedBy: refus de {address}
        traceRefusedHere: refus de cette machine
        traceSilentBy: sans réponse, signalé par {address}
        traceUnsentBy: non envoyé, signalé par {address}
        seenAtHops: vu à {count} saut | vu à {count} sauts
        answersUpTo: répond jusqu'à {count} octets
        answersAtOnce: répond à {count} sur {all} envoyés à la fois
        answersPings: répond à {count} pings sur {all}
        nothingToSee: rien n'a été observé
        clockSays: l'horloge indique {moment}
        dateSays: le Date de {url} indique {moment}
        addressRefuses: {address} refuse
        addressDoesSince: {address} {what} ({label})
        outcomeConnected: connecté
        outcomeRefused: refusé
        outcomeTimeout: délai dépassé
        outcomeHostUnreachable: hôte injoignable
        outcomeNetworkUnreachable: réseau injoignable
        outcomeNotPermitted: non autorisé
        outcomeNoResources: pas de ressources
        outcomeReset: connexion réinitialisée
        outcomeClosed: connexion fermée
        outcomeAbandoned: abandonné
        outcomeFailed: échec
        outcomeUnreachable: injoignable
        outcomeSilent: sans réponse
        outcomeUnsent: non envoyé
        outcomeAnswered: réponse reçue
        outcomeNoAnswer: pas de réponse
        outcomeMalformed: données invalides
        noAnswerOfAny: pas de réponse
        noAddressToConnect: aucune adresse à laquelle se connecter
        stepWell: {step} ok
        stepFailed: {step} : échec
        expectWell: expect {label} ok
        expectFailed: expect {label} : échec
        datagramAnswers: répond
        datagramSilent: pas de réponse à {count}
        reporterSays: selon {address}
        cannotSendTo: envoi impossible
        cannotSendToSince: envoi impossible ({code})
        addressesFrom: {addresses} de {servers}
        addressesSearched: {addresses} ({destination}) de {servers}
        noServerConfigured: aucun serveur DNS configuré
        announcedAt: annoncé sur {destination}
        announcedAtOn: annoncé sur {destination} ({interface})
        avahiNotAsked: avahi-daemon n'a pas été interrogé
        noQuerySent: aucune requête envoyée
        nameAnsweredOn: une réponse pour le nom sur {links}
        nameUnanswered: pas de réponse pour le nom
        othersHeardOn: d'autres hôtes répondent sur {links}
        nobodyHeardOn: aucun autre hôte ne répond sur {links}
        handshakeCompleted: négociation terminée
        daysLeft: encore {count} jour | encore {count} jours
        validityEnded: expiré
        certificateStatusRevoked: révoqué
        certificateHas: certificat {what}
        problemExpired: expiré
        problemNotYetValid: pas encore valide
        problemWrongHost: pour un autre hôte
        problemSelfSigned: autosigné
        problemUntrustedIssuer: d'un émetteur non approuvé
        problemUnknownIssuer: d'un émetteur inconnu
        problemTooWeak: trop faible
        problemWrongPurpose: pas destiné aux serveurs
        problemTooManyIssuers: dont la chaîne est trop longue
        problemNameNotPermitted: dont le nom n'est pas permis
        problemNotByAuthority: qui n'émane pas d'une autorité
        problemOther: non accepté
        problemBad: invalide
        tlsNotTLS: pas du TLS
        tlsNoAuthorities: impossible de vérifier un certificat
        tlsVersion: pas de version TLS commune
        tlsAlert: alerte TLS
        throughProxyAt: via {url}
        proxyDoes: {url} {what}
        proxyMisconfigured: mal configuré
        proxyUnresolved: nom non résolu
        proxyTLS: échec TLS
        proxyAuthentication: authentification requise
        responseStatus: statut {number}
        endedAt: {what} à {step}
        endedAtSaying: {what} à {step} : « {text} »
        endedAtSince: {what} à {step} : {detail}
        endedSince: {what} : {detail}
        inQuotesAlone: « {text} »
        withoutTLS: sans TLS
        tlsBySTARTTLS: TLS par STARTTLS
        insideTLS: TLS implicite
        loggedIn: connecté
        noGreeting: pas de salutation
        startTLSMissing: pas de STARTTLS
        startTLSRefused: STARTTLS refusé
        startTLSInjected: données injectées avant STARTTLS
        loginMissing: connexion impossible
        tlsFailed: échec TLS
        disconnectedByServer: déconnecté par le serveur
        loginBy: connexion par {label}
        countBytes: {count} octet | {count} octets
        outcomeStalled: bloqué
        unexpectedMessage: message inattendu
        loginRejected: connexion refusée
        """#
    }
}
