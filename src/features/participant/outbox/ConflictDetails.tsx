import { useTranslation } from 'react-i18next'
import { keepLocal, acceptRemote, type OutboxEntry } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { notify } from '#platform/notices.ts'
import styles from './ConflictDetails.module.css'
import { useModuleLabels } from './use-module-labels.ts'

/** Shows the user's values beside the server's, field by field, and lets the user choose one version. */
export function ConflictDetails({
  entry,
  conflict,
  onChosen,
}: {
  entry: OutboxEntry
  conflict: NonNullable<OutboxEntry['conflict']>
  /** Called after the choice. `isMine` is true when the user's version is sent, false when the server's stays. */
  onChosen?: (isMine: boolean) => void
}) {
  const { t } = useTranslation('outbox')
  const runAction = useEntryAction()
  const labels = useModuleLabels(entry.module)
  // When the server has named no field, all fields of the entry are compared.
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
              <th scope="row">{labels.formatLabel(field)}</th>
              <td>{isDeletion ? t('conflict.deleted') : labels.formatValue(field, entry.body[field])}</td>
              <td>{labels.formatValue(field, conflict.current[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.choice}>
        <Button variant="filled" onClick={() => runAction(keepLocal(entry.id).then(() => onChosen?.(true)))}>
          {t(isDeletion ? 'conflict.delete' : 'conflict.keepMine')}
        </Button>
        <Button onClick={() => runAction(acceptRemote(entry.id).then(() => onChosen?.(false)))}>
          {t(isDeletion ? 'conflict.doNotDelete' : 'conflict.takeTheirs')}
        </Button>
      </div>
    </div>
  )
}

/**
 * Returns a function that shows a notice when an action of the outbox fails, which means that the device could not
 * store it.
 */
export function useEntryAction(): (action: Promise<unknown>) => void {
  const { t } = useTranslation('outbox')
  return (action) => void action.catch(() => notify({ kind: 'warning', title: t('notDone') }))
}
