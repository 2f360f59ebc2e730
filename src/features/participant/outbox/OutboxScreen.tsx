import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#platform/connectivity.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import {
  refreshEntries,
  sendNow,
  useEntries,
  useHasOutboxError,
  useIsOutboxReady,
  EntryStatus,
  resendEntry,
} from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { SkeletonList, EmptyState, ErrorState } from '#ui/LoadState.tsx'
import { EntryCard } from './EntryCard.tsx'
import styles from './OutboxScreen.module.css'
import { useEntryAction } from './ConflictDetails.tsx'
import { groupBackgroundEntries, pickRepresentative, type BackgroundGroup } from './background-groups.ts'
import entryCardStyles from './EntryCard.module.css'

/** Lists the user's pending entries on this device, and receipts of those sent in the last days. */
export function OutboxScreen() {
  const { t } = useTranslation(['outbox', 'common'])
  useDocumentTitle(t('title'))
  const entries = useEntries()
  const isOutboxReady = useIsOutboxReady()
  const hasFailed = useHasOutboxError()
  const runAction = useEntryAction()
  const isOffline = useIsOffline()
  const pending = entries.filter(({ state }) => state !== 'done')
  // Pending entries are listed in the order of sending, receipts with the newest first.
  const sent = entries.filter(({ state }) => state === 'done').toReversed()
  const pendingGroups = groupBackgroundEntries(pending)
  const sentGroups = groupBackgroundEntries(sent)
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('intro')} />
      {!isOutboxReady && <SkeletonList rows={2} label={t('loading', { ns: 'common' })} />}
      {hasFailed && (
        <ErrorState
          title={t('failedTitle')}
          text={t('failedText')}
          action={<Button onClick={() => runAction(refreshEntries())}>{t('retry', { ns: 'common' })}</Button>}
        />
      )}
      {isOutboxReady && !hasFailed && entries.length === 0 && (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
      )}
      {pending.length > 0 && (
        <section className={styles.section} aria-labelledby="outbox-waiting">
          <div className={styles.head}>
            <h2 id="outbox-waiting">{t('waiting')}</h2>
            <Button onClick={() => runAction(sendNow())}>{t('sendNow')}</Button>
          </div>
          {isOffline && <p className={styles.note}>{t('offline')}</p>}
          <ul className={styles.list}>
            {pendingGroups.typedEntries.map((entry) => (
              <EntryCard key={entry.id} entry={entry} />
            ))}
            {pendingGroups.backgroundGroups.map((group) => (
              <BackgroundCard key={group.module} group={group} />
            ))}
          </ul>
        </section>
      )}
      {sent.length > 0 && (
        <section className={styles.section} aria-labelledby="outbox-sent">
          <div className={styles.head}>
            <h2 id="outbox-sent">{t('sentTitle')}</h2>
          </div>
          <ul className={styles.list}>
            {sentGroups.typedEntries.map((entry) => (
              <EntryCard key={entry.id} entry={entry} />
            ))}
            {sentGroups.backgroundGroups.map((group) => (
              <BackgroundCard key={group.module} group={group} />
            ))}
          </ul>
        </section>
      )}
    </Screen>
  )
}

/** Shows a group of background entries as one card: their number and the status of the one that represents them. */
function BackgroundCard({ group }: { group: BackgroundGroup }) {
  const { t } = useTranslation('outbox')
  const title = t('quiet.title', { title: group.title, count: group.entries.length })
  const expired = group.entries.filter(({ state }) => state === 'expired')
  return (
    <li className={entryCardStyles.card} aria-label={title}>
      <h3 className={entryCardStyles.title}>{title}</h3>
      <EntryStatus entry={pickRepresentative(group)} />
      {expired.length > 0 && (
        <div className={entryCardStyles.actions}>
          <Button variant="filled" onClick={() => void resendAll()}>
            {t('sendAfterAll')}
          </Button>
        </div>
      )}
    </li>
  )

  async function resendAll(): Promise<void> {
    for (const { id } of expired) await resendEntry(id)
  }
}
