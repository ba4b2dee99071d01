extension SimplifiedChineseTexts {
    static var words: String {
        #"""
        works: 正常
        worksWithWarnings: 正常，但有警告
        noFaultFound: 未发现故障，但有些情况未能观察到
        doesNotWork: 无法工作
        cannotBeTold: 无法判断是否正常
        couldNotBeChecked: 无法检查
        notCheckedYet: 尚未检查
        notChecked: 未检查
        notJudged: 未判定：{seen}
        up: 正常
        down: 故障
        degraded: 降级
        uncertain: 不确定
        maintenance: 维护
        noStatusYet: 尚无状态
        withAWarning: 有警告
        countUp: {count} 个正常
        countDown: {count} 个故障
        countDegraded: {count} 个降级
        countUnknown: {count} 个无法判断
        countMaintenance: {count} 个维护中
        countNoStatus: {count} 个尚无状态
        countNotChecked: {count} 个尚未检查
        countWithAWarning: {count} 个有警告
        allUp: 全部 {count} 个正常
        error: 错误
        warning: 警告
        info: 提示
        onThisMachine: 故障在本机
        inThisNetwork: 故障在本网络
        beyondTheRouter: 故障在路由器之外
        onTheOtherSide: 故障在对端
        dependsOnObservation: 故障在哪一侧取决于观察结果
        wordAndDetail: {word}：{detail}
        twoClauses: {clause}；{next}
        twoParts: {part}，{next}
        twoItems: {item}、{next}
        withRemark: {text}（{remark}）
        remark: （{remark}）
        inQuotes: “{text}”
        likely: （很可能，但不确定）
        whatToDo: 怎么办
        aReportSays: 报告中的说法
        howItIsRecognised: 如何识别
        onlyHereNetwork: 仅本机：此链路上另有 {count} 台机器的网络正常
        onlyHereReach: 仅本机：此链路上另有 {count} 台机器能访问它
        onlyHereResolver: 仅本机：此链路上另有 {count} 台机器能正常使用它
        onlyHereUplink: 仅本机：此链路上另有 {count} 台机器能访问互联网
        findOwnRejection: 查找只拒绝本机的规则：本机防火墙（nft list ruleset）、路由器以及服务器的访问列表
        wholeLinkNetwork: 整个链路：其他 {count} 台中有 {count} 台的网络也不正常
        wholeLinkReach: 整个链路：其他 {count} 台中有 {count} 台也无法访问它
        wholeLinkResolver: 整个链路：其他 {count} 台中有 {count} 台也得不到它的有效应答
        wholeLinkUplink: 整个链路：其他 {count} 台中有 {count} 台也无法访问互联网
        someNetwork: 不仅本机：此链路上其他 {all} 台中有 {count} 台的网络也不正常
        someReach: 不仅本机：此链路上其他 {all} 台中有 {count} 台也无法访问它
        someResolver: 不仅本机：此链路上其他 {all} 台中有 {count} 台也得不到它的有效应答
        someUplink: 不仅本机：此链路上其他 {all} 台中有 {count} 台也无法访问互联网
        unwatched: 此链路上没有其他机器监测它
        unwatchedRestricted: 此链路上没有其他机器提供相关信息：{count} 台不公开其监测内容
        layerLocal: 本机
        layerLink: 链路
        layerAddress: 地址
        layerGateway: 网关
        layerUplink: 上行
        layerPath: 路径
        layerProxy: 代理
        links: 链路
        gateway: 网关
        gateways: 网关
        uplink: 上行链路
        resolver: DNS 服务器
        resolvers: DNS 服务器
        targets: 目标
        target: 目标
        services: 服务
        published: 已发布
        internet: 互联网
        gatewayAt: 网关 {address}
        noneOfThem: 无
        switchedOff: 已关闭
        noCarrier: 无载波
        dormant: 休眠
        noAnswer: 无应答
        noLinkUp: 没有可用的链路
        noDefaultRoute: 没有默认路由
        noUplink: 本机没有对外的出口
        daemonDoesNotRun: netdiagd 未运行
        daemonIsLost: 与守护进程的连接已断开，正在重试
        daemonIsBack: 守护进程已恢复
        switchedOffByConfiguration: 已在配置中关闭（publish:）
        noServerForOthers: 其他主机无法通过 HTTP 访问 netdiagd（listen: http:）
        notStartedYet: 尚未启动
        justStarted: netdiagd 刚刚启动
        stateWaiting: 等待中
        waitingForAvahi: 等待 avahi-daemon
        stateOff: 关闭
        stateRenamed: 已改名
        statePublished: 已发布
        asName: 名为 {name}
        asTypes: 类型 {types}，端口 {port}
        countSeconds: {count} 秒
        countMinutes: {count} 分钟
        countHours: {count} 小时
        countDays: {count} 天
        twoUnits: {large} {small}
        percent: {percent}%
        sinceAgo: 自 {time} 起；{span}前
        forSpan: 已持续 {span}
        ago: {span}前
        notRecorded: 结果未被记录：{reason}
        notListening: netdiagd 未在 {address} 上监听：{reason}；查看占用该端口的程序: ss -ltnp
        alertsFail: 告警无法送达 {receiver}：{reason}
        alertsNotQueued: 无法写入告警队列：{reason}
        reachedByProxy: 通过代理可以到达目标；不经过代理时：{detail}
        uplinkUnknown: 上行：无法判断能否访问互联网：{detail}
        decideByTarget: 请检查一个您常用的网站: netdiag check https://网站/
        noTargetWorks: 所监测的 {count} 个目标均无法工作
        partlyWorking: 部分正常：{count} 个目标中有 {working} 个正常
        tooMuchFailed: 同时失败的太多，无法更仔细地检查（已略去：{topics}）；netdiag check 会检查。
        throughProxy: 通过代理 {proxy}
        withoutProxy: 直接连接，不经代理
        worksBothWays: 两种方式都正常。
        worksDirectlyOnly: 不经代理可以正常工作，因此故障在代理，或在通往代理的路径上。
        worksByProxyOnly: 只有经过代理才正常；直接连接无法到达。
        failsBothWays: 两种方式都失败。
        waitingForDaemon: 正在等待 netdiagd
        scrollKeys: 滚动：方向键、PgUp、PgDn、Home、End
        quitKey: q：退出
        moreLines: 还有 {count} 行
        moreIncidents: 还有 {count} 个事件：netdiag incidents
        countTargets: {count} 个目标
        countIncidents: {count} 个事件
        failuresUncounted: {count} 次失败尚未计入
        successesUncounted: {count} 次成功尚未计入
        certificateDays: 证书剩 {count} 天
        certificatesDays: 证书剩 {count} 天
        certificateEnded: 证书已过期
        certificatesEnded: 证书已过期
        ended: 已过期
        allTargets: 所有目标
        allOthers: 其他全部
        withoutGroup: 未分组
        someWork: {count} 个中有 {working} 个正常
        allWork: {count} 个正常
        upTo: 最长 {time}
        isOver: {incident} 已结束，历时 {span}
        gone: 已消失
        moreTargetsChanged: 还有 {count} 个目标发生变化
        whatHasChanged: 有何变化
        nothing: 无
        isGone: {name} 已消失
        isNew: {name} 是新出现的
        isThereNow: {name} 现已出现：{state}
        wasAndIs: {name} 原为{before}，现为{now}
        isNoLongerThere: {name} 已不存在
        isCheckedNow: 这次检查了 {name}：{state}
        isNotCheckedNow: 这次没有检查 {name}
        gatewayOn: {interface} 上的网关 {address}
        resolverAt: DNS 服务器 {address}
        whatIsWrong: 问题所在
        howThatIsKnown: 判断依据
        besides: 此外
        nothingIsWrong: 一切正常。
        noFaultFoundBut: 未发现故障，但{detail}。
        cannotTellWhatIsWrong: 无法判断问题所在。
        cannotTellInternet: 无法判断能否访问互联网：{detail}。
        pressReturn: 按回车键再次检查，输入 q 并按回车键停止。
        noIncidents: 没有事件
        noIncidentsThen: 该时段内没有事件
        before: 此前：{time}
        openSince: #{id}，自 {start} 起未结束，已持续 {span}
        overFromTo: #{id}，已结束；从 {start} 到 {end}，历时 {span}
        unwatchedFromTo: #{id}，不再监测；从 {start} 到 {end}，历时 {span}
        replacedFromTo: #{id}，现在是另一个原因；从 {start} 到 {end}，历时 {span}
        cameBack: 再次出现 {count} 次
        tookDownNone: 目前没有目标中断
        tookDown: {count} 个目标受影响：{names}
        degradedTargets: {count} 个目标降级：{names}
        namesAndMore: {names} 等，另有 {count} 个
        fromToColumns: {from} 至 {to}，每列 {step}
        noTargets: 未配置任何目标
        countTimes: {count} 次
        uptime: 可用率
        percentiles: 第 10 至第 90 百分位，以及中位数
        onlyMaintenance: 只有维护
        nothingKnown: 该时段没有数据
        percentUp: {percent} 可用
        medianWithin: 中位数 {median}，90% 在 {p90} 以内
        countChecks: {count} 次检查
        spanUnknown: {span}未知
        spanMaintenance: {span}维护
        spokenOK: 正常：
        spokenWarning: 警告：
        spokenError: 错误：
        spokenUnknown: 未知：
        spokenNote: 提示：
        spokenToDo: 待办：
        areWorking: {names} 正常
        """#
    }
}
