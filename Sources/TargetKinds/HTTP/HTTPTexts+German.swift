extension HTTPKind {
    static var german: String {
        #"""
        [http.redirect-loop]
        meaning: Weiterleitungen führen im Kreis oder überschreiten das Limit.
        summary: {url} leitet endlos weiter: {chain}
        advice: Von Hand verfolgen: curl -sIL --max-redirs 10 {url}
        advice: Die Weiterleitungsregeln des Servers prüfen

        [http.redirect-downgrade]
        meaning: Eine Weiterleitung führt von https zu http.
        summary: {url} führt von https zu http: {chain}
        advice: Den Server so konfigurieren, dass er auf https weiterleitet

        [http.redirect-refused]
        meaning: Eine Weiterleitung führt an eine Stelle, der netdiag nicht folgt.
        summary: einer Weiterleitung von {url} wird nicht gefolgt: {detail}
        advice: Prüfen, wohin sie führt: curl -sI {url}
        advice: Die Weiterleitungsregeln des Servers prüfen

        [http.auth-required]
        meaning: Der Server verlangt eine Anmeldung (401), und es gibt keine Zugangsdaten.
        summary: {url} verlangt eine Anmeldung (401, {schemes}), aber es sind keine Zugangsdaten konfiguriert
        advice: Eine Datei damit angeben: credentials: beim Ziel in /etc/netdiag/netdiag.yaml
        advice: Oder eine Seite prüfen, die keine Anmeldung braucht

        [http.auth-rejected]
        meaning: Der Server lehnt die Zugangsdaten ab (401).
        summary: {url} lehnt die Zugangsdaten ab{scheme}
        advice: Die Zugangsdaten des Ziels korrigieren; solange sie sich nicht ändern, werden sie nicht erneut versucht
        advice: Im Log des Servers nachsehen, ob das Konto gesperrt ist

        [http.auth-scheme]
        meaning: Der Server bietet kein Authentifizierungsverfahren an, für das die Zugangsdaten bestimmt sind (401).
        summary: {url} bietet nur {schemes} an, die konfigurierten Zugangsdaten sind aber für andere Verfahren bestimmt
        advice: Eines dieser Verfahren in credentials: beim Ziel erlauben oder am Server ein anderes anbieten lassen

        [http.auth-unavailable]
        meaning: Der Server verlangt eine Anmeldung (401), aber die konfigurierten Zugangsdaten sind nicht abrufbar.
        summary: {url} verlangt eine Anmeldung, aber die Zugangsdaten lassen sich nicht lesen: {reason}
        advice: Die Zugangsdaten des Ziels prüfen; bei Kerberos zeigt klist die Tickets

        [http.forbidden]
        meaning: Der Server verbietet die Anfrage (403).
        summary: der Zugriff auf {url} ist verboten (403)
        advice: Der Router {filter} nimmt die Verbindung anstelle des Servers an, wie es Webfilter tun: seinen Betreiber fragen, ob die Seite gesperrt ist
        advice: Ein Proxy kennzeichnet die Seite als seine eigene ({mark}): Regeln und Log dieses Proxys prüfen, beim Server oder auf dem Weg dorthin
        advice: Prüfen, ob das Ziel ohne den Proxy geht: netdiag check --no-proxy {direct}
        advice: Regeln und Log von {proxy} prüfen, der vielleicht selbst antwortet
        advice: Zugriffsregeln und Log des Servers prüfen
        advice: Von Hand probieren: curl -v {url}
        advice: Manche Server weisen Programme nach ihrem User-Agent ab; prüfen, ob sie den Namen eines Browsers durchlassen: curl -v -A 'Mozilla/5.0' {url}

        [http.not-found]
        meaning: Unter dem Pfad gibt es nichts (404 oder 410).
        summary: unter {url} gibt es nichts ({status})
        advice: Die Hosts-Datei dieses Rechners führt {name} zu {address}, das DNS zu {dns}; also zuerst prüfen, ob die Zeile noch nötig ist: grep -n {name} /etc/hosts
        advice: Die Suchliste dieses Rechners (/etc/resolv.conf) hat den Namen zu {searched} ergänzt. Ist ein anderer Host gemeint, den Namen berichtigen oder vollständig schreiben
        advice: Den Pfad auf Tippfehler prüfen
        advice: Prüfen, ob es der richtige Server ist: curl -v {url}

        [http.rate-limited]
        meaning: Der Server begrenzt die Zahl der Anfragen (429).
        summary: {url} lehnt vorerst weitere Anfragen ab (429 Too Many Requests, Wartezeit laut Retry-After: {retry})
        advice: Seltener prüfen: interval: beim Ziel in /etc/netdiag/netdiag.yaml

        [http.client-error]
        meaning: Der Server weist die Anfrage mit einem anderen 4xx ab.
        summary: {url} antwortet mit {status}{why}
        advice: TLS verwenden: netdiag check {secure}
        advice: {misdirected} bedeutet, dass dieser Server für den Namen über diese Verbindung nicht eingerichtet ist: seine virtuellen Hosts prüfen, und ob der Servername in TLS der der URL ist
        advice: Von Hand probieren: curl -v {url}
        advice: Das Log des Servers ansehen

        [http.gateway-error]
        meaning: Der Proxy läuft, aber der Dienst dahinter antwortet nicht (502, 503 oder 504).
        summary: {url} antwortet mit {status}: zwar läuft {who}, aber der Dienst dahinter antwortet nicht
        advice: Prüfen, ob das Ziel ohne den Proxy geht: netdiag check --no-proxy {direct}
        advice: Den Dienst hinter dem Proxy und das Fehlerlog des Proxys prüfen{software}

        [http.server-error]
        meaning: Der Server scheitert (ein anderes 5xx).
        summary: {url} antwortet mit {status}: der Server hat einen internen Fehler
        advice: Prüfen, ob das Ziel ohne den Proxy geht: netdiag check --no-proxy {direct}
        advice: Das Fehlerlog des Servers prüfen{software}
        advice: Von Hand probieren: curl -v {url}

        [http.no-answer]
        meaning: Die Verbindung steht, die Anfrage ist gesendet, aber das erste Byte kommt nicht rechtzeitig.
        summary: {asked} nimmt die Anfrage an, antwortet aber nicht rechtzeitig
        advice: Prüfen, ob das Ziel ohne den Proxy geht: netdiag check --no-proxy {direct}
        advice: Das Log von {proxy} prüfen: er selbst, sein DNS-Server oder der Server dahinter antwortet vielleicht nicht
        advice: Prüfen, ob alle Worker des Servers beschäftigt sind oder auf einen Dienst dahinter warten
        advice: Mit längerem Limit probieren: curl -v --max-time 60 {url}

        [http.stalled]
        meaning: Der Body endet nicht rechtzeitig.
        summary: die Antwort von {url} ist nicht rechtzeitig zu Ende: {progress}
        advice: Geht sie länger weiter, dem Ziel mehr Zeit geben (timeout:); ansehen: curl -Nv --max-time 60 {url}
        advice: Prüfen, ob große Pakete durchkommen: ping -M do -s 1400 {doubted}
        advice: Das Log des Servers ansehen

        [http.truncated]
        meaning: Der Body ist kürzer als angegeben.
        summary: die Antwort von {url} endet nach {bytes} Byte, vor der angegebenen Länge: {detail}
        advice: Der Server hat die Verbindung zurückgesetzt, oder ein Gerät auf dem Pfad an seiner Stelle, etwa ein Router oder eine Firewall. Prüfen, ob sie immer nach etwa gleich vielen Bytes endet, und über ein anderes Netzwerk vergleichen: curl -o /dev/null {cut}
        advice: Im Log des Servers nach einem Absturz mitten in einer Antwort suchen

        [http.malformed]
        meaning: Die Antwort ist kein HTTP oder verletzt dessen Framing.
        summary: die Antwort von {url} ist kein gültiges HTTP: {detail}
        advice: Die Antwort anzeigen: curl -v --http0.9 {headless}
        advice: Die Antwort so anzeigen, wie der Server sie sendet: curl -v --raw {framed}
        advice: Der Server hat HTTP/2 beendet; mit HTTP/1.1 vergleichen: curl -v --http1.1 {newer}
        advice: Prüfen, ob er HTTP/2 ohne TLS beantwortet: curl -v --http2-prior-knowledge {prior}
        advice: Browser und die meisten Programme sprechen HTTP/2 nur über TLS; also Port {prior_port} auf HTTP/1.1 einstellen, bei nginx mit listen ohne http2
        advice: Prüfen, ob auf Port {port} überhaupt HTTP läuft

        [http.unexpected-status]
        meaning: Der Status ist keiner von denen, die für das Ziel erwartet werden.
        summary: {url} antwortet mit {status}, und dieser Status wird nicht erwartet
        advice: Von Hand probieren: curl -v {url}
        advice: Oder status: beim Ziel in /etc/netdiag/netdiag.yaml korrigieren

        [http.unexpected-body]
        meaning: Der Status ist wie erwartet, der Inhalt aber nicht.
        summary: der Status von {url} ist wie erwartet, der Inhalt aber nicht: {rule} ist nicht erfüllt, gefunden wurde {found}
        advice: Prüfen, was gesendet wird: curl -s {url}
        advice: Oder die Regel beim Ziel in /etc/netdiag/netdiag.yaml korrigieren

        [http.slow]
        meaning: Die Seite braucht länger als der Schwellwert.
        summary: {url} ist langsam: {total}, das meiste davon für {phase} ({time}); das Limit ist {limit}
        advice: Die {arrived} Bytes kamen ohne Pause an, und es sind mehr; ansehen, wie schnell sie kommen, und suchen, was die Rate begrenzt, etwa eine volle Leitung: curl -o /dev/null {url}
        advice: Für die Weiterleitung {followed} blieb keine Zeit, ob die Seite funktioniert, ist also nicht bekannt; ansehen, wohin alle führen: curl -sSIL {start}
        advice: Die Dauer jeder Phase anzeigen: netdiag check --json {whole} | jq '.layers[-1].evidence.phases'
        advice: Dauert das erste Byte am längsten, die Last des Servers und die Dienste dahinter prüfen
        advice: Oder mehr Zeit geben: thresholds: page: in /etc/netdiag/netdiag.yaml

        [http.failed]
        meaning: Die Anfrage ist gescheitert, und nichts verrät, welcher der bekannten Gründe vorliegt.
        summary: die Anfrage an {url} scheitert: {detail}
        advice: Von Hand probieren: curl -v {url}
        advice: Mit HTTP/1.1 vergleichen: curl -v --http1.1 {newer}

        """#
    }
}
