/** Longest words of a person that a mail repeats, in characters. */
const mostCharacters = 80

/**
 * Words of a participant as a mail may repeat them: on one line, short, and without anything that a mail program would
 * make a link of. Else the forum would bring anybody's advertisement to anybody's address.
 */
export function quoteWords(words: string): string {
  const plain = words
    .normalize('NFKC')
    // What has no appearance splits a link for us and not for its reader.
    .replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\S*(?::\/\/|@)\S*/gu, ' ')
    .replaceAll(/\bwww\.\S*/giu, ' ')
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/gu, ' ')
    // `example.org` is a link to most programs, `example。org` to some, `J. R. Li` is none.
    .replaceAll(/(?<=[\p{L}\p{M}\p{N}])([.。])(?=[\p{L}\p{M}\p{N}]{2})/gu, '$1 ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(plain)
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : plain
}
