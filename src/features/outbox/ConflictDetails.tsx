import { useTranslation } from 'react-i18next'
import { keepMine, takeTheirs, type OutboxEntry } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import styles from './ConflictDetails.module.css'
import { useEntryAction } from './use-entry-action.ts'
import { useModuleLabels } from './use-module-labels.ts'

/** What was written here beside what stands at the organisers now, field by field, and the choice between the two. */
export function ConflictDetails({
  entry,
  conflict,
  onChosen,
}: {
  entry: OutboxEntry
  conflict: NonNullable<OutboxEntry['conflict']>
  /** Where something follows the choice. */
  onChosen?: (isMine: boolean) => void
}) {
  const { t } = useTranslation('outbox')
  const attempt = useEntryAction()
  const words = useModuleLabels(entry.module)
  const fields = conflict.fields.length > 0 ? conflict.fields : Object.keys(entry.body)
  const isDeletion = entry.deed.kind === 'delete'
  return (
    <div className={styles.conflict}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.mine')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{words.label(field)}</th>
              <td>{isDeletion ? t('conflict.deleted') : words.value(field, entry.body[field])}</td>
              <td>{words.value(field, conflict.current[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.choice}>
        <Button look="filled" onClick={() => attempt(keepMine(entry.id).then(() => onChosen?.(true)))}>
          {t(isDeletion ? 'conflict.delete' : 'conflict.keepMine')}
        </Button>
        <Button onClick={() => attempt(takeTheirs(entry.id).then(() => onChosen?.(false)))}>
          {t(isDeletion ? 'conflict.doNotDelete' : 'conflict.takeTheirs')}
        </Button>
      </div>
    </div>
  )
}
