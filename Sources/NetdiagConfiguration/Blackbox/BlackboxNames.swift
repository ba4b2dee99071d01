/// The numbers for names of DNS parameters (IANA, "Domain Name System (DNS) Parameters").
enum BlackboxNames {
    static let types: [String: UInt16] = [
        "A": 1, "NS": 2, "CNAME": 5, "SOA": 6, "PTR": 12, "HINFO": 13, "MX": 15, "TXT": 16, "RP": 17, "AFSDB": 18,
        "LOC": 29, "AAAA": 28, "SRV": 33, "NAPTR": 35, "DNAME": 39, "DS": 43, "SSHFP": 44, "RRSIG": 46, "NSEC": 47,
        "DNSKEY": 48, "NSEC3": 50, "NSEC3PARAM": 51, "TLSA": 52, "SMIMEA": 53, "CDS": 59, "CDNSKEY": 60,
        "OPENPGPKEY": 61, "CSYNC": 62, "ZONEMD": 63, "SVCB": 64, "HTTPS": 65, "SPF": 99, "EUI48": 108, "EUI64": 109,
        "ANY": 255, "URI": 256, "CAA": 257,
    ]

    static let classes: [String: UInt16] = ["IN": 1, "CS": 2, "CH": 3, "HS": 4, "NONE": 254, "ANY": 255]

    /// The response codes that fit into the header (RFC 1035 section 4.1.1). Others need EDNS, which is not used here.
    static let codes: [String: Int] = [
        "NOERROR": 0, "FORMERR": 1, "SERVFAIL": 2, "NXDOMAIN": 3, "NOTIMP": 4, "REFUSED": 5, "YXDOMAIN": 6,
        "YXRRSET": 7, "NXRRSET": 8, "NOTAUTH": 9, "NOTZONE": 10,
    ]
}
