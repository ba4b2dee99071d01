extension FrenchTexts {
    static var words: String {
        #"""
        works: fonctionne
        worksWithWarnings: fonctionne, avec des avertissements
        noFaultFound: aucun défaut trouvé, mais tout n'a pas pu être observé
        doesNotWork: ne fonctionne pas
        cannotBeTold: fonctionnement incertain
        couldNotBeChecked: vérification impossible
        notCheckedYet: en attente de vérification
        notChecked: pas de vérification
        notJudged: sans évaluation : {seen}
        up: en service
        down: en panne
        degraded: en mode dégradé
        uncertain: d'état incertain
        maintenance: maintenance
        noStatusYet: pas encore d'état
        withAWarning: avec avertissement
        countUp: {count} en service
        countDown: {count} en panne
        countDegraded: {count} en mode dégradé
        countUnknown: {count} d'état incertain
        countMaintenance: {count} en maintenance
        countNoStatus: {count} sans état
        countNotChecked: {count} en attente de vérification
        countWithAWarning: {count} avec avertissement
        allUp: les {count} en service
        error: erreur
        warning: avertissement
        info: remarque
        onThisMachine: le défaut est sur cette machine
        inThisNetwork: le défaut est dans ce réseau
        beyondTheRouter: le défaut est au-delà du routeur
        onTheOtherSide: le défaut est du côté distant
        dependsOnObservation: le côté dépend de ce qui a été observé
        wordAndDetail: {word} : {detail}
        twoClauses: {clause} ; {next}
        twoParts: {part}, {next}
        twoItems: {item}, {next}
        withRemark: {text} ({remark})
        remark: ({remark})
        inQuotes: « {text} »
        likely: (probable, pas certain)
        whatToDo: Que faire
        aReportSays: Un rapport indique
        howItIsRecognised: À quoi on le reconnaît
        onlyHereNetwork: seulement ici : le réseau fonctionne pour {count} autre machine sur ce lien | seulement ici : le réseau fonctionne pour {count} autres machines sur ce lien
        onlyHereReach: seulement ici : {count} autre machine sur ce lien y accède | seulement ici : {count} autres machines sur ce lien y accèdent
        onlyHereResolver: seulement ici : il fonctionne pour {count} autre machine sur ce lien | seulement ici : il fonctionne pour {count} autres machines sur ce lien
        onlyHereUplink: seulement ici : {count} autre machine sur ce lien accède à Internet | seulement ici : {count} autres machines sur ce lien accèdent à Internet
        findOwnRejection: Chercher une règle qui ne rejette que cette machine : dans son pare-feu (nft list ruleset), dans le routeur et dans la liste d'accès du serveur
        wholeLinkNetwork: tout le lien : {count} autre sur {count} n'a pas non plus de réseau qui fonctionne | tout le lien : {count} autres sur {count} n'ont pas non plus de réseau qui fonctionne
        wholeLinkReach: tout le lien : {count} autre sur {count} n'y accède pas non plus | tout le lien : {count} autres sur {count} n'y accèdent pas non plus
        wholeLinkResolver: tout le lien : {count} autre sur {count} n'en reçoit pas non plus de bonne réponse | tout le lien : {count} autres sur {count} n'en reçoivent pas non plus de bonne réponse
        wholeLinkUplink: tout le lien : {count} autre sur {count} n'accède pas non plus à Internet | tout le lien : {count} autres sur {count} n'accèdent pas non plus à Internet
        someNetwork: pas seulement ici : {count} autre sur {all} sur ce lien n'a pas non plus de réseau qui fonctionne | pas seulement ici : {count} autres sur {all} sur ce lien n'ont pas non plus de réseau qui fonctionne
        someReach: pas seulement ici : {count} autre sur {all} sur ce lien n'y accède pas non plus | pas seulement ici : {count} autres sur {all} sur ce lien n'y accèdent pas non plus
        someResolver: pas seulement ici : {count} autre sur {all} sur ce lien n'en reçoit pas non plus de bonne réponse | pas seulement ici : {count} autres sur {all} sur ce lien n'en reçoivent pas non plus de bonne réponse
        someUplink: pas seulement ici : {count} autre sur {all} sur ce lien n'accède pas non plus à Internet | pas seulement ici : {count} autres sur {all} sur ce lien n'accèdent pas non plus à Internet
        unwatched: aucune autre machine sur ce lien ne le surveille
        unwatchedRestricted: aucune autre machine sur ce lien n'en dit rien : {count} garde pour elle ce qu'elle surveille | aucune autre machine sur ce lien n'en dit rien : {count} gardent pour elles ce qu'elles surveillent
        layerLocal: machine
        layerLink: lien
        layerAddress: adresse
        layerGateway: passerelle
        layerUplink: accès
        layerPath: chemin
        layerProxy: proxy
        links: Liens
        gateway: Passerelle
        gateways: Passerelles
        uplink: Accès à Internet
        resolver: Serveur DNS
        resolvers: Serveurs DNS
        targets: Cibles
        target: Cible
        services: Services
        published: Publié
        internet: Internet
        gatewayAt: passerelle {address}
        noneOfThem: il n'y en a pas
        switchedOff: désactivée
        noCarrier: pas de porteuse
        dormant: en attente
        noAnswer: pas de réponse
        noLinkUp: aucun lien actif
        noDefaultRoute: pas de route par défaut
        noUplink: aucune sortie de cette machine
        daemonDoesNotRun: netdiagd n'est pas lancé
        daemonIsLost: la connexion au démon est terminée ; nouvel essai
        daemonIsBack: le démon est de retour
        switchedOffByConfiguration: désactivé dans la configuration (publish:)
        noServerForOthers: les autres machines ne peuvent pas joindre netdiagd par HTTP (listen: http:)
        notStartedYet: pas encore démarré
        justStarted: netdiagd vient d'être démarré
        stateWaiting: en attente
        waitingForAvahi: en attente d'avahi-daemon
        stateOff: désactivé
        stateRenamed: renommé
        statePublished: publié
        asName: sous le nom {name}
        asTypes: comme {types} sur le port {port}
        countSeconds: {count} s
        countMinutes: {count} min
        countHours: {count} h
        countDays: {count} j
        twoUnits: {large} {small}
        percent: {percent} %
        sinceAgo: depuis le {time} ; il y a {span}
        forSpan: depuis {span}
        ago: il y a {span}
        notRecorded: les résultats ne sont pas enregistrés : {reason}
        notListening: netdiagd n'écoute pas sur {address} : {reason} ; voir quel programme a le port : ss -ltnp
        alertsFail: les alertes n'atteignent pas {receiver} : {reason}
        alertsNotQueued: la file des alertes ne peut pas être écrite : {reason}
        reachedByProxy: les cibles sont jointes par un proxy ; sans lui : {detail}
        uplinkUnknown: accès : impossible de dire si Internet est joignable : {detail}
        decideByTarget: Vérifier un site que vous utilisez : netdiag check https://SITE/
        noTargetWorks: sa cible ne fonctionne pas | aucune de ses {count} cibles ne fonctionne
        partlyWorking: fonctionne en partie : {working} cible sur {count} fonctionne | fonctionne en partie : {working} cibles sur {count} fonctionnent
        tooMuchFailed: Trop d'échecs à la fois pour regarder de plus près (omis : {topics}) ; netdiag check le fait.
        throughProxy: via le proxy {proxy}
        withoutProxy: directement, sans proxy
        worksBothWays: Cela fonctionne dans les deux cas.
        worksDirectlyOnly: Cela fonctionne sans le proxy : le défaut vient du proxy, ou du chemin vers lui.
        worksByProxyOnly: Cela ne fonctionne que par le proxy ; les connexions directes n'aboutissent pas.
        failsBothWays: Cela échoue dans les deux cas.
        waitingForDaemon: en attente de netdiagd
        scrollKeys: défiler : flèches, PgPréc, PgSuiv, Début, Fin
        quitKey: q : quitter
        moreLines: {count} ligne de plus | {count} lignes de plus
        moreIncidents: {count} incident de plus : netdiag incidents | {count} incidents de plus : netdiag incidents
        countTargets: {count} cible | {count} cibles
        countIncidents: {count} incident | {count} incidents
        failuresUncounted: {count} échec pas encore compté | {count} échecs pas encore comptés
        successesUncounted: {count} succès pas encore compté | {count} succès pas encore comptés
        certificateDays: certificat {count} jour | certificat {count} jours
        certificatesDays: certificats {count} jour | certificats {count} jours
        certificateEnded: certificat expiré
        certificatesEnded: certificats expirés
        ended: expiré
        allTargets: toutes les cibles
        allOthers: toutes les autres
        withoutGroup: sans groupe
        someWork: en service : {working} sur {count}
        allWork: fonctionne | {count} fonctionnent
        upTo: jusqu'à {time}
        isOver: {incident} est terminé, après {span}
        gone: disparue
        moreTargetsChanged: {count} autre cible a changé | {count} autres cibles ont changé
        whatHasChanged: Ce qui a changé
        nothing: rien
        isGone: {name} a disparu
        isNew: {name} est nouveau
        isThereNow: {name} est maintenant là : {state}
        wasAndIs: {name} : {before} avant, {now} maintenant
        isNoLongerThere: {name} n'est plus là
        isCheckedNow: {name} a été vérifié cette fois : {state}
        isNotCheckedNow: {name} n'a pas été vérifié cette fois
        gatewayOn: passerelle {address} sur {interface}
        resolverAt: serveur DNS {address}
        whatIsWrong: Ce qui ne va pas
        howThatIsKnown: Comment on le sait
        besides: Par ailleurs
        nothingIsWrong: Tout va bien.
        noFaultFoundBut: Aucun défaut n'a été trouvé, mais {detail}.
        cannotTellWhatIsWrong: Impossible de dire ce qui ne va pas.
        cannotTellInternet: Impossible de dire si Internet est joignable : {detail}.
        pressReturn: Entrée pour regarder de nouveau, q puis Entrée pour arrêter.
        noIncidents: aucun incident
        noIncidentsThen: aucun incident dans cette période
        before: avant : {time}
        openSince: #{id}, ouvert depuis {start}, durée {span}
        overFromTo: #{id}, terminé ; de {start} à {end}, durée {span}
        unwatchedFromTo: #{id}, plus surveillé ; de {start} à {end}, durée {span}
        replacedFromTo: #{id}, a maintenant une autre cause ; de {start} à {end}, durée {span}
        cameBack: revenu une fois | revenu {count} fois
        tookDownNone: aucune cible en panne actuellement
        tookDown: {count} cible touchée : {names} | {count} cibles touchées : {names}
        degradedTargets: {count} cible en mode dégradé : {names} | {count} cibles en mode dégradé : {names}
        namesAndMore: {names} et {count} autre | {names} et {count} autres
        fromToColumns: {from} à {to}, chaque colonne {step}
        noTargets: aucune cible n'est configurée
        countTimes: {count} fois
        uptime: dispo.
        percentiles: du 10e au 90e centile, et la médiane
        onlyMaintenance: uniquement de la maintenance
        nothingKnown: rien n'est connu de cette période
        percentUp: {percent} disponible
        medianWithin: médiane {median}, 90 % en moins de {p90}
        countChecks: {count} vérification | {count} vérifications
        spanUnknown: {span} d'état inconnu
        spanMaintenance: {span} de maintenance
        spokenOK: ok :
        spokenWarning: avertissement :
        spokenError: erreur :
        spokenUnknown: état inconnu :
        spokenNote: remarque :
        spokenToDo: à faire :
        areWorking: {names} fonctionne | {names} fonctionnent
        """#
    }
}
