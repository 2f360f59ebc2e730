import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import { StarButton } from '#features/programme/favourites'
import type { TimeState } from '#features/programme/session-times'
import {
  type ProgrammeItem,
  formatRoomNames,
  formatTimeRange,
  TrackNumeral,
} from '#features/programme/sessions'
import { HighlightedText } from '#ui/InlineText.tsx'
import styles from './SessionCard.module.css'

interface SessionCardProps {
  item: ProgrammeItem
  timeZone: string
  locale: Locale
  labels: CardLabels
  timeState: TimeState
  /** True when it is starred and overlaps another starred session. */
  hasOverlap: boolean
  /** Normalized words of the search to highlight; empty without a search. */
  terms: readonly string[]
  /** Makes ids unique when the same session is in two lists. */
  listName: string
}

/**
 * A session in a list: title, time, room, speakers and star. The whole card links to the session. Its link is plain:
 * the agenda handles clicks on all of them.
 */
export const SessionCard = memo(function SessionCard(props: SessionCardProps) {
  const { item, timeZone, locale, labels, timeState, hasOverlap, terms, listName } = props
  const title = selectLocalizedText(item.row.title, locale)
  const titleId = `${listName}-${item.id}`
  const cancelled = item.row.state === 'cancelled'
  const speakers = item.speakers.map((speaker) => selectLocalizedText(speaker.name, locale).text).join(', ')
  return (
    <li className={styles.card} data-moment={timeState} data-cancelled={cancelled || undefined}>
      <div className={styles.text}>
        <a
          href={`/agenda/${item.id}`}
          id={titleId}
          className={styles.title}
          lang={title.locale === locale ? undefined : title.locale}
        >
          <HighlightedText text={title.text} terms={terms} />
        </a>
        <p className={styles.location}>
          {timeState === 'now' && !cancelled && <strong className={styles.now}>{labels.now}</strong>}
          {cancelled && <strong className={styles.cancelled}>{labels.cancelled}</strong>}
          {item.track?.code && <TrackNumeral track={item.track} locale={locale} />}
          <span className={styles.time}>{formatTimeRange(item, timeZone)}</span>
          <span className={styles.room}>
            <HighlightedText text={formatRoomNames(item, locale) || labels.noRoom} terms={terms} />
          </span>
        </p>
        {speakers && (
          <p className={styles.speakers}>
            <HighlightedText text={speakers} terms={terms} />
          </p>
        )}
        {/* The numeral stands for the track, but a search may have matched its name. */}
        {item.track && (terms.length > 0 || !item.track.code) && (
          <p className={styles.track}>
            {!item.track.code && <TrackNumeral track={item.track} locale={locale} />}
            <HighlightedText text={selectLocalizedText(item.track.name, locale).text} terms={terms} />
          </p>
        )}
        {hasOverlap && <p className={styles.overlap}>{labels.overlap}</p>}
      </div>
      <StarButton sessionId={item.id} label={labels.star} titleId={titleId} />
    </li>
  )
})

/** Texts of the cards, translated once for a whole list. */
export interface CardLabels {
  now: string
  cancelled: string
  overlap: string
  noRoom: string
  star: string
}

/** Returns the same object as long as the language does not change, so that cards do not render again. */
export function useCardLabels(): CardLabels {
  const { t } = useTranslation('agenda')
  const { t: tFavourites } = useTranslation('favourites')
  return useMemo(
    () => ({
      now: t('now'),
      cancelled: t('cancelled'),
      overlap: t('clash'),
      noRoom: t('no_room'),
      star: tFavourites('star'),
    }),
    [t, tFavourites],
  )
}
