import { lazy, memo, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AgendaSearch,
  countFilters,
  type FilterKey,
  filterKeys,
  listValues,
  withoutFilters,
} from './agenda-search.ts'
import { formatFilterValue, listFilterOptions } from './filters.ts'
import type { Programme, ProgrammeItem } from '#features/programme/sessions'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'

import styles from './FilterChips.module.css'

const FilterSheet = lazy(() => import('./FilterSheet.tsx'))

interface FilterChipsProps {
  programme: Programme
  search: AgendaSearch
  /** Whether a session matches the filters of `search`. */
  matchesFilters: (item: ProgrammeItem) => boolean
  /** Called with the search after each change of a filter. */
  onChange: (next: AgendaSearch) => void
  /** Called when the user wants to see the filtered sessions. */
  onShowMatches: () => void
}

/** The row of filters. One for which the programme has a single value is left out, unless it is active. */
export const FilterChips = memo(function FilterChips({
  programme,
  search,
  matchesFilters,
  onChange,
  onShowMatches,
}: FilterChipsProps) {
  const { t } = useTranslation('agenda')
  const locale = useLocale()
  const [openFilter, setOpenFilter] = useState<FilterKey>()
  const { mine: _mine, ...withoutMine } = search
  /** Returns the filter's name; with values, the first of them and the number of others (`Hall A +2`). */
  const getChipLabel = (key: FilterKey) => {
    const [firstValue, ...otherValues] = listValues(search[key])
    if (firstValue === undefined) return t(`filter_${key}`)
    const firstLabel = formatFilterValue(programme, key, firstValue, locale).short
    return otherValues.length === 0 ? firstLabel : `${firstLabel} +${otherValues.length}`
  }
  return (
    <>
      <fieldset className={styles.chips} aria-label={t('filters')} data-print="off">
        <button
          type="button"
          className={styles.chip}
          aria-pressed={search.mine === true}
          onClick={() => onChange(search.mine ? withoutMine : { ...search, mine: true })}
        >
          <Icon name="star" size={18} filled={search.mine === true} />
          {t('mine')}
        </button>
        {filterKeys
          .filter((key) => search[key] || listFilterOptions(programme, key).length > 1)
          .map((key) => (
            <button
              key={key}
              type="button"
              className={styles.chip}
              data-on={search[key] ? '' : undefined}
              aria-haspopup="dialog"
              aria-label={search[key] ? `${t(`filter_${key}`)}: ${getChipLabel(key)}` : undefined}
              onClick={() => setOpenFilter(key)}
            >
              <span className={styles.label}>{getChipLabel(key)}</span>
              <Icon name="forward" size={16} />
            </button>
          ))}
        {countFilters(search) > 0 && (
          <button type="button" className={styles.clear} onClick={() => onChange(withoutFilters(search))}>
            {t('clear_filters')}
          </button>
        )}
      </fieldset>
      {openFilter && (
        <Suspense>
          <FilterSheet
            filter={openFilter}
            programme={programme}
            search={search}
            matchesFilters={matchesFilters}
            onChange={onChange}
            onShowMatches={onShowMatches}
            onClose={() => setOpenFilter(undefined)}
          />
        </Suspense>
      )}
    </>
  )
})
