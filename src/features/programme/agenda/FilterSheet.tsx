import { useTranslation } from 'react-i18next'
import { type AgendaSearch, type FilterKey, listValues, withValues } from './agenda-search.ts'
import { formatFilterValue, listFilterOptions } from './filters.ts'
import { type Programme, type ProgrammeItem, TrackNumeral } from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import { Sheet } from '#ui/Sheet.tsx'

import styles from './FilterSheet.module.css'

interface FilterSheetProps {
  /** The filter whose values are listed. */
  filter: FilterKey
  programme: Programme
  search: AgendaSearch
  /** Whether a session matches all filters of `search`, not only this one. */
  matchesFilters: (item: ProgrammeItem) => boolean
  /** Called with the search after each tap. */
  onChange: (next: AgendaSearch) => void
  /** Called when the user wants to see the remaining sessions. */
  onShowMatches: () => void
  onClose: () => void
}

/** The values of a filter. Each tap applies at once; the button shows how many sessions remain over all days. */
export default function FilterSheet(props: FilterSheetProps) {
  const { filter, programme, search, matchesFilters, onChange, onShowMatches, onClose } = props
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const chosen = listValues(search[filter])
  const orderedRows = filter === 'track' ? programme.tracks : filter === 'room' ? programme.rooms : undefined
  const choices = sortChoices(listFilterOptions(programme, filter), orderedRows)
  const toggle = (value: string) =>
    onChange(
      withValues(
        search,
        filter,
        chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value],
      ),
    )
  return (
    <Sheet title={t(`filter_${filter}`)} closeLabel={t('sheet_close')} onClose={onClose}>
      <ul className={styles.choices}>
        {choices.map(({ value, count }) => {
          const { full, track } = formatFilterValue(programme, filter, value, locale)
          return (
            <li key={value}>
              <label className={styles.choice}>
                <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
                {track && (
                  <span className={styles.tab}>
                    <TrackNumeral track={track} locale={locale} />
                  </span>
                )}
                <span className={styles.name}>{full}</span>
                <span className={styles.count}>{count}</span>
              </label>
            </li>
          )
        })}
      </ul>
      {/* A form of this method closes the dialog that it is in. */}
      <form method="dialog" className={styles.foot} onSubmit={onShowMatches}>
        <button
          type="button"
          className={styles.clear}
          disabled={chosen.length === 0}
          onClick={() => onChange(withValues(search, filter, []))}
        >
          {t('sheet_clear')}
        </button>
        <button type="submit" className={styles.done}>
          {t('sheet_done', { count: programme.items.filter(matchesFilters).length })}
        </button>
      </form>
    </Sheet>
  )
}

/** Sorts ids in the order of their rows; unknown ids come last. Without rows the choices stay as they are. */
function sortChoices(
  choices: { value: string; count: number }[],
  orderedRows: readonly { id: string }[] | undefined,
): { value: string; count: number }[] {
  if (!orderedRows) return choices
  const positions = new Map(orderedRows.map((row, index) => [row.id, index]))
  const getPosition = (value: string) => positions.get(value) ?? orderedRows.length
  return choices.toSorted((a, b) => getPosition(a.value) - getPosition(b.value))
}
