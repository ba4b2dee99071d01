extension SimplifiedChineseTexts {
    /// The phrases from which rules compose facts.
    static var facts: String {
        #"""
        doesNotAnswer: 没有应答
        answersLate: 应答太晚
        unreachableFromHere: 从本机无法到达（程序会立即发现）
        reportedUnreachable: 无法到达：{router} 报告“{answer}”（程序会立即发现）
        isNotRunning: 没有运行（端口已关闭）
        doesNotRun: 没有运行
        failsServfail: 解析失败（SERVFAIL）
        refusesToAnswer: 拒绝应答（REFUSED）
        noValidAnswer: 没有给出有效应答
        deniesNames: 否认存在的域名
        anyAddressAccepted: 路径上的某台设备接受发往任何地址的连接
        refusesOneName: 拒绝一个域名（{code}），对其他域名有应答
        reachesInternet: 能到达互联网
        makesAddressesUp: 为不存在的域名返回地址
        knowsNoAddress: 不知道任何地址
        answersCode: 返回 {code}
        hasNoServers: 返回 {code}，因为它没有可转发查询的服务器
        delaysLookUps: ，使查询最多延迟 {time}
        delaysLookUpsWith: ，与 {servers} 一起使查询最多延迟 {time}
        waitForSilentAddresses: ；逐个尝试地址的程序会在每个无响应的地址上最多等待两分钟
        onlyForThisName: {servers}（仅对 {name}；其他域名有应答）
        answersInItsPlace: ：路由器 {router} 代替它应答
        forEveryName: ，对根域的名称也是如此：其时钟或信任锚有误
        itSays: ；其说明为：{words}
        norCompleted: ；补全后也不存在（{names}）
        nearestName: ；最近的存在的上级域是 {name}
        noNameAbove: ；其上也没有存在的域名
        leavesOutSixth: （据 {server}）：即使对有 IPv6 地址的 {name}，该服务器也不返回 IPv6 地址（AAAA）
        deniesEveryName: ：该服务器对存在的域名也返回 NXDOMAIN
        emptyForAll: （据 {server}）：该服务器没有任何域名的记录，包括存在的
        althoughItExists: ，而它其实存在：该服务器对存在的域名也返回 NXDOMAIN
        althoughItHas: （据 {server}），而其实有：该服务器没有任何域名的记录
        whichGoesRound: 形成循环
        whichDoesNotExist: 不存在
        aliasWithoutAddress: ：它是 {end} 的别名，而后者没有地址（{chain}）
        whichIsLeftOut: 服务器的应答中没有其地址
        repliesToOthers: {count} 个应答，没有一个针对此查询
        repliesFromElsewhere: 应答来自 {address}，而不是它
        cannotBeParsed: 无法解析
        notToThisQuestion: 应答不是有效的 DNS，或针对另一个查询
        whenAskedFor: ：对 {other} 查询应答正确，对 {type} 查询则不然
        otherServerSays: ；{server} 给出 {addresses}
        systemResolver: 系统解析器
        cannotBeLookedUp: 无法解析 {name}
        noNameCanBeLookedUp: 无法解析任何域名
        nothingElse: 没有其他内容
        bothFamilies: IPv4 或 IPv6
        noAddressOf: {families} 地址
        noRecordOf: {type} 记录
        namesOfSearchList: 排在 {name} 之前的搜索列表名称
        rootServers: 根域名服务器
        recordsOfName: {name} 的 {type} 记录
        connectionRefused: 连接被拒绝
        noTLSHandshake: 没有完成 TLS 握手
        certificateNotTrusted: 证书不受信任
        noAnswerAtAll: 没有应答
        getAddresses: 得到 {addresses}
        hasWhichWorks: 为可用的 {address}
        hasAddresses: 为 {addresses}
        waitForAnswer: {time} 内得不到应答
        findNoAddress: 找不到地址
        areLedTo: 得到 {name} 的地址（{addresses}）
        cannotReadFiles: 以其他用户运行的程序无法读取 {files}，因此可能得到不同的应答或得不到应答
        answersAtAll: 有应答
        saysNoSuchName: 称没有该域名
        nameDoesNotExist: 不存在
        hasNoRecords: 没有记录
        searchListFirst: ；/etc/resolv.conf 的搜索列表优先（ndots）
        searchListFirstBy: ；搜索列表优先：{lines}
        completedBySearch: ；该名称按本机的搜索列表补全为 {name}
        nameCollides: ：这是 ICANN 的标记，表示私有名称与互联网的新顶级域冲突
        ipv6ResolversAlone: 所有已配置的 DNS 服务器都只能通过 IPv6 到达（{servers}）
        isInSearchDomain: ；{domain} 在本机的搜索列表中
        noDomainToComplete: ；它没有域，本机也没有可用来补全它的搜索域
        defaultWithoutGateway: {address}：{interface} 上的默认路由没有指定网关，且链路上没有人拥有该地址
        internetWithoutGateway: 互联网：{interface} 上的默认路由没有指定网关，链路上也没有主机替其他网络应答
        filesMissing: {line}：没有 files 服务，程序不会读取含有 {name} 的 /etc/hosts
        localhostMissing: /etc/hosts 中没有 localhost 的条目，因此许多程序找不到它
        libraryMissing: ；{line}；{library} 未安装
        serviceHangs: ；{line}；服务 {service} 没有应答
        oneServiceHangs: ；{line}；{services} 中有一个服务没有应答
        askNoServer: ；{line}，因此不会询问任何服务器（attempts:0）
        thenNextServer: ；{line}；{time} 后它们查询 {server}，后者有应答
        queryRepeated: ；其应答在重复查询之后才到达，说明有数据包丢失
        giveUpBefore: ；{line}，因此 {limit} 后放弃，而应答需要 {time}
        itsDNSServer: 其 DNS 服务器{does}
        theDNSServer: DNS 服务器 {server} {does}
        withReason: {what}（{reason}）
        itAnswers: 它返回“{answer}”
        lastRouter: 最后一个有应答的路由器是 {router}
        onlyByProxy: 代理 {proxy}（{variable}）接受连接，可能是唯一的出口；不经过它时：{words}
        webPortHeard: 到端口 80 的连接能收到数据，但除此之外：{words}
        answersNoPacket: 它应答 ARP 或 NDP，但不应答任何 IP 数据包
        noRouterBehind: 其后没有路由器应答
        packetsLate: 数据包在 {time} 之后才得到应答，如同有传输占满线路
        noRouterBehindAnyMore: 其后的路由器以前有应答，现在都没有
        oneStuck: 本机有 {count} 个连接没有应答
        severalStuck: 本机有 {count} 个连接没有应答
        theInternet: 互联网
        partOfInternet: 互联网的 {prefix} 部分
        pingsToIt: 到它的 ping
        connectionsToPort: 到端口 {port} 的连接
        internetPort: 互联网的 TCP 端口 {ports}
        internetPorts: 互联网的 TCP 端口 {ports}
        portOfMany: {address} 以及很可能其他主机的 TCP 端口 {port}
        webPorts: 80 和 443
        otherNetworks: 其他网络
        destinationServer: {server}（DNS 服务器）
        destinationProxy: {proxy}（代理）
        overIPv4: {destination}（IPv4）
        overIPv6: {destination}（IPv6）
        theDefaultRoute: 默认路由
        theGateway: 网关 {router}
        theRouter: 路由器 {router}
        theHostItself: 目标主机本身
        routerOnTheWay: 途中的某个路由器
        aRouter: 某个路由器
        routerBefore: 其前的某个路由器
        orBehind: {who} 或其后的 {router}
        orBefore: {router} 或其之前的设备
        statusAsForNobody: 状态码 {status}，对未分配的地址 {nobody} 也是如此
        statusOfItself: 状态码 {status}，对任何代理都不转发的请求也是如此
        statusOfProxy: 状态码 {status}，该页面由代理标记为其自身所生成（{mark}）
        endedAsForNobody: 它接受连接，但不作应答就结束连接，对未分配的地址 {nobody} 也是如此
        orNextBehind: {who} 或其后的下一个路由器
        onceEstablished: {destination}（连接建立之后）
        pastOneRouter: 最多经过 {limit} 个路由器
        pastRouters: 最多经过 {limit} 个路由器
        pings: ping
        packets: 数据包
        packetsAfterHandshake: 握手之后的数据包
        hopLimitLowered: 无论初始跳数限制（TTL）是多少：{who}将其降低
        hopLimitLoweredBehind: 无论初始跳数限制（TTL）是多少：{who} 或其后的路由器将其降低
        hopLimitFiltered: 或其后：跳数限制（TTL）为 {usual} 时没有应答，为 {limit} 时有应答
        hopLimitRunsOut: 在那里其跳数限制（TTL）耗尽
        hopLimitRunsOutShort: 在那里其跳数限制（TTL）耗尽，限制更大的数据包能走得更远
        whileFourthWorks: ，IPv4 正常
        whileSixthWorks: ，IPv6 正常
        sixthTriedFirst: 程序会先尝试 IPv6，等待之后才退回 IPv4
        fourthRejected: {router} 拒绝其数据包（“{answer}”），因此无法访问没有 IPv6 地址的主机
        fourthNotReached: 无法访问没有 IPv6 地址的主机
        sixthNotPreferred: 本机只有 6to4 或 Teredo 地址（{source}），因此程序直接使用 IPv4
        sixthNotTried: 本机只有本地地址（{source}），因此程序直接使用 IPv4
        sixthListedLast: 系统解析器先列出 IPv4 地址，因此程序直接使用 IPv4
        hasNoIPv4: {target} 没有 IPv4 地址
        hasNoIPv6: {target} 没有 IPv6 地址
        askedOverIPv6: {target} 只通过 IPv6 访问
        askedOverIPv4: {target} 只通过 IPv4 访问
        targetIsSilent: {target} 没有应答
        nothingEverReceived: {interface} 从未收到过任何数据包
        tunnelTakesItself: 它自己的数据包又进入了它：0.1 秒内它发出 {count} 个，而 {interface} 几乎没有发出
        noPacketReported: 其后没有路由器报告过数据包
        someGoByIt: 部分数据包走这条路，其余走可用的 {other}
        nobodyAnswersAt: {addresses} 没有应答
        forwardsNothing: 它没有转发本机的任何数据包，而它自己的 DNS 服务器能访问互联网
        anotherReaches: 同一链路上的 DNS 服务器 {server} 能访问互联网：它可能才是路由器
        ruleRefuses: 规则 {priority} 拒绝它们（“{rule}”）
        ruleLeadsTo: 一条规则指向路由表 {table}，其路由 {prefix} 的类型为 {type}
        thisRuleLeadsTo: 规则 {priority}（“{rule}”）指向路由表 {table}，其路由 {prefix} 的类型为 {type}
        thisRuleLeadsToDead: 规则 {priority}（“{rule}”）指向 {interface} 上的网关 {gateway}，该网关不应答
        thisRuleLeadsIntoEmpty: 规则 {priority}（“{rule}”）指向隧道 {interface}，而该隧道从未收到过任何数据包
        belongsToVRF: {interface} 属于 VRF {vrf}，只有绑定到它的程序才使用其路由
        answersNotLetIn: 应答到达 {interface}，但不被放行
        neighbourRepliesBlocked: 它对邻居发现的 ICMPv6 应答到达本机，但不被放行
        icmpNotLetIn: 它的 ICMP 消息到达本机，但不被放行
        resetHere: 数据包没有离开本机，连接由本机自己重置，例如有规则拒绝它们（tcp reset），或 NAT 规则把它们重定向到无人监听的端口
        closedHere: 数据包没有离开本机，本机自己应答端口已关闭，例如 NAT 规则把它们重定向到无人监听的端口
        ledAway: 地址属于本机，数据包却到不了本机的程序，例如 NAT 规则把已发布的端口重定向到容器
        sentElsewhere: 数据包改发往 {interface} 上的 {address}，例如容器遗留的 DNAT 规则
        sentFromElsewhere: 数据包以源地址 {address} 从 {interface} 发出，而本机没有该地址，因此应答无法返回，例如 VPN 遗留的 NAT 规则（SNAT）
        limited: 部分 DNS 查询返回 EPERM，其他的没有，例如存在速率限制
        itsOwnAnswer: 其自身的应答：{answer}
        portalURLAnswers: 本机用来检测门户的 {url} 返回 {status}
        somebodyAnswers: 一个无人使用的地址返回状态 {status}
        privateForNobody: {server} 为不存在的域名返回私有地址 {address}
        nearForNobody: {server} 为不存在的域名返回本网络内的地址 {address}
        shouldAnswer204: {url} 应返回 204，实际返回 {status}
        networkSaysSo: 本网络的 {url} 如此声明
        status511: 它返回状态 511（Network Authentication Required）
        leadsHere: {url} 指向本网络内的 {place}
        inDays: {count} 天后（{date}）
        inHours: {count} 小时后（{date}）
        inAnHour: 1 小时后（{date}）
        withinTheHour: 一小时内（{date}）
        justNow: 刚刚（{date}）
        anHourAgo: 1 小时前（{date}）
        hoursAgo: {count} 小时前（{date}）
        daysAgo: {count} 天前（{date}）
        noProgramServes: 没有程序为此隧道服务
        noSignal: 电缆或无线上没有信号
        noSignalOfPort: {bridge} 通往本机之外的端口，其电缆或无线上没有信号
        hasNoPorts: 这是没有端口的网桥
        onlyInnerPorts: 这是网桥，其端口都不通往本机之外（{ports}）
        portNotForwarding: 其端口 {port} 尚未转发（生成树状态：{state}）
        withoutName: 无名称
        nothingEncrypted: 完全没有加密
        brokenCipher: 已被攻破的 {cipher}
        cameDamaged: {count} 个到达时已损坏
        couldNotBeSent: {count} 个无法发出
        droppedIn: {count} 个接收时被丢弃
        droppedOut: {count} 个发送时被丢弃
        pingAnswered: 经 {interface} 发出的 ping 有应答
        nothingConnected: {interface} 上没有连接任何设备
        hasGatewayAddress: {interface} 自身持有默认路由网关的地址
        mtuTooSmall: ：其 MTU 为 {mtu}，低于 {least} 时内核会移除所有 IPv6 地址
        withoutSixth: （IPv6）：有默认路由，但只有链路本地地址 {address}
        anotherHost: 另一台主机
        anotherHostAt: 另一台主机（{address}）
        translator: 本网络的 NAT64（{prefix}）
        besidesAnother: 除 {other} 外另有一台主机（{address}）
        ownAddressToo: 本机的地址 {address}
        ownHardwareToo: 本机的硬件地址 {address}，因此部分应答会送错主机
        sameAddress: 同一地址 {address}
        sameAddressOn: {interface} 上的同一地址
        thisMachineAsGateway: 除其网关外，本机自身
        notUsableYet: 尚不可用
        isDeprecated: 已弃用，且没有其他地址
        sourceGetsNothing: 收不到任何应答
        sourceIsRefused: 因该地址被 {router} 拒绝
        prefixNotAnnounced: 路由器现在通告 {current}，不再通告 {prefix}
        prefixNotAccepted: 它不接受前缀 {prefix}
        routersOfPrefixes: {routers}，前缀为 {prefixes}；通过 IPv6 发送的内容都没有应答
        aWhileAgo: 一段时间以前
        noAnswerThere: 在那里没有应答
        repliesLost: 其应答丢失
        noPortForAddress: 该地址没有空闲的本地端口（{error}）
        noPort: 没有空闲的本地端口（{error}）
        noDescriptorHere: 本进程的文件描述符已用尽（{error}）
        noDescriptor: 系统的文件描述符已用尽（{error}）
        noMemory: 没有内存用于套接字（{error}）
        neighboursFull: 内核的邻居表已满（{limit}）
        nothingKeepsInStep: ；没有任何程序为其校时
        clockBehind: 比 {source} 慢 {span}
        clockAhead: 比 {source} 快 {span}
        clockBeforeBuild: 至少慢 {span}：本程序的构建时间晚于该时钟
        newerServers: 证书较新的所有服务器
        someOtherServers: 另外一些服务器
        spanYears: {count} 年
        spanDays: {count} 天
        spanHours: {count} 小时
        spanMinutes: {count} 分钟
        portIsZero: 端口 0 表示那里没有服务器（RFC 6763 第 8 节）
        nobodyHasAddress: 链路上没有该主机的地址
        neverFollowed: {addresses} 指向本机或云的元数据服务，不会按公告连接那里
        nothingListens: 没有程序在监听：{address} 拒绝连接
        hostNotOnLink: 该主机不在链路上：{addresses} 不应答 ARP 或 NDP
        addressNoAnswerThere: {addresses} 在那里没有应答
        multicastOff: 该接口上已关闭组播
        filterRefusesGroup: 本机的包过滤拒绝发往 {group} 端口 5353（{error}）
        filterDropsGroup: 本机的包过滤丢弃发给 {group} 端口 5353 的数据
        answersAlone: 单独询问 {peer} 时有应答，但通过 {group} 收不到它的任何消息
        oneFamilyAlone: {problem}（仅 {families}）
        onePeerDeaf: {peers} 可达，但称看不到本机的宣告
        peersDeaf: {peers} 可达，但称看不到本机的宣告
        onePeerMute: {peers} 可达，但收不到其宣告
        peersMute: {peers} 可达，但收不到其宣告
        neitherSees: {peers} 与本机互相可达，但都看不到对方的宣告
        worksWithOthers: {problem}；与 {others} 之间正常，因此故障在：{place}
        orOnTheWay: {peers} 或途中
        peersAndMore: {peers} 和另外 {count} 个
        fromHereTo: 从本机到 {peers}
        fromThereHere: 从 {peers} 到本机
        eitherWay: 本机与 {peers} 之间的两个方向
        noReasonGiven: 没有给出原因
        noReasonKnown: 原因未知
        forNoKnownReason: 原因未知
        itsNameHasNoAddress: 其名称没有地址
        nameHasNoAddress: {url} 的名称没有地址
        noScheme: 没有认证方式
        asFoundEarlier: （此前的检查已发现；没有再次发送）
        nothingIsTLS: 其响应不是 TLS
        weakRSA: {bits} 位的 RSA 密钥（{subject}）
        weakSignature: 使用 {algorithm} 的签名（{subject}）
        intermediateAuthority: {destination} 的中间证书颁发机构
        weakKey: 弱密钥
        certificateNotForServers: 其证书或上级 CA 的证书不用于服务器（extended key usage）
        certificateChainTooLong: 其证书链中的 CA 数量超过其中某个 CA 所允许的数量（path length constraint）
        certificateNamesForbidden: 其上级的某个 CA 不得为 {names} 签发证书（name constraints）
        certificateNotByAuthority: 其证书或上级证书是用不属于 CA 的证书签发的（basic constraints）
        notAcceptedHere: 本机不接受的 {weakness}
        issuerWith: 名称中含有“{name}”的签发者
        otherPin: 具有另一指纹的密钥
        certificateOfNobody: 本机不接受该证书，且某个设备对未分配的地址 {address} 也出示该证书
        certificateOfRouter: 本机不接受该证书，且路由器 {router} 代替该主机接受连接
        certificateOfThisMachine: 本机不接受该证书，且本机自己的规则把到任何地址的 443 端口的连接引到本机的程序
        issuerAndPin: {issuer} 以及具有另一指纹的密钥
        closesConnection: 关闭了连接
        resetsConnection: 重置了连接
        losesConnection: 连接失败（{reason}）
        answering: 应答 {command}
        inTLS: {what}（TLS 中）
        theLogin: 登录
        greeting: 问候
        redirectsThere: （{url} 重定向到那里）
        redirectsInside: （{url} 重定向到 {place}，只有它自己的网络能够到达）
        correctRedirect: 在 {url} 的服务器上更正重定向：它必须指向所有人都能到达的主机
        ofSomeAddresses: （该名称的 {total} 个地址中的 {count} 个：{addresses}）
        repairAddresses: 从该名称中删除 {addresses}，或修复那里的服务
        thisMachine: 本机
        cannotBeSent: 无法向 {destination} 发送：{reason}
        noAddress: 没有地址
        serverReachesBut: DNS 服务器 {server} 能到达互联网，但{words}
        routersAnswerBut: 网关之后的路由器有应答，但{words}
        somebodyResets: 途中有设备重置本机的 TCP 连接
        packetsEndAt: 本机的数据包止于 {router}，无论初始跳数限制（TTL）是多少：某个路由器将其降低，或数据包在绕圈
        noneHeardBeyond: 没有迹象表明本机的数据包能越过 {router}
        port443Silent: 到端口 443 的 TCP 连接没有应答，而到端口 80 的有
        tcpSilent: 本机的 TCP 连接没有应答，而 UDP 有
        nothingAnswersPackets: 网关之后没有设备应答本机自己的数据包
        nothingShows: 没有迹象表明本机自己的数据包能到达
        newOnesSilent: 本机有 {count} 个新连接没有应答，而较早的连接仍有应答，就像路由器的连接表已满时那样
        noConnectionAnswered: 本机到那里的连接都没有应答
        routerAnswersTCP: {router} 对那里的 TCP 连接返回“{answer}”
        hostsRejected: {router} 是网关之后唯一有回音的路由器，它对互联网上的主机返回“{answer}”；一个成功的连接或一个目标能说明更多
        hostsUndecided: {router} 是网关之后唯一有回音的路由器，它对未分配的地址返回“{answer}”，也可能对所有地址都如此；一个成功的连接或一个目标能说明更多
        routerRefusesNobody: {router} 拒绝发往未分配地址的数据包（administratively prohibited）
        connectivityURLSilent: 本机的连通性检测 URL 没有应答
        trafficGoesInto: 流量进入隧道 {tunnel}
        onlyResolversSeen: 除到 DNS 服务器的连接外，尚未观察到越过网关的 TCP 连接
        noConnectionSeen: 尚未观察到越过网关的 TCP 连接
        sixthUnseenBehind: 未通过 IPv6 收到 {router} 之后的任何响应
        nextHopUnseen: 未收到 {interface} 上的网关 {gateway} 之后的任何响应，而部分连接经过它
        tcpEndsAt: TCP 连接最远只到 {router}，而数据报可到达 {next}
        ecnEndsAt: 带 ECN（net.ipv4.tcp_ecn=1）的连接最远只到 {router}，而数据报可到达 {next}
        port443EndsAt: 到端口 443 的 TCP 连接最远只到 {router}，而数据报可到达 {next}，到端口 80 的连接可以通过
        translatorUnseen: 尚未观察到来自本网络 NAT64（{prefix}）之后的任何回应
        nothingHeard: 没有收到网关之后的任何响应
        largerOnes: 更大的
        onesOfAtLeast: {size} 字节及以上的
        """#
    }
}
