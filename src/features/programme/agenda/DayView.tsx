import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFavourites } from '#features/programme/favourites'
import {
  type AgendaSearch,
  countFilters,
  formatDayLabel,
  findNearestDay,
  findOverlaps,
  type Programme,
  type ProgrammeItem,
  withoutFilters,
} from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import { DayList } from './DayList.tsx'
import styles from './DayView.module.css'
import { EmptyAgenda } from './EmptyAgenda.tsx'
import { TimeGrid } from './TimeGrid.tsx'

/** The day to show, and how. */
export interface DayViewProps {
  programme: Programme
  day: string
  view: 'list' | 'grid'
  search: AgendaSearch
  matchesFilters: (item: ProgrammeItem) => boolean
  nowMs: number
  isWide: boolean
  onChange: (next: AgendaSearch) => void
}

/** Shows a day of the programme as a list or a timetable. */
export const DayView = memo(function DayView(props: DayViewProps) {
  const { programme, day, view, search, matchesFilters, nowMs, isWide, onChange } = props
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const favourites = useFavourites()
  const items = useMemo(
    () => programme.items.filter((item) => item.day === day && matchesFilters(item)),
    [programme, day, matchesFilters],
  )
  const overlaps = useMemo(
    () => findOverlaps(programme.items.filter((item) => favourites.has(item.id))),
    [programme, favourites],
  )
  const filterCount = countFilters(search)
  const nearestDay =
    items.length === 0 ? findNearestDay(programme.items.filter(matchesFilters), day) : undefined
  const emptyText = search.mine ? t('empty_mine') : filterCount > 0 ? t('empty_filters') : t('empty_day')
  return (
    <section aria-labelledby="agenda-day">
      <h2 id="agenda-day" className={styles.hidden}>
        {formatDayLabel(day, locale, 'long')}
      </h2>
      {items.length === 0 && (
        <EmptyAgenda
          text={emptyText}
          actions={[
            ...(nearestDay
              ? [
                  {
                    label: t('go_to_day', {
                      day: formatDayLabel(nearestDay.day, locale, 'long'),
                      count: nearestDay.count,
                    }),
                    onAction: () => onChange({ ...search, day: nearestDay.day }),
                  },
                ]
              : []),
            ...(filterCount > 0
              ? [{ label: t('show_all'), onAction: () => onChange(withoutFilters(search)) }]
              : []),
          ]}
        />
      )}
      {items.length > 0 && view === 'list' && (
        <DayList
          items={items}
          timeZone={programme.timeZone}
          listKey={`${day} ${JSON.stringify(search)}`}
          overlaps={overlaps}
          nowMs={nowMs}
          isWide={isWide}
        />
      )}
      {items.length > 0 && view === 'grid' && (
        <TimeGrid items={items} programme={programme} nowMs={nowMs} day={day} />
      )}
    </section>
  )
})
