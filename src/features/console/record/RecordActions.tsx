import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { ConflictDetails } from '#features/outbox'
import { useLocale } from '#lib/locale.ts'
import { discardEntry, EntryStatus, NotStoredNotice, useEntryFor } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import type { Row } from '../data/console-api.ts'
import { orderActions } from './action-form.ts'
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
  title: string
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const entry = useEntryFor(metadata.name, row.id)
  const [open, setOpen] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const names = orderActions(metadata, row.permissions?.actions ?? [])
  const send = async (name: string, body: Record<string, unknown>) => {
    setFailure(undefined)
    return submitAction({ metadata, row, title, locale, entry, name, body })
  }
  const run = (name: string) => {
    const action = metadata.actions[name]
    if (!action) return
    if (action.fields?.length || action.tone === 'negative') return setOpen(name)
    void send(name, {}).catch(setFailure)
  }
  const opened = open === undefined ? undefined : metadata.actions[open]
  const isSettled = entry === undefined || entry.state === 'done'
  if (isSettled && names.length === 0) return null
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
          <ActionButtons metadata={metadata} names={names} onRun={run} />
        </div>
      )}
      <Suspense>
        {open !== undefined && opened && (
          <ActionSheet
            metadata={metadata}
            name={open}
            action={opened}
            row={row}
            rejected={entry && isRejectedAction(entry, open) ? entry : undefined}
            onSend={(body) => send(open, body)}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </footer>
  )
}

/** Shows a button for each action; the last one is filled when its tone is positive. */
function ActionButtons({
  metadata,
  names,
  onRun,
}: {
  metadata: ModuleMetadata
  names: readonly string[]
  onRun: (name: string) => void
}) {
  const locale = useLocale()
  return names.map((name, place) => {
    const action = metadata.actions[name]
    const isMain = place === names.length - 1 && action?.tone === 'positive'
    return (
      <Button
        key={name}
        look={isMain ? 'filled' : 'quiet'}
        data-tone={action?.tone}
        className={styles.button}
        onClick={() => onRun(name)}
      >
        {action?.label[locale]}
      </Button>
    )
  })
}
