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
        """#
    }
}
