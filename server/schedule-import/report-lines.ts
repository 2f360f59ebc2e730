import { readFileSync } from 'node:fs'
import type { Locale } from '#contract/locale.ts'
import type { ScheduleIssue, ScheduleNotice, SourcePosition, IssueMessage } from './schedule-issue.ts'
import type { ImportReport, ModuleCounts } from './write-schedule.ts'

type Texts = Readonly<Record<string, string>>

const texts = new Map<Locale, Texts>()

/** A text of `locales/<lng>/import.json` with its placeholders filled. */
export function importText(locale: Locale, { key, params = {} }: IssueMessage): string {
  const text = textsOf(locale)[key] ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
}

/** The one line that says what is wrong with an entry or a file, and where. */
export function faultLine(locale: Locale, { place, entry, problems }: ScheduleIssue): string {
  const what = problems.map((problem) => importText(locale, problem)).join(locale === 'zh-CN' ? '；' : '; ')
  return prefixed(locale, place, entry, what)
}

/** The one line of a note. */
export function noteLine(locale: Locale, note: ScheduleNotice): string {
  return prefixed(locale, note.place ?? {}, note.entry, importText(locale, note))
}

function prefixed(locale: Locale, place: SourcePosition, entry: string | undefined, what: string): string {
  const [comma, colon] = locale === 'zh-CN' ? ['，', '：'] : [', ', ': ']
  const where = [placeText(locale, place), entry].filter(Boolean).join(comma)
  return toSingleLine(where === '' ? what : `${where}${colon}${what}`)
}

function placeText(locale: Locale, { line, column, path }: SourcePosition): string {
  if (path !== undefined) return path
  if (line === undefined) return ''
  if (column === undefined) return importText(locale, { key: 'place.line', params: { line } })
  return importText(locale, { key: 'place.column', params: { line, column } })
}

/** Names from the file must not forge a second line, nor reach the terminal with control sequences. */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}

function textsOf(locale: Locale): Texts {
  let own = texts.get(locale)
  if (!own) {
    const file = new URL(`../../locales/${locale}/import.json`, import.meta.url)
    own = JSON.parse(readFileSync(file, 'utf8')) as Texts
    texts.set(locale, own)
  }
  return own
}

/** Notes of one kind that are shown; a schedule with a thousand overlaps has one fault, not a thousand. */
const shownOfKind = 20

const columns = [
  'inserted',
  'updated',
  'moved',
  'cancelled',
  'removed',
  'unchanged',
] as const satisfies readonly (keyof ModuleCounts)[]

/** The table of counts: one line per module. */
export function countLines(locale: Locale, { counts }: ImportReport): string[] {
  const head = ['', ...columns.map((column) => importText(locale, { key: `count.${column}` }))]
  const body = (['sessions', 'speakers', 'rooms', 'tracks'] as const).map((module) => [
    importText(locale, { key: `module.${module}` }),
    ...columns.map((column) => String(counts[module][column])),
  ])
  const table = [head, ...body]
  const widths = head.map((_, index) => Math.max(...table.map((row) => width(row[index] ?? ''))))
  return table.map((row) =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0, index === 0))
      .join('  ')
      .trimEnd(),
  )
}

/** The notes, at most twenty of a kind. */
export function noteLines(locale: Locale, notes: readonly ScheduleNotice[]): string[] {
  const ofKind = Map.groupBy(notes, ({ key }) => key)
  const lines = [...ofKind.values()].flatMap((kind) => {
    const shown = kind.slice(0, shownOfKind).map((note) => noteLine(locale, note))
    const count = kind.length - shown.length
    return count > 0 ? [...shown, importText(locale, { key: 'notes.more', params: { count } })] : shown
  })
  return lines.length === 0
    ? []
    : [importText(locale, { key: 'notes.heading' }), ...lines.map((line) => `  ${line}`)]
}

/** Columns of a terminal: a Han character takes two. */
function width(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? 2 : 1), 0)
}

function padded(text: string, to: number, left: boolean): string {
  const blanks = ' '.repeat(Math.max(0, to - width(text)))
  return left ? text + blanks : blanks + text
}
