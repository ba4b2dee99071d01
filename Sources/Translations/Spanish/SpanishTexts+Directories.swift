extension SpanishTexts {
    static var directories: String {
        #"""
        [imap.no-greeting]
        meaning: El servidor IMAP acepta la conexión, pero no envía el saludo.
        summary: {destination} acepta la conexión, pero no envía el saludo
        advice: En el servidor, ver si se le han agotado los procesos de inicio de sesión: doveadm log errors, journalctl -u dovecot
        advice: Puede que espere TLS desde el primer byte: netdiag check imaps://{destination}

        [imap.no-answer]
        meaning: El servidor IMAP empieza a hablar y luego enmudece.
        summary: {destination} deja de responder (se esperaba «{step}»)
        advice: En el servidor, ver a qué espera: doveadm log errors, journalctl -u dovecot
        advice: Ver dónde falla: openssl s_client -starttls imap -connect {destination}

        [imap.closed]
        meaning: La conexión termina antes de que el servidor IMAP haya dicho lo que debe.
        summary: {destination} interrumpe el diálogo ({how}; se esperaba «{step}»)
        advice: En el servidor, averiguar por qué: doveadm log errors, journalctl -u dovecot
        advice: Ver si algo le impide atender a esta dirección: límites de conexiones, fail2ban-client status

        [imap.not-imap]
        meaning: Lo que responde en el puerto no habla IMAP.
        summary: {destination} no habla IMAP: se esperaba «{step}» y dice "{said}"
        advice: En el servidor, ver qué escucha ahí: ss -ltnp
        advice: Comprobar si algo en el camino responde en su lugar, como hacen los firewalls que inspeccionan el correo

        [imap.bye]
        meaning: El servidor IMAP se despide en lugar de dar servicio.
        summary: {destination} se despide con BYE (se esperaba «{step}»): "{said}"
        advice: Lo que dice es el motivo: se está apagando, tiene demasiadas conexiones o no atiende a esta dirección
        advice: En el servidor, ver sus límites: doveconf mail_max_userip_connections default_client_limit

        [imap.starttls-missing]
        meaning: STARTTLS no se puede usar con el servidor IMAP, y es obligatorio.
        summary: STARTTLS no se puede usar con {destination} ({detail}), e imap: starttls: lo exige
        advice: En el servidor, darle un certificado: doveconf ssl ssl_cert
        advice: Comprobar si algo en el camino lo elimina de la respuesta, como hacen los firewalls que inspeccionan el correo

        [imap.starttls-refused]
        meaning: El servidor IMAP ofrece STARTTLS, pero lo rechaza.
        summary: {destination} ofrece STARTTLS, pero lo rechaza: "{said}"
        advice: Puede que su TLS no funcione; a menudo no se puede leer la clave o el certificado: doveadm log errors
        advice: Ver qué dice: openssl s_client -starttls imap -connect {destination}

        [imap.starttls-injected]
        meaning: Se inyecta texto sin cifrar tras la respuesta a STARTTLS.
        summary: {destination} envía texto sin cifrar tras su respuesta a STARTTLS: "{said}"
        advice: Puede que un atacante en el camino lo haya inyectado para que se tome por algo recibido por TLS: no iniciar sesión por este camino
        advice: Comprobar si viene del propio servidor: probarlo desde un equipo contiguo a él

        [imap.login-rejected]
        meaning: El servidor IMAP rechaza el inicio de sesión.
        summary: {destination} rechaza el inicio de sesión: {said}
        advice: Ver si el usuario y la contraseña corresponden a una cuenta del servidor: credentials:
        advice: Algunos proveedores exigen una contraseña específica para cada programa, o TLS: imaps://, imap: starttls: required
        advice: En el servidor, probar la cuenta: doveadm auth test NAME

        [smtp.no-greeting]
        meaning: El servidor de correo acepta la conexión, pero no envía el saludo.
        summary: {destination} acepta la conexión, pero no envía el saludo
        advice: En el servidor, ver si le faltan procesos o si está buscando el nombre de este equipo: journalctl -u postfix -u exim4
        advice: Puede que espere TLS desde el primer byte: netdiag check smtps://{destination}
        advice: Algunos servidores hacen esperar adrede a los desconocidos: ver si ayuda dar más tiempo, netdiag check --timeout 60

        [smtp.no-answer]
        meaning: El servidor de correo empieza a hablar y luego enmudece.
        summary: {destination} deja de responder (se esperaba «{step}»)
        advice: En el servidor, averiguar a qué espera, a menudo al DNS o a un servicio de políticas: journalctl -u postfix -u exim4
        advice: Ver dónde falla: openssl s_client -starttls smtp -connect {destination}

        [smtp.closed]
        meaning: La conexión termina antes de que el servidor de correo haya dicho lo que debe.
        summary: {destination} interrumpe el diálogo ({how}; se esperaba «{step}»)
        advice: En el servidor, averiguar por qué: journalctl -u postfix -u exim4
        advice: Ver si algo le impide atender a esta dirección: tablas de acceso, límites de conexiones, fail2ban-client status

        [smtp.not-smtp]
        meaning: Lo que responde en el puerto no habla SMTP.
        summary: {destination} no habla SMTP: se esperaba «{step}» y dice "{said}"
        advice: En el servidor, ver qué escucha ahí: ss -ltnp
        advice: Comprobar si algo en el camino responde en su lugar, como hacen los firewalls que inspeccionan el correo

        [smtp.refused]
        meaning: El servidor de correo se niega a atender a este cliente.
        summary: {destination} niega el servicio (se esperaba «{step}»): "{said}"
        advice: 421: está ocupado, apagándose o limita a este cliente: preguntar con menos frecuencia o ver su registro (log)
        advice: 554: no atiende a nadie, o no a esta dirección: buscar la dirección en las listas de bloqueo que usa
        advice: 501, 504, 550 a EHLO: rechaza el nombre; fijar otro con smtp: name:

        [smtp.starttls-missing]
        meaning: El servidor de correo no ofrece STARTTLS, que es obligatorio.
        summary: {destination} no ofrece STARTTLS, y smtp: starttls: lo exige
        advice: En el servidor, darle un certificado: postconf smtpd_tls_security_level smtpd_tls_cert_file
        advice: Comprobar si algo en el camino lo elimina de la respuesta, como hacen los firewalls que inspeccionan el correo

        [smtp.starttls-refused]
        meaning: El servidor de correo ofrece STARTTLS, pero lo rechaza.
        summary: {destination} ofrece STARTTLS, pero lo rechaza: "{said}"
        advice: 454: su TLS está mal configurado, a menudo por una clave o un certificado ilegibles: journalctl -u postfix -u exim4
        advice: Ver qué dice: openssl s_client -starttls smtp -connect {destination}

        [smtp.starttls-injected]
        meaning: Se inyecta texto sin cifrar tras la respuesta a STARTTLS.
        summary: {destination} envía texto sin cifrar tras su respuesta a STARTTLS: "{said}"
        advice: Puede que un atacante en el camino lo haya inyectado para que se tome por algo recibido por TLS: no iniciar sesión por este camino
        advice: Comprobar si viene del propio servidor: probarlo desde un equipo contiguo a él

        [smtp.login-rejected]
        meaning: El servidor de correo rechaza el inicio de sesión.
        summary: {destination} rechaza el inicio de sesión: {said}
        advice: Ver si el usuario y la contraseña corresponden a una cuenta del servidor: credentials:
        advice: Algunos proveedores exigen una contraseña específica para cada programa, o TLS: smtps://, smtp: starttls: required
        advice: En el servidor, averiguar por qué: journalctl -u postfix -u saslauthd -u dovecot

        [ldap.no-answer]
        meaning: El servidor de directorio acepta la conexión, pero no responde.
        summary: {destination} deja de responder (se esperaba «{step}»)
        advice: En el servidor, ver si se le han agotado los hilos o si esperan a un backend: journalctl -u slapd, cn=monitor
        advice: Puede que espere TLS desde el primer byte: netdiag check ldaps://{destination}

        [ldap.closed]
        meaning: La conexión termina antes de que el servidor de directorio haya respondido.
        summary: {destination} interrumpe el diálogo ({how}; se esperaba «{step}»)
        advice: En el servidor, averiguar por qué: journalctl -u slapd
        advice: Puede que espere TLS desde el primer byte: netdiag check ldaps://{destination}

        [ldap.not-ldap]
        meaning: Lo que responde en el puerto no habla LDAP.
        summary: {destination} no habla LDAP (se esperaba «{step}»): {detail}
        advice: En el servidor, ver qué escucha ahí: ss -ltnp
        advice: Comprobar si algo en el camino responde en su lugar

        [ldap.refused]
        meaning: El servidor de directorio no muestra su root DSE a los clientes anónimos.
        summary: {destination} no muestra su root DSE a un cliente anónimo: {detail}
        advice: En el servidor, permitir su lectura: access to dn.base="" by * read, en slapd-config olcAccess
        advice: require authc y disallow bind_anon de slapd.conf(5) impiden el acceso a los clientes anónimos
        advice: Si es intencionado, comprobar solo el puerto: netdiag check {destination}

        [ldap.unavailable]
        meaning: El servidor de directorio dice que no está disponible por ahora.
        summary: {destination} no está disponible por ahora: {detail}
        advice: Está arrancando, apagándose o tiene demasiado trabajo: journalctl -u slapd
        advice: Ver sus conexiones y operaciones en espera: ldapsearch -b cn=monitor

        [ldap.failed]
        meaning: El servidor de directorio no consigue mostrar su root DSE.
        summary: {destination} responde a la búsqueda de su root DSE con {detail}
        advice: En el servidor, ver su registro (log): journalctl -u slapd
        advice: Ver qué dice a otros: ldapsearch -x -s base -b '' -H ldap://{destination} +

        [ldap.naming-context-missing]
        meaning: El servidor de directorio no contiene el directorio que se espera.
        summary: ldap: naming_context: espera {expected}, pero {destination} no lo contiene; los que contiene: {contexts}
        advice: En el servidor, ver si la base de datos está configurada y se ha abierto: slapcat -n 1, journalctl -u slapd
        advice: Ver si este es el servidor deseado y no otro con una configuración vacía

        [ldap.starttls-refused]
        meaning: El servidor de directorio rechaza StartTLS.
        summary: {destination} rechaza StartTLS: {detail}
        advice: protocolError: no tiene TLS; darle un certificado: TLSCertificateFile, olcTLSCertificateFile
        advice: unavailable: su TLS está mal configurado, a menudo por una clave o un certificado ilegibles: journalctl -u slapd

        [ldap.starttls-injected]
        meaning: Se inyecta texto sin cifrar tras la respuesta a StartTLS.
        summary: {destination} envía texto sin cifrar tras su respuesta a StartTLS: {detail}
        advice: Puede que un atacante en el camino lo haya inyectado para que se tome por algo recibido por TLS: no iniciar sesión por este camino
        advice: Comprobar si viene del propio servidor: probarlo desde un equipo contiguo a él

        """#
    }
}
