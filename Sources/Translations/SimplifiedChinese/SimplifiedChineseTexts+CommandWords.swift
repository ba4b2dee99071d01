extension SimplifiedChineseTexts {
    static var commandWords: String {
        #"""
        commandThen: {command}；然后 {next}
        ownErrorOutput: netdiagd 写到标准错误输出的内容
        noReasonGiven: 未说明原因
        noDaemonAt: {socket} 处没有守护进程
        nothingListensAt: {socket} 处没有守护进程（文件存在，但没有程序在监听）
        mayNotAskDaemon: 此用户无权查询 {socket} 处的守护进程
        daemonRefuses: {socket} 处的守护进程拒绝：{reason}
        daemonIsBusy: {socket} 处的守护进程不接受连接；是否已被暂停或过载？
        daemonIsSilent: {socket} 处的守护进程在 {count} 秒内没有应答
        daemonBrokeOff: {socket} 处的守护进程中断了响应；是否已被终止？
        daemonResponseInvalid: {socket} 处守护进程的响应无效：{error}
        answerNotUnderstood: 无法理解该应答（{error}）；netdiagd 是否为其他版本？
        cannotConnectTo: 无法连接到 {socket}：{error}
        connectionBroke: 与守护进程的连接中断：{error}
        changesEnded: 守护进程结束了变更流；是否正在重启？
        eventsEnded: 事件流已结束；守护进程是否正在重启？
        needsDaemon: {reason}；此命令需要它；启动命令: {command}
        keepsIncidents: {reason}；事件由它保存；启动命令: {command}
        keepsHistory: {reason}；历史记录由它保存；启动命令: {command}
        knowsIncidents: {reason}；只有它了解事件；启动命令: {command}
        watchNeedsDaemon: {reason}；{follower} 依赖它；启动命令: {command}
        checkingHere: {reason}；改由本进程检查
        browsingHere: {reason}；改由本进程浏览
        resolvingHere: {reason}；改由本进程解析
        publishingHere: {reason}；改由本进程公告
        doingCheck: 正在检查
        doingLookUp: 正在解析
        doingLinks: 正在读取接口
        doingStatus: 正在检查网络
        doingBrowse: 正在浏览服务
        doingAsk: 正在查询
        countDone: {count} 项中已完成 {done} 项
        proxyHereOnly: 此处设置了 {variable}，而守护进程有自己的环境
        toUseIt: {reason}；要使用它: {command}
        targetsLeftOut: 忽略配置中的目标
        avahiNotInstalled: 未安装 avahi-daemon
        noSuchCommand: 没有命令 {word}；列出所有命令: {command}
        noSuchCommandBut: 没有命令 {word}；您是否指 {meant}？
        targetNeedsCommand: 目标应写在命令之后: {command}
        checkedWithoutSettings: 检查 {name} 时未使用其设置，因为无法读取配置：{reason}
        mayBeTargetName: {name} 可能是某个目标的名称，而配置无法读取：{reason}
        orHostItself: {problem}；主机本身为 {target}
        thisInstallation: 此安装：{state}
        nothingIsMissing: 一切齐备
        countErrors: {count} 个错误
        countWarnings: {count} 个警告
        withMore: {text}（另有 {more} 个）
        startIt: 启动: {command}
        startAgain: 重新启动: {command}
        restartIt: 重新启动: {command}
        startBoth: 启动这两个服务: {command}
        seeWhy: 查看原因: {command}
        seeLog: 查看其日志: {log}
        seeDaemonLog: 查看守护进程的日志: {log}
        runAsRoot: 以 root 身份运行: {command}
        accessUnknown: 没有配置，无法得知谁可以运行检查
        accessAllowed: 此用户可以让守护进程运行检查
        accessOwnProcess: 此用户可以从守护进程读取全部内容；其自行发起的检查在单独的进程中运行
        allowGroup: 要让某个组通过守护进程运行检查: netdiag.yaml(5) 中的 access: group:
        clockWrong: 时钟不正确：显示为 {time}，而本程序构建于 {date} 或更晚
        setClock: 设置时钟: {command}
        clockInStep: 时钟与其他时钟保持同步
        clockNotInStep: 时钟未同步：可能不准确
        clockUnknown: 内核未报告时钟是否已同步
        startTimeService: 启动已安装的时间服务: {command}
        installTimeService: 安装时间服务: {command}
        clockOfHost: 在容器中，请同步宿主机的时钟；否则安装时间服务: {command}
        noConfiguration: {file} 不存在：所有设置均为默认值，且未监测任何目标
        writeConfiguration: 写一份配置: {command}
        configurationValid: {file} 有效，含 {count} 个目标
        validBut: {valid}，但是 {warning}
        correctWarnings: 请更正；查看所有警告: {command}
        correctErrors: 请更正；查看所有错误: {command}
        thenApply: 然后使其生效: {command}
        configurationNotJudged: 此用户无法判断 {file}：{error}
        configurationRefused: 守护进程会拒绝 {file}：{error}
        otherVersion: 无法解析守护进程的响应（{error}）；netdiagd 与 netdiag 的版本不同
        noDaemonReply: 守护进程没有应答
        answersAt: netdiagd 在 {socket} 应答
        noMonitoring: {reason}：守护进程未运行期间，没有监测，也没有告警
        unitUnmanaged: 本机不由 systemd 管理：无法得知开机时由什么启动 netdiagd
        systemdSilent: systemd 没有应答：systemctl show netdiagd.service 失败
        unitFailed: netdiagd.service 已失败（{result}）
        unitNotAtBoot: netdiagd.service 的状态为 {state}，且开机时不启动（{file}）
        unitActive: netdiagd.service 处于活动状态，且开机时启动
        unitState: netdiagd.service 的状态为 {state}
        unitNotInstalled: 未安装 netdiagd.service（{state}）
        installIt: 安装: {command}
        loadUnit: 让 systemd 加载它: {command}
        helperActive: netdiag-arp.socket 处于活动状态：守护进程可以发现失效的网关、使用本机地址的主机和 NAT 规则
        helperState: netdiag-arp.socket 的状态为 {state}：会晚几秒才发现网关失效，并且无法发现使用本机地址的主机和改写本机数据包的 NAT 规则
        helperUnknown: netdiag-arp.socket 未知：会晚几秒才发现网关失效，并且无法发现使用本机地址的主机和改写本机数据包的 NAT 规则
        avahiMissing: {reason}：找不到任何服务，守护进程也未被公告
        avahiUnneeded: {reason}：找不到任何服务；按照配置，守护进程不公告自身（publish: off）
        avahiAnswers: avahi-daemon 通过 D-Bus 应答
        namesByResolved: {place} 将以 .local 结尾的名称交给 systemd-resolved，它仅在 MulticastDNS=yes 的链路上查询
        namesWithoutModule: 程序无法解析以 .local 结尾的名称：{place} 的 hosts: 行中没有 mdns4_minimal
        namesWithoutLibrary: 程序无法解析以 .local 结尾的名称：{place} 指定了 {module}，但无法加载其库 {library}
        namesFound: 程序可以通过 {module} 找到以 .local 结尾的名称
        writeLine: 在 {place} 中写入: {line}
        portTaken: 另一个程序独占了 UDP 端口 5353，avahi-daemon 无法共用
        seeWhich: 查看是哪个程序: {command}
        stopOrSwitchOff: 停止它，或关闭它自带的 mDNS
        multicastPasses: mDNS 可以通过 {names}
        multicastBlocked: mDNS 无法通过 {names}：{reason}
        multicastUnseen: 未能看出 mDNS 能否通过：{reason}
        seeRule: 查看规则: {command}
        openPort: 开放 UDP 端口 5353: {ufw}，或 {firewalld}，或 {nft}
        noSocket: 无法打开套接字：{error}
        portNotBound: 无法绑定端口 5353：{error}
        noMulticastInterface: 没有可供组播发出的活动接口
        groupNotJoined: 无法加入其组播组：{error}
        filterHoldsOut: 本机的包过滤规则不允许任何数据发往 UDP 端口 5353
        nothingSent: 无法发送任何数据：{error}
        filterHoldsIn: 发往 UDP 端口 5353 的数据无法进入；被本机的包过滤规则丢弃
        pingAllowed: 此用户可以发送回显请求
        pingOfDaemonAlone: 此用户不能发送回显请求，但守护进程可以：net.ipv4.ping_group_range 为“{range}”，未包含组 {group}
        pingForbidden: 此用户不能发送回显请求：net.ipv4.ping_group_range 为“{range}”，未包含组 {group}
        pingImpossible: 无法发送回显请求：{error}
        daemonPingAllowed: 守护进程可以发送回显请求
        daemonPingForbidden: 守护进程不能发送回显请求：net.ipv4.ping_group_range 为“{range}”，未包含其 unit 的组，即 {first} 至 {last}
        allowNow: 立即允许: {command}
        allowAtBoot: 并在每次开机时允许: {command}
        tunnelsAllowed: 此用户可以打开 netdiag with 所需的 {device}
        tunnelsRefused: 此用户无法打开 {device}：{error}；netdiag with 无法为命令建立网络
        allowTunnels: 允许: {command}，这是它通常的权限；或以 root 身份运行 netdiag with
        tunnelsMissing: {device} 不存在：netdiag with 无法为命令建立网络
        loadTunnels: {command}；在容器中，请传入该设备，例如使用 {option}
        namespacesAllowed: 允许使用 netdiag with 所需的用户命名空间
        namespacesRefused: netdiag with 无法为命令建立网络：{reason}
        settingIs: {setting} 为 {value}
        restrictedByAppArmor: AppArmor 限制了用户命名空间
        orWithAsRoot: {command}，或以 root 身份运行 netdiag with
        libraryLoaded: 可以加载 {library}
        libraryMissing: 无法加载 {library}：{use}（{error}）
        withoutCurl: 不检查 HTTP、FTP、代理和 TLS
        withoutTLS: 不检查 TLS，也不提供 HTTPS
        withoutCrypto: 不读取证书
        withoutAvahi: 找不到服务，也不公告服务
        withoutSQLite: 不保存历史记录，告警也不排队
        withoutSSH: 仅检查 ssh:// 到问候信息为止
        withoutPatterns: 不匹配设置中的模式
        withoutIDN: 不解析非 ASCII 名称
        resultsNotRecorded: 结果未被记录：{reason}
        historyUnnamed: 正在运行的 netdiagd 没有指出保存结果的文件：它以 history: off 启动，或与此命令的版本不同
        historyOff: 不保存结果：配置中为 history: off
        diskAlmostFull: {file} 所在位置的可用空间不足 64 MiB：很快会丢失结果
        makeRoom: 腾出空间，或减小历史记录: netdiag.yaml(5) 中的 history: max:
        historyNotThere: netdiagd 将结果保存在 {file}，但该文件不存在：它已被删除，或者守护进程看到的是其他文件系统，例如在容器中
        nothingRecorded: 尚未记录任何结果：{file} 不存在
        fileUnreadable: 此用户无权读取 {file}
        historyUnopened: 无法打开 {file}：{error}
        historyDamaged: {file} 已损坏：它不是 SQLite 数据库
        historyKept: 结果保存在 {file}
        restartSetsAside: 重新启动守护进程，它会移开该文件并新建一个: {command}
        hasNoAnswer: 没有应答
        couldNotBeAsked: 无法查询
        aliasOf: {name} 的别名
        aliasLoop: 形成循环
        aliasGone: 该名称不存在
        aliasWithoutRecord: 该名称没有 {type} 记录
        aliasWithoutSuch: 该名称没有此类记录
        noRecord: 无 {type}：{reason}
        portIsClosed: 端口 {port} 上没有服务监听
        noServerListens: 没有 DNS 服务器在监听
        temporaryFailure: 暂时失败
        multicastUnasked: 未查询组播 DNS，因为本机没有运行 avahi-daemon
        startOrInstall: 启动: {start}；或安装: {install}
        lookingAtNetwork: 正在查看网络…
        candidateUp: 正常
        candidateAnswers: 有应答
        candidateDown: 故障
        candidateGateway: 网关
        candidateGatewayOf: {interface} 的网关
        candidateResolver: 本机的 DNS 服务器
        candidateProxy: {setting} 中的代理
        candidateConnectivity: NetworkManager 的连通性检查 URL
        candidateService: 链路上的服务（{type}）
        servicesNotSearched: 未搜索链路上的服务：{reason}
        yesWords: y 是
        needsTerminal: setup 需要终端；使用 --yes 可接受建议的答案
        noWords: n 否
        noneWords: 无
        nobodyWords: 无人 无
        pleaseAnswer: 请回答 {yes} 或 {no}。
        questionTargets: 1. 要监测什么？
        nothingToSuggest: 没有找到可供建议的目标。
        hintOwnTargets: 您自己的目标，例如 https://example.org/ 或 host:22，以空格分隔；按回车键表示没有。
        hintTargets: 编号，以及您自己的目标，例如 https://example.org/ 或 host:22，以空格分隔；输入 {none} 表示没有；或按回车键选择标有 [x] 的目标。
        labelTargets: 目标
        notInList: 列表中没有 {number}；编号从 1 到 {last}。
        noSuchHost: 没有主机 {word}：{reason}。请输入列表中的编号、URL、host:port 或主机；icmp://{word} 会原样接受。
        questionAccess: 2. 谁可以通过网络查看结果？
        accessNobody: 无人：仅本机
        accessStatus: 私有网络中的主机可以看到名称、版本和总体状态
        accessEverything: {networks} 中的主机可以看到全部内容
        hintAccess: 编号，或可以看到全部内容的网络，例如 192.168.1.0/24；按回车键选择 2。
        labelAccess: 访问
        noneOfTwo: {word} 不在其中；请输入 1 或 2，或如 192.168.1.0/24 这样的网络。
        noneOfThree: {word} 不在其中；请输入 1、2 或 3，或如 192.168.1.0/24 这样的网络。
        networkNotAdmitted: {network} 中的主机不能连接。此处只能填写私有网络；要允许其他网络，请稍后在文件的 access: networks: 中添加。
        questionNotify: 3. 出现故障时通知谁？
        hintNotify: 邮件地址（由 sendmail 发送）、webhook 的 https:// URL、ntfy 加主题的 URL，或程序的路径；按回车键表示无人。本机的每个用户都能读取该文件，包括 URL 中的令牌或主题的名称。在桌面环境中，无需以上任何一项，systemctl --user enable --now netdiag-notify 即可将事件显示为通知。
        labelNotify: 通知
        noReceiver: 不在其中；例如：ops@example.org 或 https://hooks.example.org/netdiag
        noteThat: 提示：{warning}
        programMissing: {file}：{error}；请输入现有程序的路径，不带参数。
        programNotRegular: {file} 不是普通文件；请输入程序的路径。
        programNotExecutable: {file} 没有执行权限；授予权限: {command}
        inputEnded: 在回答完所有问题之前输入已结束；未写入任何内容
        questionStart: 4. 现在启动守护进程吗？
        startedBySystemd: systemd 会立即启动它，并在每次开机时启动。
        startedInBackground: 这里没有 systemd：它会在后台运行，直到下次开机。
        wroteFile: 已写入 {file}
        audienceNobody: 只有本机可以读取结果，也不在链路上公告任何信息（listen:、publish:）
        audienceStatus: 私有网络中的主机可以在端口 {port} 读取本机的名称、版本和总体状态，并通过 DNS-SD 发现本机（listen:、publish:）
        audienceNetworks: {networks} 中的主机可以在端口 {port} 读取全部内容（access:、publish:）
        daemonRuns: netdiagd 正在运行；页面位于 {url}
        daemonNotStarted: netdiagd 未启动，因为这里没有 systemd 在每次开机时启动它；启动命令: {command}
        unitReadsOther: 该 unit 读取的是 {file}。用此文件启动守护进程: {command}
        unitReadsOtherAndRuns: 该 unit 读取的是 {file}。用此文件启动守护进程: {command}；该 unit 正在运行，请先停止它: {stop}
        onlyRootReload: 只有 root 能让它读取该文件: {command}
        onlyRootStart: 只有 root 能启动它: {command}
        runsByNoUnit: 已有一个守护进程在运行，但不属于任何 unit。如果它是用此文件启动的，让它重新读取: {reload}；否则请停止它，再启动: {start}
        daemonNotInstalled: 未安装 netdiagd；请安装，然后启动: {command}
        startFailed: {command} 失败：{reason}；请查看: {log}
        notStartable: 无法启动 {program}
        noResponseYet: netdiagd 已十秒没有响应；查看原因: {command}
        interfaces: 接口
        routes: 路由
        neighbours: 邻居
        speed: 速率
        hardwareAddress: 硬件地址
        destination: 目的地
        metric: 跃点数
        source: 来源
        protocolName: 协议
        leaseEnded: {interface} 上 {address} 的租约已到期
        beginsToLook: 刚刚开始寻找其他节点
        doesNotLook: 当前看不到其他节点：avahi-daemon 未运行，或发现功能已关闭（discovery:）
        isNotAnnounced: （未公告）
        noOtherDaemon: 链路上没有其他 netdiagd
        overallStatus: 状态
        isSeen: 可见
        peerAnswers: 有应答
        seesUs: 能看到本机
        reachesUs: 能连到本机
        nameOfThisHost: {name}，关于本机
        queueNotWritten: 队列无法写入：{reason}
        nobodyNotified: 发生事件时不会通知任何人；请参阅 netdiag.yaml(5) 中的 alerts:
        queuedMessages: 等待发送
        deliveredMessages: 已送达
        countQueued: {count} 条等待发送
        waitsForAfter: 事件 {id} 正在等待 after: 规定的时间
        waitsForQuietHours: 事件 {id} 正在等待免打扰时段结束
        waitsForReturn: 事件 {id} 正在观察是否再次发生
        waitsFor: 事件 {id} 正在等待：{reason}
        untilTime: 直到 {time}
        notAcceptedSince: 自 {time} 起未接受消息：{reason}
        notAccepted: 不接受消息：{reason}
        nextAttempt: 下次尝试 {time}
        countAttempts: {count} 次尝试
        acceptedMessage: 已接受消息：{detail}
        refusedMessage: 未接受消息：{detail}
        serviceType: 类型
        allServices: 所有服务
        servicesIn: {domain} 中的{services}：{count}
        noServicesFound: 未找到服务
        isStale: （已失效：{reason}）
        portRefuses: 端口拒绝连接
        portIsSilent: 端口无应答
        hostIsSilent: 主机无应答
        tooManyServices: 服务超过 {count} 个
        eventNotUnderstood: 无法理解某个事件（{error}）；netdiagd 是否为其他版本？
        avahiIsBack: avahi-daemon 已恢复
        publishedAs: 已公告“{name}”，类型 {types}，端口 {port}
        renamedAs: 已改名并公告为“{name}”，类型 {types}，端口 {port}
        publishesAgain: 守护进程已消失；恢复后将重新公告
        daemonStaysAway: 守护进程没有恢复
        fileIsLeft: {file} 已存在，未作改动；请用 {option} 选择其他文件
        isNoFileName: “{file}”不是有效的文件名
        folderIsMissing: 无法写入 {file}：目录 {folder}：{error}；请创建该目录，或用 {option} 选择其他文件
        folderIsNone: 无法写入 {file}：{folder} 不是目录；请用 {option} 选择其他文件
        folderRefuses: 无法写入 {file}：{folder}：{error}；请用 {option} 选择其他文件
        folderRefusesUser: 无法写入 {file}：{folder}：{error}；请以 root 身份运行: {command}，或用 {option} 选择其他文件
        fileNotWritten: 无法写入 {file}：{error}
        folderNotMade: 无法创建 {file}：{error}
        folderNotWritable: 无法在 {file} 中写入：{error}
        readableByYou: （仅您可读）
        readableByOthers: （本机的其他用户也可读）
        secretsAreMasked: {file} 中的机密信息已遮盖；若守护进程使用其他文件，请用 --config 指定。
        lookBeforeSending: 发送之前请先查看: {command}
        containsAddresses: 其中包含地址和名称；--mask-addresses 会替换它们。
        """#
    }
}
