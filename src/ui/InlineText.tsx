import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '#contract/locale.ts'
import { useHanForms, findMatches } from '#platform/text-search.ts'
import { useLocale } from '#platform/locale.ts'
import styles from './InlineText.module.css'

/** Text for screen readers only, where sighted users understand it from the context. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}

/**
 * A text with the words of a search marked in it.
 * @param terms normalised words, of `splitTerms`
 */
export function HighlightedText({ text, terms }: { text: string; terms: readonly string[] }) {
  const simplify = useHanForms()
  if (terms.length === 0) return text
  const segments = []
  let previousEnd = 0
  for (const { start, end } of findMatches(text, terms, simplify)) {
    segments.push(text.slice(previousEnd, start), <mark key={start}>{text.slice(start, end)}</mark>)
    previousEnd = end
  }
  return segments.length === 0 ? text : [...segments, text.slice(previousEnd)]
}

/**
 * Marks content that does not exist in the reader's language; renders nothing otherwise.
 * @param locale language of the content
 */
export function FallbackLanguageTag({ locale }: { locale: Locale }) {
  const { t } = useTranslation('common')
  if (locale === useLocale()) return null
  return <span className={styles.tag}>{t(`contentIn.${locale}`)}</span>
}

/** Number of track colours (`--track-1` to `--track-11`), one for each sub-forum. Further tracks repeat them. */
const trackColours = 11

/**
 * A track's numeral in a badge of its colour. Colour alone must not carry the meaning.
 * @param position the track's place in its list, from 1, which gives the colour. 0 gets the last colour
 * @param code the numeral; empty for a track that has none
 */
export function TrackBadge({ position, code, name }: { position: number; code: string; name?: string }) {
  const colour = ((position - 1 + trackColours) % trackColours) + 1
  return (
    <span className={styles.badge} style={{ '--badge': `var(--track-${colour})` } as React.CSSProperties}>
      {code && <b className={styles.code}>{code}</b>}
      {name && <span className={styles.name}>{name}</span>}
    </span>
  )
}
