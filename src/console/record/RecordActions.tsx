import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { ConflictDetails } from '#features/participant/outbox'
import { useLocale } from '#platform/locale.ts'
import { discardEntry, EntryStatus, NotStoredNotice, useEntryFor } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import type { Row } from '../data/console-api.ts'
import { needsSheet, orderActions } from './action-form.ts'
import { isRejectedAction, inFlightStates, submitAction } from './submit-action.ts'
import styles from './RecordActions.module.css'

const ConflictChoice = lazy(() => import('../form/ConflictChoice.tsx'))
const ActionSheet = lazy(() => import('./ActionSheet.tsx'))

/** Shows the actions of a row, or the state of the pending operation, at the lower edge. */
export function RecordActions({
  metadata,
  row,
  title,
}: {
  metadata: ModuleMetadata
  row: Row
  /** Title of the row. */
  title: string
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  // The newest operation on the row in the outbox.
  const entry = useEntryFor(metadata.name, row.id)
  const [openActionName, setOpenActionName] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const actionNames = orderActions(metadata, row.permissions?.actions ?? [])
  const sendAction = async (name: string, body: Record<string, unknown>) => {
    setFailure(undefined)
    return submitAction({ metadata, row, title, locale, entry, name, body })
  }
  const runOrOpenForm = (name: string) => {
    const action = metadata.actions[name]
    if (!action) return
    if (needsSheet(action)) return setOpenActionName(name)
    void sendAction(name, {}).catch(setFailure)
  }
  const openAction = openActionName === undefined ? undefined : metadata.actions[openActionName]
  const hasNoPendingEntry = entry === undefined || entry.state === 'done'
  if (hasNoPendingEntry && actionNames.length === 0) return null
  return (
    <footer className={styles.bar}>
      {entry && entry.state !== 'done' && <EntryStatus entry={entry} />}
      {entry?.state === 'rejected' && (
        <ul className={styles.problems}>
          {entry.problems?.map(({ path, text }) => (
            <li key={path}>{text}</li>
          ))}
        </ul>
      )}
      {entry?.conflict && (
        <Suspense>
          {/* Only an edit can be merged field by field; another operation wins or loses as a whole. */}
          {entry.deed.kind === 'update' ? (
            <div className={styles.conflict}>
              <ConflictChoice metadata={metadata} entry={entry} conflict={entry.conflict} />
            </div>
          ) : (
            <ConflictDetails entry={entry} conflict={entry.conflict} />
          )}
        </Suspense>
      )}
      {failure !== undefined && <NotStoredNotice error={failure} />}
      {!(entry && inFlightStates.has(entry.state)) && !entry?.conflict && (
        <div className={styles.buttons}>
          {entry?.state === 'rejected' && (
            <Button onClick={() => void discardEntry(entry.id)}>{t('record.dismiss')}</Button>
          )}
          <ActionButtons metadata={metadata} actionNames={actionNames} onRun={runOrOpenForm} />
        </div>
      )}
      <Suspense>
        {openActionName !== undefined && openAction && (
          <ActionSheet
            metadata={metadata}
            name={openActionName}
            action={openAction}
            row={row}
            rejected={entry && isRejectedAction(entry, openActionName) ? entry : undefined}
            onSend={(body) => sendAction(openActionName, body)}
            onClose={() => setOpenActionName(undefined)}
          />
        )}
      </Suspense>
    </footer>
  )
}

/** Shows a button for each action; the last one is filled when its tone is positive. */
function ActionButtons({
  metadata,
  actionNames,
  onRun,
}: {
  metadata: ModuleMetadata
  actionNames: readonly string[]
  onRun: (name: string) => void
}) {
  const locale = useLocale()
  return actionNames.map((name, index) => {
    const action = metadata.actions[name]
    const isMain = index === actionNames.length - 1 && action?.tone === 'positive'
    return (
      <Button
        key={name}
        variant={isMain ? 'filled' : 'quiet'}
        data-tone={action?.tone}
        className={styles.button}
        onClick={() => onRun(name)}
      >
        {action?.label[locale]}
      </Button>
    )
  })
}
