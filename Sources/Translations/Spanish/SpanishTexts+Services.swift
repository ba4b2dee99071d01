extension SpanishTexts {
    static var services: String {
        #"""
        [ssh.no-greeting]
        meaning: El puerto acepta conexiones, pero el servidor SSH no se identifica.
        summary: {destination} acepta la conexión, pero no envía nada
        advice: En el servidor, ver qué escucha y si está colgado: ss -tlnp 'sport = :{port}'; systemctl status ssh
        advice: Un servidor que busca los nombres de sus clientes espera a un servidor DNS que ya no está: UseDNS en sshd_config(5)

        [ssh.stalled]
        meaning: El servidor SSH se identifica y luego enmudece durante el intercambio de claves.
        summary: {destination} deja de responder durante el intercambio de claves
        advice: Puede que en el camino se pierdan los paquetes de tamaño completo mientras los pequeños pasan: tracepath {host}
        advice: En el servidor, ver su carga y el registro (log) de sshd: journalctl -u ssh

        [ssh.not-ssh]
        meaning: Lo que escucha en el puerto SSH no habla SSH.
        summary: {destination} dice "{text}" en lugar de una identificación SSH
        advice: Ver si es el puerto correcto: ssh://HOST:PORT
        advice: Ver qué escucha ahí: ss -tlnp 'sport = :{port}'

        [ssh.closed]
        meaning: El servidor SSH cierra la conexión antes de completar el intercambio de claves.
        summary: {destination} cierra la conexión antes de completar el intercambio de claves: {detail}
        advice: En el servidor, ver el registro (log) de sshd: journalctl -u ssh
        advice: Ver si rechaza a este cliente: MaxStartups y PerSourcePenalties en sshd_config(5), fail2ban, /etc/hosts.deny
        advice: Un sshd al que le faltan sus claves de host cierra todas las conexiones: ssh-keygen -A las crea

        [ssh.protocol-version]
        meaning: El servidor habla una versión de SSH distinta de la 2.0.
        summary: {destination} habla la versión {version} de SSH ({software}), no la 2.0
        advice: SSH 1 es inseguro y ningún cliente actual lo habla: actualizar el servidor o activar en él la versión 2

        [ssh.malformed]
        meaning: El servidor empieza a hablar SSH, pero infringe el protocolo.
        summary: {destination} infringe el protocolo SSH: {detail}
        advice: Ver qué escucha ahí: ss -tlnp 'sport = :{port}'
        advice: Comprobar si algo en el camino responde en su lugar

        [ssh.no-common-algorithm]
        meaning: El servidor y libssh, que aquí hace el intercambio de claves, no tienen ningún algoritmo en común.
        summary: {destination} no tiene ningún algoritmo en común con la libssh de este equipo: {detail}
        advice: Puede que otros clientes conozcan más: ver si ssh -v se conecta
        advice: En el servidor, ver KexAlgorithms, HostKeyAlgorithms, Ciphers y MACs: sshd -T

        [ssh.key-exchange]
        meaning: El intercambio de claves falla, así que el servidor no ha demostrado su clave de host.
        summary: el intercambio de claves con {destination} falla: {detail}
        advice: Si una firma es errónea, puede haber un atacante en el camino: comparar desde otra red
        advice: En el servidor, ver el registro (log) de sshd: journalctl -u ssh

        [ssh.wrong-host-key]
        meaning: El servidor demuestra una clave de host distinta de la esperada.
        summary: {destination} tiene la clave de host {fingerprint} ({type}), pero se espera {expected}
        advice: Un servidor tiene una clave de cada tipo y los clientes eligen una: indicar las huellas de todas ellas
        advice: En el servidor, comparar: for f in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $f; done
        advice: Si el servidor se ha reinstalado, cambiar ssh: fingerprint: del destino y el known_hosts de sus usuarios
        advice: Si no se ha reinstalado, puede haber un atacante en el camino: no iniciar sesión

        [ftp.login-rejected]
        meaning: El servidor FTP no acepta el inicio de sesión (530).
        summary: {destination} rechaza el inicio de sesión: {detail}
        advice: Comprobar el usuario y la contraseña; sin ellos, el acceso es anónimo
        advice: Ver si solo acepta el inicio de sesión por TLS: netdiag ftp ls --tls {url}

        [ftp.no-tls]
        meaning: Se ha pedido TLS y el servidor FTP no lo tiene (502, 534 o 431 a AUTH TLS).
        summary: {destination} no ofrece TLS: {detail}
        advice: Configurar el servidor para que ofrezca AUTH TLS
        advice: Ver si tiene ftps:// en el puerto 990: netdiag check tls://{host}:990

        [ftp.data-blocked]
        meaning: La conexión de control funciona; la de datos, no.
        summary: {destination} responde, pero no se puede establecer una conexión de datos con él: {detail}
        advice: Abrir los puertos pasivos del servidor en su firewall y configurar en él su dirección pública (pasv_address)
        advice: Probar el modo activo: netdiag ftp ls --active {url}

        [ftp.not-found]
        meaning: No hay nada en la ruta, o no se permite leerlo (550).
        summary: {url} no existe o no se permite leerlo: {detail}
        advice: Comprobar que está bien escrita; la ruta es relativa al directorio inicial de la sesión
        advice: Ver qué hay: netdiag ftp ls {parent}

        [ftp.write-denied]
        meaning: El servidor FTP se niega a guardar, renombrar o eliminar un archivo.
        summary: {destination} se niega a guardar el archivo: {detail}
        advice: Comprobar los permisos del usuario en ese directorio y el espacio libre en el servidor

        [ftp.malformed]
        meaning: Lo que responde no es un servidor FTP o infringe el RFC 959.
        summary: lo que dice {destination} no es FTP: {detail}
        advice: Ver qué dice: netdiag check tcp://{host}:{port}
        advice: Comprobar si {port} es el puerto correcto

        [ftp.no-answer]
        meaning: El servidor FTP acepta la conexión, pero deja de responder.
        summary: {destination} deja de responder: {detail}
        advice: Comprobar si el servidor busca los nombres de los clientes y se queda esperando (UseReverseDNS, reverse_lookup_enable)
        advice: Dar más tiempo: netdiag check --timeout 60 {url}

        [ftp.failed]
        meaning: El servidor FTP falla y nada indica cuál de los motivos conocidos es.
        summary: {url} falla: {detail}
        advice: Probarlo a mano: curl -v {url}
        advice: Consultar el registro (log) del servidor

        [ntp.refused]
        meaning: El equipo está ahí, pero nada escucha en el puerto NTP.
        summary: no hay ningún servidor de hora en marcha en {destination}
        advice: En el servidor, ver si hay un servidor de hora en marcha: systemctl status chronyd ntpd ntpsec systemd-timesyncd
        advice: chrony no atiende a nadie hasta que se le indica: allow NETWORK en chrony.conf

        [ntp.no-answer]
        meaning: El servidor no responde a las peticiones NTP.
        summary: {destination} no responde a NTP ({sent} peticiones)
        advice: En el servidor, comprobar que admite consultas desde aquí: chronyc accheck ADDRESS, o restrict en ntp.conf
        advice: Buscar un firewall en el camino que descarte el tráfico al puerto UDP {port}
        advice: Ver si responde otro servidor: netdiag check ntp://pool.ntp.org

        [ntp.malformed]
        meaning: Lo que responde en el puerto NTP no habla NTP.
        summary: {destination} responde, pero no a la pregunta: {strays} datagramas no son NTP
        advice: Ver qué escucha ahí: ss -ulnp 'sport = :{port}'
        advice: Comprobar si algo en el camino responde en su lugar

        [ntp.kiss-of-death]
        meaning: El servidor se niega a atender a este cliente (kiss of death).
        summary: {destination} se niega a atender a este cliente: {code}
        advice: RATE: preguntar con menos frecuencia; también cuentan otros clientes detrás de la misma dirección
        advice: DENY, RSTR: las reglas de acceso del servidor excluyen a este cliente; ver ahí restrict y allow

        [ntp.unsynchronised]
        meaning: El servidor responde, pero ni él mismo sabe la hora.
        summary: {destination} no está sincronizado (estrato {stratum}, leap {leap}), así que los clientes lo ignoran
        advice: En el servidor, ver sus propias fuentes: chronyc sources -v, o ntpq -pn
        advice: Tras un arranque puede tardar unos minutos

        [ntp.offset]
        meaning: El reloj del servidor y el de este equipo difieren más de lo permitido.
        summary: el reloj de {destination} está desfasado {offset} ({direction}) respecto al de este equipo; se permiten {limit}
        advice: Ver qué dice un segundo servidor, para saber cuál de los dos está mal: netdiag check ntp://pool.ntp.org
        advice: Ver qué mantiene en hora el reloj de este equipo: timedatectl timesync-status, o chronyc tracking

        [ntp.inaccurate]
        meaning: El servidor está lejos de un reloj de referencia.
        summary: {destination} está lejos de un reloj de referencia: {detail}
        advice: En el servidor, buscar fuentes más cercanas: chronyc sources -v, o ntpq -pn

        [mqtt.no-answer]
        meaning: El broker acepta la conexión, pero no responde.
        summary: {destination} deja de responder (se esperaba «{step}»)
        advice: En el broker, ver si está sobrecargado o espera a su backend de autenticación: journalctl -u mosquitto
        advice: Puede que espere TLS desde el primer byte: netdiag check mqtts://{destination}

        [mqtt.closed]
        meaning: La conexión termina antes de que el broker haya respondido.
        summary: {destination} interrumpe el diálogo ({how}; se esperaba «{step}»)
        advice: En el broker, averiguar por qué: journalctl -u mosquitto
        advice: Algunos cierran ante una versión que no hablan o unas credenciales que no aceptan: mqtt: version:
        advice: Puede que espere TLS desde el primer byte: netdiag check mqtts://{destination}

        [mqtt.not-mqtt]
        meaning: Lo que responde en el puerto no habla MQTT.
        summary: {destination} no habla MQTT (se esperaba «{step}»): {detail}
        advice: En el servidor, ver qué escucha ahí: ss -ltnp
        advice: Comprobar si algo en el camino responde en su lugar

        [mqtt.refused]
        meaning: El broker rechaza al cliente.
        summary: {destination} rechaza al cliente: {detail}
        advice: Versión del protocolo: elegir la que habla el broker, mqtt: version:
        advice: Identificador: elegir uno que el broker permita, mqtt: client_id:
        advice: En el broker, ver su registro (log): journalctl -u mosquitto

        [mqtt.login-rejected]
        meaning: El broker rechaza el inicio de sesión o lo exige.
        summary: {destination} rechaza el inicio de sesión: {detail}
        advice: Ver si el usuario y la contraseña, o el token, corresponden a una cuenta del broker: credentials:
        advice: En el broker, ver quién puede iniciar sesión: allow_anonymous, password_file, mosquitto_passwd(1)

        [mqtt.unavailable]
        meaning: El broker dice que no está disponible por ahora.
        summary: {destination} no está disponible por ahora: {detail}
        advice: Está arrancando, apagándose o ha alcanzado un límite: journalctl -u mosquitto
        advice: Ver cuántos clientes tiene: mosquitto_sub -t '$SYS/broker/clients/connected' -C 1

        [mqtt.no-pong]
        meaning: El broker ha aceptado al cliente, pero no responde a PINGREQ.
        summary: {destination} acepta al cliente y luego deja de responder (se esperaba «{step}»)
        advice: En el broker, ver si está colgado: journalctl -u mosquitto, top
        advice: Puede que un proxy o un balanceador de carga intermedio haya respondido por su cuenta a CONNECT

        [mqtt.subscription-refused]
        meaning: El broker rechaza la suscripción.
        summary: {destination} rechaza una suscripción a {topic}: {detail}
        advice: En el broker, ver si la cuenta puede leer el topic: acl_file, dynamic-security
        advice: Algunos brokers no aceptan comodines ni $SYS

        [mqtt.no-message]
        meaning: El broker acepta la suscripción, pero no llega ningún mensaje.
        summary: {destination} no entrega a tiempo ningún mensaje de {topic}
        advice: Solo hay un mensaje al instante si se publicó con retain: mosquitto_pub -r
        advice: Puede que el topic se escriba de otra forma: mosquitto_sub -v -t '#'
        advice: Algunos brokers aceptan una suscripción que la cuenta no puede leer y no entregan nada
        advice: Tras un reinicio sin persistencia, el broker ha olvidado los mensajes retenidos: persistence true

        [mqtt.unexpected-message]
        meaning: El mensaje del topic no es el esperado.
        summary: {destination} tiene el mensaje "{received}" de {topic}, pero se espera {expected}
        advice: Ver quién publica en el topic, y qué: mosquitto_sub -v -t {topic}
        advice: Ver si mqtt: expect: sigue siendo correcto

        [udp.refused]
        meaning: El equipo está ahí, pero nada escucha en el puerto UDP.
        summary: nada escucha en el puerto UDP {port} de {host}
        advice: Comprobar el número de puerto {port}
        advice: Si el servidor es propio, ver qué escucha en él: ss -ulnp 'sport = :{port}'

        [udp.no-answer]
        meaning: No vuelve nada en respuesta a un datagrama.
        summary: {destination} no responde ({sent} datagramas)
        advice: En el servidor, ver si llegan los datagramas: tcpdump -n udp port {port}
        advice: Buscar un firewall en el camino que descarte el tráfico al puerto UDP {port}
        advice: Muchos servicios solo responden a lo que entienden: indicar qué enviar con udp: send:, y qué ha de llegar con expect:

        [udp.unexpected]
        meaning: El puerto responde, pero no con lo que se espera.
        summary: {destination} responde "{received}", que no coincide con {expected}
        advice: Ver qué escucha ahí: ss -ulnp 'sport = :{port}'
        advice: Ver qué responde; la regla es udp: expect: del destino

        [icmp.no-reply]
        meaning: El equipo no responde a ningún echo request y nada más dice por qué.
        summary: {address} no responde a los pings
        advice: Muchos equipos descartan los pings: comprobar un puerto que deba servir, como en netdiag check {address}:22
        advice: Ver hasta dónde llegan los paquetes: traceroute {address}

        [icmp.unreachable]
        meaning: En respuesta al echo request ha llegado un error ICMP.
        summary: no se puede llegar a {address} ({detail}, según {reporter})
        advice: Ver hasta dónde llegan los paquetes: traceroute {address}
        advice: Ver la ruta: ip route get {address}

        """#
    }
}
