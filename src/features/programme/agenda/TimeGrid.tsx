import { lazy, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Locale, selectLocalizedText } from '#contract/locale.ts'
import { formatTimeInTimeZone } from '#contract/time.ts'
import {
  formatDayLabel,
  type Programme,
  type ProgrammeItem,
  formatTimeRange,
} from '#features/programme/sessions'
import { type GridColumn, type GridCrowd, layOutDay } from './time-grid.ts'
import { useLocale } from '#platform/locale.ts'
import { GridSession } from './GridSession.tsx'
import styles from './TimeGrid.module.css'
import { useIncrementalCount } from './use-incremental-render.ts'
import crowdBlockStyles from './CrowdBlock.module.css'

const CrowdSheet = lazy(() => import('./CrowdSheet.tsx'))

/** Number of columns in the first frame: as many as a tablet shows. The others follow when the device is idle. */
const firstColumns = 6
/** Number of columns added per idle callback. */
const stepColumns = 4

/** Minimum width of a lane: fits a finger and a short word, in CSS pixels. */
const laneMinPx = 72

/** Space above the "now" line when the timetable opens, in CSS pixels: shows the titles of running sessions. */
const aboveNowPx = 160

const minutesPerHour = 60
const msPerMinute = 60_000

interface TimeGridProps {
  /** Sessions of the day that match the filters, in the order of their starts. */
  items: readonly ProgrammeItem[]
  programme: Programme
  /** The current time; `-Infinity` when the forum is not running. */
  nowMs: number
  /** `YYYY-MM-DD` */
  day: string
}

/** Shows a day as a timetable: a column for each room in use, times pinned at the left, room names at the top. */
export const TimeGrid = memo(function TimeGrid({ items, programme, nowMs, day }: TimeGridProps) {
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const grid = useMemo(() => layOutDay(items, programme.rooms), [items, programme])
  const { scale } = grid
  const [crowd, setCrowd] = useState<GridCrowd>()
  const count = useIncrementalCount(grid.columns.length, firstColumns, stepColumns, day)
  const { timeZone } = programme
  /** Returns the distance of an instant from the top of the grid in CSS pixels. */
  const getTop = (ms: number) => ((ms - grid.startMs) / msPerMinute) * scale
  const height = grid.minutes * scale
  const nowTop = getTop(nowMs)
  const scroller = useRef<HTMLElement>(null)
  const initialScrollTop = nowTop > 0 && nowTop < height ? nowTop - aboveNowPx : 0
  /** The day for which the timetable was scrolled to the current time: once, or the user's position would be lost. */
  const scrolledDay = useRef('')
  useEffect(() => {
    if (scrolledDay.current === day) return
    scrolledDay.current = day
    scroller.current?.scrollTo({ top: initialScrollTop })
  }, [day, initialScrollTop])
  return (
    <section
      ref={scroller}
      className={styles.scroller}
      aria-label={t('timetable', { day: formatDayLabel(day, locale, 'long') })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
    >
      <div className={styles.canvas}>
        <div className={styles.hours} style={{ height }} aria-hidden="true">
          {grid.hours.map((hour) => (
            <span key={hour} style={{ top: getTop(hour) }}>
              {formatTimeInTimeZone(hour, timeZone)}
            </span>
          ))}
        </div>
        {grid.columns.map((column, index) => (
          <RoomColumn
            key={column.roomId}
            column={column}
            name={column.room ? selectLocalizedText(column.room.name, locale).text : t('no_room')}
            isRendered={index < count}
            scale={scale}
            height={height}
            timeZone={timeZone}
            locale={locale}
            nowMs={nowMs}
            cancelledLabel={t('cancelled')}
            onOpenCrowd={setCrowd}
          />
        ))}
        {nowTop >= 0 && nowTop <= height && (
          <div className={styles.now} style={{ top: nowTop }}>
            <span>{formatTimeInTimeZone(nowMs, timeZone)}</span>
          </div>
        )}
      </div>
      {crowd && (
        <Suspense>
          <CrowdSheet crowd={crowd} timeZone={timeZone} onClose={() => setCrowd(undefined)} />
        </Suspense>
      )}
    </section>
  )
})

interface RoomColumnProps {
  column: GridColumn
  /** Name of the room, or the label of sessions without one. */
  name: string
  /** False while only the column's head is rendered. */
  isRendered: boolean
  /** CSS pixels per minute. */
  scale: number
  /** Height of the whole grid in CSS pixels. */
  height: number
  timeZone: string
  locale: Locale
  nowMs: number
  cancelledLabel: string
  /** Called when the user taps the block of a crowd. */
  onOpenCrowd: (crowd: GridCrowd) => void
}

const RoomColumn = memo(function RoomColumn(props: RoomColumnProps) {
  const { column, name, isRendered, scale, height, timeZone, locale, nowMs, cancelledLabel, onOpenCrowd } =
    props
  return (
    <section className={styles.column} style={{ minWidth: column.lanes * laneMinPx }}>
      <h3 className={styles.room}>{name}</h3>
      {/* The background draws a line at each hour. */}
      <ul className={styles.blocks} style={{ height, backgroundSize: `100% ${minutesPerHour * scale}px` }}>
        {isRendered &&
          column.blocks.map((block) => (
            <GridSession
              key={block.item.id}
              block={block}
              scale={scale}
              timeZone={timeZone}
              locale={locale}
              nowMs={nowMs}
              cancelledLabel={cancelledLabel}
            />
          ))}
        {isRendered &&
          column.crowds.map((crowd) => (
            <CrowdBlock
              key={crowd.fromMinutes}
              crowd={crowd}
              scale={scale}
              timeZone={timeZone}
              onOpen={onOpenCrowd}
            />
          ))}
      </ul>
    </section>
  )
})

/** Gap to the block below, in CSS pixels. */
const gapPx = 3

/**
 * A block for many concurrent sessions of a room: shows their number, and a tap lists them. In print all are listed.
 */
function CrowdBlock({
  crowd,
  scale,
  timeZone,
  onOpen,
}: {
  crowd: GridCrowd
  /** CSS pixels per minute. */
  scale: number
  timeZone: string
  onOpen: (crowd: GridCrowd) => void
}) {
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const { items, fromMinutes, minutes, endMs } = crowd
  return (
    <li
      className={crowdBlockStyles.block}
      style={{ top: fromMinutes * scale, height: minutes * scale - gapPx }}
    >
      <button
        type="button"
        className={crowdBlockStyles.open}
        aria-haspopup="dialog"
        onClick={() => onOpen(crowd)}
      >
        <span className={crowdBlockStyles.count}>{t('crowd', { count: items.length })}</span>
        <span className={crowdBlockStyles.time}>
          {formatTimeInTimeZone(items[0]?.startMs ?? endMs, timeZone)}–{formatTimeInTimeZone(endMs, timeZone)}
        </span>
      </button>
      <ul className={crowdBlockStyles.paper}>
        {items.map((item) => (
          <li key={item.id}>
            {formatTimeRange(item, timeZone)} {selectLocalizedText(item.row.title, locale).text}
          </li>
        ))}
      </ul>
    </li>
  )
}
