import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useForumTime } from '#lib/forum-time.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { revisionsQuery } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import styles from './HistorySheet.module.css'
import { describeRestoreFailure } from './restore-failure.ts'
import { useRestoreDeleted } from './use-restore-deleted.ts'

/** In place of a record that is not there: that it was deleted, by whom, and the way to have it back. */
export default function DeletedRecord({
  metadata,
  id,
  refusal,
  level,
}: {
  metadata: ModuleMetadata
  id: string
  /** What the server said of the record. */
  refusal: string
  level: 1 | 2
}) {
  const { t } = useTranslation('console')
  const time = useForumTime()
  const history = useQuery(revisionsQuery(metadata.name, id))
  const restore = useRestoreDeleted(metadata.name, id)
  const [newest] = history.data ?? []
  if (newest?.deed !== 'delete') return <RecordNotFound text={refusal} level={level} />
  const who = newest.actor?.name || t('history.server')
  return (
    <EmptyState
      level={level}
      title={t('deleted.title')}
      text={t('history.by', { who, time: time.dateTime(newest.at) })}
      action={
        <>
          <Button look="filled" busy={restore.isPending} onClick={() => restore.mutate()}>
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
