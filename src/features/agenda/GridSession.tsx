import { type Locale, pickLocale } from '#contract/locale.ts'
import { useIsFavourite } from '#features/favourites'
import { type GridBlock, momentOf, spanLabel } from '#features/sessions'
import { Icon } from '#ui/Icon.tsx'
import styles from './GridSession.module.css'

interface GridSessionProps {
  block: GridBlock
  /** CSS pixels a minute. */
  scale: number
  zone: string
  locale: Locale
  now: number
  cancelledWord: string
}

/** Space between neighbouring blocks, in CSS pixels. */
const gapPx = 3

/** A session in the timetable: as tall as it is long. */
export function GridSession({ block, scale, zone, locale, now, cancelledWord }: GridSessionProps) {
  const { item, fromMinutes, minutes, lane, lanes } = block
  const starred = useIsFavourite(item.id)
  const title = pickLocale(item.row.title, locale)
  const cancelled = item.row.state === 'cancelled'
  const height = minutes * scale - gapPx
  return (
    <li
      className={styles.block}
      data-moment={momentOf(item, now)}
      data-cancelled={cancelled || undefined}
      style={{
        top: fromMinutes * scale,
        height,
        left: `${(lane / lanes) * 100}%`,
        width: `calc(${100 / lanes}% - ${gapPx}px)`,
        borderColor: item.track ? `var(--track-${item.track.colour})` : undefined,
      }}
    >
      <a href={`/agenda/${item.id}`} className={styles.link}>
        <span className={styles.title} lang={title.locale === locale ? undefined : title.locale}>
          {title.text}
        </span>
        <span className={styles.meta}>
          {cancelled && <strong>{cancelledWord} </strong>}
          {spanLabel(item, zone)}
          {item.track?.code && (
            <span className={styles.tab} style={{ backgroundColor: `var(--track-${item.track.colour})` }}>
              {item.track.code}
            </span>
          )}
        </span>
      </a>
      {starred && (
        <span className={styles.star}>
          <Icon name="star" size={14} filled />
        </span>
      )}
    </li>
  )
}
