import { locales, selectLocalizedText, type Locale, type Localized } from '#contract/locale.ts'
import { maskedValue } from '#contract/row.ts'

/** `label [id]`: how a row is called whose label says too little. */
const withId = /\[([^[\]]+)\]$/

/** Most rows of a module that are found by label, for memory's sake: beyond, all are found by id alone. */
export const maxLabels = 100_000

/** The rows of one module by what they are called. */
export interface LabelIndex {
  add(id: string, label: Localized): void
  find(text: string): string | undefined
  labelOf(id: string): string
}

/**
 * Makes the index of a module's rows.
 * @param locale language of the labels that are written; found are those of both
 */
export function createLabelIndex(locale: Locale, most = maxLabels): LabelIndex {
  const labels = new Map<string, string>()
  /** The row of a text; null when several have it. */
  const byText = new Map<string, string | null>()
  let hasLabels = true

  const find = (text: string): string | undefined => {
    const wanted = tidy(text)
    const named = byText.get(wanted)
    if (named === null) return undefined
    const inBrackets = withId.exec(wanted)?.[1]
    const meant = new Set([wanted, inBrackets].filter((id) => id !== undefined && labels.has(id)))
    if (named !== undefined) meant.add(named)
    // What one row is called and another has for its id says neither.
    const [id, ...others] = meant
    return others.length === 0 ? id : undefined
  }

  return {
    add: (id, label) => {
      labels.set(id, hasLabels ? tidy(selectLocalizedText(label, locale).text) : '')
      if (!hasLabels) return
      for (const text of new Set(locales.map((one) => tidy(label[one]))))
        if (text !== '' && text !== maskedValue) byText.set(text, byText.has(text) ? null : id)
      if (labels.size <= most) return
      hasLabels = false
      byText.clear()
      for (const known of labels.keys()) labels.set(known, '')
    },
    find,
    labelOf: (id) => {
      const label = labels.get(id)
      if (label === undefined) return id
      return find(label) === id ? label : `${label} [${id}]`.trimStart()
    },
  }
}

/** Labels are compared without blanks around them and in one form of Unicode. */
function tidy(text: string): string {
  return text.normalize('NFC').trim()
}
