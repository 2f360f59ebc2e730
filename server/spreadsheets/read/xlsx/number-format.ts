import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import type { Archive } from './archive.ts'
import { readXml } from './xml.ts'

/** Excel allows 65,490. More would allocate memory faster than the limit of the thread can stop it. */
const maxStyles = 100_000

/** Number formats by the index of their cell style. */
export type Styles = readonly FormatMeaning[]

/** Reads the number formats of the cell styles of a workbook. */
export async function readStyles(archive: Archive, part: string | undefined): Promise<Styles> {
  if (part === undefined || !archive.has(part)) return []
  const customFormats = new Map<number, string>()
  const formatIds: number[] = []
  // `xf` elements elsewhere are no cell styles.
  let isInCellStyles = false
  await readXml(archive.read(part), {
    open(name, attributes) {
      if (name === 'cellXfs') isInCellStyles = true
      else if (name === 'numFmt')
        customFormats.set(Number(attributes('numFmtId')), attributes('formatCode') ?? '')
      else if (name === 'xf' && isInCellStyles) formatIds.push(Number(attributes('numFmtId') ?? 0))
      if (customFormats.size > maxStyles || formatIds.length > maxStyles)
        throw new InvalidSheetError('unreadable')
    },
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false
    },
  })
  const meanings = new Map<number, FormatMeaning>()
  return formatIds.map((id) => {
    const meaning = meanings.get(id) ?? classifyNumberFormat(id, customFormats)
    meanings.set(id, meaning)
    return meaning
  })
}

/** What a format shows of a date. */
export interface DateDisplay {
  showsDate: boolean
  showsTime: boolean
  /** True for `[h]:mm`, which counts hours beyond a day: the number is a duration. */
  isElapsed: boolean
}

/** Meaning of a number format: how it shows a number. `format` is its code, undefined for an unknown id. */
type FormatMeaning =
  | { kind: 'number'; format: string | undefined }
  | ({ kind: 'date'; format: string } & DateDisplay)

/**
 * Codes of the built-in formats by their id (ECMA-376 18.8.30). Those from 27 to 36 and from 50 to 58 differ by the
 * language of Excel: here they are the Chinese ones, all of them dates or times of day.
 */
const builtInFormats: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);[Red]("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy/m/d',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy/m/d h:mm',
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: 'm-d-yy',
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  34: 'AM/PM h"时"mm"分"',
  35: 'AM/PM h"时"mm"分"ss"秒"',
  36: 'yyyy"年"m"月"',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  50: 'yyyy"年"m"月"',
  51: 'm"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: 'm"月"d"日"',
  55: 'AM/PM h"时"mm"分"',
  56: 'AM/PM h"时"mm"分"ss"秒"',
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
}

/** Classifies a number format. Formats of the workbook precede built-in ones. */
function classifyNumberFormat(id: number, customFormats: ReadonlyMap<number, string>): FormatMeaning {
  const format = customFormats.get(id) ?? builtInFormats[id]
  if (format === undefined) return { kind: 'number', format: undefined }
  // The first section is for positive numbers, which dates are.
  const tokens = splitSections(format)[0] ?? []
  const isElapsed = tokens.some((token) => /^\[(h+|m+|s+)\]$/i.test(token))
  // Without literal texts, widths, fills and colours; the `e` of an exponent is no year.
  const code = tokens
    .filter((token) => !/^["\\_*[]/.test(token))
    .join('')
    .replaceAll(/e[+-]/gi, '')
  if (isGeneral(code)) return { kind: 'number', format }
  const showsTime = isElapsed || /[hs]/i.test(code)
  const showsDate = /[ydge]/i.test(code) || (/m/i.test(code) && !showsTime)
  return showsDate || showsTime
    ? { kind: 'date', format, showsDate, showsTime, isElapsed }
    : { kind: 'number', format }
}

/** Finds the format of a number, unless it only shows the digits of the number. */
export function findSignificantFormat(format: string | undefined, value: number): string | undefined {
  if (format === undefined) return undefined
  const sections = splitSections(format)
  // The second section is for negative numbers, the third for zero.
  const hasOwnSection = (value < 0 && sections.length > 1) || (value === 0 && sections.length > 2)
  // Widths, fills, colours (`[Red]`) and languages (`[$-804]`) do not change digits. Conditions (`[<100]`) and currencies
  // (`[$€]`) do.
  const code = (sections[0] ?? []).filter((token) => !/^(?:[_*]|\[(?!\$[^-]|[<>=]))/.test(token)).join('')
  const isPlain = isGeneral(code) || (code === '0' && Number.isInteger(value))
  return isPlain && !hasOwnSection ? undefined : format
}

/** Checks for the format "General", which Chinese programs also write as `G/通用格式`. */
function isGeneral(code: string): boolean {
  return /^(?:general|g\/通用格式)$/i.test(code)
}

/** Splits a format into sections of tokens: literal texts, widths, fills, brackets, single characters. */
function splitSections(format: string): string[][] {
  const sections: string[][] = [[]]
  for (const [token] of format.matchAll(/"[^"]*"?|[\\_*].|\[[^\]]*\]|./gsu))
    if (token === ';') sections.push([])
    else sections.at(-1)?.push(token)
  return sections
}
