extension SimplifiedChineseTexts {
    static var services: String {
        #"""
        [ssh.no-greeting]
        meaning: 端口接受连接，但 SSH 服务器没有发送标识。
        summary: {destination} 接受连接，但没有发送任何内容
        advice: 在服务器上查看是什么在监听、是否卡死: ss -tlnp 'sport = :{port}'; systemctl status ssh
        advice: 服务器如果反查客户端域名，就会一直等待已不存在的 DNS 服务器：见 sshd_config(5) 中的 UseDNS

        [ssh.stalled]
        meaning: SSH 服务器发送了标识，随后在密钥交换时没有回应。
        summary: {destination} 在密钥交换期间没有回应
        advice: 路径上可能丢弃满长数据包，而小包可以通过: tracepath {host}
        advice: 在服务器上查看负载和 sshd 的日志: journalctl -u ssh

        [ssh.not-ssh]
        meaning: SSH 端口上监听的程序使用的不是 SSH。
        summary: {destination} 返回“{text}”，而不是 SSH 标识
        advice: 检查端口是否正确: ssh://HOST:PORT
        advice: 查看是什么在监听: ss -tlnp 'sport = :{port}'

        [ssh.closed]
        meaning: 密钥交换尚未完成，SSH 服务器就关闭了连接。
        summary: {destination} 在密钥交换完成之前关闭了连接：{detail}
        advice: 在服务器上查看 sshd 的日志: journalctl -u ssh
        advice: 查看它是否拒绝该客户端：sshd_config(5) 中的 MaxStartups 和 PerSourcePenalties、fail2ban、/etc/hosts.deny
        advice: sshd 如果没有主机密钥，会关闭所有连接：可用 ssh-keygen -A 生成

        [ssh.protocol-version]
        meaning: 服务器使用的 SSH 版本不是 2.0。
        summary: {destination} 使用的 SSH 版本为 {version}（{software}），不是 2.0
        advice: SSH 1 已不安全，现有的客户端均不再支持：请更新服务器，或在服务器上启用版本 2

        [ssh.malformed]
        meaning: 服务器开始使用 SSH，但违反了协议。
        summary: {destination} 违反了 SSH 协议：{detail}
        advice: 查看是什么在监听: ss -tlnp 'sport = :{port}'
        advice: 检查路径上是否有设备在代替它应答

        [ssh.no-common-algorithm]
        meaning: 服务器与本机执行密钥交换的 libssh 没有共同支持的算法。
        summary: {destination} 与本机的 libssh 没有共同支持的算法：{detail}
        advice: 其他客户端可能支持更多算法：看看 ssh -v 能否连接
        advice: 在服务器上查看 KexAlgorithms、HostKeyAlgorithms、Ciphers 和 MACs: sshd -T

        [ssh.key-exchange]
        meaning: 密钥交换失败，服务器因此未能证明其主机密钥。
        summary: 与 {destination} 的密钥交换失败：{detail}
        advice: 如果签名有误，路径上可能有攻击者：请换一个网络对比
        advice: 在服务器上查看 sshd 的日志: journalctl -u ssh

        [ssh.wrong-host-key]
        meaning: 服务器证明的主机密钥与预期的不同。
        summary: {destination} 的主机密钥为 {fingerprint}（{type}），而预期为 {expected}
        advice: 服务器每种类型各有一个密钥，由客户端选用：请列出全部密钥的指纹
        advice: 在服务器上核对: for f in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf $f; done
        advice: 如果服务器重装过，请修改该目标的 ssh: fingerprint:，以及其用户的 known_hosts
        advice: 如果没有重装过，路径上可能有攻击者：请勿登录

        [ftp.login-rejected]
        meaning: FTP 服务器不接受登录（530）。
        summary: {destination} 拒绝登录：{detail}
        advice: 检查用户名和密码；不提供时为匿名登录
        advice: 查看它是否只接受通过 TLS 登录: netdiag ftp ls --tls {url}

        [ftp.no-tls]
        meaning: 请求使用 TLS，但 FTP 服务器不支持（对 AUTH TLS 返回 502、534 或 431）。
        summary: {destination} 不提供 TLS：{detail}
        advice: 将服务器配置为支持 AUTH TLS
        advice: 查看它在端口 990 上是否提供 ftps://: netdiag check tls://{host}:990

        [ftp.data-blocked]
        meaning: 控制连接正常，数据连接不通。
        summary: {destination} 有应答，但无法与它建立数据连接：{detail}
        advice: 在服务器的防火墙上放行其被动模式端口，并配置其公网地址（pasv_address）
        advice: 尝试主动模式: netdiag ftp ls --active {url}

        [ftp.not-found]
        meaning: 该路径下没有内容，或无权读取（550）。
        summary: {url} 不存在或无权读取：{detail}
        advice: 检查是否有拼写错误；路径是相对于登录目录的
        advice: 查看那里有什么: netdiag ftp ls {parent}

        [ftp.write-denied]
        meaning: FTP 服务器拒绝存储、重命名或删除文件。
        summary: {destination} 拒绝存储文件：{detail}
        advice: 检查登录用户在该目录的权限，以及服务器的剩余空间

        [ftp.malformed]
        meaning: 应答的不是 FTP 服务器，或违反 RFC 959。
        summary: {destination} 返回的内容不是 FTP：{detail}
        advice: 查看它返回的内容: netdiag check tcp://{host}:{port}
        advice: 检查端口 {port} 是否正确

        [ftp.no-answer]
        meaning: FTP 服务器接受连接，但随后不再应答。
        summary: {destination} 不再应答：{detail}
        advice: 检查服务器是否在反查客户端域名并等待结果（UseReverseDNS、reverse_lookup_enable）
        advice: 延长等待时间: netdiag check --timeout 60 {url}

        [ftp.failed]
        meaning: FTP 服务器出错，且无法归入任何已知原因。
        summary: {url} 失败：{detail}
        advice: 手动尝试: curl -v {url}
        advice: 查看服务器日志

        [ntp.refused]
        meaning: 主机在线，但 NTP 端口没有程序监听。
        summary: {destination} 上没有运行时间服务器
        advice: 在服务器上查看时间服务是否在运行: systemctl status chronyd ntpd ntpsec systemd-timesyncd
        advice: chrony 默认不为任何客户端提供服务，须在 chrony.conf 中开放: allow NETWORK

        [ntp.no-answer]
        meaning: 服务器不应答 NTP 请求。
        summary: {destination} 不应答 NTP（{sent} 次请求）
        advice: 在服务器上检查是否允许从本机查询: chronyc accheck ADDRESS 或 ntp.conf 中的 restrict
        advice: 检查路径上是否有防火墙丢弃 UDP 端口 {port} 的数据包
        advice: 查看其他服务器是否应答: netdiag check ntp://pool.ntp.org

        [ntp.malformed]
        meaning: NTP 端口上应答的程序使用的不是 NTP。
        summary: {destination} 有应答，但与请求不符：{strays} 个数据报不是 NTP
        advice: 查看是什么在监听: ss -ulnp 'sport = :{port}'
        advice: 检查路径上是否有设备在代替它应答

        [ntp.kiss-of-death]
        meaning: 服务器拒绝为该客户端提供服务（Kiss-o'-Death）。
        summary: {destination} 拒绝为该客户端提供服务：{code}
        advice: RATE：降低查询频率；同一地址后面的其他客户端也计算在内
        advice: DENY、RSTR：服务器的访问规则不允许该客户端；请查看服务器上的 restrict 和 allow

        [ntp.unsynchronised]
        meaning: 服务器有应答，但它自身也不知道准确时间。
        summary: {destination} 自身未同步（stratum {stratum}，leap {leap}），因此客户端会忽略它
        advice: 在服务器上查看它自己的时间源: chronyc sources -v 或 ntpq -pn
        advice: 刚启动时可能需要几分钟

        [ntp.offset]
        meaning: 服务器与本机的时钟相差超过允许范围。
        summary: {destination} 的时钟相对本机偏差 {offset}（{direction}），允许偏差为 {limit}
        advice: 查询第二台服务器，以判断两者中哪个有误: netdiag check ntp://pool.ntp.org
        advice: 查看本机时钟由什么维持: timedatectl timesync-status 或 chronyc tracking

        [ntp.inaccurate]
        meaning: 服务器离参考时钟过远。
        summary: {destination} 离参考时钟过远：{detail}
        advice: 在服务器上查找更近的时间源: chronyc sources -v 或 ntpq -pn

        [mqtt.no-answer]
        meaning: broker 接受连接，但没有应答。
        summary: {destination} 在“{step}”这一步没有回应
        advice: 在 broker 上查看它是否过载，或在等待认证后端: journalctl -u mosquitto
        advice: 它可能要求一开始就使用 TLS: netdiag check mqtts://{destination}

        [mqtt.closed]
        meaning: broker 尚未应答，连接就已结束。
        summary: {destination} 没有完成“{step}”这一步：{how}
        advice: 在 broker 上查明原因: journalctl -u mosquitto
        advice: 有些 broker 遇到不支持的协议版本或不接受的登录会直接关闭连接: mqtt: version:
        advice: 它可能要求一开始就使用 TLS: netdiag check mqtts://{destination}

        [mqtt.not-mqtt]
        meaning: 该端口上应答的程序使用的不是 MQTT。
        summary: {destination} 使用的不是 MQTT（预期为“{step}”）：{detail}
        advice: 在服务器上查看是什么在监听: ss -ltnp
        advice: 检查路径上是否有设备在代替它应答

        [mqtt.refused]
        meaning: broker 拒绝该客户端。
        summary: {destination} 拒绝该客户端：{detail}
        advice: 协议版本：选用 broker 支持的版本（mqtt: version:）
        advice: 客户端标识：选用 broker 允许的标识（mqtt: client_id:）
        advice: 在 broker 上查看日志: journalctl -u mosquitto

        [mqtt.login-rejected]
        meaning: broker 拒绝登录，或要求登录。
        summary: {destination} 拒绝登录：{detail}
        advice: 检查用户名和密码（或 token）是否属于该 broker 上的账户: credentials:
        advice: 在 broker 上查看谁可以登录: allow_anonymous, password_file, mosquitto_passwd(1)

        [mqtt.unavailable]
        meaning: broker 报告暂时不可用。
        summary: {destination} 暂时不可用：{detail}
        advice: 它正在启动或关闭，或者已达到某项上限: journalctl -u mosquitto
        advice: 查看它有多少客户端: mosquitto_sub -t '$SYS/broker/clients/connected' -C 1

        [mqtt.no-pong]
        meaning: broker 已接受客户端，但不应答 PINGREQ。
        summary: {destination} 接受客户端后，在“{step}”这一步没有回应
        advice: 在 broker 上查看它是否卡死: journalctl -u mosquitto, top
        advice: 可能是中间的代理或负载均衡器自行应答了 CONNECT

        [mqtt.subscription-refused]
        meaning: broker 拒绝订阅。
        summary: {destination} 拒绝订阅 {topic}：{detail}
        advice: 在 broker 上查看该账户是否有权读取该主题: acl_file, dynamic-security
        advice: 有些 broker 不接受通配符或 $SYS

        [mqtt.no-message]
        meaning: broker 接受订阅，但没有消息到来。
        summary: {destination} 没有及时送来 {topic} 的消息
        advice: 只有发布时带 retain 标志，订阅后才能立即收到消息: mosquitto_pub -r
        advice: 主题的写法可能不同: mosquitto_sub -v -t '#'
        advice: 有些 broker 会接受账户无权读取的订阅，但不投递任何消息
        advice: 如果未启用持久化，broker 重启后会丢失保留消息: persistence true

        [mqtt.unexpected-message]
        meaning: 该主题的消息不是预期的消息。
        summary: {destination} 上 {topic} 的消息为“{received}”，而预期为 {expected}
        advice: 查看谁在向该主题发布消息、内容是什么: mosquitto_sub -v -t {topic}
        advice: 检查 mqtt: expect: 是否仍然正确

        [udp.refused]
        meaning: 主机在线，但该 UDP 端口没有程序监听。
        summary: {host} 的 UDP 端口 {port} 没有程序监听
        advice: 核对端口号 {port}
        advice: 如果服务器由您管理，请在上面查看是什么在监听: ss -ulnp 'sport = :{port}'

        [udp.no-answer]
        meaning: 发出的数据报没有任何回应。
        summary: {destination} 没有应答（{sent} 个数据报）
        advice: 在服务器上查看数据报是否到达: tcpdump -n udp port {port}
        advice: 检查路径上是否有防火墙丢弃 UDP 端口 {port} 的数据包
        advice: 许多服务只应答它们能理解的内容：用 udp: send: 指定要发送的内容，用 expect: 指定预期的应答

        [udp.unexpected]
        meaning: 端口有应答，但不是预期的内容。
        summary: {destination} 返回“{received}”，与 {expected} 不符
        advice: 查看是什么在监听: ss -ulnp 'sport = :{port}'
        advice: 查看它的应答；规则是该目标的 udp: expect:

        [icmp.no-reply]
        meaning: 主机对所有回显请求均无应答，也没有其他线索说明原因。
        summary: {address} 不应答 ping
        advice: 许多主机会丢弃 ping：请检测它应当提供服务的端口，例如 netdiag check {address}:22
        advice: 查看数据包能走到哪里: traceroute {address}

        [icmp.unreachable]
        meaning: 回显请求得到的是 ICMP 错误。
        summary: {address} 不可达（{detail}，由 {reporter} 报告）
        advice: 查看数据包能走到哪里: traceroute {address}
        advice: 查看路由: ip route get {address}

        """#
    }
}
