import { useTranslation } from 'react-i18next'
import { ConflictDetails } from '#features/outbox'
import { discardEntry, EntryStatus, type OutboxEntry } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import styles from './DecisionBar.module.css'

/** Why a decision was not taken, and what can be done about it. */
export function DecisionErrorNotice({ entry, onMine }: { entry: OutboxEntry; onMine: () => void }) {
  const { t } = useTranslation('console')
  return (
    <div className={styles.trouble}>
      <EntryStatus entry={entry} />
      {entry.problems?.map(({ path, text }) => (
        <p key={path} className={styles.problem}>
          {text}
        </p>
      ))}
      {entry.conflict ? (
        <ConflictDetails entry={entry} conflict={entry.conflict} onChosen={(isMine) => isMine && onMine()} />
      ) : (
        <Button onClick={() => void discardEntry(entry.id)}>{t('record.dismiss')}</Button>
      )}
    </div>
  )
}
