import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categoriesQuery, type CategoryRow } from '#lib/article-categories.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useLocalized } from '#lib/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { RefreshByPull } from '#ui/RefreshByPull.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { CategoryChips } from './CategoryChips.tsx'
import { DocumentCard } from './DocumentCard.tsx'
import { OnThisPhone } from './OnThisPhone.tsx'
import { canPin, usePins } from './use-pins.ts'
import { documentsQuery } from './queries.ts'
import type { DocumentRow } from './queries.ts'
import styles from './DownloadScreen.module.css'

/** Files to download: what is on this phone, the hot ones, all of them by category. */
export function DownloadScreen() {
  const { t } = useTranslation('downloads')
  useDocumentTitle(t('title'))
  const documents = useQuery(documentsQuery())
  const { data: categories = [] } = useQuery(categoriesQuery())
  const { pins = [] } = usePins()
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      {pins.length > 0 && <OnThisPhone pins={pins} rows={documents.data ?? []} />}
      {!canPin() && <p className={styles.hint}>{t('needsHttps')}</p>}
      {documents.data ? (
        <RefreshByPull onRefresh={documents.refetch}>
          <Documents rows={documents.data} categories={categories} />
        </RefreshByPull>
      ) : (
        <LoadState failed={documents.isError} retry={() => void documents.refetch()} />
      )}
    </Screen>
  )
}

function Documents({
  rows,
  categories,
}: {
  rows: readonly DocumentRow[]
  categories: readonly CategoryRow[]
}) {
  const { t } = useTranslation('downloads')
  const [chosen, setChosen] = useState<string>()
  if (rows.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  const hot = rows.filter((row) => row.is_hot)
  const used = categories.filter(({ id }) => rows.some((row) => row.category === id))
  const shown = chosen === undefined ? rows : rows.filter((row) => row.category === chosen)
  return (
    <>
      {used.length > 1 && <CategoryChips categories={used} chosen={chosen} onChoose={setChosen} />}
      {hot.length > 0 && chosen === undefined && (
        <DocumentList id="hot" title={t('hot')} rows={hot} categories={categories} />
      )}
      <DocumentList id="all" title={t('all')} rows={shown} categories={categories} />
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
  const nameOf = (category: string | null) => {
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
          <DocumentCard key={row.id} row={row} category={nameOf(row.category)} />
        ))}
      </ul>
    </section>
  )
}
