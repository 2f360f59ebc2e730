import { isPlainObject } from '#contract/form/form-shape.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { isUnfinished } from '#forms/index.ts'

/** A URL that was typed for a link and not applied yet. */
export interface TypedLink {
  /** The language of the text with the selection. */
  locale: Locale
  /** Selected positions in the text. */
  from: number
  to: number
  address: string
}

/** Parses the link from a control's value; undefined when none is being typed. */
export function readTypedLink(input: unknown): TypedLink | undefined {
  const link = isUnfinished(input) ? input.$unfinished : undefined
  if (!isPlainObject(link)) return undefined
  const { locale, from, to, address } = link
  const known = locales.find((one) => one === locale)
  if (!known || typeof from !== 'number' || typeof to !== 'number' || typeof address !== 'string')
    return undefined
  return { locale: known, from, to, address }
}
