extension FrenchTexts {
    static var directories: String {
        #"""
        [imap.no-greeting]
        meaning: Le serveur IMAP accepte la connexion, mais n'envoie pas de message d'accueil.
        summary: {destination} accepte la connexion, mais n'envoie pas de message d'accueil
        advice: Sur le serveur, voir si ses processus d'authentification sont épuisés : doveadm log errors, journalctl -u dovecot
        advice: Il attend peut-être TLS dès le premier octet : netdiag check imaps://{destination}

        [imap.no-answer]
        meaning: Le serveur IMAP commence à parler, puis se tait.
        summary: {destination} se tait à l'étape « {step} »
        advice: Sur le serveur, voir ce qu'il attend : doveadm log errors, journalctl -u dovecot
        advice: Voir où cela échoue : openssl s_client -starttls imap -connect {destination}

        [imap.closed]
        meaning: La connexion prend fin avant que le serveur IMAP ait dit ce qu'il avait à dire.
        summary: {destination} met fin à l'échange ({how}) à l'étape « {step} »
        advice: Sur le serveur, chercher pourquoi : doveadm log errors, journalctl -u dovecot
        advice: Voir si quelque chose l'empêche de servir cette adresse : limites de connexions, fail2ban-client status

        [imap.not-imap]
        meaning: Ce qui répond sur le port ne parle pas IMAP.
        summary: {destination} ne parle pas IMAP : à l'étape « {step} », il dit "{said}"
        advice: Sur le serveur, voir ce qui y écoute : ss -ltnp
        advice: Vérifier si quelque chose répond à sa place sur le chemin, comme les pare-feu qui inspectent le courrier

        [imap.bye]
        meaning: Le serveur IMAP prend congé au lieu de servir.
        summary: {destination} répond BYE à l'étape « {step} » : "{said}"
        advice: Sa réponse en donne la raison : il s'arrête, a trop de connexions, ou ne sert pas cette adresse
        advice: Sur le serveur, voir ses limites : doveconf mail_max_userip_connections default_client_limit

        [imap.starttls-missing]
        meaning: STARTTLS n'est pas utilisable avec le serveur IMAP, alors qu'il est exigé.
        summary: {destination} ne permet pas STARTTLS ({detail}), alors que imap: starttls: l'exige
        advice: Sur le serveur, lui donner un certificat : doveconf ssl ssl_cert
        advice: Vérifier si quelque chose le retire de la réponse sur le chemin, comme les pare-feu qui inspectent le courrier

        [imap.starttls-refused]
        meaning: Le serveur IMAP propose STARTTLS, mais le refuse.
        summary: {destination} propose STARTTLS, mais le refuse : "{said}"
        advice: Son TLS est peut-être mal configuré, souvent une clé ou un certificat illisible : doveadm log errors
        advice: Voir ce qu'il dit : openssl s_client -starttls imap -connect {destination}

        [imap.starttls-injected]
        meaning: Du texte en clair est injecté après la réponse à STARTTLS.
        summary: {destination} envoie du texte en clair après sa réponse à STARTTLS : "{said}"
        advice: Un attaquant sur le chemin l'a peut-être injecté, pour qu'il passe pour du contenu reçu en TLS : ne pas s'authentifier par ce chemin
        advice: Vérifier si cela vient du serveur lui-même : essayer depuis un hôte voisin

        [imap.login-rejected]
        meaning: Le serveur IMAP rejette l'authentification.
        summary: {destination} rejette l'authentification : {said}
        advice: Voir si le nom d'utilisateur et le mot de passe sont ceux d'un compte du serveur : credentials:
        advice: Certains fournisseurs exigent un mot de passe propre à chaque programme, ou TLS : imaps://, imap: starttls: required
        advice: Sur le serveur, tester le compte : doveadm auth test NAME

        [smtp.no-greeting]
        meaning: Le serveur de messagerie accepte la connexion, mais n'envoie pas de message d'accueil.
        summary: {destination} accepte la connexion, mais n'envoie pas de message d'accueil
        advice: Sur le serveur, voir s'il manque de processus ou s'il résout le nom de cette machine : journalctl -u postfix -u exim4
        advice: Il attend peut-être TLS dès le premier octet : netdiag check smtps://{destination}
        advice: Certains serveurs font volontairement attendre les inconnus : voir si un délai plus long aide, netdiag check --timeout 60

        [smtp.no-answer]
        meaning: Le serveur de messagerie commence à parler, puis se tait.
        summary: {destination} se tait à l'étape « {step} »
        advice: Sur le serveur, trouver ce qu'il attend, souvent le DNS ou un service de politique (policy service) : journalctl -u postfix -u exim4
        advice: Voir où cela échoue : openssl s_client -starttls smtp -connect {destination}

        [smtp.closed]
        meaning: La connexion prend fin avant que le serveur de messagerie ait dit ce qu'il avait à dire.
        summary: {destination} met fin à l'échange ({how}) à l'étape « {step} »
        advice: Sur le serveur, chercher pourquoi : journalctl -u postfix -u exim4
        advice: Voir si quelque chose l'empêche de servir cette adresse : tables d'accès, limites de connexions, fail2ban-client status

        [smtp.not-smtp]
        meaning: Ce qui répond sur le port ne parle pas SMTP.
        summary: {destination} ne parle pas SMTP : à l'étape « {step} », il dit "{said}"
        advice: Sur le serveur, voir ce qui y écoute : ss -ltnp
        advice: Vérifier si quelque chose répond à sa place sur le chemin, comme les pare-feu qui inspectent le courrier

        [smtp.refused]
        meaning: Le serveur de messagerie refuse de servir ce client.
        summary: {destination} refuse le service à l'étape « {step} » : "{said}"
        advice: 421 : il est occupé, s'arrête, ou limite ce client : interroger moins souvent, ou consulter son journal
        advice: 554 : il ne sert personne, ou pas cette adresse : la chercher dans les listes de blocage qu'il utilise
        advice: 501, 504, 550 à EHLO : il rejette le nom ; en définir un autre avec smtp: name:

        [smtp.starttls-missing]
        meaning: Le serveur de messagerie ne propose pas STARTTLS, alors qu'il est exigé.
        summary: {destination} ne propose pas STARTTLS, exigé par smtp: starttls:
        advice: Sur le serveur, lui donner un certificat : postconf smtpd_tls_security_level smtpd_tls_cert_file
        advice: Vérifier si quelque chose le retire de la réponse sur le chemin, comme les pare-feu qui inspectent le courrier

        [smtp.starttls-refused]
        meaning: Le serveur de messagerie propose STARTTLS, mais le refuse.
        summary: {destination} propose STARTTLS, mais le refuse : "{said}"
        advice: 454 : son TLS est mal configuré, souvent une clé ou un certificat illisible : journalctl -u postfix -u exim4
        advice: Voir ce qu'il dit : openssl s_client -starttls smtp -connect {destination}

        [smtp.starttls-injected]
        meaning: Du texte en clair est injecté après la réponse à STARTTLS.
        summary: {destination} envoie du texte en clair après sa réponse à STARTTLS : "{said}"
        advice: Un attaquant sur le chemin l'a peut-être injecté, pour qu'il passe pour du contenu reçu en TLS : ne pas s'authentifier par ce chemin
        advice: Vérifier si cela vient du serveur lui-même : essayer depuis un hôte voisin

        [smtp.login-rejected]
        meaning: Le serveur de messagerie rejette l'authentification.
        summary: {destination} rejette l'authentification : {said}
        advice: Voir si le nom d'utilisateur et le mot de passe sont ceux d'un compte du serveur : credentials:
        advice: Certains fournisseurs exigent un mot de passe propre à chaque programme, ou TLS : smtps://, smtp: starttls: required
        advice: Sur le serveur, chercher pourquoi : journalctl -u postfix -u saslauthd -u dovecot

        [ldap.no-answer]
        meaning: Le serveur d'annuaire accepte la connexion, mais ne répond pas.
        summary: {destination} se tait à l'étape « {step} »
        advice: Sur le serveur, voir si ses threads sont épuisés ou attendent un backend : journalctl -u slapd, cn=monitor
        advice: Il attend peut-être TLS dès le premier octet : netdiag check ldaps://{destination}

        [ldap.closed]
        meaning: La connexion prend fin avant que le serveur d'annuaire ait répondu.
        summary: {destination} met fin à l'échange ({how}) à l'étape « {step} »
        advice: Sur le serveur, chercher pourquoi : journalctl -u slapd
        advice: Il attend peut-être TLS dès le premier octet : netdiag check ldaps://{destination}

        [ldap.not-ldap]
        meaning: Ce qui répond sur le port ne parle pas LDAP.
        summary: {destination} ne parle pas LDAP (étape « {step} ») : {detail}
        advice: Sur le serveur, voir ce qui y écoute : ss -ltnp
        advice: Vérifier si quelque chose répond à sa place sur le chemin

        [ldap.refused]
        meaning: Le serveur d'annuaire ne montre pas son root DSE aux clients anonymes.
        summary: {destination} ne montre pas son root DSE à un client anonyme : {detail}
        advice: Sur le serveur, en autoriser la lecture : access to dn.base="" by * read, dans slapd-config olcAccess
        advice: require authc et disallow bind_anon de slapd.conf(5) excluent les clients anonymes
        advice: Si c'est voulu, vérifier seulement son port : netdiag check {destination}

        [ldap.unavailable]
        meaning: Le serveur d'annuaire indique qu'il est indisponible pour l'instant.
        summary: {destination} est indisponible pour l'instant : {detail}
        advice: Il démarre, s'arrête, ou est surchargé : journalctl -u slapd
        advice: Voir ses connexions et ses opérations en attente : ldapsearch -b cn=monitor

        [ldap.failed]
        meaning: Le serveur d'annuaire ne parvient pas à montrer son root DSE.
        summary: {destination} répond à la recherche de son root DSE par {detail}
        advice: Sur le serveur, consulter son journal : journalctl -u slapd
        advice: Voir ce qu'il répond à d'autres : ldapsearch -x -s base -b '' -H ldap://{destination} +

        [ldap.naming-context-missing]
        meaning: Le serveur d'annuaire n'héberge pas l'annuaire attendu.
        summary: {destination} n'héberge pas {expected}, que ldap: naming_context: attend ; il héberge {contexts}
        advice: Sur le serveur, voir si la base est configurée et a été ouverte : slapcat -n 1, journalctl -u slapd
        advice: Voir si ce serveur est bien celui visé, et non un serveur à la configuration vide

        [ldap.starttls-refused]
        meaning: Le serveur d'annuaire refuse StartTLS.
        summary: {destination} refuse StartTLS : {detail}
        advice: protocolError : il n'a pas TLS ; lui donner un certificat : TLSCertificateFile, olcTLSCertificateFile
        advice: unavailable : son TLS est mal configuré, souvent une clé ou un certificat illisible : journalctl -u slapd

        [ldap.starttls-injected]
        meaning: Du texte en clair est injecté après la réponse à StartTLS.
        summary: {destination} envoie du texte en clair après sa réponse à StartTLS : {detail}
        advice: Un attaquant sur le chemin l'a peut-être injecté, pour qu'il passe pour du contenu reçu en TLS : ne pas s'authentifier par ce chemin
        advice: Vérifier si cela vient du serveur lui-même : essayer depuis un hôte voisin

        """#
    }
}
