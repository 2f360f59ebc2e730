import i18next, { exists, t } from 'i18next'

/**
 * A text of the interface in the language of the screen that is open, by its key: `text('agenda:search.open')`.
 * To be called after `openScreen`, which brings the texts in.
 * @throws Error when the app has not loaded such a text
 */
export function text(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  if (!exists(key, values)) throw new Error(`${i18next.language} has no text ${key}`)
  return t(key, values)
}
