/** Longest words of a person that a mail repeats, in characters. */
const mostCharacters = 80

/**
 * Words of a participant as a mail may repeat them: on one line, short, and without anything that a mail program would
 * make a link of. Else the forum would bring anybody's advertisement to anybody's address.
 */
export function quoteWords(words: string): string {
  const plain = words
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\S*(?::\/\/|@)\S*/gu, ' ')
    .replaceAll(/\bwww\.\S*/giu, ' ')
    // `example.org` is a link to most programs, `J. R. Li` is not.
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}]{2})/gu, '. ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(plain)
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : plain
}
