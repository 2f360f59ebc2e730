import { Link } from '@tanstack/react-router'
import { fileAddress } from '#lib/api.ts'
import { useForumTime } from '#lib/forum-time.ts'
import { useLocalized } from '#lib/locale.ts'
import type { NewsRow } from './rows.ts'
import styles from './NewsCard.module.css'

/** One piece of news in a list. */
export function NewsCard({ row }: { row: NewsRow }) {
  const pick = useLocalized()
  const time = useForumTime()
  const title = pick(row.title)
  const summary = pick(row.summary)
  return (
    <Link to="/article/view/$no" params={{ no: row.no }} className={styles.card}>
      <div className={styles.words}>
        <h2 className={styles.title} lang={title.locale}>
          {title.text}
        </h2>
        {summary.text && (
          <p className={styles.summary} lang={summary.locale}>
            {summary.text}
          </p>
        )}
        <time className={styles.date} dateTime={row.published_at}>
          {time.date(row.published_at)}
        </time>
      </div>
      {row.cover && (
        <img
          className={styles.cover}
          src={fileAddress(row.cover.no)}
          alt=""
          width={112}
          height={84}
          loading="lazy"
          decoding="async"
        />
      )}
    </Link>
  )
}
