import { useTranslation } from 'react-i18next'
import { EntryStatus, resendEntry } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import styles from './EntryCard.module.css'
import { pickRepresentative, type BackgroundGroup } from './background-groups.ts'

/** Shows a group of small changes as one card: their number and status. */
export function BackgroundCard({ group }: { group: BackgroundGroup }) {
  const { t } = useTranslation('outbox')
  const title = t('quiet.title', { title: group.title, count: group.entries.length })
  const expired = group.entries.filter(({ state }) => state === 'expired')
  return (
    <li className={styles.card} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <EntryStatus entry={pickRepresentative(group)} />
      {expired.length > 0 && (
        <div className={styles.actions}>
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
