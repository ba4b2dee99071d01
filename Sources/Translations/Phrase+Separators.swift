extension Phrase {
    /// The separator of two clauses in a line, which in French begins with a no-break space.
    public static var clauseSeparator: String { twoClauses.text(["clause": "", "next": ""]) }
    /// The separator of two parts of a line that are shorter than clauses, such as numbers with their nouns.
    public static var partSeparator: String { twoParts.text(["part": "", "next": ""]) }
    /// The separator of two items of a list in a sentence, such as names.
    public static var itemSeparator: String { twoItems.text(["item": "", "next": ""]) }
    /// The separator of a word and its explanation.
    public static var detailSeparator: String { wordAndDetail.text(["word": "", "detail": ""]) }
}
