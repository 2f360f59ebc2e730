import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pickLocale } from '#contract/locale.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useLocale, useLocalized } from '#lib/locale.ts'
import { pickRichText } from '#lib/rich-text.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { RichText } from '#ui/RichText.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { pagesQuery, type PageRow } from './queries.ts'
import styles from './PagesScreen.module.css'

/** Business and travel: every page of the module under the other, with a list of contents. */
export function PagesScreen() {
  const { t } = useTranslation('pages')
  useDocumentTitle(t('title'))
  const pages = useQuery(pagesQuery())
  return (
    <Screen wide>
      <PageHeader title={t('title')} lead={t('lead')} />
      {pages.data ? (
        <Pages rows={pages.data} />
      ) : (
        <LoadState failed={pages.isError} retry={() => void pages.refetch()} />
      )}
    </Screen>
  )
}

function Pages({ rows }: { rows: readonly PageRow[] }) {
  const { t } = useTranslation('pages')
  const pick = useLocalized()
  if (rows.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  return (
    <div className={styles.columns}>
      <nav aria-label={t('contents')} className={styles.scroll}>
        <ul className={styles.contents}>
          {rows.map((row) => (
            <li key={row.id}>
              <a href={`#${row.slug}`} lang={pick(row.title).locale}>
                {pick(row.title).text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.pages}>
        {rows.map((row) => (
          <PageSection key={row.id} row={row} />
        ))}
      </div>
    </div>
  )
}

function PageSection({ row }: { row: PageRow }) {
  const locale = useLocale()
  const title = pickLocale(row.title, locale)
  const body = pickRichText(row.body, locale)
  return (
    <section id={row.slug} className={styles.page}>
      <h2 lang={title.locale}>{title.text}</h2>
      <RichText value={body.document} lang={body.locale} />
    </section>
  )
}
