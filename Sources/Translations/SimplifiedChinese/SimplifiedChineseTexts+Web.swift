extension SimplifiedChineseTexts {
    static var web: String {
        #"""
        [http.captive-portal]
        meaning: 应答的是强制门户（captive portal），而不是目标。
        summary: 应答的是强制门户，而不是 {destination}：{portal}（{sign}）
        advice: 在本机浏览器中打开 {portal}，登录或接受条款
        advice: 然后重新检测: netdiag check {target}
        advice: 如果无人可以登录，请让网络管理方将本机从门户认证中豁免

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
        advice: 检查服务器的访问规则和日志
        advice: 手动尝试: curl -v {url}

        [http.not-found]
        meaning: 该路径下没有内容（404 或 410）。
        summary: {url} 处没有内容（{status}）
        advice: 检查路径是否有拼写错误
        advice: 查看是否为正确的服务器: curl -v {url}

        [http.rate-limited]
        meaning: 服务器限制了请求频率（429）。
        summary: {url} 暂时拒绝更多请求（429 Too Many Requests，重试间隔：{retry}）
        advice: 降低检测频率：调大 /etc/netdiag/netdiag.yaml 中该目标的 interval: 值

        [http.client-error]
        meaning: 服务器以其他 4xx 状态拒绝请求。
        summary: {url} 返回 {status}
        advice: 手动尝试: curl -v {url}
        advice: 查看服务器日志

        [http.gateway-error]
        meaning: 代理正常，但其后端服务没有响应（502、503 或 504）。
        summary: {url} 返回 {status}：{who} 正常，但其后端服务没有响应
        advice: 检查代理后面的服务，以及代理的错误日志{server}

        [http.server-error]
        meaning: 服务器出错（其他 5xx）。
        summary: {url} 返回 {status}：服务器内部错误
        advice: 检查服务器的错误日志{server}
        advice: 手动尝试: curl -v {url}

        [http.no-answer]
        meaning: 已连接并发出请求，但没有及时收到首字节。
        summary: {url} 接受请求，但没有及时应答
        advice: 检查服务器的工作进程是否全部占满，或在等待其后端服务
        advice: 放宽时限再试: curl -v --max-time 60 {url}

        [http.stalled]
        meaning: 响应正文未能按时传完。
        summary: {url} 的应答未能按时结束：已收到正文 {bytes} 字节
        advice: 如果它还会持续，请为目标延长时间（timeout:）；查看: curl -Nv --max-time 60 {url}
        advice: 查看大数据包能否通过: ping -M do -s 1400 {address}
        advice: 查看服务器日志

        [http.truncated]
        meaning: 响应正文比声明的短。
        summary: {url} 的应答在 {bytes} 字节后结束，未达到声明的长度
        advice: 检查服务器日志，看是否在响应途中崩溃

        [http.malformed]
        meaning: 应答不是 HTTP，或违反其报文格式。
        summary: {url} 的应答不是有效的 HTTP：{detail}
        advice: 查看响应: curl -v --http0.9 {url}
        advice: 服务器终止了 HTTP/2；请与 HTTP/1.1 比较: curl -v --http1.1 {newer}
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
        advice: 查看各阶段的耗时: netdiag check --json {url} | jq '.layers[-1].evidence.phases'
        advice: 如果首字节耗时最长，请检查服务器的负载及其后端服务
        advice: 或放宽时限：调大 /etc/netdiag/netdiag.yaml 中的 thresholds: page: 值

        [http.failed]
        meaning: 请求失败，且无法归入任何已知原因。
        summary: 对 {url} 的请求失败：{detail}
        advice: 手动尝试: curl -v {url}

        [ws.upgrade-refused]
        meaning: 服务器没有切换到 WebSocket（没有返回 101）。
        summary: {url} 没有切换到 WebSocket：服务器返回 {status}
        advice: 检查路径是否为 WebSocket 的路径
        advice: 前面的代理必须转发 Upgrade 和 Connection

        [ws.handshake-invalid]
        meaning: 服务器返回 101，但 key、子协议或扩展不正确。
        summary: {url} 返回 101，但与本次握手不符：{detail}
        advice: 检查路径上是否有设备用缓存应答
        advice: 检查服务器的 WebSocket 库

        [ws.no-pong]
        meaning: WebSocket 已打开，但 ping 没有得到应答。
        summary: {url} 可以打开，但不应答 ping
        advice: 检查服务器的事件循环是否被阻塞
        advice: 代理可能滞留了帧：请检查其缓冲设置

        [ws.protocol-error]
        meaning: 帧违反 RFC 6455，或关闭码表明如此。
        summary: {url} 违反了 WebSocket 协议：{detail}
        advice: 检查服务器的 WebSocket 库，以及路径上改动帧的代理

        [ws.unexpected-message]
        meaning: WebSocket 正常，但没有收到符合预期的消息。
        summary: {url} 没有发送符合规则的消息：{detail}
        advice: 查看它发送的内容；规则是该目标的 websocket: expect:

        [ws.closed]
        meaning: 服务器在应答之前就关闭了 WebSocket。
        summary: {url} 在应答之前就已关闭：{detail}
        advice: 查看服务器日志

        [grpc.no-answer]
        meaning: gRPC 服务器接受连接，但对健康检查没有应答。
        summary: 查询 {service} 的健康状态时，{destination} 没有应答
        advice: 在服务器上查看其工作线程或进程是否全部占满或卡住，并查看日志
        advice: 它可能要求一开始就使用 TLS: netdiag check grpcs://{destination}

        [grpc.closed]
        meaning: gRPC 服务器尚未应答健康检查，连接就已结束。
        summary: {destination} 没有应答健康检查：{how}
        advice: 在服务器上查明原因：查看日志，以及它是否重启过
        advice: 它可能要求一开始就使用 TLS: netdiag check grpcs://{destination}

        [grpc.not-grpc]
        meaning: 该端口上应答的程序使用的不是 gRPC。
        summary: {destination} 使用的不是 gRPC，返回的是 {detail}
        advice: 如果服务器由您管理，请在上面查看是什么在监听: ss -ltnp
        advice: 中间的代理必须转发 HTTP/2 和 gRPC：nginx 用 grpc_pass，其他代理对后端使用 h2c 或 h2

        [grpc.malformed]
        meaning: 无法解读 gRPC 服务器的应答。
        summary: 无法解读 {destination} 对健康检查的应答：{detail}
        advice: 查看它的应答: grpc_health_probe -addr={destination} 或 grpcurl
        advice: 查看中间是否有设备改动了应答，例如丢弃 trailer 的代理

        [grpc.not-serving]
        meaning: gRPC 服务器报告它当前不提供服务。
        summary: {destination} 报告 {service} 未在提供服务：{health}
        advice: 在服务器上查看该服务在等待什么：多半是它自身的依赖
        advice: UNKNOWN：该服务自启动以来从未报告过自身状态

        [grpc.unknown-service]
        meaning: gRPC 服务器不认识所查询的服务。
        summary: {destination} 不认识 {service}{message}
        advice: 与服务器已注册的服务名称对照: grpcurl {destination} list
        advice: 名称应取自 .proto 文件并带上包名，例如 my.package.Service，除非服务器另外指定

        [grpc.unimplemented]
        meaning: gRPC 服务器不提供健康检查。
        summary: {destination} 支持 gRPC，但没有实现 grpc.health.v1.Health{message}
        advice: 让服务器注册其 gRPC 库自带的健康检查服务
        advice: 如果做不到，就只检测其端口: netdiag check {destination}

        [grpc.refused]
        meaning: gRPC 服务器拒绝健康检查，或在执行时出错。
        summary: {destination} 对健康检查返回 {status}{message}
        advice: UNAVAILABLE：它正在启动或关闭，或者它是后端不可用的代理
        advice: UNAUTHENTICATED、PERMISSION_DENIED：它不允许未授权者做健康检查；请让它放行
        advice: 其他：查看服务器日志

        [unix.no-socket]
        meaning: 套接字路径处什么也没有。
        summary: 套接字 {destination} 不存在：{what}
        advice: 查看服务是否在运行、监听何处: ss -xlp, systemctl list-sockets
        advice: 许多服务启动时在 /run 下创建自己的目录，结束时将其删除
        advice: 处于 systemd 沙箱中的守护进程看到的目录不同：请检查其 unit 中的 PrivateTmp=、ProtectHome=、RootDirectory=

        [unix.not-a-socket]
        meaning: 该路径处的文件不是套接字。
        summary: {destination} 不是套接字，而是 {type}
        advice: 查明它由什么创建，将其删除，再重启服务: ls -l {destination}
        advice: 查看服务在何处监听: ss -xlp

        [unix.refused]
        meaning: 套接字存在，但没有程序监听。
        summary: {destination} 没有程序监听；该文件是遗留下来的
        advice: 启动服务：它结束时遗留了该文件，或有人替换了该文件
        advice: 如果服务在运行，它监听的是同一路径上的另一个文件，请重启服务: ss -xlp

        [unix.permission]
        meaning: 执行检测的用户无权连接该套接字。
        summary: 无权连接 {destination}：{what}
        advice: 将该用户加入有权限的组: usermod -aG 或 unit 中的 SupplementaryGroups=
        advice: 查看路径上各级的权限: namei -l {destination}
        advice: 考虑该用户是否真的应当连接：有些套接字（例如 Docker 的）等同于 root 权限

        [unix.backlog-full]
        meaning: 有服务监听该套接字，但不接受连接。
        summary: {destination} 的队列已满：连接在排队等待，没有一个被接受
        advice: 查看服务是否卡死或过载：ss -xl 会显示等待中的连接数及其上限（Recv-Q、Send-Q）
        advice: 调大 backlog 可容纳更多等待的连接：listen(2)、socket unit 中的 Backlog=、net.core.somaxconn

        [unix.wrong-type]
        meaning: 该套接字不接受流式连接。
        summary: {destination} 是数据报或报文（packet）套接字，而不是流式套接字
        advice: 查看其用途: ss -xlp; /dev/log 和 sd_notify(3) 的套接字是数据报套接字
        advice: 查看该服务的流式套接字在何处

        [unix.closed]
        meaning: 服务在套接字上接受连接，但未作应答就将其关闭。
        summary: {destination} 处的服务没有应答：{how}
        advice: 查看该服务的日志: journalctl -u
        advice: 它可能不接受该用户（SO_PEERCRED），或使用的协议不是 HTTP

        [unix.no-answer]
        meaning: 服务在套接字上接受连接，但没有应答。
        summary: {destination} 处的服务没有应答请求
        advice: 查看服务是否卡死: systemctl status, journalctl -u
        advice: 使用套接字激活时，服务还在启动，systemd 就已接受连接: systemctl list-sockets

        """#
    }
}
