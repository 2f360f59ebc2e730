import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/LoadState.tsx'
import { revisionsQuery } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import styles from './HistorySheet.module.css'
import { describeRestoreFailure, useRestoreDeleted } from './restore-row.ts'

/** Shows the user and the time of a record's deletion, and a button to restore the record. */
export default function DeletedRecord({
  metadata,
  id,
  message,
  level,
}: {
  metadata: ModuleMetadata
  id: string
  /** The server's error message for the record. */
  message: string
  /** Level of the heading. */
  level: 1 | 2
}) {
  const { t } = useTranslation('console')
  const time = useForumTime()
  const history = useQuery(revisionsQuery(metadata.name, id))
  const restore = useRestoreDeleted(metadata.name, id)
  const [newest] = history.data ?? []
  if (newest?.deed !== 'delete') return <RecordNotFound text={message} level={level} />
  const actorName = newest.actor?.name || t('history.server')
  return (
    <EmptyState
      level={level}
      title={t('deleted.title')}
      text={t('history.by', { who: actorName, time: time.dateTime(newest.at) })}
      action={
        <>
          <Button variant="filled" busy={restore.isPending} onClick={() => restore.mutate()}>
            {t('deleted.restore')}
          </Button>
          {restore.error && (
            <p role="alert" className={styles.failure}>
              {describeRestoreFailure(restore.error, t)}
            </p>
          )}
        </>
      }
    />
  )
}
