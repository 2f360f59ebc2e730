import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { homeRows } from '#contract/page-lists.ts'
import { getFileUrl } from '#platform/api.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { HomeNewsRow } from './queries.ts'
import styles from './NewsLinks.module.css'

/** Shows the latest news: the first with its summary, the others by title. Rows are undefined while they load. */
export function NewsLinks({ rows }: { rows: readonly HomeNewsRow[] | undefined }) {
  const { t } = useTranslation('home')
  if (!rows) return <NewsSkeleton />
  if (rows.length === 0) return <p className={styles.none}>{t('noNews')}</p>
  return (
    <ul className={styles.list}>
      {rows.map((row, index) => (
        <li key={row.id}>
          <NewsLink row={row} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  )
}

function NewsLink({ row, isFirst }: { row: HomeNewsRow; isFirst: boolean }) {
  const pick = useLocalized()
  const time = useForumTime()
  const title = pick(row.title)
  const summary = pick(row.summary)
  return (
    <Link
      to="/article/view/$no"
      params={{ no: row.no }}
      className={`${styles.item} ${isFirst ? styles.first : ''}`}
    >
      <span className={styles.text}>
        {row.published_at && (
          <time className={styles.date} dateTime={row.published_at}>
            {time.date(row.published_at)}
          </time>
        )}
        <span className={styles.title} lang={title.locale}>
          {title.text}
        </span>
        {isFirst && summary.text && (
          <span className={styles.summary} lang={summary.locale}>
            {summary.text}
          </span>
        )}
      </span>
      {row.cover && (
        <img
          className={styles.cover}
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
    <output aria-label={t('loading')} className={styles.list}>
      {Array.from({ length: homeRows }, (_, row) => (
        <span key={row} className={`${styles.item} ${row === 0 ? styles.first : ''}`}>
          <span className={styles.skeleton}>
            <SkeletonLines lines={row === 0 ? 4 : 2} />
          </span>
        </span>
      ))}
    </output>
  )
}
