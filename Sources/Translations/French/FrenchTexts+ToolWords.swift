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
        """#
    }
}
