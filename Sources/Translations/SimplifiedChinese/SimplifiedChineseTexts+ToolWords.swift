extension SimplifiedChineseTexts {
    static var toolWords: String {
        #"""
        programNotRun: 无法运行 {program}：{error}
        programNotInstalled: 缺少程序 {program}；在 Debian 上: {command}
        programNotEnded: {program} 在 {count} 秒内没有结束
        pipeNotOpened: 无法打开管道：{error}
        noSuchInterface: 没有接口 {interface}；列出现有接口: {command}
        loopbackNeedsYes: {interface} 是回环接口，本机的程序通过它相互访问；使用 --yes 可强制施加故障
        sessionNeedsYes: 此 SSH 会话依赖 {interface}，将会挂起或中断；使用 --yes 可强制施加故障
        onlyRootChanges: 只有 root 可以更改 {interface}
        linkIsImpaired: {interface} 将处于故障状态 {count} 秒；按 Ctrl-C 可提前结束。
        linkIsRestored: {interface} 已恢复。
        nothingWasChanged: {command}：{error}；未作任何更改
        linkNotClaimed: 无法占用 {interface}：{error}
        linkIsBroken: {interface} 已被另一个 netdiag break 施加故障；请结束它，或等待其结束
        queuesNotShown: tc 无法显示 {interface} 的队列：{error}
        routesNotShown: ip 无法显示 {interface} 的路由：{error}
        neighboursNotShown: ip 无法显示 {interface} 的邻居：{error}
        netemIsMissing: 此内核没有 netem（模块 sch_netem），而 --latency、--reorder、--duplicate 和 --corrupt 需要它；netdiag with 可以为单个命令提供这些功能，--loss、--rate、--mtu 和 --outage 则不需要它
        nothingToBreak: 没有指定要更改的内容；请写 --rate、--loss、--latency、--reorder、--duplicate、--corrupt、--outage、--mtu、--no-route 或 --down
        breaksNoRoute: --no-route：{interface} 没有默认路由: {command}
        routeNotRestorable: --down 和 --no-route：{interface} 有一条无法恢复的路由：{route}；可改用 --loss 100% 丢弃一切
        queueNotReplaced: {interface} 上有人设置了队列规则，--rate、--latency、--reorder、--duplicate 和 --corrupt 会替换它: {command}
        breaksSmallMTU: --mtu：MTU 低于 1280 会移除 IPv6 地址，且无法恢复；请写 1280 或更大的值
        breaksLargeMTU: --mtu：{interface} 最多支持 {bytes} 字节
        outagesAreTooShort: --outage：中断时长以及两次中断的间隔都至少要写 1s，例如 {example}
        noCommandGiven: 未指定命令；请写在 -- 之后，例如: {command}
        commandHasNoName: 命令没有名称
        writeDashesFirst: 请在命令之前写 --: {command}
        loopbackOfCommand: {host} 是该命令自己的回环地址，不受影响；要访问本机回环地址上的服务器，请使用 {name}
        stepFailed: 无法{step}：{error}
        withoutNamespaces: {problem}；本机不允许用户拥有自己的命名空间：请以 root 身份运行
        withoutTunnels: {problem}；本机或所在容器没有 TUN 设备
        tunnelsForRoot: {problem}；此处只有 root 可以打开它：请用 {command} 允许，或以 root 身份运行
        stepNetworkNamespace: 创建网络命名空间
        stepUserNamespace: 创建用户命名空间
        stepMapUser: 映射用户
        stepSocketPair: 打开一对套接字
        stepPrivateMounts: 将挂载设为私有
        stepCoverSockets: 遮蔽服务的套接字
        stepResolverPlace: 为 resolv.conf 创建位置
        stepShowResolver: 替换 /etc/resolv.conf
        stepShowHosts: 替换 /etc/hosts
        stepOpenTunnel: 打开 /dev/net/tun
        stepMakeTunnel: 创建 TUN 设备
        stepNetlink: 打开 netlink 套接字
        stepLoopbackUp: 启用回环设备
        stepTunnelUp: 启用 TUN 设备
        stepFourth: 设置 IPv4 地址和路由
        stepSixth: 设置 IPv6 地址和路由
        stepStart: 启动命令
        networkOfCommand: 此命令的网络，种子 {seed}：
        wereSent: 已发送
        wereReceived: 已接收
        countPackets: {count} 个数据包
        countBytes: {count} 字节
        countLost: {count} 个丢失
        countLostInOutages: {count} 个在中断期间丢失
        countBeyondQueue: {count} 个超出队列
        countTooBig: {count} 个过大
        countCorrupted: {count} 个被破坏
        countDuplicated: {count} 个重复
        countReordered: {count} 个乱序
        countDelayed: {count} 个被延迟，平均 {time}
        countConnections: {count} 个连接
        countRefusedConnections: {count} 个超出可同时打开的数量
        countQueries: {count} 次 DNS 查询
        countAltered: 其中 {count} 次被更改
        portalWasAccepted: 已接受门户的条款
        portalNotAccepted: 未接受门户的条款
        countForbiddenPings: {count} 个 ping 不允许此用户发送（{setting}）
        countNotCarried: {count} 个数据包未传送
        serveNotInstalled: 未安装 netdiag-serve：它既不在本程序旁边，也不在 libexec 中；make install 会安装它
        seedRepeats: 随机决策的种子为 {seed}；--seed {seed} 可重现它们
        isNotControlled: 其他命令无法控制此 netdiag serve：{reason}
        cannotBeAnnounced: 无法公告：{reason}
        notAnnouncedYet: 尚未公告：{reason}
        isAnnouncedAs: 已公告为 {name}：{reason}
        othersCannotReach: 其他主机无法访问 {place}；--listen :: 可让它们访问
        announcedBeyond: 它也以本机的 IPv6 地址公告，而那里没有程序监听；--listen :: 可同时监听两者
        nothingIsServed: 没有可提供的内容；请指定目录、路由文件、--text、--openapi、--echo 或 --fault
        onePortForOne: --port 只用于一个服务器；{count} 个故障各需要一个端口
        needsOwnServer: {fault} 需要单独的服务器；请在不指定来源的情况下启动
        socketDirectoryNotMade: 无法创建 {path}：{error}
        socketDirectoryOpen: {path} 不是仅此用户可访问的目录；请删除它，或设置 {variable}
        fileIsValid: {file}：有效，{content}
        countRoutes: {count} 条路由
        zoneOfRecords: 含 {count} 条记录的区域
        scriptOfSteps: 含 {count} 个步骤的脚本
        recordingOfRequests: 含 {count} 个请求的录制
        connectionsForwarded: 转发到 {url} 的连接
        requestsForwarded: 转发到 {url} 的请求
        serverWithFault: 带有 {fault} 的服务器
        noneIsServing: 此用户没有正在运行的 netdiag serve
        noneIsCalled: 没有名为 {name} 的 netdiag serve；此用户没有正在运行的实例
        noneIsCalledBut: 没有名为 {name} 的 netdiag serve；正在运行：{names}
        severalAreServing: 有多个正在运行；请指定其中之一：{names}
        isNoRunName: {name} 不是有效的 netdiag serve 名称
        runNameIsTaken: 已有名为 {name} 的 netdiag serve；请选择其他 --name
        noRunAnswers: {socket} 处没有 netdiag serve 应答
        runNotChanged: 无法更改；其端口是否已被占用？
        runOfOtherVersion: netdiag serve 返回 {status}；是否为其他版本？
        runHasEnded: netdiag serve 已结束
        runEndedBefore: netdiag serve 在应答之前已结束
        runIsIdle: 空闲
        runIsRunning: 运行中
        runIsPaused: 已暂停
        runIsDraining: 正在收尾
        runByProcess: 进程 {pid}
        countRequests: {count} 个请求
        noSessions: 没有会话
        endsWithin: {count} 秒后结束
        noFaults: 没有故障
        faultIsOn: 开启
        faultIsOff: 关闭
        stateIsFixed: {state}（无法关闭）
        whenConditions: 条件 {conditions}
        noResponseSent: 无响应
        bytesReceived: 收到 {count} 字节
        requestsExpected: {request}：{found}，预期：{expected}
        atLeastOneRequest: 至少 1 个请求
        entriesAreShown: 共 {count} 个条目，显示 {shown} 个
        entriesAreCut: 共有超过 {count} 个条目，显示 {shown} 个
        transferredOf: {done} / {total}
        timeIsLeft: 剩余 {time}
        passwordFor: {user} 的密码
        passwordNeedsTerminal: 没有可用于询问密码的终端；请使用 --netrc 或 --netrc-file
        passwordNotRead: 无法读取密码：{error}
        netrcNeedsHome: --netrc 需要 {variable}；请用 --netrc-file 指定文件
        outputNotWritten: 无法写入标准输出：{error}
        nothingObservable: 无法从本进程进行观察：{error}
        daemonAnswers: 守护进程返回 {status}
        streamNotValid: 守护进程的响应无效：{error}
        checkCameToNoEnd: 检查没有完成
        networkNotSeen: 无法检查网络
        isNotUTF8: 不是 UTF-8
        isNotJSON: 不是 JSON
        memberIsMissing: 缺少 {name}
        documentNotEncoded: 无法将应答写为 JSON：{error}
        noTargetNamedSo: {problem}；守护进程也没有这个名称的目标
        noTargetNamedSoBut: {problem}；守护进程也没有这个名称的目标，您是否指 {meant}？
        isNoCause: {id} 不是已知的原因；列出所有原因: {command}
        isNoCauseBut: {id} 不是已知的原因；您是否指 {meant}？
        isNoDomain: “{name}”不是域，例如 local 或 example.org
        isNoHost: “{name}”既不是名称也不是地址
        isNoHostBut: “{name}”既不是名称也不是地址：{reason}
        isMoreThanHost: “{name}”既不是名称也不是地址；请去掉协议、端口和路径
        configurationNotThere: {file} 不存在；请用 --config 指定守护进程的配置
        secretNotThere: Secret Service 中没有 {host} 的条目；创建条目: {command}
        secretsNotAsked: 无法查询 Secret Service：{reason}
        secretToolFailed: secret-tool 失败
        standardInput: 标准输入
        reportNotJudged: {file}：无法评估第 {number} 份报告：{error}
        isNoReport: {place}：不是有效的报告（{error}）；创建报告: {command}
        containsNoReport: {file} 不包含报告；创建报告: {command}
        schemaNotKnown: {place}：模式为 {schema}；仅支持 {known}
        fileIsTooLarge: {file} 超过 {count} MiB；请将其拆分
        bundleIsTooLarge: 诊断包超过 {count} MiB
        bundleNotMade: 无法生成诊断包：{error}
        bundleNotCompressed: gzip 失败；未写入诊断包
        bundleNotForTerminal: 归档文件不能输出到终端: {command}，或用 --bundle 指定文件
        portNotInRange: 端口“{port}”不是 0 到 65535 之间的数字
        textKeyTwice: TXT 键“{key}”指定了两次
        socketPathLength: 套接字路径为 1 到 {max} 字节，“{path}”有 {count} 字节
        fromTakesTargets: --from 从报告中获取目标；请去掉目标和 --yes
        goesOneWay: diagnose 只检查一条路径；检查多条: {command}
        doesNotApply: {option} 不适用于 {target}；请去掉它
        noNotificationShown: 桌面没有显示通知：{reason}
        foldersNotWatched: 无法监视目录：{error}
        """#
    }
}
