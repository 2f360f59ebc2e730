import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#platform/connectivity.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useLocalized } from '#platform/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { Screen } from '#ui/Screen.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { ArticleHead } from './ArticleHead.tsx'
import { findListedArticle } from './find-listed.ts'
import type { NewsRow } from './rows.ts'
import styles from './ArticleScreen.module.css'

/** An article that is loading or unavailable, with what the list already knows of it. */
export function ArticlePlaceholder({
  no,
  failed,
  retry,
}: {
  no: string
  failed: boolean
  retry: () => void
}) {
  const { t } = useTranslation('common')
  const isOffline = useIsOffline()
  const listedRow = findListedArticle(useQueryClient(), no)
  const isLoading = !failed && !isOffline
  return (
    <Screen>
      <div className={styles.article}>
        {listedRow && <ListedHead row={listedRow} />}
        {isLoading ? (
          <output aria-label={t('loading')} className={styles.coming}>
            {!listedRow && <SkeletonLines lines={2} />}
            <SkeletonLines lines={5} />
            <SkeletonLines lines={4} />
          </output>
        ) : (
          <LoadState failed={failed} retry={retry} />
        )}
      </div>
    </Screen>
  )
}

function ListedHead({ row }: { row: NewsRow }) {
  const time = useForumTime()
  const summary = useLocalized()(row.summary)
  return (
    <>
      <ArticleHead row={row} date={time.date(row.published_at)} />
      {summary.text && (
        <p className={styles.summary} lang={summary.locale}>
          {summary.text}
        </p>
      )}
    </>
  )
}
