extension SimplifiedChineseTexts {
    /// Messages of libraries, the kernel and probes.
    static var messages: String {
        #"""
        sendsAlert: 它发送 TLS 警报“{alert}”
        certificateProblem: 证书有问题：{problem}
        issuerCertificateMissing: 找不到颁发者的证书
        issuerNotKnownHere: 本机不认识颁发者
        firstNotVerifiable: 无法验证第一个证书
        selfSignedCertificate: 证书是自签名的
        selfSignedInChain: 证书链的末端是本机不信任的自签名证书
        certificateHasExpired: 证书已过期
        certificateNotYetValid: 证书尚未生效
        signatureWrong: 证书的签名不正确
        purposeWrong: 证书不是为此用途颁发的
        invalidAuthority: 证书链中有一个证书不是 CA 证书
        pathTooLong: 证书链比 CA 允许的更长
        chainTooLong: 证书链太长
        certificateRevoked: 证书已被吊销
        revocationListMissing: 找不到吊销列表（CRL）
        revocationListExpired: 吊销列表（CRL）已过期
        certificateRejected: 证书被拒绝
        keyTooWeak: 证书的密钥太弱
        authorityKeyTooWeak: CA 的密钥太弱
        digestTooWeak: 签名的散列算法太弱
        nameNotPermitted: CA 不能为该名称颁发证书
        nameExcluded: CA 被禁止为该名称颁发证书
        unknownExtension: 有未知的关键扩展
        speaksHTTP: 它使用明文 HTTP
        speaksSSH: 它使用 SSH
        greetsLikeMail: 它的问候语像邮件或 FTP 服务器（{line}）
        greetsLikePOP3: 它的问候语像 POP3 服务器（{line}）
        greetsLikeIMAP: 它的问候语像 IMAP 服务器（{line}）
        isRefused: 被拒绝
        isReset: 被重置
        isClosed: 被关闭
        isTimedOut: 超时
        noProxyExcepts: no_proxy 将其排除
        withoutProxyHere: 该检查设置为不经过代理
        noLocation: 它应答 {status}，但没有可用的 Location，因此无处可去（curl 不会报告这一点）
        leadsToInvalid: 它指向“{url}”：{reason}
        leadsToThisMachine: 它指向本机自身：{url}
        hostIsMissing: 缺少主机
        rejectedEarlier: 之前的检查已被拒绝；凭据更改之前不会再次发送
        credentialsMissing: 凭据不可用：{reason}
        takesNoTickets: MQTT 接受用户名和密码或令牌，不接受票据
        mailTakesPasswords: 邮件服务器只接受用户名和密码，不接受令牌或票据
        passwordNeedsTLS: 密码只通过 TLS 发送，而服务器不提供 TLS
        offersNoPlain: 服务器提供 {offered}，但不提供 PLAIN
        notHTTP: 响应的开头不是 HTTP
        curlTimedOut: {time} 毫秒内没有完整的响应；收到 {bytes} 字节
        curlTimedOutOf: {time} 毫秒内没有完整的响应；收到 {size} 字节中的 {bytes} 字节
        curlNotConnected: {time} 毫秒后仍未连接到 {host} 端口 {port}：{reason}
        couldNotConnect: 服务器不接受连接
        couldNotConnectNow: 服务器不接受连接
        emptyReply: 服务器没有返回任何内容
        receiveFailed: 接收失败：{reason}
        sendFailed: 发送失败：{reason}
        bytesMissing: 连接在最后 {bytes} 字节之前结束
        dataMissing: 连接在数据结束之前关闭
        headerWithoutColon: 有一个头字段没有冒号
        twoLengths: 它有两个长度（RFC 9112 第 6.3 节）
        noMoreInTime: {text}（没有及时收到更多）
        thenItCloses: {text}（然后关闭）
        thenItResets: {text}（然后重置连接）
        andMoreOfIt: {text}（以及更多）
        nothingCame: 什么也没有
        acceptIsWrong: Sec-WebSocket-Accept 是 {value}，应为 {wanted}
        acceptIsMissing: 缺少 Sec-WebSocket-Accept
        upgradeIsMissing: 缺少 Upgrade: websocket
        extensionNotAsked: 未请求扩展 {name}
        subprotocolNotOffered: 未提供子协议 {name}
        noSubprotocolSpoken: 不支持子协议 {names} 中的任何一个
        lastMessageIs: 最后一条消息是“{message}”
        serverClosesWith: 服务器以 {code} 关闭
        serverClosesSaying: 服务器以 {code} 关闭：{text}
        noCloseFrame: 连接在没有关闭帧的情况下结束
        frameIsMasked: 服务器的一个帧带有掩码（第 5.1 节）
        reservedBitSet: 未使用扩展却设置了保留位（第 5.2 节）
        opcodeReserved: 操作码 {opcode} 是保留的（第 5.2 节）
        controlFragmented: 控制帧被分片（第 5.5 节）
        controlTooLong: 控制帧超过 125 字节（第 5.5 节）
        continuationOfNothing: 延续帧之前没有消息（第 5.4 节）
        messageWithinAnother: 一条消息在另一条消息中开始（第 5.4 节）
        textNotUTF8: 文本不是 UTF-8（第 8.1 节）
        messageTooLong: 消息超过 {count} 字节的上限
        notPermitted: 不允许此操作
        noSuchFile: 没有该文件或目录
        inputOutputError: 输入/输出错误
        notExecutable: 可执行文件格式错误
        tryAgain: 资源暂时不可用
        outOfMemory: 内存不足
        accessDenied: 权限不足
        deviceBusy: 设备或资源忙
        fileExists: 文件已存在
        noSuchDevice: 没有该设备
        notADirectory: 不是目录
        isADirectory: 是一个目录
        invalidArgument: 参数无效
        systemFilesOpen: 系统中打开的文件太多
        filesOpen: 打开的文件太多
        noSpaceLeft: 设备上没有剩余空间
        readOnlyFiles: 文件系统是只读的
        brokenPipe: 对方已停止读取
        messageSize: 数据包太长
        protocolError: 协议错误
        familyUnsupported: 不支持该地址族
        addressInUse: 地址已被占用
        addressNotHere: 本机没有该地址
        networkDown: 网络已关闭
        networkUnreachable: 网络不可达
        connectionAborted: 连接被中止
        connectionReset: 对方重置了连接
        noBufferSpace: 没有可用的缓冲区
        notConnected: 套接字未连接
        connectionTimedOut: 连接超时
        connectionIsRefused: 连接被拒绝
        hostDown: 主机已关闭
        noRouteToHost: 没有到主机的路由
        endedWithStatus: 以状态码 {status} 结束
        endedSaying: 以状态码 {status} 结束：{text}
        endedBySignal: 被信号 {signal} 终止
        wasKilled: 在 {limit} 内没有结束，已被终止
        cannotBeRun: {program} 无法运行：{reason}
        answersStatus: 返回 {status}：{text}
        noConnectionWithin: {limit} 内未能连接到端口 {port}
        busIsSilent: 系统总线没有应答（{error}）
        busIsSilentAt: 系统总线 {path} 没有应答（{error}）
        busIsMissing: 系统总线 {path} 不存在
        startItWith: 启动命令: {command}
        restartItWith: 重启命令: {command}
        avahiDoesNotRun: avahi-daemon 未运行
        avahiDoesNotAnswer: avahi-daemon 没有应答
        avahiIsUnusable: avahi-daemon 无法使用：{error}
        avahiClaimsName: avahi-daemon 正在声明主机名
        avahiIsFull: avahi-daemon 的容量已用尽；请结束一些浏览任务
        avahiPublishesNot: avahi-daemon 未予公告：{reason}
        nameIsTaken: 名称“{text}”在此链路上已被占用
        avahiNotRunning: 守护进程未运行
        avahiDisconnected: 与守护进程的连接失败
        busHasFailed: 发生意外的 D-Bus 错误
        peerListIsFull: 其对等节点列表已满
        peerBeginsToLook: 它刚刚开始寻找
        peerDoesNotLook: 它不寻找其他节点
        peerRefusesPort: 它拒绝到端口 {port} 的连接
        peerIsSilent: 它没有应答
        answersWithHTTP: 它返回 HTTP 状态码 {status}
        answerIsTooLong: 其应答过长：超过 {count} 字节
        answerIsUnreadable: 无法读取其应答
        checkNotMadeYet: 其检查 {target} 尚未进行
        checkIsDown: 其检查 {target} 失败
        checkIsDownWith: 其检查 {target} 失败：{message}
        historyIsOff: 已关闭（history: off）
        historyHasNoPlace: 没有可用的目录；请用 --state 选择目录，或用 history: file: 指定文件
        historyIsNewer: {file} 来自更新的 netdiagd（版本 {found}，本程序支持 {known}）；请运行那个版本，或用 history: file: 指定其他文件
        historyIsForeign: {file} 是其他程序的数据库；请用 history: file: 指定其他文件
        historyIsHeld: {holder} 正在写入 {file}；请用 history: file: 指定其他文件
        netdiagdWithPID: PID 为 {pid} 的 netdiagd
        anotherNetdiagd: 另一个 netdiagd
        historyDiskIsFull: {file}：磁盘已满；请在那里腾出空间
        historyIsOpening: 正在打开
        daemonIsEnding: 守护进程正在关闭
        moreTargetsThanShown: 目标超过 {count} 个；目标的页面上有此数据
        """#
    }
}
