extension SimplifiedChineseTexts {
    static var directories: String {
        #"""
        [imap.no-greeting]
        meaning: IMAP 服务器接受连接，但没有发送问候语。
        summary: {destination} 接受连接，但没有发送问候语
        advice: 在服务器上查看登录进程是否已用尽: doveadm log errors, journalctl -u dovecot
        advice: 它可能要求一开始就使用 TLS: netdiag check imaps://{destination}

        [imap.no-answer]
        meaning: IMAP 服务器起初有应答，随后便没有回应。
        summary: {destination} 在“{step}”这一步没有回应
        advice: 在服务器上查看它在等待什么: doveadm log errors, journalctl -u dovecot
        advice: 查看失败在哪一步: openssl s_client -starttls imap -connect {destination}

        [imap.closed]
        meaning: IMAP 服务器尚未作出应有的应答，连接就已结束。
        summary: {destination} 没有完成“{step}”这一步：{how}
        advice: 在服务器上查明原因: doveadm log errors, journalctl -u dovecot
        advice: 查看是否有限制使它不为本机地址提供服务：连接数限制、fail2ban-client status

        [imap.not-imap]
        meaning: 该端口上应答的程序使用的不是 IMAP。
        summary: {destination} 使用的不是 IMAP：在“{step}”这一步返回的是“{said}”
        advice: 在服务器上查看是什么在监听: ss -ltnp
        advice: 检查路径上是否有设备在代替它应答，例如检查邮件的防火墙

        [imap.bye]
        meaning: IMAP 服务器没有提供服务，而是发送 BYE 结束会话。
        summary: {destination} 在“{step}”这一步返回 BYE：“{said}”
        advice: 它返回的内容就是原因：正在关闭、连接数过多，或不为该地址提供服务
        advice: 在服务器上查看其限制: doveconf mail_max_userip_connections default_client_limit

        [imap.starttls-missing]
        meaning: 该 IMAP 服务器无法使用 STARTTLS，而配置要求使用。
        summary: {destination} 无法使用 STARTTLS（{detail}），而 imap: starttls: 要求使用
        advice: 在服务器上配置证书: doveconf ssl ssl_cert
        advice: 检查路径上是否有设备从应答中去掉了 STARTTLS，例如检查邮件的防火墙

        [imap.starttls-refused]
        meaning: IMAP 服务器声明支持 STARTTLS，但拒绝使用。
        summary: {destination} 声明支持 STARTTLS，但拒绝使用：“{said}”
        advice: 它的 TLS 可能有问题，多半是密钥或证书无法读取: doveadm log errors
        advice: 查看它返回的内容: openssl s_client -starttls imap -connect {destination}

        [imap.starttls-injected]
        meaning: 对 STARTTLS 的应答之后被注入了明文。
        summary: {destination} 在应答 STARTTLS 之后发送了明文：“{said}”
        advice: 可能是路径上的攻击者注入的，企图使其被当作 TLS 中的内容：请勿经此路径登录
        advice: 检查明文是否来自服务器自身：从与它相邻的主机上试一次

        [imap.login-rejected]
        meaning: IMAP 服务器拒绝登录。
        summary: {destination} 拒绝登录：{said}
        advice: 检查用户名和密码是否属于该服务器上的账户: credentials:
        advice: 有些服务商要求为每个程序使用专用密码，或要求使用 TLS: imaps://, imap: starttls: required
        advice: 在服务器上测试该账户: doveadm auth test NAME

        [smtp.no-greeting]
        meaning: 邮件服务器接受连接，但没有发送问候语。
        summary: {destination} 接受连接，但没有发送问候语
        advice: 在服务器上查看是否进程不足，或正在反查本机域名: journalctl -u postfix -u exim4
        advice: 它可能要求一开始就使用 TLS: netdiag check smtps://{destination}
        advice: 有些服务器有意让陌生客户端等待：看看延长时间是否有效: netdiag check --timeout 60

        [smtp.no-answer]
        meaning: 邮件服务器起初有应答，随后便没有回应。
        summary: {destination} 在“{step}”这一步没有回应
        advice: 在服务器上查明它在等待什么，多半是 DNS 或策略服务: journalctl -u postfix -u exim4
        advice: 查看失败在哪一步: openssl s_client -starttls smtp -connect {destination}

        [smtp.closed]
        meaning: 邮件服务器尚未作出应有的应答，连接就已结束。
        summary: {destination} 没有完成“{step}”这一步：{how}
        advice: 在服务器上查明原因: journalctl -u postfix -u exim4
        advice: 查看是否有限制使它不为本机地址提供服务：访问表、连接数限制、fail2ban-client status

        [smtp.not-smtp]
        meaning: 该端口上应答的程序使用的不是 SMTP。
        summary: {destination} 使用的不是 SMTP：在“{step}”这一步返回的是“{said}”
        advice: 在服务器上查看是什么在监听: ss -ltnp
        advice: 检查路径上是否有设备在代替它应答，例如检查邮件的防火墙

        [smtp.refused]
        meaning: 邮件服务器拒绝为该客户端提供服务。
        summary: {destination} 在“{step}”这一步拒绝提供服务：“{said}”
        advice: 421：它繁忙、正在关闭，或对该客户端限速：请降低检测频率，或查看其日志
        advice: 554：它不为任何客户端或不为该地址提供服务：请在它使用的黑名单中查找该地址
        advice: 对 EHLO 返回 501、504、550：它不接受主机名；请用 smtp: name: 另设一个

        [smtp.starttls-missing]
        meaning: 邮件服务器不提供 STARTTLS，而配置要求使用。
        summary: {destination} 不提供 STARTTLS，而 smtp: starttls: 要求使用
        advice: 在服务器上配置证书: postconf smtpd_tls_security_level smtpd_tls_cert_file
        advice: 检查路径上是否有设备从应答中去掉了 STARTTLS，例如检查邮件的防火墙

        [smtp.starttls-refused]
        meaning: 邮件服务器声明支持 STARTTLS，但拒绝使用。
        summary: {destination} 声明支持 STARTTLS，但拒绝使用：“{said}”
        advice: 454：它的 TLS 配置有误，多半是密钥或证书无法读取: journalctl -u postfix -u exim4
        advice: 查看它返回的内容: openssl s_client -starttls smtp -connect {destination}

        [smtp.starttls-injected]
        meaning: 对 STARTTLS 的应答之后被注入了明文。
        summary: {destination} 在应答 STARTTLS 之后发送了明文：“{said}”
        advice: 可能是路径上的攻击者注入的，企图使其被当作 TLS 中的内容：请勿经此路径登录
        advice: 检查明文是否来自服务器自身：从与它相邻的主机上试一次

        [smtp.login-rejected]
        meaning: 邮件服务器拒绝登录。
        summary: {destination} 拒绝登录：{said}
        advice: 检查用户名和密码是否属于该服务器上的账户: credentials:
        advice: 有些服务商要求为每个程序使用专用密码，或要求使用 TLS: smtps://, smtp: starttls: required
        advice: 在服务器上查明原因: journalctl -u postfix -u saslauthd -u dovecot

        [ldap.no-answer]
        meaning: 目录服务器接受连接，但没有应答。
        summary: {destination} 在“{step}”这一步没有回应
        advice: 在服务器上查看其线程是否已用尽，或在等待后端: journalctl -u slapd, cn=monitor
        advice: 它可能要求一开始就使用 TLS: netdiag check ldaps://{destination}

        [ldap.closed]
        meaning: 目录服务器尚未应答，连接就已结束。
        summary: {destination} 没有完成“{step}”这一步：{how}
        advice: 在服务器上查明原因: journalctl -u slapd
        advice: 它可能要求一开始就使用 TLS: netdiag check ldaps://{destination}

        [ldap.not-ldap]
        meaning: 该端口上应答的程序使用的不是 LDAP。
        summary: {destination} 使用的不是 LDAP（预期为“{step}”）：{detail}
        advice: 在服务器上查看是什么在监听: ss -ltnp
        advice: 检查路径上是否有设备在代替它应答

        [ldap.refused]
        meaning: 目录服务器不向匿名客户端开放其 root DSE。
        summary: {destination} 不向匿名客户端开放其 root DSE：{detail}
        advice: 在服务器上允许读取（slapd-config 中使用 olcAccess）: access to dn.base="" by * read
        advice: slapd.conf(5) 中的 require authc 和 disallow bind_anon 会拒绝匿名客户端
        advice: 如果这是有意为之，就只检测其端口: netdiag check {destination}

        [ldap.unavailable]
        meaning: 目录服务器报告暂时不可用。
        summary: {destination} 暂时不可用：{detail}
        advice: 它正在启动或关闭，或者负载过重: journalctl -u slapd
        advice: 查看其连接和等待中的操作: ldapsearch -b cn=monitor

        [ldap.failed]
        meaning: 目录服务器未能给出其 root DSE。
        summary: {destination} 对其 root DSE 的查询返回 {detail}
        advice: 在服务器上查看日志: journalctl -u slapd
        advice: 查看它对其他客户端的应答: ldapsearch -x -s base -b '' -H ldap://{destination} +

        [ldap.naming-context-missing]
        meaning: 目录服务器中没有预期的目录。
        summary: {destination} 中没有 ldap: naming_context: 所预期的 {expected}，只有 {contexts}
        advice: 在服务器上查看数据库是否已配置并已打开: slapcat -n 1, journalctl -u slapd
        advice: 确认这就是要检测的服务器，而不是另一台配置为空的服务器

        [ldap.starttls-refused]
        meaning: 目录服务器拒绝 StartTLS。
        summary: {destination} 拒绝 StartTLS：{detail}
        advice: protocolError：它没有 TLS；请为它配置证书: TLSCertificateFile, olcTLSCertificateFile
        advice: unavailable：它的 TLS 配置有误，多半是密钥或证书无法读取: journalctl -u slapd

        [ldap.starttls-injected]
        meaning: 对 StartTLS 的应答之后被注入了明文。
        summary: {destination} 在应答 StartTLS 之后发送了明文：{detail}
        advice: 可能是路径上的攻击者注入的，企图使其被当作 TLS 中的内容：请勿经此路径登录
        advice: 检查明文是否来自服务器自身：从与它相邻的主机上试一次

        """#
    }
}
