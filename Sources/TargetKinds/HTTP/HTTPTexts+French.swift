extension HTTPKind {
    static var french: String {
        #"""
        [http.redirect-loop]
        meaning: Les redirections bouclent ou dépassent la limite.
        summary: {url} redirige sans fin : {chain}
        advice: Suivre à la main : curl -sIL --max-redirs 10 {url}
        advice: Vérifier les règles de redirection du serveur

        [http.redirect-downgrade]
        meaning: Une redirection mène de https à http.
        summary: {url} mène de https à http : {chain}
        advice: Faire rediriger vers https par le serveur

        [http.redirect-refused]
        meaning: Une redirection mène à un endroit que netdiag ne suit pas.
        summary: une redirection de {url} n'est pas suivie : {detail}
        advice: Voir où elle mène : curl -sI {url}
        advice: Vérifier les règles de redirection du serveur

        [http.auth-required]
        meaning: Le serveur demande une authentification (401), et il n'y a pas d'identifiants.
        summary: {url} exige une authentification (401, {schemes}), mais aucun identifiant n'est configuré
        advice: Configurer un fichier d'identifiants : credentials: de la cible dans /etc/netdiag/netdiag.yaml
        advice: Ou vérifier une page qui ne demande pas d'authentification

        [http.auth-rejected]
        meaning: Le serveur rejette les identifiants (401).
        summary: {url} rejette les identifiants{scheme}
        advice: Corriger les identifiants de la cible ; ils ne seront pas réessayés tant qu'ils n'ont pas changé
        advice: Voir dans le journal du serveur si le compte est verrouillé

        [http.auth-scheme]
        meaning: Le serveur ne propose aucun schéma d'authentification auquel les identifiants conviennent (401).
        summary: {url} ne propose que {schemes}, et les identifiants configurés sont pour d'autres schémas
        advice: Autoriser l'un de ces schémas dans credentials: de la cible, ou faire proposer un autre schéma par le serveur

        [http.auth-unavailable]
        meaning: Le serveur demande une authentification (401), mais les identifiants configurés ne peuvent pas être obtenus.
        summary: {url} exige une authentification, mais les identifiants ne peuvent pas être lus : {reason}
        advice: Vérifier les identifiants de la cible ; pour Kerberos, klist affiche les tickets

        [http.forbidden]
        meaning: Le serveur interdit la requête (403).
        summary: l'accès à {url} est interdit (403)
        advice: Le routeur {filter} accepte la connexion à la place du serveur, comme le font les filtres web : demander à son administrateur si la page est bloquée
        advice: Un proxy marque la page comme la sienne ({mark}) : vérifier les règles et le journal de ce proxy, devant le serveur ou sur le chemin
        advice: Voir si la cible fonctionne sans le proxy : netdiag check --no-proxy {direct}
        advice: Vérifier les règles et le journal de {proxy}, qui est peut-être ce qui répond
        advice: Vérifier les règles d'accès et le journal du serveur
        advice: Essayer à la main : curl -v {url}
        advice: Certains serveurs refusent des programmes d'après leur User-Agent ; voir s'ils laissent passer le nom d'un navigateur : curl -v -A 'Mozilla/5.0' {url}

        [http.not-found]
        meaning: Il n'y a rien à ce chemin (404 ou 410).
        summary: il n'y a rien à l'adresse {url} ({status})
        advice: Le fichier hosts de cette machine mène {name} à {address}, et le DNS à {dns} ; vérifier donc d'abord si sa ligne est encore nécessaire : grep -n {name} /etc/hosts
        advice: La liste de recherche de cette machine (/etc/resolv.conf) a complété le nom en {searched}. Si un autre hôte est visé, corriger le nom ou l'écrire en entier
        advice: Vérifier que le chemin ne contient pas de faute de frappe
        advice: Voir si le serveur est le bon : curl -v {url}

        [http.rate-limited]
        meaning: Le serveur limite le nombre de requêtes (429).
        summary: {url} rejette les nouvelles requêtes pour l'instant (429 Too Many Requests, nouvel essai possible après {retry})
        advice: Vérifier moins souvent : interval: de la cible dans /etc/netdiag/netdiag.yaml

        [http.client-error]
        meaning: Le serveur refuse la requête par un autre code 4xx.
        summary: {url} répond {status}{why}
        advice: Utiliser TLS : netdiag check {secure}
        advice: {misdirected} signifie que ce serveur n'est pas configuré pour ce nom sur cette connexion : vérifier ses hôtes virtuels, et que le nom de serveur de TLS est celui de l'URL
        advice: Essayer à la main : curl -v {url}
        advice: Consulter le journal du serveur

        [http.gateway-error]
        meaning: Le proxy fonctionne, mais le service derrière lui ne répond pas (502, 503 ou 504).
        summary: {url} répond {status} : le frontal ({who}) fonctionne, mais le service derrière lui ne répond pas
        advice: Voir si la cible fonctionne sans le proxy : netdiag check --no-proxy {direct}
        advice: Vérifier le service derrière le proxy, et le journal d'erreurs du proxy{software}

        [http.server-error]
        meaning: Le serveur échoue (autre code 5xx).
        summary: {url} répond {status} : le serveur a une erreur interne
        advice: Voir si la cible fonctionne sans le proxy : netdiag check --no-proxy {direct}
        advice: Consulter le journal d'erreurs du serveur{software}
        advice: Essayer à la main : curl -v {url}

        [http.no-answer]
        meaning: Connexion établie, requête envoyée, mais pas de premier octet à temps.
        summary: {asked} accepte la requête, mais ne répond pas à temps
        advice: Voir si la cible fonctionne sans le proxy : netdiag check --no-proxy {direct}
        advice: Consulter le journal de {proxy} : c'est lui, son serveur DNS ou le serveur derrière lui qui ne répond peut-être pas
        advice: Vérifier si tous les workers du serveur sont occupés, ou attendent un service derrière eux
        advice: Essayer avec un délai plus long : curl -v --max-time 60 {url}

        [http.stalled]
        meaning: Le corps de la réponse ne se termine pas à temps.
        summary: la réponse de {url} ne s'est pas terminée à temps : {progress}
        advice: Si elle dure plus longtemps, accorder plus de temps à la cible (timeout:) ; la voir : curl -Nv --max-time 60 {url}
        advice: Voir si les gros paquets passent : ping -M do -s 1400 {doubted}
        advice: Consulter le journal du serveur

        [http.truncated]
        meaning: Le corps de la réponse est plus court qu'annoncé.
        summary: la réponse de {url} se termine après {bytes} octets, avant la longueur annoncée : {detail}
        advice: Le serveur a réinitialisé la connexion, ou un équipement sur le chemin l'a fait à sa place, comme un routeur ou un pare-feu. Voir si elle se termine toujours après environ autant d'octets, et comparer sur un autre réseau : curl -o /dev/null {cut}
        advice: Chercher dans le journal du serveur un plantage au milieu d'une réponse

        [http.malformed]
        meaning: La réponse n'est pas du HTTP, ou n'en respecte pas le découpage en messages (framing).
        summary: la réponse de {url} n'est pas du HTTP valide : {detail}
        advice: Voir la réponse : curl -v --http0.9 {headless}
        advice: Voir la réponse telle que le serveur l'envoie : curl -v --raw {framed}
        advice: Le serveur a mis fin à HTTP/2 ; comparer avec HTTP/1.1 : curl -v --http1.1 {newer}
        advice: Voir s'il répond à HTTP/2 sans TLS : curl -v --http2-prior-knowledge {prior}
        advice: Les navigateurs et la plupart des programmes ne parlent HTTP/2 que sur TLS : configurer le port {prior_port} pour HTTP/1.1, avec nginx par listen sans http2
        advice: Vérifier que le port {port} sert bien HTTP

        [http.unexpected-status]
        meaning: Le code de statut n'est aucun de ceux configurés comme attendus pour la cible.
        summary: {url} répond {status}, ce qui n'est pas un code de statut attendu
        advice: Essayer à la main : curl -v {url}
        advice: Ou corriger status: de la cible dans /etc/netdiag/netdiag.yaml

        [http.unexpected-body]
        meaning: Le code de statut est celui attendu, mais pas le contenu.
        summary: le code de statut de {url} est celui attendu, mais pas le contenu : {rule} n'est pas respecté, on trouve {found}
        advice: Voir ce qu'il envoie : curl -s {url}
        advice: Ou corriger la règle de la cible dans /etc/netdiag/netdiag.yaml

        [http.slow]
        meaning: La page met plus de temps que le seuil.
        summary: {url} est lent : {total}, dont {time} pour « {phase} » ; la limite est de {limit}
        advice: Les {arrived} octets sont arrivés sans pause, et ce n'est pas tout ; voir à quelle vitesse ils arrivent, et chercher ce qui limite le débit, comme un lien saturé : curl -o /dev/null {url}
        advice: Il ne restait plus de temps pour suivre la redirection {followed}, on ne sait donc pas si la page fonctionne ; voir où elles mènent toutes : curl -sSIL {start}
        advice: Voir la durée de chaque phase : netdiag check --json {whole} | jq '.layers[-1].evidence.phases'
        advice: Si c'est le premier octet qui tarde, vérifier la charge du serveur et les services derrière lui
        advice: Ou accorder plus de temps : thresholds: page: dans /etc/netdiag/netdiag.yaml

        [http.failed]
        meaning: La requête a échoué, et rien n'indique laquelle des causes connues l'explique.
        summary: la requête vers {url} échoue : {detail}
        advice: Essayer à la main : curl -v {url}
        advice: Comparer avec HTTP/1.1 : curl -v --http1.1 {newer}

        """#
    }
}
