extension SimplifiedChineseTexts {
    static var transport: String {
        #"""
        [tcp.refused]
        meaning: 主机以 RST 回应 SYN：该端口没有程序监听，或被防火墙拒绝。
        summary: {destination} 拒绝连接：没有程序在监听
        advice: {own} 是本机的地址，发往它的数据包不会离开本机；如果服务在别处，请删除该地址: ip address del {held} dev {holder}
        advice: {router_address} 是路由器 {router} 自己的地址。如果它把该端口转发到其后的主机，请连接该主机自己的地址，或在路由器上启用 NAT 回流（hairpin NAT）
        advice: 查看该服务是否在其他地址上监听: ss -tlnp 'sport = :{local_port}'
        advice: 启动该服务，或核对端口号 {local_port}
        advice: 在 {host} 上查看该服务是否在监听，以及在哪个地址上监听: ss -tlnp 'sport = :{port}'
        advice: 在 {host} 上启动该服务，或核对端口号 {port}
        advice: 核对端口号 {port}；如果无误，则需由 {server} 的管理方启动该服务

        [tcp.timeout]
        meaning: SYN 没有得到应答，但该主机或其网络对其他数据包有应答。
        summary: {destination} 对连接尝试没有应答
        advice: {silent_host} 上检查的所有项目都没有应答：检查该主机是否已开机，并已连接到其网络
        advice: 该地址来自本机的 hosts 文件，可能已经过时: grep -n {listed} /etc/hosts
        advice: 没有迹象表明本机的数据包能越过 {last_router}。如果其他网站也无法访问，请重启路由器；仍不行则联系运营商
        advice: 本机请求使用 ECN，而有些设备会丢弃这样的连接请求。查看不使用 ECN 时是否正常: sysctl -w {ecn}=2
        advice: {router_address} 是路由器 {router} 自己的地址。如果它把该端口转发到其后的主机，请连接该主机自己的地址，或在路由器上启用 NAT 回流（hairpin NAT）
        advice: {foreign} 是私有地址，只能从它所属的网络访问，而且只有默认路由覆盖它；请连接到该网络或其 VPN，并查看是否添加了路由: ip route get {foreign}
        advice: 查看主机是否有应答: ping {unpinged}
        advice: 许多互联网运营商会丢弃到端口 {blocked_port} 的连接，因此请询问自己的运营商，或换一个网络再试
        advice: 检查 {address} 前面是否有防火墙丢弃端口 {port} 的数据包，或本机防火墙是否丢弃了应答: nft list ruleset
        advice: 发往 {address} 的数据包进入隧道 {tunnel}；请查看是否有数据包从其另一端到达: ip -s link show {tunnel}
        advice: 查看数据包能走到哪里: traceroute -T -p {port} {untraced}
        advice: 该主机会响应 ping。如果它由您管理，请在该主机上检查端口 {live_port} 的程序是否仍在接受连接，监听队列已满时连接会被丢弃: ss -ltn 'sport = :{live_port}'
        advice: {mute_name} 可能指向旧地址，或者该主机已关机；查看其地址：netdiag resolve {mute_name}

        [tcp.host-down]
        meaning: 目标在本链路上，但对 ARP 或 NDP 没有应答。
        summary: {interface} 上没有地址为 {address} 的主机应答
        advice: 如果 {address} 在另一个网络中，则 {wide} 的子网掩码过宽；请与其他主机的子网掩码比较: ip address show dev {interface}
        advice: 如果 {address} 在另一个网络中，则 {stray} 的路由把它错误地引到该链路；请删除该路由: ip route del {stray} dev {interface}
        advice: 检查 {address} 是否已开机，且在本网络中
        advice: 访客网络和某些接入点会隔离客户端（客户端隔离）。如果本机或 {isolated} 在这样的网络中，请更改该设置或改用主网络
        advice: 查看其邻居表项: ip neigh show {address}
        advice: 检查它是否确实属于 {interface}，还是该接口上的网络误覆盖了它的地址: ip route get {address}

        [tcp.reset]
        meaning: 连接已建立，但在收到任何应答之前就被重置。
        summary: {destination} 接受连接后，未作应答就将其重置
        advice: 查看本机哪个程序接受连接: ss -tlnp 'sport = :{local_port}'；docker-proxy 会代替无人监听的容器接受连接
        advice: 检查 {address} 上的服务器日志
        advice: 该端口可能不使用 TLS: netdiag check {unencrypted}
        advice: 检查是否有代理或防火墙切断到端口 {port} 的连接

        [tcp.closed]
        meaning: 连接被正常关闭（FIN），没有任何应答。
        summary: {destination} 接受连接后，未作应答就将其关闭
        advice: 查看本机哪个程序接受连接: ss -tlnp 'sport = :{local_port}'；docker-proxy 会代替无人监听的容器接受连接
        advice: 检查 {address} 上的服务器日志
        advice: 该端口可能不使用 TLS: netdiag check {unencrypted}
        advice: 查看该端口使用什么协议: nc {address} {port}
        advice: 查看服务器在 TLS 握手之后发送的内容: openssl s_client -connect {endpoint} -servername {name}
        advice: 由于协商的是 HTTP/2，请与 HTTP/1.1 比较: curl -v --http1.1 {newer}

        [tcp.unexpected-answer]
        meaning: 端口接受连接，但返回的内容不符合预期。
        summary: {destination} 在“{step}”这一步的应答不符合预期，实际返回 {received}
        advice: 查看它发送的内容: nc {address} {port}
        advice: 或修改 /etc/netdiag/netdiag.yaml 中该目标的 script: 设置

        [tcp.ipv6-broken]
        meaning: 到目标的 IPv6 连接失败，IPv4 正常。
        summary: 到 {name} 的 IPv6 连接失败：{failures}；IPv4 正常
        advice: 该 IPv6 地址是 DNS 服务器（DNS64）由 IPv4 地址合成的，供本网络前缀为 {nat64} 的 NAT64 使用；请修复 NAT64，在此之前使用没有 DNS64 的 DNS 服务器，因为 IPv4 正常: cat /etc/resolv.conf; resolvectl status
        advice: {foreign} 是私有地址，只有其所属网络能访问：请让人从公共 DNS 中删除 {name} 的 AAAA 记录，或连接到该网络或其 VPN
        advice: 查看数据包能走到哪里: traceroute -6 {address}
        advice: 如果到 {native} 以外的目标的 IPv6 也不通，请检查路由器的 IPv6
        advice: 或者先删除 {record} 的 AAAA 记录，等服务器能在该地址上应答后再恢复
        advice: IPv6 数据包能到达服务器：在服务器上查看该服务是否在 {closed} 上监听: ss -tlnp 'sport = :{port}'
        advice: 或者先删除 {name} 的 AAAA 记录 {closed}，等该服务在那里监听后再恢复

        [tcp.ipv4-broken]
        meaning: 到目标的 IPv4 连接失败，IPv6 正常。
        summary: 到 {name} 的 IPv4 连接失败：{failures}；IPv6 正常
        advice: 查看数据包能走到哪里: traceroute -4 {address}
        advice: 或者先删除 A 记录 {record}，等服务器能在该地址上应答后再恢复
        advice: IPv4 数据包能到达服务器：在服务器上查看该服务是否在 {closed} 上监听: ss -tlnp 'sport = :{port}'
        advice: 或者先删除 {name} 的 A 记录 {closed}，等该服务在那里监听后再恢复

        [tcp.some-addresses-dead]
        meaning: 该域名的部分地址无法使用。
        summary: {name} 的 {total} 个地址中有 {count} 个无法使用：{failures}{cost}
        advice: 删除含失效地址的那一行: grep -n {listed} /etc/hosts
        advice: 从该域名中去掉该地址，或修复 {address} 上的服务

        [tcp.some-connections-fail]
        meaning: 到同一地址和端口的部分连接失败，其他连接则被接受。
        summary: 到 {destination} 的 {total} 个连接中有 {failed} 个失败（{outcome}），其余的被接受
        advice: 如果 {address} 是负载均衡器，请找出其后失效的后端，修复或移除它；如果它不由您管理，请通知其管理方
        advice: 数据包可能经过多条路径，其中一条会丢失部分连接的数据包，因此请查找从哪个路由器开始丢包: mtr -T -P {silent_port} {address}
        advice: 路径上的 NAT（例如路由器中的，或提供商的 CGNAT）可能没有空闲端口，或连接表已满。如果到其他主机端口 {translated_port} 的连接有时也失败，请重启路由器，然后询问提供商
        advice: 重复执行，查看失败的频率: nc -zvw 2 {address} {port}
        advice: 查看本机的哪些连接得不到应答，并告诉提供商它们通往哪些主机: ss -tno state {state}

        [tcp.slow]
        meaning: 建立连接的耗时超过阈值。
        summary: 连接 {destination} 耗时 {time}，超过 {limit}
        advice: 本机请求使用 ECN，而有些设备会丢弃这样的连接请求。查看不使用 ECN 时是否正常: sysctl -w {ecn}=2
        advice: 查看是否有传输占满线路，使数据包在 {queue} 的队列中等待；停止该传输后重试。路由器的队列管理（SQM，使用 fq_codel 或 cake）可使队列保持较短
        advice: 查看首批数据包是否丢失：SYN 会在一秒后重发（tcpdump -ni any 'tcp[13] & 2 != 0' and host {address}）
        advice: 查看时间耗在何处: mtr -T -P {port} {address}
        advice: 在 {address} 上查看监听队列是否溢出: nstat -az TcpExtListenOverflows

        [tls.not-tls]
        meaning: 服务器使用的不是 TLS。
        summary: {destination} 使用的不是 TLS：{detail}
        advice: 如果该服务本来就不加密，请使用 {plain}://
        advice: 查看它返回的内容: openssl s_client -connect {endpoint}

        [tls.handshake-timeout]
        meaning: 连接已建立，但没有收到 ServerHello。
        summary: {destination} 接受连接，但对 TLS 握手没有应答
        advice: 查看失败在哪一步: openssl s_client -connect {endpoint} -servername {name}
        advice: 路径 MTU 过小会导致这种情况: ping -M do -s 1400 {address}

        [tls.version]
        meaning: 双方没有共同支持的协议版本。
        summary: {destination} 不支持本机可接受的任何 TLS 版本
        advice: 查看它支持哪些版本: openssl s_client -connect {endpoint} -tls1_2
        advice: 将服务器配置为使用 TLS 1.2 或 1.3

        [tls.alert]
        meaning: 对端以 TLS 告警（alert）拒绝握手。
        summary: {destination} 拒绝 TLS 握手：{detail}
        advice: 服务器没有 {unknown} 对应的站点：请在 URL 中使用它的某个名称，或把此名称加入其配置
        advice: 查看告警内容: openssl s_client -connect {endpoint} -servername {name}
        advice: 查看服务器日志

        [tls.expired]
        meaning: 某张证书已过期。
        summary: {destination} 的证书（{subject}）已过期：{date}
        advice: 请先检查本机的时钟，它显示 {doubtful_time}，且没有同步: timedatectl
        advice: 在服务器上为 {leaf} 的证书续期，例如使用 certbot renew
        advice: 查看证书: openssl s_client -connect {endpoint} -servername {leaf} | openssl x509 -noout -dates
        advice: 在服务器上含有 {chained} 的证书的文件中，将其替换为该机构当前的证书；{chained} 的证书本身无需续期
        advice: 查看所有证书的日期: openssl s_client -connect {endpoint} -servername {chained} -showcerts
        advice: 如果 {stored} 是自己的 CA，请改为安装它当前的证书：使用该目标的 ca_file:，或 update-ca-certificates；否则请更新 ca-certificates 软件包

        [tls.not-yet-valid]
        meaning: 某张证书尚未生效。
        summary: {destination} 的证书（{subject}）尚未生效，生效时间：{date}
        advice: 检查本机的时钟: timedatectl
        advice: 如果时钟正确，则需由 {operated} 的管理方安装已生效的证书
        advice: 如果 {stored} 是自己的 CA，请改为安装它当前的证书：使用该目标的 ca_file:，或 update-ca-certificates；否则请更新 ca-certificates 软件包

        [tls.wrong-host]
        meaning: 证书是签发给其他域名的。
        summary: {destination} 的证书适用于 {names}，不适用于 {name}
        advice: {router_address} 是路由器 {router} 自己的地址。如果它把该端口转发到其后的主机，请连接该主机自己的地址，或在路由器上启用 NAT 回流（hairpin NAT）
        advice: 本机的搜索列表（/etc/resolv.conf）把该名称补全为 {searched}。如果指的是其他主机，请更正名称，或写出完整名称
        advice: 改用证书中包含的域名，或将 {name} 加入证书
        advice: 查看 {name} 指向哪台服务器: netdiag resolve {name}

        [tls.self-signed]
        meaning: 证书为自签名，不受信任。
        summary: {destination} 的证书是自签名的（{subject}），不受信任
        advice: {router_address} 是路由器 {router} 自己的地址。如果它把该端口转发到其后的主机，请连接该主机自己的地址，或在路由器上启用 NAT 回流（hairpin NAT）
        advice: 连接经过代理 {proxied}，它可能拦截 TLS 并出示自己的证书。如果是，请安装由其管理员提供的签发机构证书: update-ca-certificates
        advice: {public_name} 的地址 {private_address} 是属于其他网络的私有地址。如果指的是互联网上的主机，则 DNS 服务器给出了错误的地址，例如为了屏蔽该域名；请比较: netdiag resolve {public_name} --server ANOTHER-SERVER
        advice: 该证书属于过滤域名和网页的 {product}：除非 {blocked_name} 是它自己的主机，否则就是它屏蔽了该域名，其管理员可以放行；请比较: netdiag resolve {blocked_name} --server ANOTHER-SERVER
        advice: 改用客户端信任的 CA 签发的证书
        advice: 或在本机信任它：在 /etc/netdiag/netdiag.yaml 中为该目标设置 ca_file:

        [tls.untrusted-issuer]
        meaning: 证书链完整，但其根证书不受信任。
        summary: {destination} 的证书由 {issuer} 签发，而本机不信任该签发者
        advice: {router_address} 是路由器 {router} 自己的地址。如果它把该端口转发到其后的主机，请连接该主机自己的地址，或在路由器上启用 NAT 回流（hairpin NAT）
        advice: 连接经过代理 {proxied}，它可能拦截 TLS 并出示自己的证书。如果是，请安装由其管理员提供的签发机构证书: update-ca-certificates
        advice: {public_name} 的地址 {private_address} 是属于其他网络的私有地址。如果指的是互联网上的主机，则 DNS 服务器给出了错误的地址，例如为了屏蔽该域名；请比较: netdiag resolve {public_name} --server ANOTHER-SERVER
        advice: 该证书属于过滤域名和网页的 {product}：除非 {blocked_name} 是它自己的主机，否则就是它屏蔽了该域名，其管理员可以放行；请比较: netdiag resolve {blocked_name} --server ANOTHER-SERVER
        advice: 如果是自己的 CA，请信任它：使用该目标的 ca_file:，或 update-ca-certificates
        advice: 如果 {intermediate} 是中间 CA，则服务器没有发送它的证书：请在服务器上安装完整的证书链（fullchain.pem）
        advice: 如果不是，通往 {destination} 的路径上可能有设备在拦截连接

        [tls.incomplete-chain]
        meaning: 缺少中间证书。
        summary: {destination} 没有发送中间证书 {issuer}，因此无法验证其证书
        advice: 将服务器配置为发送完整的证书链（fullchain.pem）
        advice: 如果 {issuer} 是自己的根证书，则改为信任它：使用该目标的 ca_file:，或 update-ca-certificates
        advice: 查看它发送了哪些证书: openssl s_client -showcerts -connect {endpoint} -servername {name}

        [tls.client-certificate]
        meaning: 服务器要求提供客户端证书。
        summary: {destination} 要求提供客户端证书
        advice: 查看它接受哪些 CA: openssl s_client -connect {endpoint}

        [tls.revoked]
        meaning: 服务器附带的 OCSP 装订（stapling）应答表明证书已被吊销。
        summary: 根据其 CA 的 OCSP 装订应答，{destination} 的证书（{subject}）已被吊销
        advice: 申请签发新证书，并查明这张证书被吊销的原因

        [tls.weak]
        meaning: TLS 可用，但使用的版本、密钥或签名已过时；如果本机不接受，则视为错误。
        summary: {destination} 的 TLS 安全性较弱：{weakness}
        advice: 将服务器配置为使用 TLS 1.2 或 1.3、2048 位及以上的 RSA 密钥以及 SHA-256

        [tls.intercepted]
        meaning: 证书受信任，但签发它的 CA 或其密钥与配置的不同。如果某个设备或本机上的程序代替所有主机出示不受信任的证书，则为错误。
        summary: {destination} 的证书由 {issuer} 签发，与预期不符：{expected}
        advice: 查找本机上重定向端口 {redirected} 的规则: nft list ruleset
        advice: 查找是什么在拦截 TLS：代理，或本机上的安全软件
        advice: 向管理员询问 {issuer} 的来历；可能有人能够读取流量
        advice: 如果网络本就有 {device}，请登录该网络，或安装管理员提供的证书: update-ca-certificates
        advice: 如果服务器换了新证书，请修改该目标的 issuer: 或 pin:；其密钥为 {pin}

        [tls.expires-soon]
        meaning: 某张证书将在所配置的天数内过期。
        summary: {destination} 的证书（{subject}）即将过期：{date}
        advice: 在服务器上续期，例如使用 certbot renew

        [tls.failed]
        meaning: 握手失败，且无法归入任何已知原因。
        summary: 与 {destination} 的 TLS 握手失败：{detail}
        advice: 请重新签发用于服务器的证书，其 extended key usage 为 {purpose}
        advice: 请由比 {lowest} 更高一级的 CA 直接重新签发证书
        advice: 请由有权为 {forbidden} 签发证书的 CA 重新签发证书
        advice: 请由 CA 重新签发证书：{unentitled} 或其上级签发者不是 CA
        advice: 查看失败在哪一步: openssl s_client -connect {endpoint} -servername {name}

        [proxy.misconfigured]
        meaning: 代理设置无法解析，或代理的域名解析不到地址。
        summary: 代理设置（{origin}）有误：{detail}
        advice: {server} 不一定知道公司内部网络的域名；如果代理在该网络中，请使用该网络的 DNS 服务器: cat /etc/resolv.conf; resolvectl status
        advice: 改正 {origin}，格式如 http://proxy.example:3128
        advice: 暂时不用代理试一次: netdiag check --no-proxy {target}
        advice: 从当前 shell 启动的程序会使用它；要取消使用: unset {variable}

        [proxy.unreachable]
        meaning: 代理不接受连接。
        summary: 无法连接到代理 {proxy}（{origin}）：{detail}
        advice: 查看代理是否在运行: netdiag check {place}
        advice: 查看不用代理时目标是否正常: netdiag check --no-proxy {target}
        advice: 从当前 shell 启动的程序会使用它；要取消使用: unset {variable}

        [proxy.tls]
        meaning: 该代理是 HTTPS 代理，而与它的 TLS 握手失败。
        summary: 与代理 {proxy}（{origin}）的 TLS 握手失败：{detail}
        advice: 查看详情: netdiag check tls://{place}
        advice: 如果代理使用明文 HTTP，请在 {origin} 中写成 http://
        advice: 从当前 shell 启动的程序会使用它；要取消使用: unset {variable}

        [proxy.auth-required]
        meaning: 代理要求登录（407），但没有配置凭据。
        summary: 代理 {proxy}（{origin}）要求登录（{schemes}），但没有配置凭据
        advice: 在 /etc/netdiag/netdiag.yaml 中用该代理的 credentials: 指定凭据文件

        [proxy.auth-rejected]
        meaning: 代理拒绝了凭据（407）。
        summary: 代理 {proxy}（{origin}）拒绝了凭据{scheme}
        advice: 更正 {origin} 的凭据；在修改之前不会再次尝试
        advice: 在代理的日志中查看账户是否被锁定

        [proxy.auth-scheme]
        meaning: 代理提供的认证方式都不适用于所配置的凭据。
        summary: 代理 {proxy}（{origin}）只提供 {schemes}，而配置的凭据适用于其他认证方式
        advice: 在 credentials: 中允许其中一种认证方式，或让代理提供其他方式

        [proxy.auth-unavailable]
        meaning: 代理要求登录，但无法取得所配置的凭据。
        summary: 代理 {proxy}（{origin}）要求登录，但无法读取凭据：{detail}
        advice: 检查 {origin} 的凭据；使用 Kerberos 时，可用 klist 查看票据

        [proxy.refused]
        meaning: 代理拒绝建立隧道，或拒绝该 URL。
        summary: 代理 {proxy}（{origin}）不放行 {destination}：{detail}
        advice: 在代理的规则和日志中查找 {ruled}
        advice: 状态 {server_error} 表示代理自身出错，或代理无法到达 {destination}：请查看其日志，并检查目标从该处是否应答
        advice: 查看不用代理时目标是否正常: netdiag check --no-proxy {target}

        [proxy.required]
        meaning: 直连被阻断；而已配置、但未用于该目标的代理可以连通。
        summary: {destination} 无法直连（{detail}），只能通过代理 {proxy}（{origin}）访问：{reason}
        advice: 使用该代理: netdiag check --proxy {proxy} {target}
        advice: 永久生效：在 /etc/netdiag/netdiag.yaml 中为该目标设置 proxy: {proxy}，或从 no_proxy 中去掉该主机

        [proxy.failed]
        meaning: 代理接受连接，但应答不像代理。
        summary: {proxy}（{origin}）不是可用的代理（{detail}）
        advice: 检查 {origin} 的协议类型和端口
        advice: 检查代理的日志

        [proxy.transparent]
        meaning: 一个透明代理出了故障，它替所有主机接受到端口 80 的连接。
        summary: 一个透明代理代替 {destination} 应答，但出了故障：{failure}
        advice: 确认它对任何地址都应答：curl -I http://{nobody}/
        advice: 让管理者修复它：在路由器 {gateway} 上查找重定向端口 80 的规则（nft list ruleset），或询问运营商
        advice: 在此之前使用 HTTPS，它不受该代理影响

        [http.captive-portal]
        meaning: 应答的是强制门户（captive portal），而不是目标。
        summary: 应答的是强制门户，而不是 {destination}：{portal}（{sign}）
        advice: 在本机浏览器中打开 {notice}，查看该设备的要求；或使用它不会干预的 HTTPS
        advice: 在本机浏览器中打开 {login}，登录或接受条款
        advice: 如果本机的 DNS 服务器无法解析任何域名，浏览器因此找不到 {named}，请用本网络的 DNS 服务器查询，并改用本网络的 DNS 服务器: netdiag resolve {named} --server {network_server}
        advice: 如果本网络的 DNS 服务器无法解析任何域名，浏览器因此找不到 {unresolved}，请向网络管理方询问该页面的 IP 地址，或能解析它的 DNS 服务器
        advice: 然后重新检测: netdiag check {target}
        advice: 如果无人可以在 {login} 登录，请让网络管理方将本机从门户认证中豁免

        """#
    }
}
