import { useTranslation } from 'react-i18next'
import { ConflictDetails } from '#features/participant/outbox'
import { discardEntry, EntryStatus, type OutboxEntry } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import styles from './DecisionBar.module.css'

/** Shows why a decision was rejected, and how to resolve it. */
export function DecisionErrorNotice({ entry, onKeepMine }: { entry: OutboxEntry; onKeepMine: () => void }) {
  const { t } = useTranslation('console')
  return (
    <div className={styles.failure}>
      <EntryStatus entry={entry} />
      {entry.problems?.map(({ path, text }) => (
        <p key={path} className={styles.problem}>
          {text}
        </p>
      ))}
      {entry.conflict ? (
        <ConflictDetails
          entry={entry}
          conflict={entry.conflict}
          onChosen={(isMine) => isMine && onKeepMine()}
        />
      ) : (
        <Button onClick={() => void discardEntry(entry.id)}>{t('record.dismiss')}</Button>
      )}
    </div>
  )
}
