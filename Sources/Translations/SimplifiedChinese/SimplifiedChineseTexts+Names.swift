extension SimplifiedChineseTexts {
    static var names: String {
        #"""
        [dns.unexpected-answer]
        meaning: 服务器有应答，但不含预期的记录。
        summary: {server} 对 {name} 的应答缺少 {missing}，实际包含 {found}
        advice: 查看完整应答: netdiag resolve {name} --server {server}
        advice: 或修改 /etc/netdiag/netdiag.yaml 中该目标的 records: 设置

        [dns.no-dns64]
        meaning: 该域名只有 IPv4 地址，本机只有 IPv6，而 DNS 服务器不做转换（DNS64）。
        summary: {name} 只有 IPv4 地址（{addresses}），而本机只有 IPv6：DNS 服务器 {server} 不做转换（没有 DNS64）
        advice: 改为查询 {other}，它以前缀 {prefix} 提供 DNS64: netdiag resolve {name} --server {other}
        advice: 路由器 {router} 通告了前缀为 {prefix} 的 NAT64：请在 DNS 服务器上启用 DNS64，或安装 CLAT（RFC 6877），例如 clatd
        advice: 使用网络通告的 DNS 服务器，不要用其他的: resolvectl status; rdisc6 INTERFACE

        [dns.split-server-dead]
        meaning: 只负责某些域名的 DNS 服务器（例如 VPN 的）没有应答。
        summary: {interface} 上的 DNS 服务器 {server} 负责 {domains} 中的域名，但没有应答（{reason}）：这些域名无法解析
        advice: 检查 {interface} 的 VPN 或网络是否已连接: ip -s link show {interface}
        advice: 查看它现在是否应答: netdiag resolve {domain} --type NS --server {server}
        advice: 查看各域名由哪台服务器负责: resolvectl domain; resolvectl dns

        [dns.tls-blocked]
        meaning: systemd-resolved 只允许使用 DNS over TLS，而服务器无法以这种方式访问。
        summary: 无法通过 TLS 查询 DNS 服务器 {server}（端口 {port}：{reason}），而 systemd-resolved 被配置为只用这种方式
        advice: 查看网络是否放行端口 {port}: netdiag check tcp://{server}:{port}
        advice: 允许在 TLS 失败时使用未加密的 DNS：在 /etc/systemd/resolved.conf 中设置 DNSOverTLS=opportunistic，然后执行 systemctl restart systemd-resolved
        advice: 或改用支持 DNS over TLS 的服务器: resolvectl dns INTERFACE ADDRESS#NAME

        [dns.tls-certificate]
        meaning: systemd-resolved 只允许使用 DNS over TLS，而服务器的证书无效。
        summary: DNS 服务器 {server}（DNS over TLS）的证书对 {expected} 无效：{reason}，因此 systemd-resolved 不使用它
        advice: 查看证书: openssl s_client -connect {server}:{port} -servername {expected}
        advice: 按证书中的名称配置: resolvectl dns INTERFACE {server}#NAME
        advice: 如果是自己的服务器，请添加其 CA 证书: update-ca-certificates

        [dns.no-server]
        meaning: 没有配置解析服务器。
        summary: 没有配置 DNS 服务器：{consequence}
        advice: 查看当前配置: cat /etc/resolv.conf; resolvectl status
        advice: 配置一台: echo 'nameserver ADDRESS' > /etc/resolv.conf 或 resolvectl dns INTERFACE ADDRESS

        [dns.misconfigured]
        meaning: 配置的解析服务器不是 IP 地址，或其配置文件无法解析，或 nsswitch.conf 未包含 hosts 文件。
        summary: 解析器配置有误：{problem}
        advice: 去掉回车符（CR）: sed -i 's/\r$//' {returns}
        advice: 保存文件时不要带字节顺序标记（BOM）: sed -i '1s/^\xef\xbb\xbf//' {marked}
        advice: 让所有程序都能读取: chmod 644 {unreadable}
        advice: 启动写入 {goal} 的服务，例如 systemctl enable --now systemd-resolved；或用文件替换该链接: rm {link}; echo 'nameserver ADDRESS' > {link}
        advice: 写入该文件，其中包含 DNS 服务器的地址: echo 'nameserver ADDRESS' > {unwritten}
        advice: 改正此处的内容：{place}；允许的写法见 resolv.conf(5)
        advice: 在此行的 dns 之前加上 files：{services}；见 nsswitch.conf(5)
        advice: 在 /etc/hosts 中添加一行 `127.0.0.1 {unlisted}`，并为 IPv6 添加一行 `::1 {unlisted}`

        [dns.server-unreachable]
        meaning: 所有已配置的 DNS 服务器都没有及时应答。
        summary: 没有 DNS 服务器及时应答：{servers}
        advice: {bare} 缺少地址 127.0.0.1，没有它，发往 {server} 的数据包不会留在本机: ip address add 127.0.0.1/8 dev {bare}
        advice: 查看由哪台服务器负责 {forwarded}，其域的转发规则可能指向已不存在的服务器: grep -rs 'server=/\|forward-zone\|zone ' /etc/dnsmasq.conf /etc/dnsmasq.d /etc/unbound /etc/bind
        advice: {unheard} 的服务器，或 {server} 到它们的路径没有应答；查看其他服务器是否知道该域名: netdiag resolve {unheard} --server ANOTHER-SERVER
        advice: {connected} 通过 TCP 应答，但不通过 UDP 应答：请让途中的防火墙放行 UDP 53 端口；在此之前，可在 /etc/resolv.conf 中加入 `options use-vc`
        advice: {waiting} 在 53 端口接受 TCP 连接，因此它要么在等待所转发到的服务器，要么防火墙丢弃了 UDP 53 端口。如果下面的命令得到应答，就是防火墙的原因: dig +tcp {name} @{waiting}
        advice: {foreign} 是私有地址，只有默认路由通向那里：请连接它所属的 VPN 或网络，或配置本网络的 DNS 服务器（通常是 {router}）: cat /etc/resolv.conf
        advice: 查询能通过 {passed}，但没有任何应答返回：该服务器或途中的过滤器丢弃了 UDP 53 端口。请使用路由器自己的 DNS 服务器（通常是 {own_server}）: cat /etc/resolv.conf
        advice: 在路由器之后，IPv4 只听到 {fourth}，而 IPv6 听到更多：{server} 可能无法通过 IPv4 到达其他服务器。请在路由器的状态页面查看 IPv4 是否已连接，或致电运营商
        advice: 查看它现在是否应答: netdiag resolve {name} --server {server}
        advice: 查看其主机是否有应答: ping {unpinged}
        advice: 查看配置了哪些服务器: cat {configuration}; resolvectl status

        [dns.server-closed]
        meaning: 服务器主机有应答，但其 DNS 端口没有程序监听。
        summary: {servers} 上没有运行 DNS 服务器
        advice: {own} 是本机的地址，但没有 DNS 服务器在其上监听；查看 DNS 服务器在哪些地址上监听: ss -Hlnu 'sport = :53'
        advice: 本机没有通向外部的默认路由。如果 {twin} 是路由器的地址，则本机误用了它：请给本机换一个地址，或交给 DHCP 分配
        advice: 启动本机的 DNS 服务器: systemctl status {local}
        advice: {docker} 是 Docker 在容器中提供的 DNS 服务器：重启该容器；在其宿主机上查看 journalctl -u docker
        advice: {mute} 也是默认网关，其后没有任何应答；查看它是否是本网络的路由器: ip route; ip neigh
        advice: 以 root 身份查看是否有两台硬件地址不同的主机使用地址 {contested}: arping -c 3 {contested}
        advice: 请人启动 {far} 上的 DNS 服务器；然后检查: netdiag resolve {name} --server {server}
        advice: 或配置另一台: cat {configuration}

        [dns.some-servers-dead]
        meaning: 有服务器应答，但列表中排在它前面的某台没有应答或出错。
        summary: DNS 服务器 {server} 有故障：{what}{cost}；{other} 应答正常
        advice: 重新启动通往 {server} 的隧道 {tunnel} 的程序: systemctl list-units --all 'openvpn*' 'vpn*' 'tailscaled*'
        advice: {sleeping} 已停用，而 {server} 属于它的网络；请启动管理它的程序，或启用它: ip link set {sleeping} up
        advice: 查看发往 {unsent} 的数据包走向: ip route get {unsent}
        advice: {server} 位于本机 {bridge} 的子网 {bridged} 中，因此发往它的数据包不会离开本机。如果它是别处的服务器，请为 {bridge} 更换子网: Docker 使用 /etc/docker/daemon.json 中的 `default-address-pools`，libvirt 使用 `virsh net-edit`
        advice: 修复 {server}，或将其从列表中去掉: cat /etc/resolv.conf; resolvectl status
        advice: 对 {others} 也这样处理

        [dns.refused]
        meaning: DNS 服务器拒绝应答（REFUSED、NOTIMP）。
        summary: DNS 服务器 {server} 拒绝应答对 {name} 的查询（{code}）{why}
        advice: {redirecting} 自行应答发往 {server} 的查询，说明那里有规则重定向了端口 53；请删除该规则，或修复它所指向的 DNS 服务器
        advice: 检查该服务器的访问控制列表，以及它的上游服务器是否有应答
        advice: 然后再次查询: netdiag resolve {name} --server {server}

        [dns.servfail]
        meaning: DNS 服务器出错（SERVFAIL），且原因不是 DNSSEC 验证失败。
        summary: DNS 服务器 {server} 对 {name} 返回 SERVFAIL{why}
        advice: {redirecting} 自行应答发往 {server} 的查询，说明那里有规则重定向了端口 53；请删除该规则，或修复它所指向的 DNS 服务器
        advice: 查看它在不进行 DNSSEC 验证时的应答: dig @{server} +cd {signed}; 如果应答正确，则该区域的 DS 记录必须与其密钥一致: delv {signed}
        advice: 改用另一台服务器查询: netdiag resolve {name} --server ANOTHER-SERVER
        advice: 查看该域名的哪台权威服务器出错: dig +trace {typed}
        advice: 检查 {server} 上的服务器日志

        [dns.dnssec-bogus]
        meaning: 关闭验证后 SERVFAIL 便消失：DNSSEC 签名无效。
        summary: {name} 的 DNSSEC 签名无效：只有在关闭验证时 {server} 才应答{why}
        advice: 查看哪里验证不通过: delv @{server} {name} 或 dig @{server} +cd +dnssec {name}
        advice: 检查运行 {server} 的机器的时钟，签名的有效性取决于它: timedatectl
        advice: 通知 {zone} 所在区域的管理员：DS 记录必须与密钥相符

        [dns.nxdomain]
        meaning: 该域名不存在。
        summary: 根据 {server} 的应答，域名 {name} 不存在{nearest}{why}
        advice: 排在 {server} 之前且没有应答的 DNS 服务器 {absent} 可能是唯一知道该域名的服务器，例如公司的服务器。请连接到它所在的网络或 VPN，或请人修复它，然后重试
        advice: 检查 {typed} 是否有拼写错误
        advice: 写出 {short} 的完整域名，或直接使用其地址
        advice: 检查搜索域是否正确，它们指向 {completed}: grep search /etc/resolv.conf; resolvectl domain
        advice: 或让 {short} 这样的名称自动补全：在 /etc/resolv.conf 中加一行 `search DOMAIN`，或执行 resolvectl domain INTERFACE DOMAIN
        advice: 查看哪些服务器负责 {parent}: netdiag resolve --type NS {parent}
        advice: 查看其他服务器是否知道它: netdiag resolve {typed} --server ANOTHER-SERVER
        advice: 换用 {denier} 以外的 DNS 服务器，或请人修复它: cat /etc/resolv.conf; resolvectl status
        advice: {limited} 本来就只应解析特定的域名：请其管理员添加缺少的域名

        [dns.no-address]
        meaning: 该域名存在，但没有所需地址族的地址，或没有所查类型的记录。
        summary: 域名 {name} 存在，但没有 {lack}{why}
        advice: 查看它有哪些记录: netdiag resolve {name}; netdiag resolve {name} --type MX
        advice: 在 {typed} 所在的区域中添加记录，或改用其他域名
        advice: 检查 DNS 服务器 {filterer} 是否过滤 AAAA 记录，例如 dnsmasq 的选项 filter-AAAA
        advice: 换用 {denier} 以外的 DNS 服务器，或请人修复它: cat /etc/resolv.conf; resolvectl status
        advice: {limited} 本来就只应解析特定的域名：请其管理员添加缺少的域名

        [dns.family-dropped]
        meaning: 对某一类型（多为 AAAA）的查询从不应答，另一类型则立即应答。
        summary: DNS 服务器 {server} 忽略对 {type} 记录的查询，却应答 {other} 查询：同时查询两者的程序要等待 {delay} 或更久
        advice: 手动验证: netdiag resolve {name} --server {server} --type {type}；再用 --type {other} 查询一次
        advice: 应答可能晚于状态检查的等待时间才到达，而程序仍在等待；查看是否有应答: dig @{server} +timeout=15 +tries=1 {name} {later}
        advice: 修复或更换 {server}，或处理通往它的路径上的过滤设备
        advice: 在此之前，让程序不再发出 {dropped} 查询：在 /etc/resolv.conf 中加入 options no-aaaa（glibc 2.36），或使用其他服务器

        [dns.cname-broken]
        meaning: 别名形成循环，或指向不存在的域名。
        summary: 域名 {name} 是别名，最终指向 {end}（{what}）：{chain}
        advice: 查看别名链: netdiag resolve {name} --server {server} --type CNAME
        advice: 在 {end} 之前最后一个域名所在的区域中更正别名

        [dns.tcp-blocked]
        meaning: 应答被截断，而到端口 53 的 TCP 连接失败。
        summary: DNS 服务器 {server} 对 {name} 的应答超出 UDP 的长度，而到它的 TCP 连接失败（{reason}）
        advice: 放行到 {server} 的 TCP 端口 53，并让它在该端口监听（RFC 7766）
        advice: 然后再次查询: netdiag resolve {name} --server {server}

        [dns.malformed]
        meaning: 应答不是有效的 DNS 报文，ID 或问题部分与查询不符，或者来自另一个地址。
        summary: DNS 服务器 {server} 对 {name} 没有给出有效应答：{what}
        advice: {elsewhere} 代替 {server} 应答，而程序会忽略这样的应答；如果两者是同一主机的地址，请让其 DNS 服务器监听 {server} 本身，并在那里查看是否有规则改变源地址: nft list ruleset
        advice: 查看应答: netdiag resolve {name} --server {server}
        advice: 可能是通往 {server} 的路径上有设备在代替它应答

        [dns.hijacked]
        meaning: 不可能存在的域名得到了地址。
        summary: DNS 服务器 {server} 为不存在的域名返回地址：{addresses}
        advice: {spelled} 得到的就是这样的地址，因此它很可能不存在，除非该服务器把所有域名都指向那里：请检查拼写
        advice: 手动验证: netdiag resolve {random} --server {server}
        advice: {rogue} 是本网络中的一台主机，它把所有域名都指向自己，而 {truthful} 如实应答。不要在它的页面上输入密码；根据硬件地址找到它: ip neigh show {rogue}
        advice: 改用如实应答的服务器；查看配置了哪些服务器: cat /etc/resolv.conf; resolvectl status

        [dns.blocked-answer]
        meaning: 公共域名得到的是 0.0.0.0、::、环回地址或私有地址。
        summary: DNS 服务器 {server} 对 {name} 返回 {addresses}，这不可能正确{other}{why}
        advice: 在 {server} 的过滤列表中查找 {filtered}（Pi-hole、AdGuard、防火墙、运营商）
        advice: 如果 {collided} 是私有名称，请使用它所属网络的 DNS 服务器，例如公司或 VPN 的服务器: resolvectl status
        advice: 请将 {collided} 所在的私有区域迁移到自有域名，或 internal 之下
        advice: 如果 {rebound} 本来就应有私有地址，请将它从 {server} 的 DNS 重绑定保护中排除（dnsmasq：rebind-domain-ok）
        advice: 与另一台服务器比较: netdiag resolve {filtered} --server ANOTHER-SERVER

        [dns.hosts-override]
        meaning: hosts 文件与 DNS 不一致。
        summary: hosts 文件中 {name} 是 {hosts}，而 DNS 的结果是 {dns}
        advice: 检查这一行是否仍有必要: grep -n {name} /etc/hosts
        advice: 只查询 DNS: netdiag resolve {name} --server {server}

        [dns.system-differs]
        meaning: 程序得到的结果与直接查询 DNS 的应答不同，或根本没有结果。
        summary: 本机程序解析 {name} 的结果（{here}）与 DNS 服务器 {server} 的应答（{there}）不一致{why}
        advice: 查看程序得到的结果: getent ahosts {name}
        advice: 去掉这些环境变量再试，并在设置它们的地方删除: unset {variables}
        advice: 程序首先查询 {cache} 的缓存；请清空缓存，如果它没有响应则重新启动: nscd --invalidate=hosts; systemctl restart {cache}
        advice: 让所有程序都能读取: chmod 644 {unreadable}
        advice: 从搜索列表中去掉该域，或调低 ndots: {search}
        advice: 给 DNS 服务器更多时间，增大此行中的 timeout 和 attempts，或删除此行: {patience}
        advice: 去掉会改变程序查询方式的选项 use-vc、edns0 和 trust-ad 后再测试: {queries}
        advice: 去掉选项 no-aaaa，它使程序只查询 IPv4 地址: {hiding}
        advice: 在该行的服务中加上 dns: grep {lacking}: /etc/nsswitch.conf
        advice: 将 dns 放到多播 DNS 服务之前，或去掉在那里结束查找的 [NOTFOUND=return]: grep {ending}: /etc/nsswitch.conf
        advice: 安装 {absent}，或从 /etc/nsswitch.conf 的 hosts 行中去掉相应的服务
        advice: 从 /etc/nsswitch.conf 的 hosts 行中去掉没有应答的服务（{hanging}），或修复它所查询的程序
        advice: 查看查询哪些服务、按什么顺序: grep {database}: /etc/nsswitch.conf
        advice: 查看程序读取的文件: ls -lL /etc/nsswitch.conf /etc/resolv.conf /etc/hosts

        [dns.servers-disagree]
        meaning: 已配置的各服务器给出互相矛盾的应答。
        summary: 各 DNS 服务器对 {name} 的应答互相矛盾：{server} 的结果为“{here}”，{other} 的结果为“{there}”
        advice: 比较两者: netdiag resolve {name} --server {server}; netdiag resolve {name} --server {other}
        advice: 只配置掌握相同域名的服务器，或为每台指定其负责的域（resolvectl domain）

        [dns.slow]
        meaning: 应答耗时超过阈值。
        summary: DNS 服务器 {server} 应答 {name} 耗时 {took}（阈值为 {limit}）
        advice: 缩短搜索列表，或调低 ndots，使程序先查询该名称本身: {search}
        advice: 查看是否一直这么慢: netdiag resolve {typed} --server {server}
        advice: 查看到它的时延: ping {server}

        [dns.loss]
        meaning: 发往 DNS 服务器的查询或其应答丢失。
        summary: 发往 DNS 服务器 {server} 的 {sent} 个查询中有 {lost} 个没有得到应答，因此程序要等待域名解析，或解析不到
        advice: 查看数据包在哪里丢失: mtr {server}
        advice: 如果 {server} 是您的路由器，则包丢失在它之后：检查其互联网指示灯或信号，并联系运营商

        [dns.one-answer]
        meaning: 程序同时发出的两个查询中，只有一个得到应答。
        summary: DNS 服务器 {server} 或其前面的防火墙对来自同一端口的两个查询只应答一个，而程序正是这样查询 IPv4 和 IPv6 的，因此域名解析失败或需要数秒
        advice: 查看区别: getent ahosts {name}; RES_OPTIONS=single-request-reopen getent ahosts {name}
        advice: 让程序一次只发一个查询，且每个查询使用各自的端口：在 /etc/resolv.conf 中加入 options single-request-reopen
        advice: 更新或更换 {server} 前面的防火墙或路由器：它可能每个端口只放行一个应答

        [dns.mdns-unavailable]
        meaning: 这是 .local 域名，而本机没有可用的 mDNS 解析器。
        summary: {name} 是组播 DNS 名称，而本机没有能解析这类名称的程序
        advice: 安装缺少的软件: apt-get install {packages}
        advice: 启动 avahi-daemon: systemctl start avahi-daemon

        [dns.mdns-not-in-nsswitch]
        meaning: Avahi 能解析该 .local 域名，但系统解析器没有配置为向它查询。
        summary: Avahi 知道 {name}，但本机程序不向它查询（hosts: {services}）
        advice: 安装 libnss-mdns，并在 /etc/nsswitch.conf 中将 mdns4_minimal [NOTFOUND=return] 放在 dns 之前

        [mdns.not-found]
        meaning: 链路上没有主机应答该 .local 名称或服务。
        summary: 链路上没有主机应答 {name}
        advice: 查看链路上有什么: netdiag browse
        advice: 检查该主机是否已开机，且在同一链路上
        advice: 然后重试: netdiag resolve {host}

        [mdns.daemon-down]
        meaning: avahi-daemon 或系统总线没有运行。
        summary: 组播 DNS 不可用：{reason}
        advice: 查明为何没有运行: journalctl -u avahi-daemon -u dbus

        [mdns.stale]
        meaning: 服务已宣告，但其主机或端口没有应答。
        summary: 已宣告 {instance} 位于 {host} 端口 {port}，但存在问题：{problem}
        advice: 查看当前宣告的内容: netdiag resolve {host}; netdiag browse --resolve
        advice: 在 {announcer} 上检查服务是否在运行并监听端口 {port}: ss -ltn
        advice: 查看 {placeholder} 以该名称还提供什么: netdiag browse
        advice: 正常关闭 {announcer}，或重启其 avahi-daemon：主机突然消失后，宣告最长还会保留 75 分钟

        [mdns.collision]
        meaning: 本机的服务名称在链路上已被占用。
        summary: {reason}；本机现以 {name} 的名称宣告
        advice: 为本机换一个名称：在 /etc/netdiag/netdiag.yaml 中设置 publish: name:，或执行 hostnamectl hostname NAME

        [mdns.blocked]
        meaning: 某个接口上的组播发不出去，或收不进来。
        summary: {interface} 上的组播 DNS 不通：{problem}
        advice: 启用组播: ip link set {off} multicast on
        advice: 在 {filtered} 上双向放行 UDP 端口 5353: nft list ruleset; 使用 firewalld 时: firewall-cmd --add-service=mdns
        advice: 检查本机与 {peer} 之间的设备：交换机或接入点的组播隔离、客户端隔离和 IGMP snooping，以及 {peer} 的包过滤规则
        advice: 查看哪些守护进程能互相看到: netdiag peers; 不通的组播方向：{direction}

        [mdns.malformed-peer]
        meaning: 链路上的某台主机宣告了无法解码的记录。
        summary: {interface} 上的 {address} 发送了格式错误的组播 DNS 报文：{problem}
        advice: 找出该主机: ip neigh show {address}
        advice: 查看它发送的内容: tcpdump -ni {interface} -vv host {address} and udp port 5353
        advice: 更新或重启其 mDNS 响应程序

        """#
    }
}
