import { useTranslation } from 'react-i18next'
import { documentLanguages } from '#contract/modules/document-languages.ts'
import type { CategoryRow } from '#platform/article-categories.ts'
import { useLocalized } from '#platform/locale.ts'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { type DownloadSearch, listDistinctValues } from './download-search.ts'
import type { DocumentRow } from './queries.ts'
import styles from './Filters.module.css'

interface FiltersProps {
  rows: readonly DocumentRow[]
  categories: readonly CategoryRow[]
  search: DownloadSearch
  onSearch: (search: DownloadSearch) => void
}

/** Shows the filters of the list. A filter with a single value is left out. */
export function Filters({ rows, categories, search, onSearch }: FiltersProps) {
  const { t } = useTranslation('downloads')
  const pick = useLocalized()
  const usedCategories = listDistinctValues(rows, 'category')
  const change = (key: keyof DownloadSearch, value: string | undefined) => {
    const { [key]: _value, ...rest } = search
    onSearch(value === undefined ? rest : { ...rest, [key]: value })
  }
  const formatLanguage = (value: string) =>
    pick(documentLanguages.find((each) => each.value === value)?.label).text || value
  return (
    <div className={styles.filters}>
      {usedCategories.length > 1 && (
        <ChoiceChips
          label={t('categories')}
          choices={[
            { value: undefined, label: t('everything') },
            ...categories
              .filter(({ id }) => usedCategories.includes(id))
              .map(({ id, name }) => ({ value: id, label: pick(name).text })),
          ]}
          chosen={search.category}
          onChoose={(id) => change('category', id)}
        />
      )}
      <div className={styles.choices}>
        <FilterSelect
          label={t('type')}
          allLabel={t('everyType')}
          values={listDistinctValues(rows, 'type')}
          chosen={search.type}
          formatValue={(value) => value}
          onChoose={(value) => change('type', value)}
        />
        <FilterSelect
          label={t('language')}
          allLabel={t('everyLanguage')}
          values={listDistinctValues(rows, 'lang')}
          chosen={search.lang}
          formatValue={formatLanguage}
          onChoose={(value) => change('lang', value)}
        />
      </div>
    </div>
  )
}

function FilterSelect({
  label,
  allLabel,
  values,
  chosen,
  formatValue,
  onChoose,
}: {
  label: string
  allLabel: string
  values: readonly string[]
  chosen: string | undefined
  formatValue: (value: string) => string
  onChoose: (value: string | undefined) => void
}) {
  if (values.length < 2 && chosen === undefined) return null
  return (
    <select
      className={styles.choice}
      aria-label={label}
      data-chosen={chosen !== undefined}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      <option value="">{allLabel}</option>
      {[...new Set([...values, ...(chosen === undefined ? [] : [chosen])])].map((value) => (
        <option key={value} value={value}>
          {formatValue(value)}
        </option>
      ))}
    </select>
  )
}
