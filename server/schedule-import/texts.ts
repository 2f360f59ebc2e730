import { readFileSync } from 'node:fs'
import type { Locale } from '#contract/locale.ts'
import type { ScheduleIssue, ScheduleNotice, SourcePosition, IssueMessage } from './schedule-issue.ts'

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
