import type { Locale } from '#contract/locale.ts'
import type { ScheduleNotice } from './schedule-issue.ts'
import { importText, noteLine } from './texts.ts'
import type { ImportReport, ModuleCounts } from './write-schedule.ts'

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
