import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { documentLanguages } from '#contract/modules/document-languages.ts'
import { categoriesQuery, type CategoryRow } from '#platform/module-queries.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { useLocalized } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { PullToRefresh } from '#ui/PullToRefresh.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { formatFileSize } from '#platform/files.ts'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { DocumentCard } from './DocumentCard.tsx'
import {
  filterKeys,
  type DownloadSearch,
  filterDocuments,
  listDistinctValues,
  documentsQuery,
  type DocumentRow,
} from './queries.ts'
import { type Pin, findPin } from './pins.ts'
import { canPin, usePins, pinStore, openPinnedFile } from './pin-store.ts'
import styles from './DownloadScreen.module.css'
import pinnedFilesStyles from './PinnedFiles.module.css'
import filterStyles from './DocumentFilters.module.css'

/** The pins until the cache was read. */
const noPins: readonly Pin[] = []

interface DownloadScreenProps {
  search: DownloadSearch
  /** Called with the search parameters to write into the URL. */
  onSearch: (search: DownloadSearch) => void
}

/** Shows the pinned files, the hot documents and all documents, filtered by the URL's search parameters. */
export function DownloadScreen({ search, onSearch }: DownloadScreenProps) {
  const { t } = useTranslation('downloads')
  useDocumentTitle(t('title'))
  const documents = useQuery(documentsQuery())
  const { data: categories = [] } = useQuery(categoriesQuery())
  const pins = usePins((state) => state.pins) ?? noPins
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      {pins.length > 0 && <PinnedFiles pins={pins} rows={documents.data ?? []} />}
      {!canPin() && <p className={styles.hint}>{t('needsHttps')}</p>}
      {documents.data ? (
        <PullToRefresh onRefresh={documents.refetch}>
          <Documents rows={documents.data} categories={categories} search={search} onSearch={onSearch} />
        </PullToRefresh>
      ) : (
        <LoadState failed={documents.isError} retry={() => void documents.refetch()} />
      )}
    </Screen>
  )
}

function Documents({
  rows,
  categories,
  search,
  onSearch,
}: DownloadScreenProps & {
  rows: readonly DocumentRow[]
  categories: readonly CategoryRow[]
}) {
  const { t } = useTranslation('downloads')
  if (rows.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  const isFiltered = filterKeys.some((key) => search[key] !== undefined)
  const hot = rows.filter((row) => row.is_hot)
  const filtered = filterDocuments(rows, search)
  return (
    <>
      <DocumentFilters rows={rows} categories={categories} search={search} onSearch={onSearch} />
      {hot.length > 0 && !isFiltered && (
        <DocumentList id="hot" title={t('hot')} rows={hot} categories={categories} />
      )}
      <DocumentList id="all" title={t('all')} rows={filtered} categories={categories} />
      {filtered.length === 0 && (
        <p className={styles.none}>
          {t('noneLikeThis')} <Button onClick={() => onSearch({})}>{t('showAll')}</Button>
        </p>
      )}
    </>
  )
}

function DocumentList({
  id,
  title,
  rows,
  categories,
}: {
  /** Makes the heading's id unique on the page. */
  id: string
  title: string
  rows: readonly DocumentRow[]
  categories: readonly CategoryRow[]
}) {
  const pick = useLocalized()
  const getCategoryName = (category: string | null) => {
    const found = categories.find((one) => one.id === category)
    return found && pick(found.name).text
  }
  return (
    <section className={styles.section} aria-labelledby={`documents-${id}`}>
      <h2 id={`documents-${id}`} className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.list}>
        {rows.map((row) => (
          <DocumentCard key={row.id} row={row} category={getCategoryName(row.category)} />
        ))}
      </ul>
    </section>
  )
}

/** Lists the pinned files with their sizes, to open or remove them, and marks those that have a newer version. */
function PinnedFiles({ pins, rows }: { pins: readonly Pin[]; rows: readonly DocumentRow[] }) {
  const { t } = useTranslation('downloads')
  const pick = useLocalized()
  const remove = async ({ file, title }: Pin) => {
    const name = pick(title).text || file.name
    const isConfirmed = await confirmDialog({
      title: t('removeAsk.title'),
      text: t('removeAsk.text', { title: name }),
      yes: t('removeAsk.yes'),
      no: t('removeAsk.no'),
    })
    if (isConfirmed) await pinStore.remove(file.no)
  }
  /** True when the document of the pin has another file now. Without the list of documents nothing is marked. */
  const isOutdated = ({ file }: Pin) =>
    rows.some((row) => {
      const found = findPin(pins, row)
      return found?.file.no === file.no && !found.isCurrent
    })
  const totalBytes = pins.reduce((sum, { file }) => sum + file.sizeBytes, 0)
  return (
    <section className={pinnedFilesStyles.box} aria-labelledby="on-this-phone">
      <h2 id="on-this-phone" className={pinnedFilesStyles.heading}>
        {t('onThisPhone')} <span className={pinnedFilesStyles.size}>{formatFileSize(totalBytes)}</span>
      </h2>
      <ul>
        {pins.map((pin) => {
          const { file, title } = pin
          return (
            <li key={file.no} className={pinnedFilesStyles.row}>
              <button
                type="button"
                className={pinnedFilesStyles.open}
                onClick={() => void openPinnedFile(file)}
              >
                <Icon name="file" size={20} />
                <span className={pinnedFilesStyles.name}>{pick(title).text || file.name}</span>
                {isOutdated(pin) && <span className={pinnedFilesStyles.older}>{t('older')}</span>}
                <span className={pinnedFilesStyles.size}>{formatFileSize(file.sizeBytes)}</span>
              </button>
              <button
                type="button"
                className={pinnedFilesStyles.remove}
                aria-label={t('remove', { title: pick(title).text || file.name })}
                onClick={() => void remove(pin)}
              >
                <Icon name="trash" size={20} />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface DocumentFiltersProps {
  rows: readonly DocumentRow[]
  categories: readonly CategoryRow[]
  search: DownloadSearch
  onSearch: (search: DownloadSearch) => void
}

/** Shows the filters of the list. A filter that would offer a single value is left out. */
function DocumentFilters({ rows, categories, search, onSearch }: DocumentFiltersProps) {
  const { t } = useTranslation('downloads')
  const pick = useLocalized()
  const usedCategoryIds = listDistinctValues(rows, 'category')
  const change = (key: keyof DownloadSearch, value: string | undefined) => {
    const { [key]: _value, ...rest } = search
    onSearch(value === undefined ? rest : { ...rest, [key]: value })
  }
  const formatLanguage = (value: string) =>
    pick(documentLanguages.find((each) => each.value === value)?.label).text || value
  return (
    <div className={filterStyles.filters}>
      {usedCategoryIds.length > 1 && (
        <ChoiceChips
          label={t('categories')}
          choices={[
            { value: undefined, label: t('everything') },
            ...categories
              .filter(({ id }) => usedCategoryIds.includes(id))
              .map(({ id, name }) => ({ value: id, label: pick(name).text })),
          ]}
          chosen={search.category}
          onChoose={(id) => change('category', id)}
        />
      )}
      <div className={filterStyles.choices}>
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
          values={listDistinctValues(rows, 'language')}
          chosen={search.language}
          formatValue={formatLanguage}
          onChoose={(value) => change('language', value)}
        />
      </div>
    </div>
  )
}

/** Selects a value of a filter. A chosen value that no document has can come from a link, and is listed to be seen. */
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
  /** The value in the URL; undefined when the filter is not used. */
  chosen: string | undefined
  formatValue: (value: string) => string
  onChoose: (value: string | undefined) => void
}) {
  if (values.length < 2 && chosen === undefined) return null
  return (
    <select
      className={filterStyles.choice}
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
