extension SimplifiedChineseTexts {
    static var host: String {
        #"""
        [local.permission]
        meaning: 进程缺少某项检测所需的权限。
        summary: netdiag 无权发送 ping（ICMP 回显请求），因此没有对 {address} 执行 ping
        advice: 向所有用户开放: sysctl -w net.ipv4.ping_group_range='0 2147483647' (icmp(7))
        advice: 或以 root 身份运行 netdiag；守护进程则在 netdiagd 的 unit 中设置 AmbientCapabilities=CAP_NET_RAW

        [local.firewall]
        meaning: 本机自身的包过滤规则拒绝发出数据包，或不让应答进入。
        summary: 本机的防火墙或安全策略拦截了与 {destination} 之间的通信（{error}）
        advice: 放行传入的 ICMPv6 类型 {types}（邻居发现），没有它 IPv6 无法工作
        advice: 如非有意为之，请放行传入的 ICMP 错误（来自 {router} 等，本机据此得知路径允许的包大小），例如在 nftables 中使用 `ct state established,related accept`
        advice: 查看规则: nft list ruleset
        advice: 在类型为 {nat} 的链中查找该规则并删除；使用 iptables 时: iptables -t {nat} -S
        advice: 查看 IPsec 策略: ip xfrm policy
        advice: 查找相关的安全策略: journalctl -k --grep 'denied'

        [local.reverse-path]
        meaning: 应答到达的接口与通往其发送方的接口不同，被本机严格的反向路径过滤丢弃。
        summary: {destination} 的应答从 {interface} 到达，被本机的反向路径过滤丢弃
        advice: 查看本机经哪个接口到达该地址: ip route get {address}
        advice: 检查网关的路由，弄清应答为何从另一个接口返回；或者放行这类应答: sysctl -w net.ipv4.conf.all.rp_filter=2 net.ipv4.conf.{interface}.rp_filter=2

        [local.resource]
        meaning: 本机的文件描述符、端口或内存已耗尽。
        summary: 本机资源耗尽：{error}
        advice: 查看资源占用: {ss} -s; cat /proc/sys/fs/file-nr
        advice: 查看哪些程序占用了端口: ss {sockets}
        advice: 查看可用的本地端口范围: {sysctl} net.ipv4.ip_local_port_range
        advice: 调高限制，或停止占用过多资源的程序: {systemctl} show -p LimitNOFILE netdiagd
        advice: 查看哪个接口上有如此多的邻居，例如子网过大或有扫描: ip neigh show；或调高限制: sysctl -w {limit}=8192

        [local.probe-overrun]
        meaning: 某类目标的探测未能按时结束，这是 netdiag 的缺陷。
        summary: {kind} 的探测未能按时结束，因此对 {destination} 一无所知
        advice: 给它更多时间，看它是否会结束: netdiag check --timeout 60 {target}
        advice: 向该类目标的作者报告

        [local.clock]
        meaning: 本机时钟偏差过大，导致 TLS 失败。
        summary: 本机时钟不准（{here}，{difference}{state}），因此无法验证 {destination} 的证书
        advice: 查看 chrony 的状态: {chrony} tracking；然后立即校时: {chrony} makestep
        advice: 查看时钟由谁同步: {timesyncd} timesync-status；然后启用同步: {timesyncd} set-ntp true
        advice: 查看 ntpd 的状态: {ntp} -p；然后立即校时: systemctl restart ntpsec
        advice: 安装时间同步服务: apt install chrony; 查看时钟: {none}
        advice: 或手动设置: date -u -s '{there}' && hwclock --systohc
        advice: 如果是虚拟机，请检查宿主机的时钟；如果是物理机，请检查时钟电池

        [local.trust-store]
        meaning: 本机信任的证书颁发机构文件无法使用，因此与任何服务器的 TLS 都会失败。
        summary: 本机无法验证任何证书：{file} 中没有可用的证书颁发机构证书
        advice: 恢复 {system}: apt install --reinstall ca-certificates && update-ca-certificates --fresh
        advice: 查看其内容: ls -l {file}; openssl x509 -in {file} -noout -subject

        [local.hop-limit]
        meaning: 本机数据包的初始跳数限制（TTL）过小，数据包在途中就被丢弃。
        summary: 本机数据包的初始跳数限制（TTL）只有 {limit}（{setting}），无法到达更远处：{end}
        advice: 改为主机通常使用的初始值: sysctl -w {setting}=64
        advice: 找出是哪里设置的: grep -rs {setting} /etc/sysctl.conf /etc/sysctl.d /run/sysctl.d /usr/lib/sysctl.d

        [local.ipsec]
        meaning: 本机的 IPsec 策略要求加密数据包，但没有可用的密钥，数据包因此被扣留。
        summary: 本机扣留了发往 {destination} 的数据包：IPsec 策略要求加密，但没有可用的密钥
        advice: 查看是哪条策略，以及是否有对应的安全关联（SA）: ip xfrm policy; ip xfrm state
        advice: 启动负责协商密钥的服务，并查看其输出: swanctl --list-sas; systemctl status strongswan; journalctl -t charon
        advice: 如果已不再需要 VPN，请清除该策略: ip xfrm policy flush

        [local.queue]
        meaning: 本机接口上配置的流量整形丢弃了待发送的数据包。
        summary: 本机接口 {interface} 的队列丢弃了发往 {destination} 的数据包
        advice: 查看丢弃情况: tc -s qdisc show dev {interface}
        advice: 将 burst 和 limit 调大到可容纳若干个满长数据包，或删除该队列规则: tc qdisc del dev {interface} root

        [link.none]
        meaning: 只有环回接口存在。
        summary: 除环回接口外，本机没有任何网络接口
        advice: 检查是否识别到硬件: lspci -k, lsusb
        advice: 检查是否缺少驱动或固件: journalctl -k --grep 'firmware|eth|wlan'

        [link.admin-down]
        meaning: 路由所用的接口被管理性关闭（administratively down）。
        summary: {interface} 已被关闭
        advice: 启用接口: ip link set {interface} up
        advice: 找出是什么关闭了它: journalctl -b --grep {interface}

        [link.no-carrier]
        meaning: 接口已启用，但没有载波：网线未接好、对端未工作，或无线网络未关联。
        summary: {interface} 未连接：{lack}
        advice: 重新启动隧道 {tunnel} 的程序: systemctl list-units --all 'openvpn*' 'vpn*' 'tailscaled*'
        advice: 等待半分钟，直到网桥 {bridge} 确认没有环路；如果其网络中没有环路，可关闭生成树: ip link set {bridge} type bridge stp_state 0 forward_delay 0
        advice: 如果 {port}（已启用且不属于任何网桥）通往 {portless} 的网络，请将其加入: ip link set {port} master {portless}
        advice: 查看 {portless} 的端口及其配置: ip link show master {portless}; grep -rs {portless} /etc/network /etc/netplan /etc/systemd/network /etc/NetworkManager
        advice: 检查 {plug} 的网线两端是否插好，或无线网卡是否已接入网络
        advice: 查看接口状态: ip -s link show {interface}

        [link.dormant]
        meaning: 有载波，但链路尚未获得授权（802.1X，接口状态为 dormant）。
        summary: {interface} 正在等待授权（802.1X）
        advice: 检查认证过程: journalctl -u wpa_supplicant -u NetworkManager -u systemd-networkd

        [link.arp-off]
        meaning: 接口上的 ARP 被关闭，数据包到不了任何其他主机。
        summary: {interface} 上的 ARP 被关闭，本机在那里找不到任何其他主机
        advice: 启用: ip link set {interface} arp on
        advice: 找出是什么关闭了它: journalctl -b --grep {interface}; grep -rsE 'ARP=|arp off' /etc/systemd/network /etc/network

        [link.flapping]
        meaning: 最近几分钟内载波多次变化。
        summary: {interface} 的连接在最近两分钟内断开或恢复了 {changes} 次
        advice: 为 {interface} 换一根网线，再换一个交换机端口试试
        advice: 查看何时断开、何时恢复: journalctl -k --grep {interface}
        advice: 检查是否由节能功能或速率协商引起: ethtool --show-eee {interface}; ethtool {interface}

        [link.weak-signal]
        meaning: 无线信号强度低于阈值。
        summary: {interface} 上无线网络 {network} 的信号较弱：{signal} dBm，低于 {limit} dBm
        advice: 靠近接入点，或移开中间的障碍物
        advice: 查看周围还有哪些网络: iw dev {interface} scan | grep -E 'SSID|signal'

        [link.insecure]
        meaning: 无线网络未加密，或使用了已被攻破的加密算法。
        summary: {interface} 所连无线网络 {network} 上的流量可被附近任何人读取：{weakness}
        advice: 将接入点设为 WPA2 或 WPA3，并使用 CCMP（AES）
        advice: 在此之前，{interface} 上只使用自身已加密的连接（TLS、VPN）

        [link.errors]
        meaning: 接收或发送的错误数、丢包数在上升。
        summary: {interface} 丢包：{seconds} 秒内共 {packets} 个数据包，{lost}
        advice: 查看是哪个计数器在增长: ip -s -s link show {interface}; ethtool -S {interface}
        advice: 帧损坏：换一根网线，并确认两端的速率和双工模式一致: ethtool {interface}
        advice: 丢包：检查对端发送的帧是否超过本端 MTU（ip link show {interface}: mtu），或队列是否过短（ethtool -g {interface}）

        [link.degraded]
        meaning: 承载路由的 bond 或网桥失去了一个成员。
        summary: {kind} {interface} 失去了成员 {members}：{count} 个成员中只有 {left} 个有载波
        advice: 检查 {member} 的网线两端是否插好
        advice: 查看成员接口: ip link show master {interface}

        [link.mtu-mismatch]
        meaning: 满长帧到不了邻居，小帧可以。
        summary: 超过 {mtu} 字节的数据包无法从 {interface} 到达 {neighbour}，而该接口的 MTU 为 {own}
        advice: 将 {interface} 的 MTU 设为链路实际支持的值: ip link set dev {interface} mtu {mtu}
        advice: 查看对端以及中间交换机的 MTU: ip link show
        advice: 验证这个大小的数据包有应答，而更大的没有: ping -M do -s {data} {neighbour}

        [address.overlap]
        meaning: 目标地址落在本机某个网桥、隧道或容器的子网内，数据包因此出不了本机。
        summary: {address} 属于本机 {interface}（{kind}）的子网 {prefix}，因此发往它的数据包不经 {uplink} 发出
        advice: 查看发往它的数据包走向: ip route get {address}
        advice: 如果只通往该地址的路由是遗留的，请将其删除: {routes} del {leftover} dev {interface}
        advice: 为 {renumbered} 换一个子网：Docker 改 /etc/docker/daemon.json 中的 `default-address-pools`，libvirt 用 `virsh net-edit`，VPN 改其 AllowedIPs 或路由
        advice: 在此之前，为该地址单独添加一条路由: ip route add {routed} {way}

        [address.bad-source]
        meaning: 路由选用了一个对方无法回复的源地址。
        summary: 数据包以 {source} 为源地址从 {interface} 发出，但发往该地址的应答回不来
        advice: 如果已没有路由器通告其前缀，删除地址 {stale}: ip -6 address del {stale} dev {interface}
        advice: 查看路由的源地址（src）: {show}
        advice: 改用 {other} 作为源地址: {show} replace {destination} via {via} dev {interface} src {other}
        advice: 或在路由器 {gateway} 上添加经本机到 {source} 的路由

        [address.stale-prefix]
        meaning: IPv6 数据包的源地址所属的前缀已不再由路由器通告。
        summary: {interface} 上源地址为 {source} 的数据包{what}：{why}
        advice: 查看哪些地址仍为首选: ip -6 address show dev {interface} -deprecated
        advice: 在路由器重新通告该前缀之前，删除此地址: ip -6 address del {source}/{length} dev {interface}
        advice: 让路由器 {router} 在更换前缀后以 0 的首选生存期通告旧前缀（RFC 9096），或重启路由器
        advice: 查看它通告的内容: rdisc6 {interface}

        [address.bridge-port]
        meaning: 地址配置在网桥或 bond 的端口上，而不在接收应答的网桥本身上。
        summary: 地址 {address} 配置在 {interface} 上，它是 {bridge} 的端口：应答交给了没有该地址的 {bridge}
        advice: 把地址移到 {bridge}: ip addr del {address} dev {interface}; ip addr add {address} dev {bridge}
        advice: 然后重新添加默认路由: ip route replace default via {gateway} dev {bridge}
        advice: 或把 {interface} 移出 {bridge}: ip link set {interface} nomaster

        [address.broadcast]
        meaning: 本机的一个地址是其子网的广播地址。
        summary: {interface} 上的地址 {address} 是其子网的广播地址：应答会发给链路上的所有主机，程序收不到
        advice: 在配置该地址的地方（/etc/network/interfaces、networkctl、nmcli、DHCP 服务器），给 {interface} 换用子网中的另一个地址
        advice: 如果前缀长度有误，也在那里更正；与链路上的其他主机比较: ip address show dev {interface}

        [address.netmask]
        meaning: 地址的前缀过短（子网掩码过宽），远端主机被当作本链路上的主机查找。
        summary: {interface} 上 {address} 的子网掩码过宽：{destination} 被当作本链路上的主机查找，而没有发给 {gateway}
        advice: 与本链路上其他主机的前缀长度比较，或询问网络管理员；通常为 /{usual}: ip address show dev {interface}
        advice: 在配置该地址的地方改正（/etc/network/interfaces、networkctl、nmcli，或 DHCP 服务器下发的子网掩码）
        advice: 或者 {elsewhere} 属于使用相同地址的另一个网络，例如 VPN：请连接到它，并查看它是否添加了路由: ip route get {elsewhere}

        [address.narrow-netmask]
        meaning: 某个地址的前缀过长（子网掩码过窄），发往同一链路上主机的数据包因此被发给网关。
        summary: {interface} 上 {address} 的子网掩码过窄：{destination} 就在本链路上，但发往它的数据包被发给 {gateway}，而后者没有送达
        advice: 与链路上其他主机的前缀长度比较，或询问网络管理员；通常为 /24: ip address show dev {interface}
        advice: 在配置该地址的地方更正（/etc/network/interfaces、networkctl、nmcli、DHCP 服务器的子网掩码）
        advice: 如果这些子网是有意分开的，请让 {gateway} 在它们之间转发

        [address.none]
        meaning: 承载路由的接口上没有任何可用地址，IPv4 和 IPv6 都没有。
        summary: {interface} 没有可用的 IP 地址{why}
        advice: 调大 MTU: ip link set {narrow} mtu 1500; 查看是什么把它调小的: journalctl -b --grep {narrow}
        advice: 查看接口的地址: ip address show dev {interface}
        advice: 查看 DHCP 客户端的日志: journalctl -b --grep {client}
        advice: 重新获取地址: dhclient -v {client}, networkctl renew {client} 或 nmcli device reapply {client}

        [address.link-local-only]
        meaning: 只有 169.254.0.0/16 或 fe80::/10 地址：既没有 DHCP 应答，也没有路由器通告。
        summary: {interface} 只有链路本地地址（{addresses}）：没有 DHCP 服务器或路由器应答
        advice: 重新获取地址: dhclient -v {interface}, networkctl renew {interface} 或 nmcli device reapply {interface}
        advice: 检查 DHCP 服务器，以及 {interface} 所连的交换机端口（VLAN）

        [address.duplicate]
        meaning: 重复地址检测失败：链路上另一台主机已使用该地址。
        summary: {interface} 上发生地址冲突，{who} 也在使用{which}
        advice: 找出另一台主机: arping -D -I {interface} {probed} 或 ip neigh show dev {interface}
        advice: 找出另一台主机: ndisc6 {solicited} {interface} 或 ip -6 neigh show dev {interface}
        advice: 更改本机的地址 {own}，或另一台主机的地址
        advice: 如果二者之一是虚拟机的副本，请在其虚拟机管理程序中换一个不同于 {cloned} 的硬件地址；在第三台主机上查看哪些主机使用它: ip neigh
        advice: 给两台使用 {shared} 的主机之一换一个地址；如果二者是同一台主机的两块网卡，则不是故障
        advice: 查明两台主机中哪一台是路由器 {gateway}（与标签对照），并给另一台换一个地址

        [address.tentative]
        meaning: 某个地址尚不可用；或已弃用（deprecated）且没有其他地址。
        summary: {interface} 上的地址 {addresses} 状态异常：{state}
        advice: 尚不可用时，稍等一秒再查看: ip address show dev {fresh}
        advice: 已弃用时，检查其路由器是否仍在通告该前缀，或 DHCP 服务器是否续租: ip -6 route show dev {aged}; journalctl -b --grep 'dhcp|DHCP'

        [address.gateway-off-link]
        meaning: 网关不在该接口的任何子网内。
        summary: 网关 {gateway} 不在 {interface} 的任何子网内：{answer}
        advice: 对照接口的地址和前缀与网关是否相符: ip address show dev {interface}; ip route
        advice: 在相应的配置处（/etc/network/interfaces、networkctl、nmcli）改正网关，或改正地址及其前缀长度

        [address.lease-expired]
        meaning: DHCP 租约已到期，且未能续租。
        summary: {interface} 上 {address} 的 DHCP 租约已到期（{ended}），且未能续租
        advice: 检查 DHCP 客户端是否在运行: systemctl status systemd-networkd NetworkManager dhcpcd; pgrep -a dhclient
        advice: 检查 DHCP 服务器 {server} 是否可达: ping -c 3 {server}
        advice: 重新获取: dhclient -v {interface}, networkctl renew {interface} 或 nmcli device reapply {interface}

        [address.rogue-router]
        meaning: 两台路由器或 DHCP 服务器宣告了不同的网关。
        summary: {interface} 上有两台路由器发出通告：{announcements}
        advice: 弄清哪台路由器才是正确的，并关闭另一台的通告: rdisc6 {announced}
        advice: 在此之前: ip -6 route del default via {gateway} dev {interface}
        advice: 按硬件地址找出不该存在的 DHCP 服务器: ip neigh show dev {interface}；然后将其关闭，或在交换机上拦截（DHCP snooping）: {server} 或 {other}

        [address.ipv6-disabled]
        meaning: 目标只有 IPv6，而该接口上的 IPv6 已禁用。
        summary: {interface} 上的 IPv6 已禁用{why}
        advice: 调大 MTU: ip link set {narrow} mtu 1500; 查看是什么把它调小的: journalctl -b --grep {narrow}
        advice: 启用 IPv6: sysctl -w net.ipv6.conf.{disabled}.disable_ipv6=0
        advice: 找出是哪里在 {disabled} 上禁用的: grep -r disable_ipv6 /etc/sysctl.conf /etc/sysctl.d /usr/lib/sysctl.d; nmcli -f ipv6.method connection show

        """#
    }
}
