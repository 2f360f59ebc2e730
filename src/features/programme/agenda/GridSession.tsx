import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import { useIsFavourite } from '#features/programme/favourites'
import type { GridBlock } from './time-grid.ts'
import { getTimeState } from '#features/programme/session-times'
import { formatTimeRange, TrackNumeral } from '#features/programme/sessions'
import { Icon } from '#ui/Icon.tsx'
import styles from './GridSession.module.css'

interface GridSessionProps {
  block: GridBlock
  /** CSS pixels per minute. */
  scale: number
  timeZone: string
  locale: Locale
  /** The current time; `-Infinity` when the forum is not running. */
  nowMs: number
  cancelledLabel: string
}

/** Gap between neighbouring blocks, in CSS pixels. */
const gapPx = 3

/** Height of a line of the title in CSS pixels, as in the style sheet. */
const titleLinePx = 17.5
/** Height of the line below the title (time and track), as in the style sheet. */
const metaLinePx = 18
/** Padding at the top and bottom together, as in the style sheet. */
const paddingPx = 8

/** Returns how many lines of the title fit above the line with time and track, which a low block leaves out. */
function fitLines(heightPx: number): { titleLines: number; showsMeta: boolean } {
  const showsMeta = heightPx >= paddingPx + titleLinePx + metaLinePx
  const availablePx = heightPx - paddingPx - (showsMeta ? metaLinePx : 0)
  return { titleLines: Math.max(1, Math.floor(availablePx / titleLinePx)), showsMeta }
}

/**
 * A session in the timetable; its height is its duration. Its link is plain: the agenda handles clicks on all of them.
 */
export function GridSession({ block, scale, timeZone, locale, nowMs, cancelledLabel }: GridSessionProps) {
  const { item, fromMinutes, minutes, lane, lanes } = block
  const starred = useIsFavourite(item.id)
  const title = selectLocalizedText(item.row.title, locale)
  const cancelled = item.row.state === 'cancelled'
  const height = minutes * scale - gapPx
  const { titleLines, showsMeta } = fitLines(height)
  return (
    <li
      className={styles.block}
      data-moment={getTimeState(item, nowMs)}
      data-cancelled={cancelled || undefined}
      // Too low for a line of the usual size.
      data-low={height < paddingPx + titleLinePx || undefined}
      style={{
        top: fromMinutes * scale,
        height,
        insetInlineStart: `${(lane / lanes) * 100}%`,
        width: `calc(${100 / lanes}% - ${gapPx}px)`,
        borderColor: item.track ? `var(--track-${item.track.colour})` : undefined,
      }}
    >
      <a href={`/agenda/${item.id}`} className={styles.link}>
        <span
          className={styles.title}
          style={{ WebkitLineClamp: titleLines }}
          lang={title.locale === locale ? undefined : title.locale}
        >
          {title.text}
        </span>
        <span className={showsMeta ? styles.meta : styles.visuallyHidden}>
          {cancelled && <strong>{cancelledLabel} </strong>}
          {formatTimeRange(item, timeZone)}
          {item.track?.code && (
            <>
              {' '}
              <TrackNumeral track={item.track} locale={locale} />
            </>
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
