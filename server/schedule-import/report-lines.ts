import { readFileSync } from 'node:fs'
import type { Locale } from '#contract/locale.ts'
import type { ScheduleIssue, ScheduleNotice, SourcePosition, ImportMessage } from './schedule.ts'
import type { ScheduleImportReport, ModuleCounts } from './write-schedule.ts'

/** Texts of `locales/<lng>/import.json` by their key. */
type Texts = Readonly<Record<string, string>>

const texts = new Map<Locale, Texts>()

/** Formats a text of `locales/<lng>/import.json` with its parameters. */
export function formatImportText(locale: Locale, { key, params = {} }: ImportMessage): string {
  const text = readTexts(locale)[key] ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
}

/** Formats the line about an entry or file with issues, with its position. */
export function formatIssueLine(locale: Locale, { position, entry, messages }: ScheduleIssue): string {
  const text = messages
    .map((message) => formatImportText(locale, message))
    .join(locale === 'zh-CN' ? '；' : '; ')
  return addPosition(locale, position, entry, text)
}

/** Formats the line of one notice; {@link formatNoticeLines} formats the list of all. */
export function formatNoticeLine(locale: Locale, notice: ScheduleNotice): string {
  return addPosition(locale, notice.position ?? {}, notice.entry, formatImportText(locale, notice))
}

/** Puts the position and the entry before a text, as far as they are known: `line 12, “Opening”: …`. */
function addPosition(
  locale: Locale,
  position: SourcePosition,
  entry: string | undefined,
  text: string,
): string {
  const [comma, colon] = locale === 'zh-CN' ? ['，', '：'] : [', ', ': ']
  const location = [formatPosition(locale, position), entry].filter(Boolean).join(comma)
  return toSingleLine(location === '' ? text : `${location}${colon}${text}`)
}

function formatPosition(locale: Locale, { line, column, path }: SourcePosition): string {
  if (path !== undefined) return path
  if (line === undefined) return ''
  if (column === undefined) return formatImportText(locale, { key: 'place.line', params: { line } })
  return formatImportText(locale, { key: 'place.column', params: { line, column } })
}

/** Removes line breaks and control characters: names in a file must not forge a line or control the terminal. */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}

function readTexts(locale: Locale): Texts {
  let localeTexts = texts.get(locale)
  if (!localeTexts) {
    const file = new URL(`../../locales/${locale}/import.json`, import.meta.url)
    localeTexts = JSON.parse(readFileSync(file, 'utf8')) as Texts
    texts.set(locale, localeTexts)
  }
  return localeTexts
}

/** Maximum printed notices per key: a thousand overlaps are one finding for the operator, not a thousand. */
const maxLinesPerKey = 20

const columns = [
  'inserted',
  'updated',
  'moved',
  'cancelled',
  'removed',
  'unchanged',
] as const satisfies readonly (keyof ModuleCounts)[]

/** Formats the table of counts, one line per module. */
export function formatCountLines(locale: Locale, { counts }: ScheduleImportReport): string[] {
  const head = ['', ...columns.map((column) => formatImportText(locale, { key: `count.${column}` }))]
  const body = (['sessions', 'speakers', 'rooms', 'tracks'] as const).map((module) => [
    formatImportText(locale, { key: `module.${module}` }),
    ...columns.map((column) => String(counts[module][column])),
  ])
  const table = [head, ...body]
  const widths = head.map((_, index) => Math.max(...table.map((row) => getTerminalWidth(row[index] ?? ''))))
  return table.map((row) =>
    row
      .map((cell, index) => padText(cell, widths[index] ?? 0, index === 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Formats the notices, at most twenty per key. */
export function formatNoticeLines(locale: Locale, notices: readonly ScheduleNotice[]): string[] {
  const noticesByKey = Map.groupBy(notices, ({ key }) => key)
  const lines = [...noticesByKey.values()].flatMap((sameKeyNotices) => {
    const shownLines = sameKeyNotices
      .slice(0, maxLinesPerKey)
      .map((notice) => formatNoticeLine(locale, notice))
    const count = sameKeyNotices.length - shownLines.length
    return count > 0
      ? [...shownLines, formatImportText(locale, { key: 'notes.more', params: { count } })]
      : shownLines
  })
  return lines.length === 0
    ? []
    : [formatImportText(locale, { key: 'notes.heading' }), ...lines.map((line) => `  ${line}`)]
}

/** Counts terminal columns: a Han character takes two. */
function getTerminalWidth(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? 2 : 1), 0)
}

function padText(text: string, minWidth: number, isLeftAligned: boolean): string {
  const padding = ' '.repeat(Math.max(0, minWidth - getTerminalWidth(text)))
  return isLeftAligned ? text + padding : padding + text
}
