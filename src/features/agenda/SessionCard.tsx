import { memo } from 'react'
import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import { StarButton } from '#features/favourites'
import {
  type TimeState,
  type ProgrammeItem,
  roomNames,
  formatTimeRange,
  TrackNumeral,
} from '#features/sessions'
import type { CardLabels } from './use-card-labels.ts'
import { HighlightedText } from '#ui/HighlightedText.tsx'
import styles from './SessionCard.module.css'

interface SessionCardProps {
  item: ProgrammeItem
  zone: string
  locale: Locale
  words: CardLabels
  moment: TimeState
  clashes: boolean
  /** Normalised words to mark. */
  terms: readonly string[]
  /** Sets ids apart where the same session stands in two lists. */
  listName: string
}

/** A session in a list: what, when, where, who, and its star. The whole card leads to the session. */
export const SessionCard = memo(function SessionCard(props: SessionCardProps) {
  const { item, zone, locale, words, moment, clashes, terms, listName } = props
  const title = selectLocalizedText(item.row.title, locale)
  const titleId = `${listName}-${item.id}`
  const cancelled = item.row.state === 'cancelled'
  const speakers = item.speakers.map((speaker) => selectLocalizedText(speaker.name, locale).text).join(', ')
  return (
    <li className={styles.card} data-moment={moment} data-cancelled={cancelled || undefined}>
      <div className={styles.text}>
        <a
          href={`/agenda/${item.id}`}
          id={titleId}
          className={styles.title}
          lang={title.locale === locale ? undefined : title.locale}
        >
          <HighlightedText text={title.text} terms={terms} />
        </a>
        <p className={styles.place}>
          {moment === 'now' && !cancelled && <strong className={styles.now}>{words.now}</strong>}
          {cancelled && <strong className={styles.cancelled}>{words.cancelled}</strong>}
          {item.track?.code && <TrackNumeral track={item.track} locale={locale} />}
          <span className={styles.time}>{formatTimeRange(item, zone)}</span>
          <span className={styles.room}>
            <HighlightedText text={roomNames(item, locale) || words.noRoom} terms={terms} />
          </span>
        </p>
        {speakers && (
          <p className={styles.speakers}>
            <HighlightedText text={speakers} terms={terms} />
          </p>
        )}
        {item.track && (terms.length > 0 || !item.track.code) && (
          <p className={styles.track}>
            {!item.track.code && <TrackNumeral track={item.track} locale={locale} />}
            <HighlightedText text={selectLocalizedText(item.track.name, locale).text} terms={terms} />
          </p>
        )}
        {clashes && <p className={styles.clash}>{words.clash}</p>}
      </div>
      <StarButton sessionId={item.id} label={words.star} titleId={titleId} />
    </li>
  )
})
