/// The texts of the causes in German.
extension RedisKind {
    static let translations = [
        "de": """
        [redis.no-answer]
        meaning: Der Redis-Server nimmt die Verbindung an, antwortet aber nicht.
        summary: {destination} beantwortet PING nicht
        advice: Prüfen, ob ein langer Befehl ihn aufhält: redis-cli SLOWLOG GET

        [redis.closed]
        meaning: Die Verbindung endet, bevor der Redis-Server geantwortet hat.
        summary: {destination} {how}, statt zu antworten
        advice: Prüfen, ob maxclients erreicht ist: redis-cli INFO clients

        [redis.not-redis]
        meaning: Was auf dem Port antwortet, spricht das Protokoll von Redis nicht.
        summary: {destination} beantwortet PING nicht mit PONG: {reply}
        advice: Auf dem Server prüfen, was dort lauscht: ss -ltnp

        [redis.refused]
        meaning: Redis antwortet mit einem Fehler.
        summary: {destination} lehnt den Befehl ab: {reply}
        advice: LOADING endet von selbst; bei DENIED siehe protected-mode

        [redis.login-required]
        meaning: Redis verlangt eine Anmeldung, und es gibt keine, die gesendet werden darf.
        summary: {destination} verlangt eine Anmeldung: {reply}
        advice: Eine Datei mit Name:Passwort oder dem Passwort allein eintragen, in credentials:

        [redis.login-rejected]
        meaning: Redis weist die Anmeldung zurück.
        summary: {destination} weist die Anmeldung zurück: {reply}
        advice: Prüfen, ob Name und Passwort die des Servers sind: redis-cli ACL LIST

        [redis.wrong-role]
        meaning: Der Redis-Server hat in der Replikation eine andere Rolle als verlangt.
        summary: {destination} ist {reply} und nicht {role}
        advice: Prüfen, welcher Server jetzt der Master ist: redis-cli INFO replication
        """
    ]
}
