extension SpanishTexts {
    static var host: String {
        #"""
        [local.permission]
        meaning: Una comprobación necesita un permiso que el proceso no tiene.
        summary: netdiag no tiene permiso para enviar pings (ICMP echo request), así que no se ha hecho ping a {address}
        advice: Permitirlo a todos los usuarios: sysctl -w net.ipv4.ping_group_range='0 2147483647' (icmp(7))
        advice: O bien ejecutar netdiag como root; para el daemon, AmbientCapabilities=CAP_NET_RAW en la unidad de netdiagd

        [local.firewall]
        meaning: El propio filtro de paquetes de este equipo impide enviar o no deja entrar las respuestas.
        summary: el firewall o una política de seguridad de este mismo equipo bloquea el tráfico con {destination} ({error})
        advice: Dejar entrar el ICMPv6 de los tipos {types} (Neighbor Discovery), sin el cual IPv6 no funciona
        advice: Si no es intencionado, dejar entrar los errores ICMP (de {router} y otros), con los que este equipo aprende qué tamaños de paquete admite el camino, por ejemplo en nftables con `ct state established,related accept`
        advice: Ver las reglas: nft list ruleset
        advice: Buscar allí la regla en las cadenas de tipo {nat} y borrarla; con iptables: iptables -t {nat} -S
        advice: Ver las políticas de IPsec: ip xfrm policy
        advice: Buscar una política de seguridad: journalctl -k --grep 'denied'

        [local.reverse-path]
        meaning: Las respuestas llegan por una interfaz distinta de la que lleva a su remitente, y el filtro de ruta inversa estricto de este equipo las descarta.
        summary: las respuestas de {destination} llegan por {interface}, y el filtro de ruta inversa de este equipo las descarta
        advice: Ver por qué interfaz se llega a ese destino desde aquí: ip route get {address}
        advice: Averiguar por qué sus respuestas llegan por otra interfaz: las rutas de la puerta de enlace; o bien aceptarlas: sysctl -w net.ipv4.conf.all.rp_filter=2 net.ipv4.conf.{interface}.rp_filter=2

        [local.resource]
        meaning: A este equipo se le han agotado los descriptores de archivo, los puertos o la memoria.
        summary: este equipo se ha quedado sin recursos: {error}
        advice: Ver qué está en uso: {ss} -s; cat /proc/sys/fs/file-nr
        advice: Ver qué programas ocupan los puertos: ss {sockets}
        advice: Ver qué puertos locales hay: {sysctl} net.ipv4.ip_local_port_range
        advice: Subir el límite o detener lo que consume tanto: {systemctl} show -p LimitNOFILE netdiagd
        advice: Ver en qué interfaz hay tantos vecinos, por ejemplo por una subred grande o un escaneo: ip neigh show; o subir el límite: sysctl -w {limit}=8192

        [local.probe-overrun]
        meaning: La prueba de un tipo de destino no terminó a tiempo, lo que es un fallo de netdiag.
        summary: la prueba de {kind} no terminó a tiempo, por lo que no se sabe nada de {destination}
        advice: Darle más tiempo, para ver si llega a terminar: netdiag check --timeout 60 {target}
        advice: Comunicarlo al autor de este tipo de destino

        [local.clock]
        meaning: El reloj de este equipo está tan desajustado que TLS falla.
        summary: el reloj de este equipo está mal ({here}, {difference}{state}), por lo que no se puede verificar el certificado de {destination}
        advice: Ver qué dice chrony: {chrony} tracking; después, poner el reloj en hora de inmediato: {chrony} makestep
        advice: Ver qué sincroniza el reloj: {timesyncd} timesync-status; después, activarlo: {timesyncd} set-ntp true
        advice: Ver qué dice ntpd: {ntp} -p; después, poner el reloj en hora de inmediato: systemctl restart ntpsec
        advice: Instalar un servicio de hora: apt install chrony; ver el reloj: {none}
        advice: O bien ponerlo en hora a mano: date -u -s '{there}' && hwclock --systohc
        advice: En una máquina virtual, comprobar el reloj del anfitrión; en un equipo físico, la pila del reloj

        [local.trust-store]
        meaning: El archivo con las autoridades de certificación en las que confía este equipo no se puede usar, así que TLS falla con todos los servidores.
        summary: este equipo no puede verificar ningún certificado: {file} no contiene certificados utilizables de autoridades
        advice: Restablecer {system}: apt install --reinstall ca-certificates && update-ca-certificates --fresh
        advice: Ver qué contiene: ls -l {file}; openssl x509 -in {file} -noout -subject

        [local.hop-limit]
        meaning: Este equipo pone a sus paquetes un límite de saltos (TTL) demasiado bajo, y se quedan por el camino.
        summary: los paquetes de este equipo salen con un límite de saltos (TTL) de {limit} ({setting}) y por eso no llegan más allá ({end})
        advice: Ponerle el valor habitual de los equipos: sysctl -w {setting}=64
        advice: Averiguar qué lo ha fijado: grep -rs {setting} /etc/sysctl.conf /etc/sysctl.d /run/sysctl.d /usr/lib/sysctl.d

        [local.ipsec]
        meaning: Una política de IPsec de este equipo exige cifrar los paquetes y no hay claves para ello: quedan retenidos.
        summary: este equipo retiene los paquetes hacia {destination}: una política de IPsec exige cifrarlos y no hay claves para ello
        advice: Ver qué política es y si le corresponde algún estado (SA): ip xfrm policy; ip xfrm state
        advice: Iniciar el programa que negocia las claves y ver qué dice: swanctl --list-sas; systemctl status strongswan; journalctl -t charon
        advice: Si ya no debe haber ninguna VPN, quitar la política: ip xfrm policy flush

        [local.queue]
        meaning: Un limitador de tráfico (shaper) configurado en la interfaz de este equipo descarta lo que se va a enviar.
        summary: la cola de la interfaz {interface} de este equipo descarta paquetes hacia {destination}
        advice: Ver qué descarta: tc -s qdisc show dev {interface}
        advice: Darle una ráfaga y un límite de varios paquetes completos, o quitarlo: tc qdisc del dev {interface} root

        [link.none]
        meaning: Solo existe la interfaz de loopback.
        summary: este equipo no tiene ninguna interfaz de red aparte de loopback
        advice: Comprobar que se detecta el hardware: lspci -k, lsusb
        advice: Buscar un controlador o un firmware que falte: journalctl -k --grep 'firmware|eth|wlan'

        [link.admin-down]
        meaning: La interfaz por la que debería ir la ruta está desactivada por configuración.
        summary: {interface} está desactivada
        advice: Activarla: ip link set {interface} up
        advice: Averiguar qué la ha desactivado: journalctl -b --grep {interface}

        [link.no-carrier]
        meaning: La interfaz está activa, pero sin portadora: falla el cable o el otro extremo, o la radio no está asociada.
        summary: {interface} no está conectada: {lack}
        advice: Volver a iniciar el programa del túnel {tunnel}: systemctl list-units --all 'openvpn*' 'vpn*' 'tailscaled*'
        advice: Esperar medio minuto, hasta que el puente {bridge} haya comprobado que no hay bucles; si su red no los tiene, desactivar el spanning tree: ip link set {bridge} type bridge stp_state 0 forward_delay 0
        advice: Añadir {port}, que está activa y en ningún puente, si lleva a la red de {portless}: ip link set {port} master {portless}
        advice: Ver los puertos de {portless}, y dónde están configurados: ip link show master {portless}; grep -rs {portless} /etc/network /etc/netplan /etc/systemd/network /etc/NetworkManager
        advice: Comprobar que el cable de {plug} está enchufado en ambos extremos, o que la radio se ha unido a su red
        advice: Ver el estado de la interfaz: ip -s link show {interface}

        [link.dormant]
        meaning: Hay portadora, pero el enlace aún no está autorizado (802.1X, operstate dormant).
        summary: {interface} está a la espera de autorización (802.1X)
        advice: Comprobar la autenticación: journalctl -u wpa_supplicant -u NetworkManager -u systemd-networkd

        [link.arp-off]
        meaning: ARP está desactivado en la interfaz: los paquetes no llegan a ningún otro equipo.
        summary: ARP está desactivado en {interface}, por lo que este equipo no encuentra allí a ningún otro
        advice: Activarlo: ip link set {interface} arp on
        advice: Averiguar qué lo ha desactivado: journalctl -b --grep {interface}; grep -rsE 'ARP=|arp off' /etc/systemd/network /etc/network

        [link.flapping]
        meaning: La portadora ha cambiado varias veces en los últimos minutos.
        summary: la conexión de {interface} se ha perdido o recuperado {changes} veces en los dos últimos minutos
        advice: Probar otro cable y otro puerto del switch para {interface}
        advice: Ver cuándo se perdió y volvió: journalctl -k --grep {interface}
        advice: Comprobar si la corta el ahorro de energía o la negociación de velocidad: ethtool --show-eee {interface}; ethtool {interface}

        [link.weak-signal]
        meaning: La señal de radio está por debajo del umbral.
        summary: la señal inalámbrica de {network} en {interface} es débil: {signal} dBm, por debajo de {limit} dBm
        advice: Acercarse al punto de acceso o quitar los obstáculos que haya en medio
        advice: Ver qué otras redes hay al alcance: iw dev {interface} scan | grep -E 'SSID|signal'

        [link.insecure]
        meaning: La red inalámbrica es abierta o usa un cifrado vulnerable.
        summary: cualquiera que esté cerca puede leer el tráfico de la red inalámbrica {network} en {interface}: {weakness}
        advice: Configurar el punto de acceso con WPA2 o WPA3 y CCMP (AES)
        advice: Hasta entonces, usar por {interface} solo lo que ya va cifrado (TLS, una VPN)

        [link.errors]
        meaning: Aumentan los errores o los descartes en recepción o en transmisión.
        summary: {interface} pierde paquetes: de {packets} en {seconds} s, {lost}
        advice: Ver qué contador aumenta: ip -s -s link show {interface}; ethtool -S {interface}
        advice: Tramas dañadas: probar otro cable y comprobar que ambos extremos coinciden en velocidad y dúplex: ethtool {interface}
        advice: Descartes: comprobar si el otro extremo envía tramas más largas (ip link show {interface}: mtu) o si las colas son cortas (ethtool -g {interface})

        [link.degraded]
        meaning: Un bond o un bridge por el que va la ruta ha perdido un miembro.
        summary: el {kind} {interface} ha perdido {members}: miembros con portadora, {left} de {count}
        advice: Comprobar que el cable de {member} está enchufado en ambos extremos
        advice: Ver los miembros: ip link show master {interface}

        [link.mtu-mismatch]
        meaning: Las tramas de tamaño completo no llegan al vecino; las pequeñas, sí.
        summary: los paquetes de más de {mtu} bytes no llegan a {neighbour} desde {interface}, cuya MTU es {own}
        advice: Poner en {interface} la MTU que admite su enlace: ip link set dev {interface} mtu {mtu}
        advice: Ver la MTU del otro extremo y la del switch intermedio: ip link show
        advice: Comprobar que los paquetes de este tamaño obtienen respuesta, y los mayores no: ping -M do -s {data} {neighbour}

        [address.overlap]
        meaning: Una subred de un bridge, un túnel o un contenedor de este equipo contiene la dirección del destino, así que los paquetes no salen.
        summary: {address} está en {prefix}, la subred de {interface} ({kind}) en este equipo, así que los paquetes hacia esa dirección no salen por {uplink}
        advice: Ver por dónde van los paquetes hacia esa dirección: ip route get {address}
        advice: Quitar la ruta a esa única dirección, si es un resto: {routes} del {leftover} dev {interface}
        advice: Dar a {renumbered} otra subred: en Docker, `default-address-pools` en /etc/docker/daemon.json; en libvirt, `virsh net-edit`; en una VPN, sus AllowedIPs o sus rutas
        advice: Hasta entonces, añadir una ruta a esa única dirección: ip route add {routed} {way}

        [address.bad-source]
        meaning: La ruta prefiere una dirección de origen a la que nadie puede responder.
        summary: los paquetes salen de {interface} con el origen {source}, y las respuestas a esa dirección no vuelven
        advice: Eliminar la dirección {stale}, si ningún router anuncia ya su prefijo: ip -6 address del {stale} dev {interface}
        advice: Ver el origen de la ruta (src): {show}
        advice: Hacer que los paquetes salgan con {other}: {show} replace {destination} via {via} dev {interface} src {other}
        advice: O bien añadir en el router {gateway} una ruta hacia {source} a través de este equipo

        [address.stale-prefix]
        meaning: Se envían paquetes IPv6 con una dirección de origen de un prefijo que el router ya no anuncia.
        summary: los paquetes de {source} en {interface} {what}: {why}
        advice: Ver qué direcciones siguen siendo preferidas: ip -6 address show dev {interface} -deprecated
        advice: Eliminar la dirección hasta que el router vuelva a anunciar su prefijo: ip -6 address del {source}/{length} dev {interface}
        advice: Hacer que el router {router} anuncie el prefijo antiguo con una vida preferida de 0 tras un cambio (RFC 9096), o reiniciarlo
        advice: Ver lo que anuncia: rdisc6 {interface}

        [address.bridge-port]
        meaning: La dirección está en un puerto de un puente o bond y no en el propio puente, que es quien recibe las respuestas.
        summary: la dirección {address} está en {interface}, un puerto de {bridge}: las respuestas van a {bridge}, que no tiene la dirección
        advice: Mover la dirección a {bridge}: ip addr del {address} dev {interface}; ip addr add {address} dev {bridge}
        advice: Después, volver a poner la ruta predeterminada: ip route replace default via {gateway} dev {bridge}
        advice: O sacar {interface} de {bridge}: ip link set {interface} nomaster

        [address.broadcast]
        meaning: Una dirección de este equipo es la dirección de difusión de su subred.
        summary: la dirección {address} en {interface} es la dirección de difusión de su subred: las respuestas van a todos los equipos del enlace, y los programas no las reciben
        advice: Dar a {interface} otra dirección de la subred donde está configurada (/etc/network/interfaces, networkctl, nmcli, el servidor DHCP)
        advice: Si la longitud del prefijo es incorrecta, corregirla allí; compararla con otros equipos del enlace: ip address show dev {interface}

        [address.netmask]
        meaning: Una dirección tiene un prefijo tan corto (una máscara tan amplia) que se buscan en el enlace equipos que están lejos.
        summary: la máscara de red de {address} en {interface} es demasiado amplia: {destination} se busca en el enlace y no se envía a {gateway}
        advice: Comparar la longitud del prefijo con la de otros equipos del enlace, o preguntar a quien administra la red; lo habitual es /{usual}: ip address show dev {interface}
        advice: Corregirla donde se configura la dirección (/etc/network/interfaces, networkctl, nmcli, la máscara de subred del servidor DHCP)
        advice: O bien {elsewhere} está en otra red con las mismas direcciones, como la de una VPN: conectarse a ella y ver si añade una ruta: ip route get {elsewhere}

        [address.narrow-netmask]
        meaning: Una dirección tiene un prefijo demasiado largo (máscara demasiado estrecha), de modo que los paquetes a un equipo del mismo enlace se envían a la puerta de enlace.
        summary: la máscara de {address} en {interface} es demasiado estrecha: {destination} está en este enlace, pero los paquetes se envían a {gateway}, que no los entrega
        advice: Comparar la longitud del prefijo con la de otros equipos del enlace o preguntar al administrador de la red; lo habitual es /24: ip address show dev {interface}
        advice: Corregirla donde se configura la dirección (/etc/network/interfaces, networkctl, nmcli, máscara de subred del servidor DHCP)
        advice: Si las subredes están separadas a propósito, hacer que {gateway} reenvíe entre ellas

        [address.none]
        meaning: Ninguna interfaz con rutas tiene una dirección utilizable, ni IPv4 ni IPv6.
        summary: {interface} no tiene ninguna dirección IP utilizable{why}
        advice: Subir la MTU: ip link set {narrow} mtu 1500; qué la ha bajado: journalctl -b --grep {narrow}
        advice: Ver sus direcciones: ip address show dev {interface}
        advice: Ver qué dice de ella un cliente DHCP: journalctl -b --grep {client}
        advice: Solicitar una dirección: dhclient -v {client}, networkctl renew {client} o nmcli device reapply {client}

        [address.link-local-only]
        meaning: Solo hay direcciones de 169.254.0.0/16 o fe80::/10: no ha respondido ni DHCP ni ningún anuncio de router.
        summary: {interface} solo tiene direcciones de enlace local ({addresses}): no ha respondido ningún servidor DHCP ni ningún router
        advice: Solicitar una dirección: dhclient -v {interface}, networkctl renew {interface} o nmcli device reapply {interface}
        advice: Comprobar el servidor DHCP y el puerto del switch (VLAN) al que está conectada {interface}

        [address.duplicate]
        meaning: La detección de direcciones duplicadas ha fallado: otro equipo del enlace tiene la dirección.
        summary: conflicto de direcciones en {interface}: {who} usa {which}
        advice: Encontrar el otro equipo: arping -D -I {interface} {probed}, o ip neigh show dev {interface}
        advice: Encontrar el otro equipo: ndisc6 {solicited} {interface}, o ip -6 neigh show dev {interface}
        advice: Cambiar la dirección de este equipo, {own}, o la del otro
        advice: Si uno de los dos es la copia de una máquina virtual, darle en su hipervisor otra dirección física que {cloned}; para ver en un tercer equipo cuáles la tienen: ip neigh
        advice: Dar otra dirección a uno de los dos equipos con {shared}; si son dos tarjetas de red del mismo equipo, no es un fallo
        advice: Averiguar cuál de los dos es el router {gateway} (comparar con su etiqueta), y dar otra dirección al otro

        [address.tentative]
        meaning: Una dirección aún no se puede usar, o está obsoleta (deprecated) y no hay otra.
        summary: problema con la dirección {addresses} de {interface}: {state}
        advice: Aún no utilizable: esperar un segundo y volver a mirar: ip address show dev {fresh}
        advice: Obsoleta (deprecated): comprobar que su router sigue anunciando el prefijo, o que el servidor DHCP renueva la concesión: ip -6 route show dev {aged}; journalctl -b --grep 'dhcp|DHCP'

        [address.gateway-off-link]
        meaning: La puerta de enlace no está en ninguna subred de la interfaz.
        summary: la puerta de enlace {gateway} no está en ninguna subred de {interface} ({answer})
        advice: Comparar las direcciones y los prefijos de la interfaz con la puerta de enlace: ip address show dev {interface}; ip route
        advice: Corregir la puerta de enlace, o la dirección y la longitud de su prefijo, donde estén configuradas (/etc/network/interfaces, networkctl, nmcli)

        [address.lease-expired]
        meaning: Una concesión DHCP ha caducado sin renovarse.
        summary: la concesión DHCP de {address} en {interface} ha caducado ({ended}) y no se ha renovado
        advice: Comprobar que el cliente DHCP está en marcha: systemctl status systemd-networkd NetworkManager dhcpcd; pgrep -a dhclient
        advice: Comprobar que se llega al servidor DHCP {server}: ping -c 3 {server}
        advice: Volver a solicitarla: dhclient -v {interface}, networkctl renew {interface} o nmcli device reapply {interface}

        [address.rogue-router]
        meaning: Dos routers o servidores DHCP anuncian puertas de enlace distintas.
        summary: en {interface} se anuncian dos routers: {announcements}
        advice: Averiguar qué router es el legítimo y desactivar los anuncios del otro: rdisc6 {announced}
        advice: Hasta entonces: ip -6 route del default via {gateway} dev {interface}
        advice: Encontrar por su dirección MAC el servidor DHCP que no debería estar ahí: ip neigh show dev {interface}; después, apagarlo o bloquearlo en el switch (DHCP snooping): {server} o {other}

        [address.ipv6-disabled]
        meaning: IPv6 está desactivado en la interfaz y el destino solo tiene IPv6.
        summary: IPv6 está desactivado en {interface}{why}
        advice: Subir la MTU: ip link set {narrow} mtu 1500; qué la ha bajado: journalctl -b --grep {narrow}
        advice: Activarlo: sysctl -w net.ipv6.conf.{disabled}.disable_ipv6=0
        advice: Averiguar quién lo ha desactivado en {disabled}: grep -r disable_ipv6 /etc/sysctl.conf /etc/sysctl.d /usr/lib/sysctl.d; nmcli -f ipv6.method connection show

        """#
    }
}
