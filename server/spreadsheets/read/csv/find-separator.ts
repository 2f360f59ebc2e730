import { separators, type CsvFormat, type Separator } from '../../sheet-format.ts'

/** Records that are looked at. */
const lookedAt = 50

/** How the beginning of a CSV text is laid out. */
export interface CsvLayout {
  separator: Separator
  lineEnd: CsvFormat['lineEnd']
  /** Length of Excel's first line `sep=;`, which is no row; 0 when there is none. */
  hintLength: number
}

/**
 * Finds the separator: the one that most records have outside quotation marks, and of two such the more frequent one. Rows
 * may be of different length, and titles without any stand above them.
 */
export function findLayout(head: string): CsvLayout {
  const hint = /^sep=([,;\t])(?:\r\n|\r|\n|$)/i.exec(head)
  const { counts, lineEnd } = countSeparators(hint ? head.slice(hint[0].length) : head)
  let separator: Separator = ','
  let best = { records: 0, count: 0 }
  for (const candidate of separators) {
    const used = counts.map((record) => record[candidate]).filter((count) => count > 0)
    const use = { records: used.length, count: used.reduce((sum, count) => sum + count, 0) }
    const isBetter = use.records > best.records || (use.records === best.records && use.count > best.count)
    if (isBetter) [separator, best] = [candidate, use]
  }
  return {
    separator: (hint?.[1] as Separator | undefined) ?? separator,
    lineEnd: lineEnd ?? '\r\n',
    hintLength: hint?.[0].length ?? 0,
  }
}

type Counts = Record<Separator, number>

/** Separators of each record; a quotation mark counts only where a cell begins, as it does for the parser. */
function countSeparators(text: string): { counts: Counts[]; lineEnd: CsvFormat['lineEnd'] | undefined } {
  const counts: Counts[] = []
  let record: Counts = { ',': 0, ';': 0, '\t': 0 }
  let lineEnd: CsvFormat['lineEnd'] | undefined
  // A quoted stretch, a separator, a line end.
  for (const [found] of text.matchAll(/(?<=^|[,;\t\r\n])"[^"]*(?:""[^"]*)*(?:"|$)|[,;\t]|\r\n|\r|\n/g)) {
    if (found.startsWith('"')) continue
    if (found === ',' || found === ';' || found === '\t') {
      record[found]++
      continue
    }
    lineEnd ??= found as CsvFormat['lineEnd']
    counts.push(record)
    record = { ',': 0, ';': 0, '\t': 0 }
    if (counts.length === lookedAt) return { counts, lineEnd }
  }
  // The last record may be cut off by the end of the head.
  return { counts: counts.length === 0 ? [record] : counts, lineEnd }
}
