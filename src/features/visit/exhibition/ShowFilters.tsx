import { useTranslation } from 'react-i18next'
import { useSearchQueryValue, type SearchQueryStore } from '#platform/search-query.ts'
import { useLocale } from '#platform/locale.ts'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { getAreaLabel } from './area-label.ts'
import { maxQueryCharacters } from './exhibitors.ts'
import styles from './ShowFilters.module.css'

/** The search field and a chip for each area. */
export function ShowFilters({
  query,
  areas,
  area,
  onArea,
}: {
  query: SearchQueryStore
  areas: readonly string[]
  area: string | undefined
  onArea: (area: string | undefined) => void
}) {
  const { t } = useTranslation('show')
  const locale = useLocale()
  const text = useSearchQueryValue(query)
  const choices = [undefined, ...areas]
  return (
    <div className={styles.filters}>
      <SearchField
        label={t('search.label')}
        placeholder={t('search.label')}
        clearLabel={t('search.clear')}
        value={text}
        onChange={(value) => query.type(value.slice(0, maxQueryCharacters))}
        onClear={() => {
          query.type('')
          query.settle()
        }}
        onDone={query.settle}
      />
      {areas.length > 1 && (
        <ChoiceChips
          label={t('areas')}
          choices={choices.map((kind) => ({
            value: kind,
            label: kind === undefined ? t('all') : getAreaLabel(kind, locale),
          }))}
          chosen={area}
          onChoose={onArea}
        />
      )}
    </div>
  )
}
