/** What parts the items of a cell. */
const separator = /[;；]|\r\n|[\r\n]/y
/** An item that holds a separator or a quote, as CSV writes it, with blanks around. */
const quoted = /\s*"([^"]*(?:""[^"]*)*)"[^\S\r\n]*(?=[;；\r\n]|$)/y
const bare = /[^;；\r\n]*/y

/**
 * The items of a cell, parted by `;`, `；` or line breaks; blank ones are left out.
 * @returns undefined when a quote is not closed, or closed before the item ends
 */
export function splitItems(text: string): string[] | undefined {
  const items: string[] = []
  for (let at = 0; at < text.length;) {
    const inQuotes = matchAt(quoted, text, at)
    const found = inQuotes ?? matchAt(bare, text, at)
    if (found === null) return undefined
    if (inQuotes) items.push((inQuotes[1] ?? '').replaceAll('""', '"'))
    else {
      const item = found[0].trim()
      if (item.startsWith('"')) return undefined
      if (item !== '') items.push(item)
    }
    at += found[0].length
    at += matchAt(separator, text, at)?.[0].length ?? 0
  }
  return items
}

/**
 * Items in one cell, so that they are parted again where they were joined.
 * @param isOther true for an item that would be read as something else where it stands alone
 */
export function joinItems(items: readonly string[], isOther: (item: string) => boolean): string {
  return items
    .map((item) =>
      /[;；"\r\n]|^\s|\s$|^$/.test(item) || isOther(item) ? `"${item.replaceAll('"', '""')}"` : item,
    )
    .join('; ')
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
