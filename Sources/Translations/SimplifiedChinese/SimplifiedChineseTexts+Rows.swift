extension SimplifiedChineseTexts {
    /// The clauses of the rows of layers.
    static var rows: String {
        #"""
        linkUp: {interface} 已连接
        linkUpSpeed: {interface} 已连接，{speed}
        linkNoCarrier: {interface} 无载波
        linkSwitchedOff: {interface} 已关闭
        linkDormant: {interface} 休眠
        linkDormantSpeed: {interface} 休眠，{speed}
        noInterface: 无接口
        networkNamed: 网络 {label}
        withoutNetwork: 无网络
        securityOpen: 开放
        securityEnhancedOpen: Enhanced Open
        securityWEP: WEP
        securityTKIP: TKIP
        securityProtected: 已加密
        carrierChanged: 2 分钟内载波变化 {count} 次
        packetsDamaged: {count} 个损坏
        packetsDamagedOf: {time} 内 {all} 个数据包中 {count} 个损坏
        packetsDroppedOf: {time} 内 {all} 个数据包中 {count} 个被丢弃
        sixthSwitchedOff: IPv6 已关闭
        noneThere: 无
        noneNeeded: 不需要
        noneNeededOn: {interface} 上不需要
        noneNeededLeads: 不需要：{interface} 通往 {address}
        noneNeededHere: 不需要：{address} 在 {interface} 上
        noneNamed: 未指定：{address} 不在 {interface} 上
        noRouteFor: 没有 {code} 路由
        linksOnly: 没有默认路由
        routeOn: {interface} 上的 {code}
        stateOn: {interface} 上的 {address} {code}
        noAnswerOn: {interface} 上的 {address}：无应答
        ownGatewayOn: {interface} 上的 {address}：本机自己的地址
        noAnswerFrom: {address}：无应答
        pingTook: ping {time}
        pingLimited: ping {time}（限制应答速率）
        pingReceived: ping 有应答
        pingReceivedLimited: ping 有应答（限制应答速率）
        pingsReceived: {all} 次中有 {count} 次应答
        pingsReceivedLimited: {all} 次中有 {count} 次应答（限制应答速率）
        pingJitter: 抖动 {time}
        noAnswerToPing: ping 无应答
        noPermissionToPing: 没有 ping 的权限
        blocksPings: 本机阻止 ping
        blocksPingReplies: 本机阻止对 ping 的应答
        reportedFrom: {reason}（来自 {address}）
        addressDoes: {address} {what}
        serverDoes: DNS 服务器 {server} {what}
        resolverDeniesNames: 否认存在的域名
        resolverReachesInternet: 能到达互联网
        resolverMakesUp: 为不存在的域名返回地址
        resolverKnowsNone: 不知道任何地址
        resolverAnswersCode: 返回 {code}
        resolverCut: 应答不完整，且不应答 TCP
        resolverLate: 应答太晚
        resolverSilent: 没有应答
        resolverNotRunning: 没有运行
        resolverInvalid: 没有给出有效应答
        routersBehind: 网关之后的路由器：{servers}
        noRouterBehindGateway: 网关之后没有路由器应答
        webIntercepted: 端口 80 被拦截
        secureIntercepted: 端口 443 被拦截
        noneReceives: 本机的连接都没有收到数据
        someReceive: 本机的 {count} 个连接收到数据
        getNoAnswer: {count} 个没有应答
        urlAnswers: {url}：{number}
        nothingAsked: 没有发出查询
        traceTo: {address} {transport} {what}
        traceReached: 通过 {transport} 到达 {address}
        answersSmallSegments: {address} 在 {count} 字节的分段中应答
        silentInSmallSegments: {address} 在 {count} 字节的分段中不应答
        traceRefusedBy: 被 {address} 拒绝
        traceRefusedHere: 被本机拒绝
        traceSilentBy: 无应答，由 {address} 报告
        traceUnsentBy: 未发送，由 {address} 报告
        seenAtHops: 在 {count} 跳处可见
        answersUpTo: 最大应答 {count} 字节
        answersAtOnce: 同时发出 {all} 个，应答 {count} 个
        answersPings: 应答 {all} 个 ping 中的 {count} 个
        nothingToSee: 没有观察结果
        clockSays: 时钟显示 {moment}
        dateSays: {url} 的 Date 为 {moment}
        addressRefuses: {address} 拒绝
        addressDoesSince: {address} {what}（{label}）
        outcomeConnected: 已连接
        outcomeRefused: 被拒绝
        outcomeTimeout: 超时
        outcomeHostUnreachable: 主机不可达
        outcomeNetworkUnreachable: 网络不可达
        outcomeNotPermitted: 不允许
        outcomeNoResources: 资源不足
        outcomeReset: 连接被重置
        outcomeClosed: 连接被关闭
        outcomeAbandoned: 已放弃
        outcomeFailed: 失败
        outcomeUnreachable: 不可达
        outcomeSilent: 无应答
        outcomeUnsent: 未发送
        outcomeAnswered: 有应答
        outcomeNoAnswer: 无应答
        outcomeMalformed: 数据无效
        noAnswerOfAny: 无应答
        noAddressToConnect: 没有可连接的地址
        stepWell: {step} 成功
        stepFailed: {step} 失败
        expectWell: expect {label} 成功
        expectFailed: expect {label} 失败
        datagramAnswers: 有应答
        datagramSilent: {count} 次均无应答
        reporterSays: 由 {address} 报告
        cannotSendTo: 无法发送
        cannotSendToSince: 无法发送（{code}）
        addressesFrom: {addresses}，来自 {servers}
        addressesSearched: {addresses}（{destination}），来自 {servers}
        noServerConfigured: 没有配置 DNS 服务器
        announcedAt: 宣告于 {destination}
        announcedAtOn: 在 {interface} 上宣告于 {destination}
        avahiNotAsked: 未查询 avahi-daemon
        noQuerySent: 没有发出查询
        nameAnsweredOn: {links} 上有对该名称的应答
        nameUnanswered: 没有对该名称的应答
        othersHeardOn: {links} 上能收到其他主机的消息
        nobodyHeardOn: {links} 上收不到其他主机的消息
        handshakeCompleted: 握手完成
        daysLeft: 剩余 {count} 天
        validityEnded: 已过期
        certificateStatusRevoked: 已吊销
        certificateHas: 证书{what}
        problemExpired: 已过期
        problemNotYetValid: 尚未生效
        problemWrongHost: 不适用于该主机
        problemSelfSigned: 为自签名
        problemUntrustedIssuer: 的签发者不受信任
        problemUnknownIssuer: 的签发者未知
        problemTooWeak: 强度不足
        problemWrongPurpose: 不用于服务器
        problemTooManyIssuers: 链过长
        problemNameNotPermitted: 名称不被允许
        problemNotByAuthority: 并非由 CA 签发
        problemOther: 不被接受
        problemBad: 无效
        tlsNotTLS: 不是 TLS
        tlsNoAuthorities: 无法验证证书
        tlsVersion: 没有共同的 TLS 版本
        tlsAlert: TLS 警报
        throughProxyAt: 通过 {url}
        proxyDoes: {url} {what}
        proxyMisconfigured: 配置有误
        proxyUnresolved: 无法解析
        proxyTLS: TLS 失败
        proxyAuthentication: 需要身份验证
        responseStatus: 状态码 {number}
        endedAt: {step} 阶段{what}
        endedAtSaying: {step} 阶段{what}：“{text}”
        endedAtSince: {step} 阶段{what}：{detail}
        endedSince: {what}：{detail}
        inQuotesAlone: “{text}”
        withoutTLS: 无 TLS
        tlsBySTARTTLS: 通过 STARTTLS 使用 TLS
        insideTLS: 隐式 TLS
        loggedIn: 已登录
        noGreeting: 没有问候
        startTLSMissing: 没有 STARTTLS
        startTLSRefused: STARTTLS 被拒绝
        startTLSInjected: STARTTLS 前有注入的数据
        loginMissing: 无法登录
        tlsFailed: TLS 失败
        disconnectedByServer: 被服务器断开
        loginBy: 以 {label} 登录
        countBytes: {count} 字节
        outcomeStalled: 中途停滞
        unexpectedMessage: 消息不符合预期
        loginRejected: 登录被拒绝
        """#
    }
}
