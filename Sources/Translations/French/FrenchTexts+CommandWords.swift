extension FrenchTexts {
    static var commandWords: String {
        #"""
        commandThen: {command}, puis {next}
        ownErrorOutput: ce que netdiagd a écrit sur la sortie d'erreur
        noReasonGiven: sans indication de raison
        noDaemonAt: aucun démon sur {socket}
        nothingListensAt: aucun démon sur {socket} (le fichier existe, mais rien n'y écoute)
        mayNotAskDaemon: cet utilisateur ne peut pas interroger le démon sur {socket}
        daemonRefuses: le démon sur {socket} refuse : {reason}
        daemonIsBusy: le démon sur {socket} n'accepte pas de connexion ; est-il suspendu ou surchargé ?
        daemonIsSilent: le démon sur {socket} n'a pas répondu en {count} s
        daemonBrokeOff: le démon sur {socket} a interrompu sa réponse ; a-t-il été tué ?
        daemonResponseInvalid: la réponse du démon sur {socket} n'est pas valide : {error}
        answerNotUnderstood: la réponse est incompréhensible ({error}) ; netdiagd est-il d'une autre version ?
        cannotConnectTo: impossible de se connecter à {socket} : {error}
        connectionBroke: la connexion au démon s'est rompue : {error}
        changesEnded: le démon a mis fin au flux des changements ; est-il en cours de redémarrage ?
        eventsEnded: les événements se sont arrêtés ; le démon est-il en cours de redémarrage ?
        needsDaemon: {reason} ; cette commande en a besoin ; le démarrer avec : {command}
        keepsIncidents: {reason} ; c'est lui qui conserve les incidents ; le démarrer avec : {command}
        keepsHistory: {reason} ; c'est lui qui tient l'historique ; le démarrer avec : {command}
        knowsIncidents: {reason} ; c'est lui qui connaît les incidents ; le démarrer avec : {command}
        watchNeedsDaemon: {reason} ; {follower} le suit ; le démarrer avec : {command}
        checkingHere: {reason} ; vérification depuis ce processus
        browsingHere: {reason} ; recherche depuis ce processus
        resolvingHere: {reason} ; résolution depuis ce processus
        publishingHere: {reason} ; annonce depuis ce processus
        doingCheck: vérification
        doingLookUp: résolution
        doingLinks: lecture des interfaces
        doingStatus: examen du réseau
        doingBrowse: recherche de services
        doingAsk: interrogation
        countDone: {done} sur {count} terminés
        proxyHereOnly: {variable} est définie ici, et le démon a son propre environnement
        toUseIt: {reason} ; pour l'utiliser : {command}
        targetsLeftOut: les cibles de la configuration sont ignorées
        avahiNotInstalled: avahi-daemon n'est pas installé
        noSuchCommand: il n'y a pas de commande {word} ; pour les voir toutes : {command}
        noSuchCommandBut: il n'y a pas de commande {word} ; vouliez-vous dire {meant} ?
        targetNeedsCommand: une cible se donne à une commande : {command}
        checkedWithoutSettings: {name} est vérifié sans ses réglages, car la configuration ne peut pas être lue : {reason}
        mayBeTargetName: {name} est peut-être le nom d'une cible, et la configuration ne peut pas être lue : {reason}
        orHostItself: {problem} ; l'hôte lui-même est {target}
        thisInstallation: Cette installation : {state}
        nothingIsMissing: rien ne manque
        countErrors: {count} erreur | {count} erreurs
        countWarnings: {count} avertissement | {count} avertissements
        withMore: {text} (et {more} de plus)
        startIt: Le démarrer : {command}
        startAgain: Le redémarrer : {command}
        restartIt: Le redémarrer : {command}
        startBoth: Démarrer les deux : {command}
        seeWhy: Voir pourquoi : {command}
        seeLog: Voir son journal : {log}
        seeDaemonLog: Voir le journal du démon : {log}
        runAsRoot: Le lancer en tant que root : {command}
        accessUnknown: sans la configuration, on ne sait pas qui peut lancer des vérifications
        accessAllowed: cet utilisateur peut demander des vérifications au démon
        accessOwnProcess: cet utilisateur peut tout lire auprès du démon ; ses propres vérifications s'exécutent dans un processus séparé
        allowGroup: Pour qu'un groupe puisse vérifier par le démon : access: group: dans netdiag.yaml(5)
        clockWrong: l'horloge est fausse : elle indique {time}, et ce programme a été compilé le {date} ou plus tard
        setClock: La régler : {command}
        clockInStep: l'horloge est synchronisée avec d'autres
        clockNotInStep: l'horloge n'est pas synchronisée : elle peut être fausse
        clockUnknown: le noyau n'indique pas si l'horloge est synchronisée
        startTimeService: Démarrer le service de temps installé : {command}
        installTimeService: Installer un service de temps : {command}
        clockOfHost: Dans un conteneur, synchroniser l'horloge de son hôte ; sinon, installer un service de temps : {command}
        noConfiguration: {file} n'existe pas : tous les réglages ont leur valeur par défaut, et aucune cible n'est surveillée
        writeConfiguration: En écrire un : {command}
        configurationValid: {file} est valide, avec {count} cible | {file} est valide, avec {count} cibles
        validBut: {valid}, mais {warning}
        correctWarnings: Le corriger ; pour voir tous les avertissements : {command}
        correctErrors: Le corriger ; pour voir toutes les erreurs : {command}
        thenApply: Puis l'appliquer : {command}
        configurationNotJudged: cet utilisateur ne peut pas juger {file} : {error}
        configurationRefused: le démon refuserait {file} : {error}
        otherVersion: la réponse du démon est illisible ({error}) ; netdiagd et netdiag sont de versions différentes
        noDaemonReply: le démon n'a pas répondu
        answersAt: netdiagd répond sur {socket}
        noMonitoring: {reason} : ni surveillance ni alertes tant que le démon n'est pas lancé
        unitUnmanaged: cette machine n'est pas gérée par systemd : ce qui lance netdiagd au démarrage n'est pas connu ici
        systemdSilent: systemd ne répond pas : systemctl show netdiagd.service a échoué
        unitFailed: netdiagd.service a échoué ({result})
        unitNotAtBoot: netdiagd.service est {state}, et n'est pas lancé au démarrage ({file})
        unitActive: netdiagd.service est actif, et lancé au démarrage
        unitState: netdiagd.service est {state}
        unitNotInstalled: netdiagd.service n'est pas installé ({state})
        installIt: L'installer : {command}
        loadUnit: Le faire charger par systemd : {command}
        helperActive: netdiag-arp.socket est actif : le démon peut trouver les passerelles mortes, les hôtes qui ont une adresse de cette machine et les règles NAT
        helperState: netdiag-arp.socket est {state} : une passerelle morte est détectée quelques secondes plus tard ; les hôtes qui ont une adresse de cette machine et les règles NAT qui réécrivent ses paquets ne sont pas trouvés
        helperUnknown: netdiag-arp.socket est inconnu : une passerelle morte est détectée quelques secondes plus tard ; les hôtes qui ont une adresse de cette machine et les règles NAT qui réécrivent ses paquets ne sont pas trouvés
        avahiMissing: {reason} : aucun service n'est trouvé, et le démon n'est pas annoncé
        avahiUnneeded: {reason} : aucun service n'est trouvé ; le démon n'est pas annoncé, comme configuré (publish: off)
        avahiAnswers: avahi-daemon répond par D-Bus
        namesByResolved: {place} laisse les noms en .local à systemd-resolved, qui les cherche là où MulticastDNS=yes
        namesWithoutModule: les programmes ne peuvent pas résoudre les noms en .local : {place} n'a pas de mdns4_minimal dans sa ligne hosts:
        namesWithoutLibrary: les programmes ne peuvent pas résoudre les noms en .local : {place} nomme {module}, dont la bibliothèque {library} ne peut pas être chargée
        namesFound: les programmes trouvent les noms en .local, par {module}
        writeLine: Écrire, dans {place} : {line}
        portTaken: un autre programme occupe seul le port UDP 5353, qu'avahi-daemon ne peut donc pas partager
        seeWhich: Voir lequel : {command}
        stopOrSwitchOff: L'arrêter, ou désactiver son propre mDNS
        multicastPasses: mDNS passe sur {names}
        multicastBlocked: mDNS ne passe pas sur {names} : {reason}
        multicastUnseen: impossible de voir si mDNS passe : {reason}
        seeRule: Voir la règle : {command}
        openPort: Ouvrir le port UDP 5353 : {ufw}, ou {firewalld}, ou {nft}
        noSocket: impossible d'ouvrir un socket : {error}
        portNotBound: impossible de se lier au port 5353 : {error}
        noMulticastInterface: aucune interface active par laquelle le multicast pourrait sortir
        groupNotJoined: impossible de rejoindre son groupe : {error}
        filterHoldsOut: le filtre de paquets de cette machine ne laisse rien sortir vers le port UDP 5353
        nothingSent: rien ne peut être envoyé : {error}
        filterHoldsIn: ce qui est envoyé au port UDP 5353 n'entre pas ; le filtre de paquets de cette machine le rejette
        pingAllowed: cet utilisateur peut envoyer des requêtes d'écho
        pingOfDaemonAlone: cet utilisateur ne peut pas envoyer de requêtes d'écho, mais le démon le peut : net.ipv4.ping_group_range est « {range} », ce qui exclut le groupe {group}
        pingForbidden: cet utilisateur ne peut pas envoyer de requêtes d'écho : net.ipv4.ping_group_range est « {range} », ce qui exclut le groupe {group}
        pingImpossible: impossible d'envoyer des requêtes d'écho : {error}
        daemonPingAllowed: le démon peut envoyer des requêtes d'écho
        daemonPingForbidden: le démon ne peut pas envoyer de requêtes d'écho : net.ipv4.ping_group_range est « {range} », ce qui exclut les groupes de son unité, {first} à {last}
        allowNow: L'autoriser maintenant : {command}
        allowAtBoot: Et à chaque démarrage : {command}
        tunnelsAllowed: cet utilisateur peut ouvrir {device}, dont netdiag with a besoin
        tunnelsRefused: cet utilisateur ne peut pas ouvrir {device} : {error} ; netdiag with ne peut pas créer de réseau pour une commande
        allowTunnels: L'autoriser : {command}, ce sont ses droits habituels ; ou lancer netdiag with en tant que root
        tunnelsMissing: {device} n'existe pas : netdiag with ne peut pas créer de réseau pour une commande
        loadTunnels: {command} ; dans un conteneur, transmettre le périphérique, par exemple avec {option}
        namespacesAllowed: les espaces de noms utilisateur sont autorisés, netdiag with en a besoin
        namespacesRefused: netdiag with ne peut pas créer de réseau pour une commande : {reason}
        settingIs: {setting} vaut {value}
        restrictedByAppArmor: AppArmor restreint les espaces de noms utilisateur
        orWithAsRoot: {command}, ou lancer netdiag with en tant que root
        libraryLoaded: {library} peut être chargée
        libraryMissing: {library} ne peut pas être chargée : {use} ({error})
        withoutCurl: HTTP, FTP, les proxys et TLS ne sont pas vérifiés
        withoutTLS: TLS n'est pas vérifié, et HTTPS n'est pas servi
        withoutCrypto: les certificats ne sont pas lus
        withoutAvahi: aucun service n'est trouvé ni annoncé
        withoutSQLite: aucun historique n'est tenu, et aucune alerte n'est mise en file
        withoutSSH: ssh:// n'est vérifié que jusqu'au message d'accueil
        withoutPatterns: les motifs des réglages ne sont pas comparés
        withoutIDN: les noms hors ASCII ne sont pas résolus
        resultsNotRecorded: les résultats ne sont pas enregistrés : {reason}
        historyUnnamed: le netdiagd en cours ne nomme aucun fichier où il garde les résultats : il a été lancé avec history: off, ou sa version n'est pas celle de cette commande
        historyOff: aucun résultat n'est gardé : history: off dans la configuration
        diskAlmostFull: il reste moins de 64 Mio là où se trouve {file} : des résultats seront bientôt perdus
        makeRoom: Libérer de la place, ou réduire l'historique : history: max: dans netdiag.yaml(5)
        historyNotThere: netdiagd garde ses résultats dans {file}, qui n'est pas là : il a été supprimé, ou le démon voit d'autres systèmes de fichiers, comme dans un conteneur
        nothingRecorded: rien n'a encore été enregistré : {file} n'existe pas
        fileUnreadable: cet utilisateur ne peut pas lire {file}
        historyUnopened: impossible d'ouvrir {file} : {error}
        historyDamaged: {file} est endommagé : ce n'est pas une base SQLite
        historyKept: les résultats sont gardés dans {file}
        restartSetsAside: Redémarrer le démon, qui le met de côté et en crée un nouveau : {command}
        hasNoAnswer: n'a pas de réponse
        couldNotBeAsked: interrogation impossible
        aliasOf: alias de {name}
        aliasLoop: ce qui forme une boucle
        aliasGone: qui n'existe pas
        aliasWithoutRecord: qui n'a pas d'enregistrement {type}
        aliasWithoutSuch: qui n'a pas de tel enregistrement
        noRecord: pas de {type} : {reason}
        portIsClosed: rien n'écoute sur le port {port}
        noServerListens: aucun serveur DNS n'écoute
        temporaryFailure: échec temporaire
        multicastUnasked: le DNS multicast n'a pas été interrogé, car avahi-daemon n'est pas lancé sur cette machine
        startOrInstall: Le démarrer : {start} ; ou l'installer : {install}
        lookingAtNetwork: Examen du réseau…
        candidateUp: en service
        candidateAnswers: répond
        candidateDown: en panne
        candidateGateway: la passerelle
        candidateGatewayOf: la passerelle de {interface}
        candidateResolver: un serveur DNS de cette machine
        candidateProxy: le proxy de {setting}
        candidateConnectivity: l'URL de connectivité de NetworkManager
        candidateService: un service sur le lien ({type})
        servicesNotSearched: les services sur le lien n'ont pas été cherchés : {reason}
        yesWords: o oui
        needsTerminal: setup a besoin d'un terminal ; --yes accepte les réponses proposées
        noWords: n non
        noneWords: aucune
        nobodyWords: personne aucun
        pleaseAnswer: Répondre {yes} ou {no}.
        questionTargets: 1. Que faut-il surveiller ?
        nothingToSuggest: Rien n'a été trouvé à proposer.
        hintOwnTargets: Vos propres cibles, par exemple https://example.org/ ou host:22, séparées par des espaces ; Entrée pour aucune.
        hintTargets: Des numéros, et vos propres cibles, par exemple https://example.org/ ou host:22, séparés par des espaces ; le mot {none} ; ou Entrée pour celles marquées [x].
        labelTargets: cibles
        notInList: Il n'y a pas de {number} dans la liste ; elle va de 1 à {last}.
        noSuchHost: Il n'y a pas d'hôte {word} : {reason}. Écrire un numéro de la liste, une URL, host:port ou un hôte ; icmp://{word} est pris tel quel.
        questionAccess: 2. Qui peut voir les résultats par le réseau ?
        accessNobody: personne : cette machine seule
        accessStatus: les hôtes des réseaux privés voient le nom, la version et l'état global
        accessEverything: les hôtes de {networks} voient tout
        hintAccess: Un numéro, ou des réseaux tels que 192.168.1.0/24 qui voient tout ; Entrée pour 2.
        labelAccess: accès
        noneOfTwo: {word} n'en fait pas partie ; écrire 1 ou 2, ou des réseaux tels que 192.168.1.0/24.
        noneOfThree: {word} n'en fait pas partie ; écrire 1, 2 ou 3, ou des réseaux tels que 192.168.1.0/24.
        networkNotAdmitted: Les hôtes de {network} ne peuvent pas se connecter. Seuls des réseaux privés peuvent être indiqués ici ; pour en admettre d'autres, les ajouter plus tard à access: networks: dans le fichier.
        questionNotify: 3. Qui prévenir quand quelque chose tombe en panne ?
        hintNotify: Une adresse électronique (envoi par sendmail), l'URL https:// d'un webhook, ntfy et l'URL d'un sujet, ou le chemin d'un programme ; Entrée pour personne. Tout utilisateur de cette machine peut lire le fichier, y compris un jeton dans l'URL ou le nom d'un sujet. Sur un poste de bureau, systemctl --user enable --now netdiag-notify affiche les incidents en notifications sans rien de tout cela.
        labelNotify: prévenir
        noReceiver: Ce n'est rien de cela ; par exemple : ops@example.org, ou https://hooks.example.org/netdiag
        noteThat: Remarque : {warning}
        programMissing: {file} : {error} ; écrire le chemin d'un programme présent, sans arguments.
        programNotRegular: {file} n'est pas un fichier ordinaire ; écrire le chemin d'un programme.
        programNotExecutable: {file} ne peut pas être exécuté ; l'autoriser : {command}
        inputEnded: l'entrée s'est terminée avant la fin des questions ; rien n'a été écrit
        questionStart: 4. Démarrer le démon maintenant ?
        startedBySystemd: systemd le lance maintenant et à chaque démarrage.
        startedInBackground: Il n'y a pas de systemd ici : il tournerait en arrière-plan jusqu'au prochain démarrage.
        wroteFile: {file} a été écrit
        audienceNobody: seule cette machine peut lire les résultats, et rien n'est annoncé sur le lien (listen:, publish:)
        audienceStatus: les hôtes des réseaux privés peuvent lire le nom, la version et l'état global de cette machine sur le port {port}, et la trouver par DNS-SD (listen:, publish:)
        audienceNetworks: les hôtes de {networks} peuvent tout lire sur le port {port} (access:, publish:)
        daemonRuns: netdiagd est lancé ; la page est à l'adresse {url}
        daemonNotStarted: netdiagd n'a pas été lancé, faute de systemd pour le lancer à chaque démarrage ; le lancer avec : {command}
        unitReadsOther: L'unité lit {file}. Lancer un démon avec ce fichier-ci : {command}
        unitReadsOtherAndRuns: L'unité lit {file}. Lancer un démon avec ce fichier-ci : {command} ; l'unité est active, l'arrêter d'abord : {stop}
        onlyRootReload: Seul root peut lui faire lire le fichier : {command}
        onlyRootStart: Seul root peut le démarrer : {command}
        runsByNoUnit: Un démon est déjà lancé, sans unité. S'il a été lancé avec ce fichier, le lui faire relire avec : {reload} ; sinon l'arrêter, et le lancer avec : {start}
        daemonNotInstalled: netdiagd n'est pas installé ; l'installer, et le lancer avec : {command}
        startFailed: {command} a échoué : {reason} ; voir : {log}
        notStartable: {program} n'a pas pu être lancé
        noResponseYet: netdiagd ne répond pas depuis dix secondes ; pour voir pourquoi : {command}
        interfaces: Interfaces
        routes: Routes
        neighbours: Voisins
        speed: Débit
        hardwareAddress: Adresse matérielle
        destination: Destination
        metric: Métrique
        source: Source
        protocolName: Protocole
        leaseEnded: le bail de {address} sur {interface} a expiré
        beginsToLook: vient de commencer à chercher les autres
        doesNotLook: ne voit pas les autres en ce moment : avahi-daemon n'est pas lancé, ou la recherche est désactivée (discovery:)
        isNotAnnounced: (non annoncé)
        noOtherDaemon: aucun autre netdiagd sur le lien
        overallStatus: État
        isSeen: Vu
        peerAnswers: Répond
        seesUs: Nous voit
        reachesUs: Nous joint
        nameOfThisHost: {name}, à propos de cette machine
        queueNotWritten: la file d'attente ne peut pas être écrite : {reason}
        nobodyNotified: personne n'est prévenu des incidents ; voir alerts: dans netdiag.yaml(5)
        queuedMessages: en attente
        deliveredMessages: remis
        countQueued: {count} en attente
        waitsForAfter: l'incident {id} attend la fin du délai de after:
        waitsForQuietHours: l'incident {id} attend la fin des heures de silence
        waitsForReturn: l'incident {id} attend de voir s'il se reproduit
        waitsFor: l'incident {id} attend : {reason}
        untilTime: jusqu'à {time}
        notAcceptedSince: n'a pas accepté de messages depuis {time} : {reason}
        notAccepted: n'accepte pas de messages : {reason}
        nextAttempt: prochaine tentative {time}
        countAttempts: {count} tentative | {count} tentatives
        acceptedMessage: a accepté le message : {detail}
        refusedMessage: n'a pas accepté le message : {detail}
        serviceType: Type
        allServices: Tous les services
        servicesIn: {services} dans {domain} : {count}
        noServicesFound: aucun service trouvé
        isStale: (périmé : {reason})
        portRefuses: port fermé
        portIsSilent: port muet
        hostIsSilent: machine muette
        tooManyServices: plus de {count} services
        eventNotUnderstood: un événement est incompréhensible ({error}) ; netdiagd est-il d'une autre version ?
        avahiIsBack: avahi-daemon est de retour
        publishedAs: annoncé : « {name} » comme {types} sur le port {port}
        renamedAs: renommé et annoncé : « {name} » comme {types} sur le port {port}
        publishesAgain: le démon a disparu ; nouvelle annonce à son retour
        daemonStaysAway: le démon ne revient pas
        fileIsLeft: {file} existe et n'a pas été modifié ; choisir un autre fichier avec {option}
        isNoFileName: « {file} » n'est pas un nom de fichier valide
        folderIsMissing: {file} ne peut pas être écrit : le dossier {folder} : {error} ; le créer, ou choisir un autre fichier avec {option}
        folderIsNone: {file} ne peut pas être écrit : {folder} n'est pas un dossier ; choisir un autre fichier avec {option}
        folderRefuses: {file} ne peut pas être écrit : {folder} : {error} ; choisir un autre fichier avec {option}
        folderRefusesUser: {file} ne peut pas être écrit : {folder} : {error} ; le lancer en tant que root : {command}, ou choisir un autre fichier avec {option}
        fileNotWritten: {file} ne peut pas être écrit : {error}
        folderNotMade: {file} ne peut pas être créé : {error}
        folderNotWritable: impossible d'écrire dans {file} : {error}
        readableByYou: (lisible par vous seul)
        readableByOthers: (lisible aussi par les autres utilisateurs de cette machine)
        secretsAreMasked: Les secrets de {file} sont masqués ; si le démon utilise un autre fichier, l'indiquer avec --config.
        lookBeforeSending: Le relire avant de l'envoyer : {command}
        containsAddresses: Il contient des adresses et des noms ; --mask-addresses les remplace.
        """#
    }
}
