/// Readable descriptions of service types: `_ipp._tcp` is "Internet Printing".
public enum TypeWords {
    /// The description of a type, or of the type of a subtype (`_printer._sub._http._tcp`); `nil` if it is not a well-known
    /// one.
    public static func words(for type: String) -> String? {
        let labels = type.split(separator: ".")
        guard labels.count >= 2, let service = labels.dropLast().last, service.first == "_" else { return nil }
        return byService[service.dropFirst().lowercased()]
    }

    /// The type for an input such as `http`, `_http` or "Internet Printing"; `nil` if there is none.
    public static func type(meantBy text: String) -> String? {
        let text = text.lowercased()
        let service = text.prefix { $0 != "." }.drop { $0 == "_" }
        let known =
            byService[String(service)] == nil ? byService.first { $0.value.lowercased() == text }?.key : String(service)
        return known.map { "_\($0).\(overUDP.contains($0) ? "_udp" : "_tcp")" }
    }

    private static let byService = [String: String](
        uniqueKeysWithValues: text.split(separator: "\n").map { (line: Substring) -> (String, String) in
            let end = line.firstIndex(of: " ") ?? line.endIndex
            return (String(line[..<end]), String(line[end...].dropFirst()))
        })

    /// The types in the list that use UDP.
    private static let overUDP: Set<String> = [
        "apple-midi", "coap", "coaps", "dns-llq", "dns-update", "domain", "iax", "l2tp", "matterc", "matterd",
        "meshcop",
        "mqtt-sn", "netaudio-arc", "netaudio-cmc", "ntp", "osc", "sip", "sleep-proxy", "snmp", "syslog", "tftp", "trel",
    ]

    /// One service name (RFC 6335 section 5.1, without the underscore) and its description per line.
    private static let text = """
        acp-sync AirPort Base Station Sync
        adb Android Debug Bridge
        adb-tls-connect Android Debug Bridge, Wireless
        adb-tls-pairing Android Debug Bridge, Pairing
        adisk Time Machine Disk
        afpovertcp Apple File Sharing
        airdrop AirDrop
        airplay AirPlay
        airport AirPort Base Station
        alexa Amazon Alexa
        amzn-alexa Amazon Alexa
        amzn-wplay Amazon Fire TV
        androidtvremote Android TV Remote
        androidtvremote2 Android TV Remote
        appelezvous Appelezvous Multiplayer Games
        apple-midi Network MIDI
        apple-mobdev Apple Mobile Device
        apple-mobdev2 Apple Mobile Device
        apple-pairable Apple Device Pairing
        apple-sasl Apple Password Server
        appletv-v2 Apple TV Home Sharing
        arduino Arduino Board
        asr Apple Software Restore
        atc Shared iTunes Library
        axis-video Axis Network Camera
        axis-nvr Axis Network Video Recorder
        bacnet Building Automation (BACnet)
        bitcoin Bitcoin Node
        bittorrent BitTorrent
        bp2p Bopup File Sharing
        cardsend Card Exchange
        ceph-mon Ceph Monitor
        coap Constrained Application Protocol
        coaps Secure Constrained Application Protocol
        companion-link Apple Companion Link
        cros_p2p Chrome OS Update Sharing
        cups CUPS Printing
        daap iTunes Music Sharing
        dacp iTunes Remote Control
        device-info Device Information
        dicom Medical Imaging (DICOM)
        distcc Distributed Compiler
        dns-llq DNS Long-Lived Queries
        dns-push DNS Push Notifications
        dns-update Dynamic DNS Update
        domain DNS Server
        domain-s DNS Server over TLS
        dpap iPhoto RoutedSnapshot Sharing
        ecobee Ecobee Thermostat
        elg Elgato Key Light
        elasticsearch Elasticsearch
        eppc Remote Apple Events
        escl Scanner (eSCL)
        esphomelib ESPHome Device
        etcd-client etcd Client
        etcd-server etcd Server
        faxstfx Fax
        fbx-api Freebox
        fhir Health Records (FHIR)
        finger Finger User Information
        fmpro-internal FileMaker Pro
        ftp FTP File Transfer
        ftps Secure FTP File Transfer
        git Git Repository
        gntp Growl Notifications
        googlecast Google Cast
        googlezone Google Zone
        gopher Gopher
        grafana Grafana
        growl Growl Notifications
        h323 H.323 Telephony
        hap HomeKit Accessory
        home-assistant Home Assistant
        home-sharing iTunes Home Sharing
        homekit HomeKit
        http Web Site
        http-alt Web Site, Alternate Port
        https Secure Web Site
        hudson Jenkins Build Server
        hue Philips Hue Bridge
        iax Asterisk Telephony
        ica-networking Image Capture Sharing
        ichat iChat Instant Messaging
        ifolder iFolder
        imap IMAP Mail Access
        imaps Secure IMAP Mail Access
        influxdb InfluxDB
        ipp Internet Printing
        ipp-tls Secure Internet Printing
        ippusb USB Printing over the Network
        ipps Secure Internet Printing
        ipfs-discovery IPFS Node
        iscsi iSCSI Storage
        jenkins Jenkins Build Server
        kerberos Kerberos Key Distribution
        kerberos-adm Kerberos Administration
        keynotecontrol Keynote Remote
        keynotepair Keynote Remote Pairing
        ksysguard KDE System Guard
        l2tp L2TP Tunnel
        ldap LDAP Directory
        ldaps Secure LDAP Directory
        lobby Gobby Shared Editor
        lockd NFS Lock Manager
        logitech-reverse-bonjour Logitech Harmony
        loxone Loxone Smart Home
        lutron Lutron Lighting
        matter Matter Device
        matterc Matter Commissioning
        matterd Matter Commissioner
        mediaremotetv Apple TV Remote
        meshcop Thread Border Router
        midi MIDI
        miio Xiaomi Smart Home
        minecraft Minecraft Game
        mongodb MongoDB
        mpd Music Player Daemon
        mqtt MQTT Message Broker
        mqtt-sn MQTT for Sensor Networks
        mumble Mumble Voice Chat
        mysql MySQL Server
        nanoleafapi Nanoleaf Light
        nanoleafms Nanoleaf Light
        nats NATS Messaging
        ndi NDI Video Source
        net-assistant Apple Remote Desktop
        netaudio-arc Dante Audio
        netaudio-cmc Dante Audio
        netdiag netdiag Daemon
        nfs Network File System
        nmos-node NMOS Media Node
        nmos-query NMOS Query
        nmos-register NMOS Registration
        nomachine NoMachine Remote Desktop
        ntp NTP Time Server
        nut Network UPS Tools
        nvstream NVIDIA Game Stream
        nvstream_dbd NVIDIA Game Stream
        octoprint OctoPrint 3D Printer
        omni-bookmark OmniWeb Bookmark Sharing
        openhab-server openHAB Smart Home
        openhab-server-ssl Secure openHAB Smart Home
        openpgpkey OpenPGP Key Server
        osc Open Sound Control
        pdl-datastream Raw Printing (PDL)
        pgpkey-hkp OpenPGP Key Server
        pgpkey-hkps Secure OpenPGP Key Server
        pgpkey-ldap OpenPGP Key Directory
        philipstv_rpc Philips TV
        plexmediasvr Plex Media Server
        pop3 POP3 Mail Access
        pop3s Secure POP3 Mail Access
        postgresql PostgreSQL Server
        powerview Hunter Douglas Shades
        presence Instant Messaging (XMPP)
        printer UNIX Printing (LPD)
        privet Google Cloud Print
        prometheus Prometheus
        prometheus-http Prometheus Metrics
        ptp RoutedSnapshot Transfer
        pulse-server PulseAudio Sound Server
        pulse-sink PulseAudio Sound Output
        pulse-source PulseAudio Sound Input
        qdiscover QNAP Storage
        qmobile QNAP Storage
        raop AirPlay Audio
        rdlink Apple Rapport
        rdp Microsoft Remote Desktop
        readynas NETGEAR Storage
        realplayfavs RealPlayer Favourites
        redis Redis
        remotepairing Apple Remote Pairing
        rfb VNC Screen Sharing
        riousbprint Remote USB Printing
        roku-rcp Roku Remote
        rsp Roku Server
        rss Web Feed (RSS)
        rsync rsync File Transfer
        rtp RTP Media Stream
        rtsp RTSP Media Stream
        sane-port Scanner (SANE)
        scanner Scanner
        scpi-raw Measuring Instrument (SCPI)
        scpi-telnet Measuring Instrument (SCPI Telnet)
        see SubEthaEdit Shared Editor
        sftp-ssh SFTP File Transfer
        shelly Shelly Smart Home
        sip SIP Telephony
        sips Secure SIP Telephony
        skype Skype
        sleep-proxy Sleep Proxy
        slimcli Lyrion Music Server Control
        slimdevices Lyrion Music Server
        slimhttp Lyrion Music Server Web Site
        smb Windows File Sharing
        smtp Mail Transfer
        snapcast Snapcast Audio
        snapcast-http Snapcast Web Site
        snapcast-jsonrpc Snapcast Control
        snmp Network Management (SNMP)
        soap Web Service (SOAP)
        socks SOCKS Proxy
        sonos Sonos Speaker
        soundtouch Bose SoundTouch
        spotify-connect Spotify Connect
        spotify-social-listening Spotify Group Session
        srpl-tls Service Registration Replication
        ssh SSH Remote Terminal
        ssscreenshare Screen Sharing
        submission Mail Submission
        svn Subversion Repository
        svrloc Service Location
        syslog System Log
        system-bridge System Bridge
        teamviewer TeamViewer
        telnet Telnet Remote Terminal
        tftp TFTP File Transfer
        thread-commissioner Thread Commissioner
        timbuktu Timbuktu Remote Desktop
        tivo-device TiVo Recorder
        tivo-mindrpc TiVo Recorder Control
        tivo-videos TiVo Video Sharing
        tivo-videostream TiVo Video Stream
        touch-able iTunes Remote Pairing
        touch-remote iTunes Remote Pairing
        trel Thread Radio over IP
        tunnel Tunnel
        uscan Scanner (eSCL)
        uscans Secure Scanner (eSCL)
        vlc-http VLC Media Player
        volumio Volumio Music Player
        vxi-11 Measuring Instrument (VXI-11)
        webdav WebDAV File Share
        webdavs Secure WebDAV File Share
        wled WLED Light
        workstation Workstation
        xbmc-events Kodi Remote
        xbmc-jsonrpc Kodi Control
        xbmc-jsonrpc-h Kodi Control over HTTP
        xgrid Xgrid Computing
        xmpp-client XMPP Instant Messaging
        xmpp-server XMPP Server
        xpra Xpra Remote Desktop
        xserveraid Xserve RAID
        zigate Zigbee Gateway
        zigstar_gw Zigbee Gateway
        """
}
