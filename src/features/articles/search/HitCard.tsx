import { useTranslation } from 'react-i18next'
import type { SearchHit } from '#contract/api.ts'
import { locales, selectLocalizedText, type Locale, type Localized } from '#contract/locale.ts'
import type { Simplify } from '#contract/fold-text.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useHanForms } from '#platform/han-forms.ts'
import { useLocale } from '#platform/locale.ts'
import { findMatches } from '#platform/text-search.ts'
import { HighlightedText } from '#ui/HighlightedText.tsx'
import styles from './HitCard.module.css'
import { HitLink } from './HitLink.tsx'

/** A hit: its title, time or place, and an excerpt with the matching words. */
export function HitCard({
  module,
  hit,
  terms,
  onFollow,
}: {
  module: string
  hit: SearchHit
  terms: readonly string[]
  onFollow: () => void
}) {
  const { t } = useTranslation(['search', 'common'])
  const locale = useLocale()
  const title = selectLocalizedText(hit.title, locale)
  const excerpt = pickMatching(hit.excerpt, locale, terms, useHanForms())
  const line = useSecondLine(module, hit.fields)
  return (
    <HitLink module={module} hit={hit} className={styles.card} onFollow={onFollow}>
      <h3 className={styles.title} lang={title.locale}>
        <HighlightedText text={title.text || t('untitled')} terms={terms} />
      </h3>
      {line && <p className={styles.line}>{line}</p>}
      {excerpt.text && excerpt.text !== line && (
        <p className={styles.excerpt} lang={excerpt.locale}>
          <HighlightedText text={excerpt.text} terms={terms} />
        </p>
      )}
    </HitLink>
  )
}

/** Picks the current language, or the other one when only it contains the words. */
function pickMatching(
  text: Localized,
  locale: Locale,
  terms: readonly string[],
  simplify: Simplify | undefined,
): { text: string; locale: Locale } {
  const ownText = selectLocalizedText(text, locale)
  if (findMatches(ownText.text, terms, simplify).length > 0) return ownText
  const otherLocale = locales.find(
    (one) => one !== locale && findMatches(text[one], terms, simplify).length > 0,
  )
  return otherLocale ? { text: text[otherLocale], locale: otherLocale } : ownText
}

/** Returns the second line: a session's time, an article's date, or what else distinguishes hits. */
function useSecondLine(module: string, fields: SearchHit['fields']): string | undefined {
  const { t } = useTranslation('search')
  const time = useForumTime()
  const locale = useLocale()
  const readText = (key: string) => (typeof fields[key] === 'string' ? fields[key] : '')
  switch (module) {
    case 'sessions': {
      if (!readText('starts_at')) return undefined
      const formattedTime = time.dateTime(readText('starts_at'))
      return readText('state') === 'cancelled' ? `${formattedTime} · ${t('cancelled')}` : formattedTime
    }
    case 'informations':
    case 'documents':
      return readText('published_at') ? time.date(readText('published_at')) : undefined
    case 'speakers':
      return selectLocalizedText(fields['organisation'] as Partial<Localized> | null, locale).text
    case 'places':
      return readText('phone')
    default:
      return undefined
  }
}
