import { readFileSync } from 'node:fs'
import { locales, type Locale } from '#contract/locale.ts'
import { messageTemplates } from '#contract/modules/outgoing-messages.ts'

/** All templates. The texts are `{template}.subject`, for mails, and `{template}.text`. */
export const templates = messageTemplates.map(({ value }) => value)

/** Key of a template, such as `password_changed`. */
export type Template = (typeof templates)[number]

/** A message as the recipient reads it. */
export interface RenderedMessage {
  subject: string
  text: string
}

/** Texts of `messages.json` in one language by their key, such as `code.text`. */
type Texts = Readonly<Record<string, string>>

const texts = new Map<Locale, Texts>(locales.map((locale) => [locale, readTexts(locale)]))

function readTexts(locale: Locale): Texts {
  const file = new URL(`../../locales/${locale}/messages.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Texts
}

/**
 * Renders subject and text of a message in the language of the recipient. A subject is one line whatever the values
 * hold.
 * @throws TypeError when a text is missing, or a value for one of its placeholders
 */
export function renderMessage(
  template: string,
  locale: Locale,
  params: Readonly<Record<string, string | number>>,
): RenderedMessage {
  const fillPart = (part: 'subject' | 'text'): string => fillText(`${template}.${part}`, locale, params)
  return { subject: fillPart('subject').replace(/\s+/g, ' ').trim(), text: fillPart('text') }
}

/**
 * Replaces the placeholders, `{{name}}`, in one text of `messages.json`.
 * @param key such as `code.text`
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

/** Longest text of a user that a mail quotes, in characters. */
const maxQuotedCharacters = 80

/**
 * Makes a text of a user safe for a mail: one line, short, and without anything that mail programs turn into a link.
 * Otherwise users could send advertisements to any address through the forum.
 */
export function quoteText(text: string): string {
  const safeText = text
    .normalize('NFKC')
    // Invisible characters split a link here but not for the reader.
    .replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '')
    // Control characters, line and paragraph separators.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    // URLs with a scheme and e-mail addresses, then `www.example.org`, then IPv4 addresses.
    .replaceAll(/\S*(?::\/\/|@)\S*/gu, ' ')
    .replaceAll(/\bwww\.\S*/giu, ' ')
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/gu, ' ')
    // `example.org` is a link in most programs, `example。org` in some, `J. R. Li` in none.
    .replaceAll(/(?<=[\p{L}\p{M}\p{N}])([.。])(?=[\p{L}\p{M}\p{N}]{2})/gu, '$1 ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(safeText)
  return characters.length > maxQuotedCharacters
    ? `${characters.slice(0, maxQuotedCharacters - 1).join('')}…`
    : safeText
}
