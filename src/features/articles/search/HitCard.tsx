import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchHit } from '#contract/api.ts'
import { locales, selectLocalizedText, type Locale, type Localized } from '#contract/locale.ts'
import type { Simplify } from '#contract/fold-text.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useHanForms, findMatches } from '#platform/text-search.ts'
import { useLocale } from '#platform/locale.ts'
import { HighlightedText } from '#ui/InlineText.tsx'
import { getFileUrl } from '#platform/api.ts'
import styles from './HitCard.module.css'

/** A hit: its title, time or place, and an excerpt with the matching words. */
export function HitCard({
  module,
  hit,
  terms,
  onFollow,
}: {
  /** Module of the hit's row: it decides on the second line and the link. */
  module: string
  hit: SearchHit
  /** Words to highlight, normalized. */
  terms: readonly string[]
  /** Called when the user opens the hit. */
  onFollow: () => void
}) {
  const { t } = useTranslation(['search', 'common'])
  const locale = useLocale()
  const title = selectLocalizedText(hit.title, locale)
  const excerpt = pickMatching(hit.excerpt, locale, terms, useHanForms())
  const secondLine = useSecondLine(module, hit.fields)
  return (
    <HitLink module={module} hit={hit} className={styles.card} onFollow={onFollow}>
      <h3 className={styles.title} lang={title.locale}>
        <HighlightedText text={title.text || t('untitled')} terms={terms} />
      </h3>
      {secondLine && <p className={styles.line}>{secondLine}</p>}
      {/* The excerpt of a speaker is the organisation, as the second line is. */}
      {excerpt.text && excerpt.text !== secondLine && (
        <p className={styles.excerpt} lang={excerpt.locale}>
          <HighlightedText text={excerpt.text} terms={terms} />
        </p>
      )}
    </HitLink>
  )
}

/** Picks the text in the current language, or in another one when only that contains one of the words. */
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

/** Returns the line below the title: a session's time, an article's date, a speaker's organisation, a place's phone. */
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

interface HitLinkProps {
  module: string
  hit: SearchHit
  className: string | undefined
  /** Called when the user opens the hit. */
  onFollow: () => void
  children: ReactNode
}

/** Links a hit to the screen of its module. A hit without a screen has no link. */
function HitLink({ module, hit, className, onFollow, children }: HitLinkProps) {
  const locale = useLocale()
  const getText = (key: string) => (typeof hit.fields[key] === 'string' ? hit.fields[key] : '')
  const linkProps = { className, onClick: onFollow }
  switch (module) {
    case 'sessions':
      return (
        <Link to="/agenda/$sessionId" params={{ sessionId: hit.id }} {...linkProps}>
          {children}
        </Link>
      )
    case 'informations':
    case 'documents':
    case 'qa':
      return (
        <Link to="/article/view/$no" params={{ no: getText('no') }} {...linkProps}>
          {children}
        </Link>
      )
    case 'speakers':
      // Speakers have no page: the agenda is searched by the name.
      return (
        <Link to="/agenda" search={{ q: selectLocalizedText(hit.title, locale).text }} {...linkProps}>
          {children}
        </Link>
      )
    case 'pages':
      return (
        <Link to="/suzhou" hash={getText('slug')} {...linkProps}>
          {children}
        </Link>
      )
    case 'places':
      return (
        <Link to="/suzhou" hash={`place-${hit.id}`} {...linkProps}>
          {children}
        </Link>
      )
    case 'exhibitors':
      return (
        <Link to="/show/$exhibitorId" params={{ exhibitorId: hit.id }} {...linkProps}>
          {children}
        </Link>
      )
    case 'materials':
      return (
        <a href={getFileUrl(getFileNo(hit.fields['file']))} target="_blank" rel="noopener" {...linkProps}>
          {children}
        </a>
      )
    default:
      return <div className={className}>{children}</div>
  }
}

/** Returns the number of a file field's value; empty without a file. */
function getFileNo(file: unknown): string {
  return typeof file === 'object' && file !== null && 'no' in file ? String(file.no) : ''
}
