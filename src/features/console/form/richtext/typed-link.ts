import { isPlainObject } from '#contract/form/form-shape.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { isUnfinished } from '#features/forms'

/** An address that was typed for a link and not put into the text yet. */
export interface TypedLink {
  /** The text of several whose words are chosen. */
  locale: Locale
  /** The chosen words, as places in the text. */
  from: number
  to: number
  address: string
}

/** Reads the link from what a control holds; undefined where none is being typed. */
export function readTypedLink(input: unknown): TypedLink | undefined {
  const link = isUnfinished(input) ? input.$unfinished : undefined
  if (!isPlainObject(link)) return undefined
  const { locale, from, to, address } = link
  const known = locales.find((one) => one === locale)
  if (!known || typeof from !== 'number' || typeof to !== 'number' || typeof address !== 'string')
    return undefined
  return { locale: known, from, to, address }
}
