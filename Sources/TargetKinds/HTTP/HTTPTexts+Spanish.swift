extension HTTPKind {
    static var spanish: String {
        #"""
        [http.redirect-loop]
        meaning: Las redirecciones forman un bucle o superan el límite.
        summary: {url} redirige sin fin: {chain}
        advice: Seguirlas a mano: curl -sIL --max-redirs 10 {url}
        advice: Comprobar las reglas de redirección del servidor

        [http.redirect-downgrade]
        meaning: Una redirección lleva de https a http.
        summary: {url} lleva de https a http: {chain}
        advice: Hacer que el servidor redirija a https

        [http.redirect-refused]
        meaning: Una redirección lleva a un lugar que netdiag no sigue.
        summary: no se sigue una redirección de {url}: {detail}
        advice: Ver adónde lleva: curl -sI {url}
        advice: Comprobar las reglas de redirección del servidor

        [http.auth-required]
        meaning: El servidor pide autenticación (401) y no hay credenciales.
        summary: {url} requiere autenticación (401, {schemes}), pero no hay credenciales configuradas
        advice: Configurar un archivo con ellas: credentials: del destino en /etc/netdiag/netdiag.yaml
        advice: O bien comprobar una página que no requiera autenticación

        [http.auth-rejected]
        meaning: El servidor rechaza las credenciales (401).
        summary: {url} rechaza las credenciales{scheme}
        advice: Corregir las credenciales del destino; no se vuelven a probar hasta que cambien
        advice: Ver en el registro (log) del servidor si la cuenta está bloqueada

        [http.auth-scheme]
        meaning: El servidor no ofrece ningún esquema de autenticación que sirva para las credenciales (401).
        summary: {url} solo ofrece {schemes}, y las credenciales configuradas son para otros esquemas
        advice: Permitir uno de estos esquemas en credentials: del destino, o hacer que el servidor ofrezca otro

        [http.auth-unavailable]
        meaning: El servidor pide autenticación (401), pero no se pueden obtener las credenciales configuradas.
        summary: {url} requiere autenticación, pero no se pueden leer las credenciales: {reason}
        advice: Comprobar las credenciales del destino; con Kerberos, klist muestra los tickets

        [http.forbidden]
        meaning: El servidor prohíbe la petición (403).
        summary: el acceso a {url} está prohibido (403)
        advice: El router {filter} acepta la conexión en lugar del servidor, como hacen los filtros web: preguntar a quien lo administra si la página está bloqueada
        advice: Un proxy marca la página como suya ({mark}): comprobar las reglas y el registro (log) de ese proxy, delante del servidor o en el camino
        advice: Ver si el destino funciona sin el proxy: netdiag check --no-proxy {direct}
        advice: Comprobar las reglas y el registro (log) de {proxy}, que puede ser quien responde
        advice: Comprobar las reglas de acceso y el registro (log) del servidor
        advice: Probarlo a mano: curl -v {url}
        advice: Algunos servidores rechazan programas por su User-Agent; ver si dejan pasar el nombre de un navegador: curl -v -A 'Mozilla/5.0' {url}

        [http.not-found]
        meaning: No hay nada en la ruta (404 o 410).
        summary: no hay nada en {url} ({status})
        advice: El archivo hosts de este equipo lleva {name} a {address}, y el DNS a {dns}; comprobar primero si su línea aún hace falta: grep -n {name} /etc/hosts
        advice: La lista de búsqueda de este equipo (/etc/resolv.conf) completó el nombre como {searched}. Si se trata de otro equipo, corregir el nombre o escribirlo completo
        advice: Comprobar que la ruta está bien escrita
        advice: Ver si el servidor es el correcto: curl -v {url}

        [http.rate-limited]
        meaning: El servidor limita la frecuencia de las peticiones (429).
        summary: {url} rechaza por ahora más peticiones (429 Too Many Requests, reintentar tras {retry})
        advice: Comprobarla con menos frecuencia: interval: del destino en /etc/netdiag/netdiag.yaml

        [http.client-error]
        meaning: El servidor rechaza la petición con otro 4xx.
        summary: {url} responde {status}{why}
        advice: Usar TLS: netdiag check {secure}
        advice: {misdirected} significa que este servidor no está configurado para ese nombre en esta conexión: revisar sus hosts virtuales y que el nombre de servidor de TLS sea el de la URL
        advice: Probarlo a mano: curl -v {url}
        advice: Consultar el registro (log) del servidor

        [http.gateway-error]
        meaning: El proxy funciona, pero el servicio que hay detrás no responde (502, 503 o 504).
        summary: {url} responde {status}: contesta el intermediario ({who}), pero no el servicio que hay detrás
        advice: Ver si el destino funciona sin el proxy: netdiag check --no-proxy {direct}
        advice: Comprobar el servicio que hay detrás del proxy y el registro de errores del proxy{software}

        [http.server-error]
        meaning: El servidor falla (otro 5xx).
        summary: {url} responde {status}: el servidor tiene un error interno
        advice: Ver si el destino funciona sin el proxy: netdiag check --no-proxy {direct}
        advice: Comprobar el registro de errores del servidor{software}
        advice: Probarlo a mano: curl -v {url}

        [http.no-answer]
        meaning: Conexión establecida y petición enviada, pero el primer byte no llega a tiempo.
        summary: {asked} acepta la petición, pero no responde a tiempo
        advice: Ver si el destino funciona sin el proxy: netdiag check --no-proxy {direct}
        advice: Comprobar el registro (log) de {proxy}: puede que no responda él, su servidor DNS o el servidor que hay detrás
        advice: Comprobar si todos los workers del servidor están ocupados o esperan a un servicio que hay detrás
        advice: Probar con un límite mayor: curl -v --max-time 60 {url}

        [http.stalled]
        meaning: El cuerpo no termina a tiempo.
        summary: la respuesta de {url} no ha terminado a tiempo: {progress}
        advice: Si dura más, dar más tiempo al destino (timeout:); verlo: curl -Nv --max-time 60 {url}
        advice: Ver si pasan los paquetes grandes: ping -M do -s 1400 {doubted}
        advice: Consultar el registro (log) del servidor

        [http.truncated]
        meaning: El cuerpo es más corto de lo declarado.
        summary: la respuesta de {url} termina tras {bytes} bytes, antes de la longitud declarada: {detail}
        advice: El servidor restableció la conexión, o lo hizo en su lugar un dispositivo en el camino, como un router o un cortafuegos. Ver si siempre termina tras más o menos los mismos bytes, y comparar por otra red: curl -o /dev/null {cut}
        advice: Buscar en el registro (log) del servidor una caída en mitad de una respuesta

        [http.malformed]
        meaning: La respuesta no es HTTP o infringe su formato de mensajes.
        summary: la respuesta de {url} no es HTTP válido: {detail}
        advice: Ver la respuesta: curl -v --http0.9 {headless}
        advice: Ver la respuesta tal como la envía el servidor: curl -v --raw {framed}
        advice: El servidor ha terminado HTTP/2; comparar con HTTP/1.1: curl -v --http1.1 {newer}
        advice: Ver si responde a HTTP/2 sin TLS: curl -v --http2-prior-knowledge {prior}
        advice: Los navegadores y la mayoría de los programas solo hablan HTTP/2 sobre TLS; configurar el puerto {prior_port} para HTTP/1.1, en nginx con listen sin http2
        advice: Comprobar si el puerto {port} sirve HTTP

        [http.unexpected-status]
        meaning: El código de estado no es ninguno de los que se esperan de este destino.
        summary: {url} responde {status}, que no es un código de estado esperado
        advice: Probarlo a mano: curl -v {url}
        advice: O bien corregir status: del destino en /etc/netdiag/netdiag.yaml

        [http.unexpected-body]
        meaning: El código de estado es el esperado, pero el contenido no.
        summary: el código de estado de {url} es el esperado, pero el contenido no: no se cumple {rule}, se encuentra {found}
        advice: Ver qué envía: curl -s {url}
        advice: O bien corregir la regla del destino en /etc/netdiag/netdiag.yaml

        [http.slow]
        meaning: La página tarda más que el umbral.
        summary: {url} es lenta: tarda {total}, de los que {time} corresponden a una sola fase ({phase}); el límite es {limit}
        advice: Los {arrived} bytes llegaron sin pausa, y hay más; ver a qué velocidad llegan y buscar qué limita la velocidad, como un enlace lleno: curl -o /dev/null {url}
        advice: No quedó tiempo para seguir la redirección {followed}, así que no se sabe si la página funciona; ver adónde llevan todas: curl -sSIL {start}
        advice: Ver el tiempo de cada fase: netdiag check --json {whole} | jq '.layers[-1].evidence.phases'
        advice: Si lo que más tarda es el primer byte, comprobar la carga del servidor y los servicios que hay detrás
        advice: O bien dar más tiempo: thresholds: page: en /etc/netdiag/netdiag.yaml

        [http.failed]
        meaning: La petición ha fallado y nada indica cuál de los motivos conocidos es.
        summary: la petición a {url} falla: {detail}
        advice: Probarlo a mano: curl -v {url}
        advice: Comparar con HTTP/1.1: curl -v --http1.1 {newer}

        """#
    }
}
