import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { homeRows } from '#contract/page-lists.ts'
import type { Localized } from '#contract/locale.ts'
import { formatFileKind } from '#platform/files.ts'
import { Icon } from '#ui/Icon.tsx'
import { getFileUrl } from '#platform/api.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { SkeletonLines } from '#ui/LoadState.tsx'
import type { HomeDocumentRow, HomeNewsRow, HomeQaRow } from './queries.ts'
import newsStyles from './NewsLinks.module.css'
import rowStyles from './RowList.module.css'
import markStyles from './Marks.module.css'

/** Shows the latest news: the first with its summary, the others by title. Rows are undefined while they load. */
export function NewsLinks({ rows }: { rows: readonly HomeNewsRow[] | undefined }) {
  const { t } = useTranslation('home')
  if (!rows) return <NewsSkeleton />
  if (rows.length === 0) return <p className={newsStyles.none}>{t('noNews')}</p>
  return (
    <ul className={newsStyles.list}>
      {rows.map((row, index) => (
        <li key={row.id}>
          <NewsLink row={row} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  )
}

/** @param isFirst shows the summary too, with a larger title and picture */
function NewsLink({ row, isFirst }: { row: HomeNewsRow; isFirst: boolean }) {
  const pick = useLocalized()
  const time = useForumTime()
  const title = pick(row.title)
  const summary = pick(row.summary)
  return (
    <Link
      to="/article/view/$no"
      params={{ no: row.no }}
      className={`${newsStyles.item} ${isFirst ? newsStyles.first : ''}`}
    >
      <span className={newsStyles.text}>
        {row.published_at && (
          <time className={newsStyles.date} dateTime={row.published_at}>
            {time.date(row.published_at)}
          </time>
        )}
        <span className={newsStyles.title} lang={title.locale}>
          {title.text}
        </span>
        {isFirst && summary.text && (
          <span className={newsStyles.summary} lang={summary.locale}>
            {summary.text}
          </span>
        )}
      </span>
      {row.cover && (
        <img
          className={newsStyles.cover}
          src={getFileUrl(row.cover.no)}
          alt=""
          width={120}
          height={80}
          loading="lazy"
          decoding="async"
        />
      )}
    </Link>
  )
}

function NewsSkeleton() {
  const { t } = useTranslation('common')
  return (
    <output aria-label={t('loading')} className={newsStyles.list}>
      {Array.from({ length: homeRows }, (_, row) => (
        <span key={row} className={`${newsStyles.item} ${row === 0 ? newsStyles.first : ''}`}>
          <span className={newsStyles.skeleton}>
            <SkeletonLines lines={row === 0 ? 4 : 2} />
          </span>
        </span>
      ))}
    </output>
  )
}

/**
 * Lists documents or questions as rows of a card, each with a mark before its title. Rows are undefined while they
 * load.
 */
function RowList<Row extends { id: string; no: string; title: Localized }>({
  rows,
  skeletonRows,
  emptyText,
  renderMark,
}: {
  rows: readonly Row[] | undefined
  /** Number of placeholder rows. */
  skeletonRows: number
  /** Shown when there are no rows. */
  emptyText: string
  /** Renders the mark before a title. */
  renderMark: (row: Row) => ReactNode
}) {
  const { t } = useTranslation('common')
  if (!rows) return <RowSkeleton rows={skeletonRows} label={t('loading')} />
  if (rows.length === 0) return <p className={rowStyles.none}>{emptyText}</p>
  return (
    <ul className={rowStyles.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to="/article/view/$no" params={{ no: row.no }} className={rowStyles.item}>
            {renderMark(row)}
            <RowTitle title={row.title} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A title of at most two lines, with its language when it differs from the app's. */
function RowTitle({ title }: { title: Localized }) {
  const { text, locale } = useLocalized()(title)
  return (
    <span className={rowStyles.title} lang={locale}>
      {text}
    </span>
  )
}

function RowSkeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <output aria-label={label} className={rowStyles.list}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={rowStyles.item}>
          <span className={rowStyles.skeleton} />
        </span>
      ))}
    </output>
  )
}

/**
 * Lists the first questions, linked to their answers. The query has a full page, which the search of this device finds
 * too.
 */
export function QaLinks({ rows }: { rows: readonly HomeQaRow[] | undefined }) {
  const { t } = useTranslation('home')
  return (
    <RowList
      rows={rows?.slice(0, homeRows)}
      skeletonRows={homeRows}
      emptyText={t('noQa')}
      renderMark={renderQuestionMark}
    />
  )
}

const renderQuestionMark = () => (
  <span aria-hidden="true" className={markStyles.question}>
    ?
  </span>
)

/** Lists document titles with their file type. */
export function DocumentLinks({ rows }: { rows: readonly HomeDocumentRow[] | undefined }) {
  const { t } = useTranslation('home')
  return (
    <RowList rows={rows} skeletonRows={homeRows} emptyText={t('noDocuments')} renderMark={renderKindMark} />
  )
}

/** The file's kind, such as `PDF`; an icon when the file or its extension is missing. */
function renderKindMark({ file }: HomeDocumentRow) {
  const kind = file && formatFileKind(file)
  return <span className={markStyles.kind}>{kind || <Icon name="file" size={20} />}</span>
}
