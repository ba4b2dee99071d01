/// The partial sentences in the facts of its findings, in all languages.
enum UnixPhrases {
    static let pathDoesNotExist = KindPhrase(
        "{path} does not exist",
        [
            "de": "{path} existiert nicht",
            "fr": "{path} n'existe pas",
            "es": "{path} no existe",
            "zh-Hans": "{path} 不存在",
        ])
    static let leadsNowhere = KindPhrase(
        "{path} is a dangling symbolic link",
        [
            "de": "{path} ist ein symbolischer Link, der ins Leere führt",
            "fr": "{path} est un lien symbolique rompu",
            "es": "{path} es un enlace simbólico roto",
            "zh-Hans": "{path} 是无效的符号链接",
        ])
    static let hasChanged = KindPhrase(
        "{path} has changed in the meantime",
        [
            "de": "{path} hat sich inzwischen geändert",
            "fr": "{path} a changé entre-temps",
            "es": "{path} ha cambiado entretanto",
            "zh-Hans": "{path} 在此期间已改变",
        ])
    static let hasBeenMade = KindPhrase(
        "{path} was created in the meantime",
        [
            "de": "{path} wurde inzwischen angelegt",
            "fr": "{path} a été créé entre-temps",
            "es": "{path} se ha creado entretanto",
            "zh-Hans": "{path} 在此期间已创建",
        ])
    static let isNoDirectory = KindPhrase(
        "{path} is not a directory",
        [
            "de": "{path} ist kein Verzeichnis",
            "fr": "{path} n'est pas un répertoire",
            "es": "{path} no es un directorio",
            "zh-Hans": "{path} 不是目录",
        ])
    static let allowedOtherwise = KindPhrase(
        "the permissions allow it, but something else does not: a security module or a sandbox",
        [
            "de": "die Rechte erlauben es, etwas anderes nicht: ein Sicherheitsmodul oder eine Sandbox",
            "fr": "les droits le permettent, mais pas autre chose : un module de sécurité ou un bac à sable",
            "es": "los permisos lo autorizan, pero otra cosa no: un módulo de seguridad o un sandbox",
            "zh-Hans": "权限允许，但其他机制不允许：安全模块或沙箱",
        ])
    static let mayNotBeSearched = KindPhrase(
        "{path} may not be searched (x) by this user",
        [
            "de": "{path} darf dieser Benutzer nicht durchsuchen (x)",
            "fr": "{path} ne peut pas être parcouru (x) par cet utilisateur",
            "es": "este usuario no puede recorrer (x) {path}",
            "zh-Hans": "该用户无权进入 {path}（x）",
        ])
    static let mayNotBeWritten = KindPhrase(
        "{path} may not be written to (w) by this user",
        [
            "de": "{path} darf dieser Benutzer nicht beschreiben (w)",
            "fr": "{path} ne peut pas être écrit (w) par cet utilisateur",
            "es": "este usuario no puede escribir (w) en {path}",
            "zh-Hans": "该用户无权写入 {path}（w）",
        ])
    static let itIsOf = KindPhrase(
        "{problem}; it is {rights}",
        [
            "de": "{problem}; Rechte: {rights}",
            "fr": "{problem} ; droits : {rights}",
            "es": "{problem}; permisos: {rights}",
            "zh-Hans": "{problem}；权限：{rights}",
        ])
    static let ofUserAndGroup = KindPhrase(
        "of user {user} and group {group}, mode {mode}",
        [
            "de": "Benutzer {user}, Gruppe {group}, Modus {mode}",
            "fr": "utilisateur {user}, groupe {group}, mode {mode}",
            "es": "usuario {user}, grupo {group}, modo {mode}",
            "zh-Hans": "用户 {user}，组 {group}，模式 {mode}",
        ])

    static let all = [
        pathDoesNotExist, leadsNowhere, hasChanged, hasBeenMade, isNoDirectory, allowedOtherwise, mayNotBeSearched,
        mayNotBeWritten, itIsOf, ofUserAndGroup,
    ]
}
