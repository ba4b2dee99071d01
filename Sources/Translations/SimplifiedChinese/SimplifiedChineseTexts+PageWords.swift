extension SimplifiedChineseTexts {
    static var pageWords: String {
        #"""
        overview: 概览
        incidents: 事件
        peers: 对等节点
        pages: 页面
        skipToContent: 跳到正文
        signOut: 退出登录
        live: 实时
        reconnecting: 正在重新连接…
        asSeenFrom: 从 {host} 所见
        timesInUTC: 所有时间均为 UTC
        signInToSeeMore: 登录以查看更多
        token: 令牌
        showTheStatus: 显示状态
        notTheToken: 令牌不正确。
        noTokenHere: 这里没有令牌。
        pageNotFound: 此页面不存在
        pageNotShown: 无法显示此页面
        toTheOverview: 前往概览
        tokenNotOverHTTP: 不接受其他主机通过明文 HTTP 发来的令牌：途中任何人都能读到它。请使用 https（{https}）、通过 {tunnel}，或从有读取权限的网络访问（{networks}）。
        noTokenYet: 仅对本机、有读取权限的网络（{networks}）以及持有令牌者（{file}）显示，而令牌尚未设置：参见 netdiag.yaml(5)。
        everythingWorks: 一切正常：{working}。
        partlyWorks: 部分正常：{working}。
        worksWithAWarning: 正常，但有警告：{working}。
        doesNotWorkAtAll: 无法工作{clauses}。
        cannotTellNetwork: 无法判断网络是否正常{clauses}。
        nothingKnownYet: 尚无结果：首次检查正在进行。
        upWithoutTargets: 网络正常，未配置任何目标
        networkAndTargetsUp: 网络和全部 {count} 个目标正常
        ofTargets: {count} 个目标中，{counts}
        since: 自 {time} 起
        wayToTargets: 通往目标的路径
        andMore: 另有 {count} 个
        nameAndMore: {name} 和另外 {count} 个
        noIncidentOpen: 没有未结束的事件
        incidentsOpen: {count} 个未结束的事件
        notRecordedSince: 自 {time} 起结果未被记录：{reason}
        noUptime: 没有 24 小时可用率：{reason}
        addTargets: 还没有目标；请在 netdiag.yaml 的 targets: 下添加
        lastResults: 最近 {count} 次结果
        day: 24 小时
        time: 用时
        certificate: 证书
        certificateEnds: 证书到期时间：{time}
        moreTargets: 更多目标
        moreGroups: 另有 {count} 个组
        otherTargets: 其他目标
        noResults: 尚无结果
        resultsAllUp: {count} 次结果，全部正常
        resultsNotUp: {count} 次结果，{failed} 次不正常
        causeTimes: {cause} {count} 次
        lastAt: 最近一次在 {time} UTC
        medianAndMost: 中位数 {median}，最长 {most}
        timesOfTarget: 用时
        timesOfTheLast: 最近 {span} 的用时
        timesOfTheLastHours: 最近 {hours} 的用时
        layersOfLastCheck: 最近一次检查的各层
        layer: 层
        state: 状态
        whatWasSeen: 观察到的情况
        notReached: 未到达
        lastChecked: 最近检查于 {time}
        checksSayOtherwise: 此后 {count} 次检查结果不同
        noHistory: 没有历史记录：{reason}
        shareUp: {share} 可用
        failedChecks: {count} 次检查中有 {failed} 次失败
        nothingIsKnown: 没有相关数据
        saveAsFile: 保存为可转发的文件
        asPicture: 保存为图片
        badge: 徽章
        reportAsJSON: JSON 格式的报告
        incidentNumber: 事件 {id}
        incidentOpen: 未结束
        incidentOver: 已结束
        worksAgain: 已结束：已恢复正常
        targetsNotConfigured: 不再监测：其目标已不在配置中
        targetsHaveOtherCause: 已结束：其目标因另一个原因失败，该原因是单独的事件
        spanSoFar: 至今 {span}
        affectedTargets: 受影响的目标
        justBefore: 就在此前
        course: 经过
        ownNetwork: 无：这是本机自身网络的故障
        nothingChanged: 此前几分钟内本机没有任何变化
        firstCheck: 首次发现问题的检查开始
        meanwhileOver: 期间曾恢复又再次出现，共 {count} 次
        toTime: 至 {time}，{span}
        openFor: 已持续 {span}
        openIncidents: 未结束的事件
        over: 已结束
        moreAsJSON: 另有 {count} 个，见 JSON
        interface: 接口
        addresses: 地址
        address: 地址
        neighbour: 邻居
        roundTrip: 往返时间
        evidence: 依据
        server: 服务器
        from: 来源
        answer: 应答
        name: 名称
        host: 主机
        version: 版本
        seesThisHost: 能看到本机
        yes: 是
        no: 否
        notAnnounced: {host}（未公告）
        nobodyLookedFor: 未在寻找其他节点（discovery: peers: off 或 publish: off）。
        servicesOfOthers: 链路上其他主机的服务：{command}，或 {document}。
        thisDaemon: 本守护进程
        types: 类型
        port: 端口
        check: 检查
        announcedForOthers: 代为公告
        worksAgainNow: 已恢复正常
        stillAffected: {count} 个目标中仍有 {affected} 个受影响
        asFile: 保存为文件
        picture: 图片
        allInThatTime: 该时段的全部内容：{links}
        saveWhatWas: 保存历史记录以便转发
        ofTheLast: 最近 {spans}
        justBeforeHere: 就在此前，在本机上
        shareOfTime: 可用率
        median: 中位数
        mostWithin: 90% 以内
        failed: 失败
        cause: 原因
        partOf: {part} / {count}
        fromTo: {from} 至 {to}
        noIncident: 没有事件
        downSometimes: {count} 个目标中有 {down} 个曾出现故障
        notOver: 未结束
        notKnownMeans: 未知的时间既不算可用也不算故障：这段时间没有检查，或者故障在本机、本机网络或其运营商。
        notKnownTargets: {count} 个目标没有相关数据
        """#
    }
}
