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
        authorityInStore: 本机信任库中 {destination} 的证书颁发机构
        timeNotRead: 时间未读取
        waitForDropped: {delay}（glibc 默认设置下为 {longest}）
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
        mailTakesPasswords: 邮件服务器只接受用户名和密码，不接受令牌或票据
        passwordNeedsTLS: 密码只通过 TLS 发送，而服务器不提供 TLS
        offersNoPlain: 服务器提供 {offered}，但不提供 PLAIN
        notHTTP: 响应的开头不是 HTTP
        speaksBareHTTP2: 它使用不带 TLS 的 HTTP/2，而不是 HTTP/1.1
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
        streamRefused: 服务器以 REFUSED_STREAM 拒绝每个 HTTP/2 流
        twoLengths: 它有两个长度（RFC 9112 第 6.3 节）
        noMoreInTime: {text}（没有及时收到更多）
        thenItCloses: {text}（然后关闭）
        thenItResets: {text}（然后重置连接）
        andMoreOfIt: {text}（以及更多）
        nothingCame: 什么也没有
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
        linkLeadsNowhere: {path}：它是指向 {target} 的链接，而那里没有文件
        fileIsMissing: {path}：文件不存在
        lineWithMark: {place}：文件以字节顺序标记开头，因此不读取此行（BOM）
        lineWithReturn: {place}：该行以回车符结尾，因此“{text}”不是 IP 地址（CRLF）
        keywordIndented: {place}：“{text}”不在行首，因此不会被读取
        keywordWithoutValue: {place}：“{text}”没有值
        keywordUnknown: {place}：“{text}”不是 resolv.conf 的关键字
        optionUnknown: {place}：“{text}”不是已知的选项
        optionNeedsNumber: {place}：“{text}”的冒号后需要一个数字
        serverIsNoAddress: {place}：“{text}”不是 IP 地址
        serverWithoutInterface: {place}：“{address}”没有写明接口，因此不会被查询；应写为 {example}
        serverInterfaceMissing: {place}：不会查询“{address}”：没有接口 {interface}
        serverIsBroadcast: {place}：不会查询“{address}”：它是广播地址
        serverIsFourth: {place}：不会查询 {address}：只查询前三个 DNS 服务器
        fileReadInPart: {path}：只读取了前 64 KiB
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
        ftpURLWanted: {url} 不是 FTP URL，例如 {example}
        ftpDirectoryNotFile: 无法下载目录；请指定文件
        ftpNameIsEmpty: 文件名为空
        ftpNoSuchFile: 服务器上没有文件 {file}
        ftpBytesOfFile: 大小为 {size} 的文件只收到 {count} 字节
        ftpBytesOf: {size} 字节中只收到 {count} 字节
        ftpTooManyBytes: 服务器发送的数据超过它声明的 {count} 字节
        ftpDirectoryThere: {file} 在服务器上是目录；在其后加斜杠可将文件放入其中
        ftpFileThere: {file} 已存在；--force 会替换它
        ftpFileShrunk: {file} 在此期间变短，{size} 字节只剩 {count} 字节
        fileBeingWritten: 另一个程序正在写入 {file}
        fileNotRegular: {file} 不是普通文件
        fileThereNotRegular: {file} 已存在，但不是普通文件
        ftpNoDirectoryNamed: {url} 没有指定要创建的目录
        ftpNotConnected: 无法连接到 {host}（{reason}）
        ftpFileFails: 无法读取或写入文件
        ftpOtherFamily: {address} 不属于所要求的地址族
        ftpHostWithoutAddress: {host} 没有地址
        ftpLoginWithheld: 此登录之前已被拒绝
        ftpLoginMissing: 登录凭据不可用：{reason}
        ftpDirectoryMissing: {url}：目录不存在：{text}
        ftpLoginNotTaken: {url}：登录被拒绝：{text}
        ftpNothingThere: {url}：没有可读取的内容：{text}
        ftpWriteDenied: {url}：服务器不允许写入：{text}
        ftpDataBlocked: {url}：无法建立数据连接：{reason}
        ftpWithoutTLS: {url}：服务器没有切换到 TLS：{text}
        ftpNotSpoken: {url}：应答方不使用 FTP：{text}
        ftpServerSilent: {url}：服务器没有应答：{reason}
        ftpServerClosed: {url}：服务器已关闭连接：{reason}
        ftpAfterCommand: {reason}（在 {command} 之后）
        ftpStillComing: 收到 {count} 字节后时间用尽，数据仍在到达
        ftpBehindEPSV: EPSV 之后的数据连接失败
        ftpReplyTooLong: 超过 {count} 字节的回复
        ftpLineTooLong: 列表中有一行超过 {count} 字节
        isNoTarget: “{text}”不是目标：{reason}
        noConfiguredTargetBut: 也没有这个名称的已配置目标，您是否指 {name}？
        targetHasLogin: 目标不得包含用户名或密码，因为报告会显示它们
        targetBracketMissing: IPv6 地址之后缺少 ]
        targetPortOnly: ] 之后只能是 :端口
        targetInBrackets: IPv6 地址要写在方括号中，例如 {example}
        targetPortInvalid: 端口“{port}”不是 1 到 65535 之间的数字
        targetHostEncoded: 主机名不使用百分号编码；请直接写出字符
        targetPathNeedsScheme: 路径需要协议：{url} 或 {other}
        targetTooLong: 它有 {count} 字节；最大为 {max}
        targetSocketPath: 套接字的路径以 / 开头，例如 {example}
        targetMeant: 您是否指 {url}？
        targetSchemeUnknown: 未知的协议“{scheme}”；请使用 {names}
        targetSpace: 不允许包含空格
        targetCharacter: 不允许包含字符 {code}
        targetSocketHost: 本机的套接字没有主机；请写 {example}
        targetSocketAlone: {scheme}: 只接受套接字，不带路径
        targetPercent: 路径中的 % 之后必须有两个十六进制数字；% 本身写作 %25
        targetQueryMissing: dns:// 需要查询的名称，例如 {example}
        targetNoDomainName: “{name}”不是域名（RFC 1035 第 2.3.1 节）
        targetTypeOnly: 名称之后只能是 ?type=类型，例如 {example}
        targetHostOnly: {scheme}:// 只接受主机，不带端口和路径
        targetWithoutPath: {scheme}:// 接受主机和端口，但不接受路径（{path}）
        targetNeedsPort: {scheme}:// 需要端口，例如 {example}
        targetNeedsPath: 需要路径，例如 {example}
        targetNotSixth: [{address}] 不是 IPv6 地址；区域写作 {example}
        targetNotFourth: “{address}”不是 IPv4 地址（四个 0 到 255 的数字）
        targetNoHostName: “{name}”不是主机名：应为 1 到 63 个字母、数字、- 或 _ 组成的标签，总共不超过 253 字节
        targetSocketTooLong: 套接字路径最多 {max} 字节（unix(7)）；此路径有 {count} 字节
        targetPathEncoded: 路径包含 {code}，它应以百分号编码发送（RFC 3986 第 2.1 节）
        targetTypeUnknown: 未知的记录类型“{type}”；请使用以下之一：{names}
        targetNeedsZone: {address} 是链路本地地址，需要 %接口，例如 {example}
        targetIsOtherAddress: 无法选择 {address}：目标是地址 {other}
        targetOfOtherFamily: {address} 是 {family} 地址，而检查仅限于另一个地址族
        notAnAddressOfHost: {address} 不是 {host} 的地址；其地址为 {names}
        connectionsAtOnce: 所有监听器合计最多同时 {count} 个连接：此进程可打开 {allowed} 个文件，且{reason}；要支持 {max} 个连接，请提高硬限制: {command}
        connectionTakesTwo: 被转发或获取文件的连接占用两个
        connectionTakesOne: 每个连接占用一个
        isNoServiceType: “{text}”不是服务类型
        serviceTypeLooksLike: 服务类型的形式如 {example} 或 {other}
        """#
    }
}
