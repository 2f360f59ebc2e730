import { readFileSync } from 'node:fs'
import type { Locale } from '#contract/locale.ts'
import type { ScheduleIssue, ScheduleNotice, SourcePosition, IssueMessage } from './schedule-issue.ts'
import type { ImportReport, ModuleCounts } from './write-schedule.ts'

type Texts = Readonly<Record<string, string>>

const texts = new Map<Locale, Texts>()

/** Formats a text of `locales/<lng>/import.json` with its parameters. */
export function formatImportText(locale: Locale, { key, params = {} }: IssueMessage): string {
  const text = readTexts(locale)[key] ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
}

/** Formats the line about an entry or file with issues, with its position. */
export function formatIssueLine(locale: Locale, { place, entry, problems }: ScheduleIssue): string {
  const what = problems
    .map((problem) => formatImportText(locale, problem))
    .join(locale === 'zh-CN' ? '；' : '; ')
  return addPosition(locale, place, entry, what)
}

/** Formats the line of a notice. */
export function formatNoticeLine(locale: Locale, note: ScheduleNotice): string {
  return addPosition(locale, note.place ?? {}, note.entry, formatImportText(locale, note))
}

function addPosition(locale: Locale, place: SourcePosition, entry: string | undefined, what: string): string {
  const [comma, colon] = locale === 'zh-CN' ? ['，', '：'] : [', ', ': ']
  const where = [formatPosition(locale, place), entry].filter(Boolean).join(comma)
  return toSingleLine(where === '' ? what : `${where}${colon}${what}`)
}

function formatPosition(locale: Locale, { line, column, path }: SourcePosition): string {
  if (path !== undefined) return path
  if (line === undefined) return ''
  if (column === undefined) return formatImportText(locale, { key: 'place.line', params: { line } })
  return formatImportText(locale, { key: 'place.column', params: { line, column } })
}

/** Names in the file must not forge a second line, nor send control sequences to the terminal. */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}

function readTexts(locale: Locale): Texts {
  let own = texts.get(locale)
  if (!own) {
    const file = new URL(`../../locales/${locale}/import.json`, import.meta.url)
    own = JSON.parse(readFileSync(file, 'utf8')) as Texts
    texts.set(locale, own)
  }
  return own
}

/** Maximum notices per kind: a schedule with a thousand overlaps has one fault, not a thousand. */
const shownOfKind = 20

const columns = [
  'inserted',
  'updated',
  'moved',
  'cancelled',
  'removed',
  'unchanged',
] as const satisfies readonly (keyof ModuleCounts)[]

/** Formats the table of counts, one line per module. */
export function formatCountLines(locale: Locale, { counts }: ImportReport): string[] {
  const head = ['', ...columns.map((column) => formatImportText(locale, { key: `count.${column}` }))]
  const body = (['sessions', 'speakers', 'rooms', 'tracks'] as const).map((module) => [
    formatImportText(locale, { key: `module.${module}` }),
    ...columns.map((column) => String(counts[module][column])),
  ])
  const table = [head, ...body]
  const widths = head.map((_, index) => Math.max(...table.map((row) => width(row[index] ?? ''))))
  return table.map((row) =>
    row
      .map((cell, index) => padText(cell, widths[index] ?? 0, index === 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Formats the notices, at most twenty per kind. */
export function formatNoticeLines(locale: Locale, notes: readonly ScheduleNotice[]): string[] {
  const ofKind = Map.groupBy(notes, ({ key }) => key)
  const lines = [...ofKind.values()].flatMap((kind) => {
    const shown = kind.slice(0, shownOfKind).map((note) => formatNoticeLine(locale, note))
    const count = kind.length - shown.length
    return count > 0 ? [...shown, formatImportText(locale, { key: 'notes.more', params: { count } })] : shown
  })
  return lines.length === 0
    ? []
    : [formatImportText(locale, { key: 'notes.heading' }), ...lines.map((line) => `  ${line}`)]
}

/** Counts terminal columns: a Han character takes two. */
function width(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? 2 : 1), 0)
}

function padText(text: string, to: number, left: boolean): string {
  const blanks = ' '.repeat(Math.max(0, to - width(text)))
  return left ? text + blanks : blanks + text
}
