import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { categoriesQuery, type CategoryRow } from '#platform/article-categories.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useLocalized } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { PullToRefresh } from '#ui/PullToRefresh.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { DocumentCard } from './DocumentCard.tsx'
import { type DownloadSearch, filterDocuments, filterKeys } from './download-search.ts'
import { Filters } from './Filters.tsx'
import { PinnedFiles } from './PinnedFiles.tsx'
import type { Pin } from './pins.ts'
import { canPin, usePins } from './use-pins.ts'
import { documentsQuery } from './queries.ts'
import type { DocumentRow } from './queries.ts'
import styles from './DownloadScreen.module.css'

const noPins: readonly Pin[] = []

interface DownloadScreenProps {
  search: DownloadSearch
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
      <Filters rows={rows} categories={categories} search={search} onSearch={onSearch} />
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
