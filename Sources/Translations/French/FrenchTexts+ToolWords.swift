extension FrenchTexts {
    static var toolWords: String {
        #"""
        programNotRun: impossible de lancer {program} : {error}
        programNotInstalled: le programme {program} est absent ; sous Debian : {command}
        programNotEnded: {program} ne s'est pas terminé en {count} s
        pipeNotOpened: impossible d'ouvrir un tube : {error}
        noSuchInterface: il n'y a pas d'interface {interface} ; pour voir celles qui existent : {command}
        loopbackNeedsYes: {interface} est l'interface de loopback, par laquelle les programmes de cette machine se joignent ; --yes la perturbe malgré tout
        sessionNeedsYes: cette session SSH passe par {interface}, et se bloquerait ou se terminerait ; --yes la perturbe malgré tout
        onlyRootChanges: seul root peut modifier {interface}
        linkIsImpaired: {interface} est perturbée pendant {count} s ; Ctrl-C y met fin plus tôt.
        linkIsRestored: {interface} est rétablie.
        nothingWasChanged: {command} : {error} ; rien n'a été modifié
        linkNotClaimed: {interface} ne peut pas être réservée : {error}
        linkIsBroken: {interface} est déjà perturbée, par un autre netdiag break ; y mettre fin, ou attendre qu'il se termine
        queuesNotShown: tc ne peut pas afficher les files d'attente de {interface} : {error}
        routesNotShown: ip ne peut pas afficher les routes de {interface} : {error}
        neighboursNotShown: ip ne peut pas afficher les voisins de {interface} : {error}
        netemIsMissing: ce noyau n'a pas netem (le module sch_netem), dont --latency, --reorder, --duplicate et --corrupt ont besoin ; netdiag with les offre pour une commande, et --loss, --rate, --mtu et --outage s'en passent
        nothingToBreak: aucune modification n'est demandée ; écrire --rate, --loss, --latency, --reorder, --duplicate, --corrupt, --outage, --mtu, --no-route ou --down
        breaksNoRoute: --no-route : {interface} n'a pas de route par défaut : {command}
        routeNotRestorable: --down et --no-route : {interface} a une route qui ne pourrait pas être rétablie : {route} ; à la place, --loss 100% rejette tout
        queueNotReplaced: quelqu'un a réglé sur {interface} une discipline de file d'attente, que --rate, --latency, --reorder, --duplicate et --corrupt remplaceraient : {command}
        breaksSmallMTU: --mtu : une MTU inférieure à 1280 retire les adresses IPv6, qui ne pourraient pas être rétablies ; écrire 1280 ou plus
        breaksLargeMTU: --mtu : {interface} accepte au plus {bytes} octets
        outagesAreTooShort: --outage : écrire au moins 1s pour une coupure et pour le temps entre deux, comme dans {example}
        noCommandGiven: aucune commande n'est indiquée ; l'écrire après --, comme dans : {command}
        commandHasNoName: la commande n'a pas de nom
        writeDashesFirst: écrire -- avant la commande : {command}
        loopbackOfCommand: {host} est la loopback de la commande elle-même, qui n'est pas perturbée ; pour joindre les serveurs sur la loopback de cette machine, utiliser {name}
        stepFailed: {step} impossible : {error}
        withoutNamespaces: {problem} ; cette machine ne permet pas aux utilisateurs d'avoir leurs propres espaces de noms : le lancer en tant que root
        withoutTunnels: {problem} ; cette machine, ou le conteneur où ceci s'exécute, n'a pas de périphériques TUN
        tunnelsForRoot: {problem} ; seul root peut l'ouvrir ici : l'autoriser avec {command}, ou le lancer en tant que root
        stepNetworkNamespace: création d'un espace de noms réseau
        stepUserNamespace: création d'un espace de noms utilisateur
        stepMapUser: mise en correspondance de l'utilisateur
        stepSocketPair: ouverture d'une paire de sockets
        stepPrivateMounts: isolation des montages
        stepCoverSockets: masquage des sockets des services
        stepResolverPlace: création d'un emplacement pour resolv.conf
        stepShowResolver: mise en place de /etc/resolv.conf
        stepShowHosts: mise en place de /etc/hosts
        stepOpenTunnel: ouverture de /dev/net/tun
        stepMakeTunnel: création d'un périphérique TUN
        stepNetlink: ouverture d'un socket netlink
        stepLoopbackUp: activation du périphérique de loopback
        stepTunnelUp: activation du périphérique TUN
        stepFourth: réglage des adresses et routes IPv4
        stepSixth: réglage des adresses et routes IPv6
        stepStart: lancement de la commande
        networkOfCommand: le réseau de cette commande, graine {seed} :
        wereSent: envoyé
        wereReceived: reçu
        countPackets: {count} paquet | {count} paquets
        countBytes: {count} octet | {count} octets
        countLost: {count} perdu | {count} perdus
        countLostInOutages: {count} perdu pendant des coupures | {count} perdus pendant des coupures
        countBeyondQueue: {count} en trop pour la file d'attente
        countTooBig: {count} trop grand | {count} trop grands
        countCorrupted: {count} altéré | {count} altérés
        countDuplicated: {count} dupliqué | {count} dupliqués
        countReordered: {count} réordonné | {count} réordonnés
        countDelayed: {count} retardé de {time} en moyenne | {count} retardés de {time} en moyenne
        countConnections: {count} connexion | {count} connexions
        countRefusedConnections: {count} de plus que ce qui peut être ouvert à la fois
        countQueries: {count} requête DNS | {count} requêtes DNS
        countAltered: dont {count} modifiée | dont {count} modifiées
        portalWasAccepted: les conditions du portail ont été acceptées
        portalNotAccepted: les conditions du portail n'ont pas été acceptées
        countForbiddenPings: {count} ping que cet utilisateur ne peut pas envoyer ({setting}) | {count} pings que cet utilisateur ne peut pas envoyer ({setting})
        countNotCarried: {count} paquet non transporté | {count} paquets non transportés
        serveNotInstalled: netdiag-serve n'est pas installé : il n'est ni à côté de ce programme ni dans libexec ; make install l'installe
        seedRepeats: la graine des choix aléatoires est {seed} ; --seed {seed} les reproduit
        isNotControlled: les autres commandes ne peuvent pas piloter ce netdiag serve : {reason}
        cannotBeAnnounced: il ne peut pas être annoncé : {reason}
        notAnnouncedYet: il n'est pas encore annoncé : {reason}
        isAnnouncedAs: il est annoncé sous le nom {name} : {reason}
        othersCannotReach: les autres machines ne peuvent pas joindre {place} ; --listen :: les laisse entrer
        announcedBeyond: il est aussi annoncé avec les adresses IPv6 de cette machine, où rien n'écoute ; --listen :: couvre les deux
        nothingIsServed: il n'y a rien à servir ; indiquer un dossier, un fichier de routes, --text, --openapi, --echo ou --fault
        onePortForOne: --port vaut pour un seul serveur ; {count} défauts ont besoin d'un port chacun
        needsOwnServer: {fault} a besoin de son propre serveur ; le lancer sans source
        socketDirectoryNotMade: {path} ne peut pas être créé : {error}
        socketDirectoryOpen: {path} n'est pas un dossier accessible à ce seul utilisateur ; le supprimer, ou définir {variable}
        fileIsValid: {file} : valide, {content}
        countRoutes: {count} route HTTP | {count} routes HTTP
        zoneOfRecords: une zone de {count} enregistrement | une zone de {count} enregistrements
        scriptOfSteps: un script de {count} étape | un script de {count} étapes
        recordingOfRequests: un enregistrement de {count} requête | un enregistrement de {count} requêtes
        connectionsForwarded: connexions transmises à {url}
        requestsForwarded: requêtes transmises à {url}
        serverWithFault: un serveur avec {fault}
        noneIsServing: aucun netdiag serve n'est lancé pour cet utilisateur
        noneIsCalled: aucun netdiag serve ne s'appelle {name} ; aucun n'est lancé pour cet utilisateur
        noneIsCalledBut: aucun netdiag serve ne s'appelle {name} ; sont lancés : {names}
        severalAreServing: plusieurs sont lancés ; en nommer un parmi : {names}
        isNoRunName: {name} n'est pas un nom valide pour un netdiag serve
        runNameIsTaken: un netdiag serve s'appelle déjà {name} ; choisir un autre --name
        noRunAnswers: aucun netdiag serve ne répond sur {socket}
        runNotChanged: il ne peut pas être modifié ; son port est-il pris ?
        runOfOtherVersion: le netdiag serve répond {status} ; est-il d'une autre version ?
        runHasEnded: le netdiag serve s'est terminé
        runEndedBefore: le netdiag serve s'est terminé avant d'avoir répondu
        runIsIdle: inactif
        runIsRunning: en cours
        runIsPaused: en pause
        runIsDraining: en cours d'arrêt
        runByProcess: processus {pid}
        countRequests: {count} requête | {count} requêtes
        noSessions: aucune session
        endsWithin: se termine dans {count} s
        noFaults: aucun défaut
        faultIsOn: actif
        faultIsOff: désactivé
        stateIsFixed: {state} (ne peut pas être désactivé)
        whenConditions: si {conditions}
        noResponseSent: pas de réponse
        bytesReceived: {count} o reçus
        requestsExpected: {request} : {found}, attendu : {expected}
        atLeastOneRequest: au moins 1 requête
        entriesAreShown: {shown} entrées sur {count} sont affichées
        entriesAreCut: {shown} entrées sur plus de {count} sont affichées
        transferredOf: {done} sur {total}
        timeIsLeft: encore {time}
        passwordFor: Mot de passe de {user}
        passwordNeedsTerminal: il n'y a pas de terminal pour demander un mot de passe ; utiliser --netrc ou --netrc-file
        passwordNotRead: aucun mot de passe n'a pu être lu : {error}
        netrcNeedsHome: --netrc a besoin de {variable} ; nommer le fichier avec --netrc-file
        outputNotWritten: impossible d'écrire sur la sortie standard : {error}
        nothingObservable: rien ne peut être observé depuis ce processus : {error}
        daemonAnswers: le démon a répondu {status}
        streamNotValid: la réponse du démon n'est pas valide : {error}
        checkCameToNoEnd: la vérification n'a pas abouti
        networkNotSeen: le réseau n'a pas pu être examiné
        isNotUTF8: ce n'est pas de l'UTF-8
        isNotJSON: ce n'est pas du JSON
        memberIsMissing: {name} est absent
        documentNotEncoded: la réponse ne peut pas être écrite en JSON : {error}
        noTargetNamedSo: {problem} ; aucune cible du démon n'a ce nom non plus
        noTargetNamedSoBut: {problem} ; aucune cible du démon n'a ce nom non plus, vouliez-vous dire {meant} ?
        isNoCause: {id} n'est pas une cause connue ; pour les voir toutes : {command}
        isNoCauseBut: {id} n'est pas une cause connue ; vouliez-vous dire {meant} ?
        isNoDomain: « {name} » n'est pas un domaine, comme local ou example.org
        isNoHost: « {name} » n'est ni un nom ni une adresse
        isNoHostBut: « {name} » n'est ni un nom ni une adresse : {reason}
        isMoreThanHost: « {name} » n'est ni un nom ni une adresse ; omettre le schéma, le port et le chemin
        configurationNotThere: {file} n'existe pas ; indiquer la configuration du démon avec --config
        secretNotThere: le Secret Service n'a pas d'entrée pour {host} ; en créer une : {command}
        secretsNotAsked: le Secret Service ne peut pas être interrogé : {reason}
        secretToolFailed: secret-tool a échoué
        standardInput: entrée standard
        reportNotJudged: {file} : le rapport {number} ne peut pas être évalué : {error}
        isNoReport: {place} : ce n'est pas un rapport valide ({error}) ; en créer un avec : {command}
        containsNoReport: {file} ne contient aucun rapport ; en créer un avec : {command}
        schemaNotKnown: {place} : le schéma est {schema} ; {known} est reconnu
        fileIsTooLarge: {file} dépasse {count} Mio ; le diviser
        bundleIsTooLarge: l'archive dépasse {count} Mio
        bundleNotMade: l'archive ne peut pas être constituée : {error}
        bundleNotCompressed: gzip a échoué ; l'archive n'a pas été écrite
        bundleNotForTerminal: une archive n'est pas faite pour un terminal : {command}, ou nommer un fichier avec --bundle
        portNotInRange: le port « {port} » n'est pas un nombre de 0 à 65535
        textKeyTwice: la clé TXT « {key} » est donnée deux fois
        socketPathLength: le chemin d'un socket a de 1 à {max} octets, « {path} » en a {count}
        fromTakesTargets: --from prend ses cibles dans les rapports ; omettre la cible et --yes
        goesOneWay: diagnose ne suit qu'un chemin ; pour plusieurs : {command}
        doesNotApply: {option} ne s'applique pas à {target} ; l'enlever
        noNotificationShown: le bureau n'affiche pas de notification : {reason}
        foldersNotWatched: impossible de surveiller des dossiers : {error}
        """#
    }
}
