extension SimplifiedChineseTexts {
    static var network: String {
        #"""
        [gateway.none]
        meaning: 所需的地址族没有默认路由，也没有其他通往目标的路由。
        summary: 没有通往 {destination} 的路由
        advice: 查看路由: ip route; ip -6 route
        advice: 重新获取租约或路由器通告: networkctl renew {interface}, nmcli device reapply {interface} 或 dhclient -v {interface}
        advice: 内核在 {ignoring} 上忽略路由器通告；若 systemd-networkd 和 NetworkManager 都不处理，请接受通告: sysctl -w net.ipv6.conf.{ignoring}.accept_ra=2
        advice: 或手动添加路由: ip route add default via ADDRESS-OF-THE-ROUTER

        [gateway.ipv4-literal]
        meaning: 目标是 IPv4 地址，而本网络只有 IPv6，NAT64 只对域名有效。
        summary: {address} 是 IPv4 地址，而本机只有 IPv6：网络只转换域名（NAT64，{prefix}），不转换地址
        advice: 用目标的域名代替地址，DNS 服务器 {server} 便会给出 IPv6 地址
        advice: 或使用网络可转换的地址: {translated}
        advice: 对于只支持 IPv4 的程序，请安装 CLAT（RFC 6877），例如 clatd

        [gateway.no-ipv4]
        meaning: 本机只能通过 IPv6 访问互联网，没有通往其中仅有 IPv4 地址的主机的途径。
        summary: 无法到达只有 IPv4 地址的主机：本机只有 IPv6，且没有 DNS 服务器或路由器提供 NAT64
        advice: 如果网络应有 IPv4，请重新获取租约: networkctl renew {interface}, nmcli device reapply {interface} 或 dhclient -v {interface}
        advice: 如果网络应有 NAT64，请使用该网络的 DNS 服务器，而不是其他服务器: resolvectl status; cat /etc/resolv.conf
        advice: 否则请向网络管理员申请 NAT64 与 DNS64（RFC 6146、RFC 6147），或申请 IPv4

        [gateway.unreachable]
        meaning: 网关对 ARP 或 NDP 以及 ICMP 均无应答。
        summary: {interface} 上的网关 {gateway} 没有应答
        advice: {near} 本来就在 {interface} 的子网内，请删除指向该网关的路由: {detour}
        advice: 本机的一条规则经路由表 {table}（而不是主路由表）指向该网关；请查看两者，如果是遗留的就将其删除: {rules} show table {table}; {routes} show table {table}
        advice: 如果 {resolver} 才是路由器，请在 {interface} 的设置中更正网关地址；在此之前: ip route replace default via {resolver} dev {interface}
        advice: 检查路由器是否已开机，且与 {plug} 在同一网络
        advice: 通往它的路由来自 DHCP 租约，该租约可能属于其他网络；请更新租约: networkctl renew {leased}, nmcli device reapply {leased} 或 dhclient -v {leased}
        advice: 链路 {multicast} 的 IPv4 正常。请检查 IPv6 路由器是否已开机，以及交换机或接入点是否丢弃了用来查找它的组播（MLD snooping）
        advice: 它是隧道 {tunnel} 的另一端，查看隧道通往何处、是否有数据包从那里到达: ip -d -s link show {tunnel}; WireGuard 可查看最近一次握手: wg show {tunnel}
        advice: 它的邻居表项是永久的，因此本机不会查找它；查看删除该表项后它是否应答: ip neigh del {fixed} dev {interface}
        advice: 查看网关的邻居表项: ip neigh show {gateway} dev {interface}
        advice: 查看链路上的其他主机是否有应答: ip neigh show dev {interface}
        advice: 查看本机防火墙是否放行传入的 ICMPv6 类型 {types}: nft list ruleset
        advice: 或者本机防火墙丢弃了 {resolution}，只有 root 才能查明: nft list ruleset

        [gateway.route-rejects]
        meaning: 目标被 blackhole、unreachable 或 prohibit 类型的路由覆盖。
        summary: 本机的一条路由阻断了 {destination}：{kind} {prefix}
        advice: 查看该路由: {routes} show type {kind}
        advice: 删除该路由: {routes} del {kind} {prefix}
        advice: 如果其中还列有 {half}，请一并删除通往那一半地址的路由: {routes} del {kind} {half}

        [gateway.policy]
        meaning: 本机的策略路由规则（ip-rule(8)）拒绝发往目标的数据包，或把它们引向没有出路的地方。
        summary: 本机的策略路由阻断了发往 {destination} 的 {family} 数据包：{how}
        advice: 按顺序查看规则: {rules}
        advice: 删除该规则: {rules} del priority {priority}
        advice: 查看该路由表中的路由: ip route show table {table}
        advice: 在该 VRF 中运行程序: ip vrf exec {vrf} COMMAND
        advice: 找出规则由谁添加：VPN 的 kill switch、NetworkManager 或 systemd-networkd（networkctl status; nmcli connection show --active）

        [gateway.wrong-neighbour]
        meaning: 静态邻居表项（permanent）中的硬件地址与网关或链路上的目标实际的不符。
        summary: {interface} 上 {gateway} 的静态邻居表项有误：表项为 {fixed}，而 {gateway} 实际为 {real}
        advice: 删除该表项，让 ARP 或 NDP 自行发现该主机: ip neigh del {gateway} dev {interface}
        advice: 找出由谁添加: grep -r {gateway} /etc/ethers /etc/network /etc/systemd/network; 该表项可能用于防范 ARP 欺骗，请先确认 {real} 确实是正确的主机

        [gateway.dead-preferred]
        meaning: metric 最小的路由指向没有应答的网关，而另一个网关可用。
        summary: {interface} 上的首选网关 {gateway} 没有应答，{other} 有应答
        advice: 在 {idle} 恢复之前先停用它，因为到其自身网络的路由也优先使用它: ip link set {idle} down
        advice: 在该路由器恢复之前，先删除失效的路由: {removal}
        advice: 重新启动 {interface} 的 VPN；如果其流量可以不经 VPN 发出，也可删除其路由: {uncovering}
        advice: 检查路由器 {gateway} 是否已开机

        [gateway.loss]
        meaning: 来自网关的应答有丢失。
        summary: {interface} 上的网关 {gateway} 对 {sent} 个 ping 中的 {lost} 个没有应答（{share} %）
        advice: 查看丢包发生在何处: ip -s link show {interface}; ping -i 0.2 -c 50 {gateway}
        advice: 经 {full} 的连接正在接收数据，可能占满了链路（例如下载）；查看是哪些连接: ss -tip
        advice: 为 {interface} 换一根网线或换一个端口；如果是无线，请靠近接入点
        advice: 检查路由器是否过载，或是否对 ping 限速

        [gateway.slow]
        meaning: 到网关的往返时延超过阈值。
        summary: {interface} 上的网关 {gateway} 响应慢：应答耗时 {time} ms，超过 {limit} ms
        advice: 查看链路是否已占满: ip -s link show {interface}; tc -s qdisc show dev {interface}
        advice: 检查路由器是否过载

        [gateway.no-icmp]
        meaning: 网关正常转发，但不应答 ping：这本身绝不算故障。
        summary: 网关 {gateway} 不应答 ping，但转发正常
        advice: 无需处理

        [path.no-route]
        meaning: 路径上的某台路由器回应称无法到达该网络或主机。
        summary: {who} 无法到达 {destination}，返回“{answer}”
        advice: 检查 {router} 的路由和链路: ip route get {address}
        advice: 如果返回“host unreachable”，{address} 可能已关机
        advice: 查看路径: traceroute {address} 或 mtr {address}

        [path.private-network]
        meaning: 目标是私有地址，而本机没有通往它的路由：数据包沿默认路由进入互联网，私有地址在那里无处可达。通常是 VPN 未连接。
        summary: 本机没有通往 {address} 所在私有网络的路由：数据包沿默认路由到达互联网中的 {router}，私有地址在那里无处可达
        advice: 连接该网络的 VPN，并查看它是否添加了路由: ip route get {address}
        advice: 如果已连接，把该网络加入 VPN 路由的网络（WireGuard 的 AllowedIPs，OpenVPN 的 route）
        advice: 如果该网络就在本地，添加一条经由通往该网络的路由器的路由: ip route add {address} via ADDRESS-OF-THE-ROUTER

        [path.upstream-down]
        meaning: 网关有应答，但网关之后毫无应答：它的互联网连接已断开，或者它没有转发数据包或转换地址。
        summary: 网关 {gateway} 有应答，但其后的互联网不通：{proof}
        advice: 网关是隧道 {tunnel}（例如 VPN）的对端：请断开它，查看没有它时互联网是否正常: ip link set dev {tunnel} down
        advice: 查看路由器的 Internet 指示灯，或其状态页面 http://{router}/。如果路由器已离线，请重启；仍不行则联系运营商
        advice: {edge} 找不到下一跳。它可能是路由器自身在运营商一侧的地址，其状态页会显示该地址；如果是，则路由器之后的调制解调器或线路已中断。否则它是运营商的路由器，路径到此中断
        advice: 数据包能越过路由器，到达 {passed}：其后毫无应答，或者只是 DNS 服务器有故障。如果另一台服务器有应答，请改用它: netdiag resolve a.root-servers.net --server ANOTHER-SERVER
        advice: 如果都没有应答，请联系运营商：路径在 {passed} 之后中断
        advice: 在链路上的另一台主机上查看它是否应答，如不应答则重启它: ping {deaf}
        advice: 如果在那里有应答，查看本机向它发送了什么: tcpdump -ni {interface} host {deaf}
        advice: 可能有另一台主机使用本机的地址 {contested}，收走了发给本机的数据；以 root 身份查看: arping -D -I {interface} {contested}
        advice: 如果 {resolver} 才是路由器，请在 {interface} 的设置中更正网关地址；在此之前: ip route replace default via {resolver} dev {interface}
        advice: 如果网关是 Linux，检查它是否转发数据包、转换地址: sysctl net.ipv4.ip_forward; nft list ruleset
        advice: 查看数据包能走到哪里: mtr {address}
        advice: 在此期间改用可用的 {spare}: ip route replace default {way} metric 1

        [path.tunnel-down]
        meaning: 流量进入隧道（如 VPN）后毫无回应：隧道对端已不在，或不再认识本机。
        summary: 发入 {interface} 的数据都没有回应：{proof}
        advice: {looping} 发往 VPN 服务器的数据包必须从 {outer} 发出；请添加缺少的路由: ip route add ADDRESS-OF-THE-SERVER via {router} dev {outer}
        advice: 查看是否收到对端的数据: ip -s link show {interface}; WireGuard 则查看最近一次握手: wg show {interface}
        advice: 重新启动 VPN；若要暂时不用它: ip link set dev {vpn} down
        advice: 重新启动 {line} 的连接：VPN、PPP 会话或调制解调器

        [path.spare-down]
        meaning: 另有一条上行链路，首选链路正常时流量不走这里，但它实际不通。
        summary: 备用上行链路 {interface} 不可用（流量目前走 {used}）：网关 {gateway} 有应答，但其后毫无应答：{proof}
        advice: 检查路由器 {gateway}：查看其 Internet 指示灯，或状态页面 http://{gateway}/
        advice: 用一台您使用的主机测试: ping -I {interface} HOST

        [path.ipv6-down]
        meaning: IPv4 正常，IPv6 虽有默认路由却不通：优先尝试 IPv6 的程序要等待一段时间才会回退到 IPv4。
        summary: 网关 {gateway} 之后的 IPv6 不通{contrast}：{effect}
        advice: 在 IPv6 恢复之前，请配置一台有 IPv4 地址的 DNS 服务器，替代或补充 {ipv6_servers}
        advice: {other_router} 也是 {interface} 上的 IPv6 路由器。如果 {doubted} 不应是路由器，请关闭它的路由通告；在此之前使用另一台: ip -6 route del default via {doubted} dev {interface}
        advice: 在路由器上查看其 IPv6 是否已接通：是否从运营商获得了前缀，通告的是否也是这个前缀（本机现有 {source}）
        advice: 查看数据包能走到哪里: mtr -6 {address}
        advice: 在 IPv6 恢复之前暂不使用它: ip -6 route del default dev {sole}

        [path.ipv4-down]
        meaning: IPv6 正常，IPv4 虽有默认路由却不通：无法访问没有 IPv6 地址的主机。
        summary: {last} 之后的 IPv4 不通{contrast}：{effect}
        advice: 如果 {rejecting} 由您管理，请在上面查找起拒绝作用的规则: nft list ruleset 或 iptables-save
        advice: 如果 NAT64（{nat64}）就是本网络的路由器，请重启它；如果不是，或重启无效，请联系运营商，说明其 NAT64 没有应答
        advice: 查看发往 NAT64 之后地址的数据包能走到哪里: mtr -6 {translated}
        advice: 在 {nat64} 重新通往 IPv4 主机之前，只能访问有 IPv6 地址的域名
        advice: 在路由器上查看其 IPv4 是否已接通，例如打开状态页面 http://{unconnected}/，并重启路由器；然后联系运营商
        advice: 查看数据包能走到哪里: mtr -4 {address}

        [path.filtered]
        meaning: 某台路由器或主机回应称，其自身的规则拒绝了这些数据包。
        summary: {who} 拦截了发往 {destination} 的数据包，返回“{answer}”
        advice: 如果 {router} 由您管理，请在上面查找起拒绝作用的规则: nft list ruleset 或 iptables-save
        advice: 请 {router} 的管理员允许本机访问 {destination}

        [path.dropped]
        meaning: 到目标的连接在路径上被无声丢弃，而 ping 或到其他端口的连接可以通过。
        summary: 到 {destination} 的连接在路径上、路由器 {router} 之后被丢弃；{control} 可以到达更远的 {next}
        advice: 本机请求使用 ECN，而有些设备会丢弃这样的连接请求。查看不使用 ECN 时是否正常: sysctl -w {ecn}=2
        advice: 许多互联网运营商会丢弃到端口 {blocked_port} 的连接，因此请询问自己的运营商，或换一个网络再试
        advice: 询问 {router} 的运营方，那里是否有防火墙丢弃 TCP 端口 {port}，或 NAT 的连接表是否已满
        advice: 比较两条路径: traceroute -n -T -p {port} {address} 和 traceroute -n -I {pinged}
        advice: 比较两条路径: traceroute -n -T -p {port} {address} 和 traceroute -n -T -p {other_port} {address}
        advice: 换一个网络再试，例如手机热点

        [path.corrupted]
        meaning: 数据包到达时已损坏，其校验和错误，因此被本机丢弃。
        summary: 来自 {destination} 的数据包到达时已损坏并被丢弃：{count} 个数据包校验和错误，没有收到正常的回应
        advice: 查看计数器是否增长: nstat -az | grep -i csum
        advice: 更换 {interface} 的网线，或换用交换机、路由器的另一个端口；重启路由器
        advice: 在虚拟机、容器中或使用 VPN 时，关闭校验和卸载再测试: ethtool -K {interface} rx off tx off

        [path.hairpin]
        meaning: 目标是本网络路由器自己的公网地址。路由器把该端口转发给内网的一台主机，但没有回应返回：该主机已关闭，或者路由器只转发来自外部的连接（不支持 NAT 回流）。
        summary: {address} 就是本网络的路由器：它把端口 {port} 转发给内网的一台主机，但没有回应返回：要么该主机已关闭，要么路由器只转发来自外部的连接
        advice: 从外部测试，例如通过手机热点。如果同样失败，检查 {gateway} 把端口 {port} 转发到的主机
        advice: 如果从外部可用，在路由器设置中启用 NAT 回流（hairpin NAT），例如在 http://{gateway}/
        advice: 或者让 {name} 在本网络内指向该主机自己的地址：在路由器的 DNS 中添加记录，或在 /etc/hosts 中添加一行

        [path.other-gateway]
        meaning: 本机的一条路由或策略规则把发往目标的数据包引向默认网关以外的网关，该网关之后没有任何回应，而通过默认网关可以访问互联网。
        summary: 本机的路由 {route} 把发往 {destination} 的数据包引向网关 {gateway}，该网关之后没有任何回应，而默认网关 {usual} 正常
        advice: 在 {redirecting} 上查看到 {address} 的路由，因为它让本机改用 {gateway}（ICMP Redirect）: ip route get {address}；然后在本机上清除: {cache}
        advice: 在 {gateway} 上查看它是否转发数据包: sysctl net.ipv4.ip_forward; nft list ruleset
        advice: 一条策略规则选择了路由表 {table}。按顺序查看规则: {rules}
        advice: 如果 {usual} 也能到达 {address}，请删除该路由: {removal}
        advice: 如果该路由正确且 {gateway} 会转发，{address} 可能已关机。查看 {gateway} 之后的其他主机是否应答

        [path.loop]
        meaning: 发往目标的数据包跳数耗尽：它们在兜圈子。
        summary: 发往 {destination} 的数据包陷入路由环路：{hops}
        advice: {foreign} 是私有地址，只能从它所属的网络访问，而且只有默认路由覆盖它；请连接到该网络或其 VPN，并查看是否添加了路由: ip route get {foreign}
        advice: 在这些路由器上逐一检查路由: ip route get {address}
        advice: 查看环路: traceroute -n {address}

        [path.hop-limit]
        meaning: 发往目标的数据包因跳数限制而止于途中，但并不存在环路。
        summary: 发往 {destination} 的数据包止于路由器 {router}：{what}
        advice: 如果运营商丢弃经过路由器的数据包（例如为了禁止共享上网），请让数据包以更大的跳数限制发出，或询问运营商: sysctl -w net.ipv4.ip_default_ttl={raised}
        advice: 查看本机数据包的初始值（主机通常为 64）: sysctl {setting}
        advice: 在 {culprit} 上查找修改 TTL 的规则: nft list ruleset, iptables -t mangle -S
        advice: 查看数据包止于何处: traceroute -n {address}

        [path.mtu]
        meaning: 发往目标的小包能通过，满长的包则无声无息地丢失。
        summary: 发往或来自 {address}、不超过 {mtu} 字节的数据包可以到达，但{large}在路径上丢失
        advice: 验证这个大小的数据包有应答，而更大的没有: ping -M do -s {data} {address}
        advice: 找出路径上丢弃 ICMP “fragmentation needed” 或 “packet too big” 的防火墙，让它放行
        advice: 在此之前，让本机与对端使用较小的数据包: ip link set dev {link} mtu {mtu}
        advice: 在此之前，让本机与该主机使用较小的数据包: ip route replace {address} {route} mtu {mtu}

        [path.loss]
        meaning: 发往目标的数据包在网关之后丢失。
        summary: 发往 {address} 的 {sent} 个 {what} 丢失了 {lost} 个
        advice: 网关 {detour} 把数据包转给 {next}，而后者也在本机的链路上，因此应答不经过 {detour}。请将 {next} 用作网关: ip route replace default via {next} dev {interface}
        advice: 查找只能看到连接一个方向的防火墙，例如往返经过不同的路由器时: traceroute -n -T -p {port} {address}
        advice: 查看丢包发生在何处: mtr {address}

        [path.shared-loss]
        meaning: 发往同一网关之后多台主机的数据包丢失。
        summary: 发往网关 {gateway} 之后 {count} 台主机的数据包丢失：{sent} 个 {what} 中丢失了 {lost} 个
        advice: 在路由器 {gateway} 的状态页面上查看其线路是否占满或有错误
        advice: 查看从哪个路由器开始丢包: mtr {address}

        [path.jitter]
        meaning: 到目标的往返时延波动超出可容忍的范围。
        summary: 到 {address} 的往返时延抖动为 {jitter} ms，超过 {limit} ms
        advice: 查看抖动来自何处: mtr {address}
        advice: 查看上行链路是否已占满: ip -s link

        [path.rate-limited]
        meaning: 只需一小批突发数据包，往返时延就急剧恶化。
        summary: 到 {address} 的路径承受不了突发流量：单个数据包耗时 {calm} ms，而同时发送 {sent} 个时丢失 {lost} 个，最后一个耗时 {longest} ms
        advice: 检查线路是否被其他流量占满（也可查看路由器的流量图）: ip -s link
        advice: 在路径上的每台路由器上查找流量整形或限速: tc -s qdisc show

        """#
    }
}
