import { readFileSync } from 'node:fs'
import { locales, type Locale } from '#contract/locale.ts'
import { messageTemplates } from '#contract/modules/outgoing-messages.ts'

/** Every message that can be sent. Its texts are `{template}.subject`, for mails, and `{template}.text`. */
export const templates = messageTemplates.map(({ value }) => value)

export type Template = (typeof templates)[number]

/** A message as it is read. */
export interface Rendered {
  subject: string
  text: string
}

type Texts = Readonly<Record<string, string>>

const texts = new Map<Locale, Texts>(locales.map((locale) => [locale, readTexts(locale)]))

function readTexts(locale: Locale): Texts {
  const file = new URL(`../../locales/${locale}/messages.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Texts
}

/**
 * Subject and text of a message in the person's language. A subject is one line whatever the values hold.
 * @throws TypeError when a text is missing, or a value for one of its placeholders
 */
export function render(
  template: string,
  locale: Locale,
  params: Readonly<Record<string, string | number>>,
): Rendered {
  const fill = (part: string): string => fillText(`${template}.${part}`, locale, params)
  return { subject: fill('subject').replace(/\s+/g, ' ').trim(), text: fill('text') }
}

/**
 * One text of `messages.json`.
 * @throws TypeError when it is missing, or a value for one of its placeholders
 */
export function fillText(
  key: string,
  locale: Locale,
  params: Readonly<Record<string, string | number>>,
): string {
  const text = texts.get(locale)?.[key]
  if (text === undefined) throw new TypeError(`there is no text ${key} in ${locale}`)
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(params, name)) throw new TypeError(`${key} needs a value for ${name}`)
    return String(params[name])
  })
}
