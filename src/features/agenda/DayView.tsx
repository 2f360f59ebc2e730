import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFavourites } from '#features/favourites'
import {
  type AgendaSearch,
  countFilters,
  formatDayLabel,
  findNearestDay,
  findOverlaps,
  type Programme,
  type ProgrammeItem,
  withoutFilters,
} from '#features/sessions'
import { useLocale } from '#lib/locale.ts'
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
  passes: (item: ProgrammeItem) => boolean
  now: number
  wide: boolean
  onChange: (next: AgendaSearch) => void
}

/** Shows a day of the programme as a list or a timetable. */
export const DayView = memo(function DayView(props: DayViewProps) {
  const { programme, day, view, search, passes, now, wide, onChange } = props
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const favourites = useFavourites()
  const items = useMemo(
    () => programme.items.filter((item) => item.day === day && passes(item)),
    [programme, day, passes],
  )
  const overlaps = useMemo(
    () => findOverlaps(programme.items.filter((item) => favourites.has(item.id))),
    [programme, favourites],
  )
  const filters = countFilters(search)
  const other = items.length === 0 ? findNearestDay(programme.items.filter(passes), day) : undefined
  const emptyText = search.mine ? t('empty_mine') : filters > 0 ? t('empty_filters') : t('empty_day')
  return (
    <section aria-labelledby="agenda-day">
      <h2 id="agenda-day" className={styles.hidden}>
        {formatDayLabel(day, locale, 'long')}
      </h2>
      {items.length === 0 && (
        <EmptyAgenda
          text={emptyText}
          actions={[
            ...(other
              ? [
                  {
                    label: t('go_to_day', {
                      day: formatDayLabel(other.day, locale, 'long'),
                      count: other.count,
                    }),
                    onAction: () => onChange({ ...search, day: other.day }),
                  },
                ]
              : []),
            ...(filters > 0
              ? [{ label: t('show_all'), onAction: () => onChange(withoutFilters(search)) }]
              : []),
          ]}
        />
      )}
      {items.length > 0 && view === 'list' && (
        <DayList
          items={items}
          zone={programme.zone}
          listKey={`${day} ${JSON.stringify(search)}`}
          overlaps={overlaps}
          now={now}
          wide={wide}
        />
      )}
      {items.length > 0 && view === 'grid' && (
        <TimeGrid items={items} programme={programme} now={now} day={day} />
      )}
    </section>
  )
})
