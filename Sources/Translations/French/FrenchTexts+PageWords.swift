extension FrenchTexts {
    static var pageWords: String {
        #"""
        overview: Vue d'ensemble
        incidents: Incidents
        peers: Pairs
        pages: Pages
        skipToContent: Aller au contenu
        signOut: se déconnecter
        live: en direct
        reconnecting: reconnexion…
        asSeenFrom: Vu depuis {host}
        timesInUTC: toutes les heures sont en UTC
        signInToSeeMore: Connectez-vous pour en voir plus
        token: Jeton
        showTheStatus: Afficher l'état
        notTheToken: Ce n'est pas le jeton.
        noTokenHere: Il n'y a pas de jeton ici.
        pageNotFound: Cette page n'existe pas
        pageNotShown: Cette page ne peut pas être affichée
        toTheOverview: Vers la vue d'ensemble
        tokenNotOverHTTP: Aucun jeton n'est accepté en HTTP simple depuis une autre machine : n'importe qui sur le chemin pourrait le lire. Passez par https ({https}), par {tunnel}, ou depuis un réseau autorisé à lire ({networks}).
        noTokenYet: C'est visible pour cette machine elle-même, pour les réseaux autorisés à lire ({networks}) et pour qui détient le jeton ({file}), qui n'existe pas encore : voir netdiag.yaml(5).
        everythingWorks: Tout fonctionne : {working}.
        partlyWorks: Fonctionne en partie : {working}.
        worksWithAWarning: Fonctionne, avec un avertissement : {working}.
        doesNotWorkAtAll: Ne fonctionne pas{clauses}.
        cannotTellNetwork: Impossible de dire si le réseau fonctionne{clauses}.
        nothingKnownYet: Rien n'est encore connu : la première vérification est en cours.
        upWithoutTargets: le réseau est en service, et aucune cible n'est configurée
        networkAndTargetsUp: le réseau et la cible sont en service | le réseau et les {count} cibles sont en service
        ofTargets: sur {count} cible, {counts} | sur {count} cibles, {counts}
        since: depuis le {time}
        wayToTargets: Le chemin vers les cibles
        andMore: et {count} de plus
        nameAndMore: {name} et {count} de plus
        noIncidentOpen: aucun incident ouvert
        incidentsOpen: {count} incident ouvert | {count} incidents ouverts
        notRecordedSince: les résultats ne sont plus enregistrés depuis le {time} : {reason}
        noUptime: pas de disponibilité sur 24 h : {reason}
        addTargets: Pas encore de cibles ; ajoutez-en sous targets: dans netdiag.yaml
        lastResults: {count} derniers résultats
        day: 24 h
        time: Temps
        certificate: Certificat
        certificateEnds: le certificat expire le {time}
        moreTargets: Autres cibles
        moreGroups: {count} groupe de plus | {count} groupes de plus
        otherTargets: Autres cibles
        noResults: pas encore de résultats
        resultsAllUp: {count} résultat, tout en service | {count} résultats, tous en service
        resultsNotUp: {count} résultat, {failed} pas en service | {count} résultats, {failed} pas en service
        causeTimes: {cause} {count} fois
        lastAt: dernier à {time} UTC
        medianAndMost: médiane {median}, maximum {most}
        timesOfTarget: Temps
        timesOfTheLast: Temps des derniers {span}
        timesOfTheLastHours: Temps des dernières {hours}
        layersOfLastCheck: Couches de la dernière vérification
        layer: Couche
        state: État
        whatWasSeen: Ce qui a été observé
        notReached: non atteinte
        lastChecked: dernière vérification {time}
        checksSayOtherwise: {count} vérification depuis dit autre chose | {count} vérifications depuis disent autre chose
        noHistory: Il n'y a pas d'historique : {reason}
        shareUp: {share} disponible
        failedChecks: {failed} vérifications sur {count} ont échoué
        nothingIsKnown: on n'en sait rien
        saveAsFile: Enregistrer comme fichier à transmettre
        asPicture: comme image
        badge: badge
        reportAsJSON: le rapport en JSON
        incidentNumber: Incident {id}
        incidentOpen: ouvert
        incidentOver: terminé
        worksAgain: terminé : cela fonctionne de nouveau
        targetsNotConfigured: plus surveillé : ses cibles ne sont plus configurées
        targetsHaveOtherCause: terminé : ses cibles échouent pour une autre cause, qui est un incident à part
        spanSoFar: {span} jusqu'ici
        affectedTargets: Cibles touchées
        justBefore: Juste avant
        course: Déroulement
        ownNetwork: aucune : c'est un défaut du réseau de cette machine
        nothingChanged: rien n'a changé sur cette machine dans les minutes précédentes
        firstCheck: la première vérification qui l'a montré a commencé
        meanwhileOver: entre-temps terminé, puis revenu, une fois | entre-temps terminé, puis revenu, {count} fois
        toTime: à {time}, {span}
        openFor: ouvert depuis {span}
        openIncidents: Incidents ouverts
        over: Terminés
        moreAsJSON: et {count} de plus, en JSON
        interface: Interface
        addresses: Adresses
        address: Adresse
        neighbour: Voisin
        roundTrip: Aller-retour
        evidence: Constat
        server: Serveur
        from: Source
        answer: Réponse
        name: Nom
        host: Machine
        version: Version
        seesThisHost: Voit cette machine
        yes: oui
        no: non
        notAnnounced: {host} (non annoncé)
        nobodyLookedFor: Personne n'est recherché (discovery: peers: off, ou publish: off).
        servicesOfOthers: Services des autres sur le lien : {command}, ou {document}.
        thisDaemon: Ce démon
        types: Types
        port: Port
        check: Vérification
        announcedForOthers: Annoncé pour d'autres
        worksAgainNow: fonctionne de nouveau
        stillAffected: {affected} cible sur {count} encore touchée | {affected} cibles sur {count} encore touchées
        asFile: comme fichier
        picture: image
        allInThatTime: tout ce qui s'est passé alors : {links}
        saveWhatWas: Enregistrer ce qui s'est passé, pour le transmettre
        ofTheLast: sur {spans}
        justBeforeHere: Juste avant, sur cette machine
        shareOfTime: Disponible
        median: Médiane
        mostWithin: 90 % en moins de
        failed: Échecs
        cause: Cause
        partOf: {part} sur {count}
        fromTo: {from} à {to}
        noIncident: Aucun incident
        downSometimes: {down} cible sur {count} en panne par moments | {down} des {count} cibles en panne par moments
        notOver: pas terminé
        notKnownMeans: Ce qui est inconnu ne compte ni comme disponible ni comme en panne : rien n'a été vérifié pendant ce temps, ou cette machine, son réseau ou son fournisseur était en cause.
        notKnownTargets: on ne sait rien de {count} cible | on ne sait rien de {count} cibles
        """#
    }
}
