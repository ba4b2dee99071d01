extension HTTPKind {
    static var simplifiedChinese: String {
        #"""
        [http.redirect-loop]
        meaning: 重定向形成循环，或超过次数限制。
        summary: {url} 无休止地重定向：{chain}
        advice: 手动跟踪: curl -sIL --max-redirs 10 {url}
        advice: 检查服务器的重定向规则

        [http.redirect-downgrade]
        meaning: 重定向从 https 跳转到 http。
        summary: {url} 从 https 跳转到 http：{chain}
        advice: 让服务器重定向到 https

        [http.redirect-refused]
        meaning: 重定向指向 netdiag 不跟随的位置。
        summary: 没有跟随 {url} 的重定向：{detail}
        advice: 查看它指向何处: curl -sI {url}
        advice: 检查服务器的重定向规则

        [http.auth-required]
        meaning: 服务器要求登录（401），但没有凭据。
        summary: {url} 要求登录（401，{schemes}），但没有配置凭据
        advice: 在 /etc/netdiag/netdiag.yaml 中用该目标的 credentials: 指定凭据文件
        advice: 或改为检测无需登录的页面

        [http.auth-rejected]
        meaning: 服务器拒绝了凭据（401）。
        summary: {url} 拒绝了凭据{scheme}
        advice: 更正该目标的凭据；在修改之前不会再次尝试
        advice: 在服务器日志中查看账户是否被锁定

        [http.auth-scheme]
        meaning: 服务器提供的认证方式都不适用于所配置的凭据（401）。
        summary: {url} 只提供 {schemes}，而配置的凭据适用于其他认证方式
        advice: 在该目标的 credentials: 中允许其中一种认证方式，或让服务器提供其他方式

        [http.auth-unavailable]
        meaning: 服务器要求登录（401），但无法取得所配置的凭据。
        summary: {url} 要求登录，但无法读取凭据：{reason}
        advice: 检查该目标的凭据；使用 Kerberos 时，可用 klist 查看票据

        [http.forbidden]
        meaning: 服务器禁止该请求（403）。
        summary: {url} 禁止访问（403）
        advice: 路由器 {filter} 代替服务器接受连接，网页过滤设备会这样做：请询问其管理员该页面是否被屏蔽
        advice: 该页面由代理标记为其自身所生成（{mark}）：请检查该代理的规则和日志，它在服务器端或途中
        advice: 查看目标不经代理是否可用: netdiag check --no-proxy {direct}
        advice: 检查 {proxy} 的规则和日志，应答的可能是它
        advice: 检查服务器的访问规则和日志
        advice: 手动尝试: curl -v {url}
        advice: 有些服务器按 User-Agent 拒绝程序，查看是否放行浏览器的名称: curl -v -A 'Mozilla/5.0' {url}

        [http.not-found]
        meaning: 该路径下没有内容（404 或 410）。
        summary: {url} 处没有内容（{status}）
        advice: 本机的 hosts 文件把 {name} 指向 {address}，而 DNS 指向 {dns}；请先检查该行是否仍然需要: grep -n {name} /etc/hosts
        advice: 本机的搜索列表（/etc/resolv.conf）把该名称补全为 {searched}。如果指的是其他主机，请更正名称，或写出完整名称
        advice: 检查路径是否有拼写错误
        advice: 查看是否为正确的服务器: curl -v {url}

        [http.rate-limited]
        meaning: 服务器限制了请求频率（429）。
        summary: {url} 暂时拒绝更多请求（429 Too Many Requests，重试间隔：{retry}）
        advice: 降低检测频率：调大 /etc/netdiag/netdiag.yaml 中该目标的 interval: 值

        [http.client-error]
        meaning: 服务器以其他 4xx 状态拒绝请求。
        summary: {url} 返回 {status}{why}
        advice: 使用 TLS: netdiag check {secure}
        advice: {misdirected} 表示该服务器没有为此连接上的这个名称进行配置：请检查它的虚拟主机，以及 TLS 的服务器名称是否与 URL 一致
        advice: 手动尝试: curl -v {url}
        advice: 查看服务器日志

        [http.gateway-error]
        meaning: 代理正常，但其后端服务没有响应（502、503 或 504）。
        summary: {url} 返回 {status}：{who} 正常，但其后端服务没有响应
        advice: 查看目标不经代理是否可用: netdiag check --no-proxy {direct}
        advice: 检查代理后面的服务，以及代理的错误日志{software}

        [http.server-error]
        meaning: 服务器出错（其他 5xx）。
        summary: {url} 返回 {status}：服务器内部错误
        advice: 查看目标不经代理是否可用: netdiag check --no-proxy {direct}
        advice: 检查服务器的错误日志{software}
        advice: 手动尝试: curl -v {url}

        [http.no-answer]
        meaning: 已连接并发出请求，但没有及时收到首字节。
        summary: {asked} 接受请求，但没有及时应答
        advice: 查看目标不经代理是否可用: netdiag check --no-proxy {direct}
        advice: 检查 {proxy} 的日志：未应答的可能是它自己、它的 DNS 服务器或其后面的服务器
        advice: 检查服务器的工作进程是否全部占满，或在等待其后端服务
        advice: 放宽时限再试: curl -v --max-time 60 {url}

        [http.stalled]
        meaning: 响应正文未能按时传完。
        summary: {url} 的应答未能按时结束：{progress}
        advice: 如果它还会持续，请为目标延长时间（timeout:）；查看: curl -Nv --max-time 60 {url}
        advice: 查看大数据包能否通过: ping -M do -s 1400 {doubted}
        advice: 查看服务器日志

        [http.truncated]
        meaning: 响应正文比声明的短。
        summary: {url} 的应答在 {bytes} 字节后结束，未达到声明的长度：{detail}
        advice: 服务器重置了连接，或路径上的设备（如路由器或防火墙）代其重置了连接。查看连接是否总在大致相同的字节数后结束，并通过其他网络比较: curl -o /dev/null {cut}
        advice: 检查服务器日志，看是否在响应途中崩溃

        [http.malformed]
        meaning: 应答不是 HTTP，或违反其报文格式。
        summary: {url} 的应答不是有效的 HTTP：{detail}
        advice: 查看响应: curl -v --http0.9 {headless}
        advice: 查看服务器发送的原始响应: curl -v --raw {framed}
        advice: 服务器终止了 HTTP/2；请与 HTTP/1.1 比较: curl -v --http1.1 {newer}
        advice: 查看它是否应答不带 TLS 的 HTTP/2: curl -v --http2-prior-knowledge {prior}
        advice: 浏览器和大多数程序只在 TLS 上使用 HTTP/2；请让端口 {prior_port} 提供 HTTP/1.1，在 nginx 中使用不带 http2 的 listen
        advice: 检查端口 {port} 是否确实提供 HTTP 服务

        [http.unexpected-status]
        meaning: 状态码不在该目标设定的预期之内。
        summary: {url} 返回 {status}，不是预期的状态码
        advice: 手动尝试: curl -v {url}
        advice: 或修改 /etc/netdiag/netdiag.yaml 中该目标的 status: 设置

        [http.unexpected-body]
        meaning: 状态码符合预期，但内容不符。
        summary: {url} 的状态码符合预期，但内容不符：未满足 {rule}，实际为 {found}
        advice: 查看它返回的内容: curl -s {url}
        advice: 或修改 /etc/netdiag/netdiag.yaml 中该目标的规则

        [http.slow]
        meaning: 页面耗时超过阈值。
        summary: {url} 较慢：共 {total}，其中 {phase} 耗时 {time}；上限为 {limit}
        advice: 已到达的 {arrived} 字节没有停顿，且还有更多；查看到达速度，并查找限制速率的原因，例如链路已满: curl -o /dev/null {url}
        advice: 没有剩余时间跟随第 {followed} 次重定向，因此不知道该页面是否正常；查看所有重定向通向何处: curl -sSIL {start}
        advice: 查看各阶段的耗时: netdiag check --json {whole} | jq '.layers[-1].evidence.phases'
        advice: 如果首字节耗时最长，请检查服务器的负载及其后端服务
        advice: 或放宽时限：调大 /etc/netdiag/netdiag.yaml 中的 thresholds: page: 值

        [http.failed]
        meaning: 请求失败，且无法归入任何已知原因。
        summary: 对 {url} 的请求失败：{detail}
        advice: 手动尝试: curl -v {url}
        advice: 与 HTTP/1.1 比较: curl -v --http1.1 {newer}

        """#
    }
}
