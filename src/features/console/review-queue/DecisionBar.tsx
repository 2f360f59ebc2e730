import { lazy, Suspense, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#lib/locale.ts'
import { NotStoredNotice } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import { isRejectedAction, needsDecision, inFlightStates } from '../record/submit-action.ts'
import { DecisionErrorNotice } from './DecisionErrorNotice.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import type { Decisions } from './use-decisions.ts'
import type { ReviewQueueState } from './use-queue.ts'
import styles from './DecisionBar.module.css'

const ActionSheet = lazy(() => import('../record/ActionSheet.tsx'))

/** Shows the decisions as large buttons in reach of a thumb; above them back, the last decision and skip. */
export function DecisionBar({
  metadata,
  queue,
  row,
  names,
  decisions,
  hasKeys,
}: {
  metadata: ModuleMetadata
  queue: ReviewQueueState
  row: Row | undefined
  /** Names of the actions that the user may choose from. */
  names: readonly string[]
  decisions: Decisions
  hasKeys: boolean
}) {
  const { t } = useTranslation('console')
  const [open, setOpen] = useState<string>()
  const entry = row && queue.findEntry(row.id)
  const isWaiting = entry !== undefined && inFlightStates.has(entry.state)
  const hasFailed = entry !== undefined && needsDecision(entry)
  const shown = row && !isWaiting && !entry?.conflict ? names : []
  const run = (name: string) => {
    const action = metadata.actions[name]
    if (!action) return
    if (action.fields?.length || action.tone === 'negative') setOpen(name)
    else decisions.decide(name)
  }
  const skip = () => queue.go(queue.next)
  const back = () => queue.before !== undefined && queue.go(queue.before)
  useShortcuts({ decisions: shown.map((name) => () => run(name)), skip, back, undo: decisions.undo }, hasKeys)
  const opened = open === undefined ? undefined : metadata.actions[open]
  return (
    <footer className={styles.bar}>
      {hasFailed && <DecisionErrorNotice entry={entry} onKeepMine={() => queue.decide(entry.entityId)} />}
      {decisions.failure !== undefined && <NotStoredNotice error={decisions.failure} />}
      <div className={styles.steps}>
        <IconButton icon="back" label={t('desk.back')} disabled={queue.before === undefined} onClick={back} />
        <LastDecision queue={queue} decisions={decisions} current={row?.id} />
        <Button className={styles.skip} onClick={skip} disabled={queue.isOver}>
          {t('desk.skip')}
          <Icon name="forward" size={20} />
        </Button>
      </div>
      <div className={styles.buttons}>
        <DecisionButtons metadata={metadata} names={shown} hasKeys={hasKeys} onRun={run} />
        {row && shown.length === 0 && !hasFailed && <p className={styles.none}>{t('desk.decided')}</p>}
      </div>
      <Suspense>
        {row && open !== undefined && opened && (
          <ActionSheet
            metadata={metadata}
            name={open}
            action={opened}
            row={row}
            rejected={entry && isRejectedAction(entry, open) ? entry : undefined}
            onSend={(body) => decisions.decideWith(open, body)}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </footer>
  )
}

/** Shows a button for each decision, with its key while shortcuts are on. */
function DecisionButtons({
  metadata,
  names,
  hasKeys,
  onRun,
}: {
  metadata: ModuleMetadata
  names: readonly string[]
  hasKeys: boolean
  onRun: (name: string) => void
}) {
  const locale = useLocale()
  return names.map((name, index) => {
    const tone = metadata.actions[name]?.tone
    return (
      <Button
        key={name}
        look={tone === 'positive' ? 'filled' : 'quiet'}
        className={styles.decision}
        data-tone={tone}
        aria-keyshortcuts={hasKeys ? String(index + 1) : undefined}
        onKeyDown={ignoreKeyRepeat}
        onClick={(event) => isFirstTouch(event) && onRun(name)}
      >
        {hasKeys && (
          <kbd className={styles.key} aria-hidden="true">
            {index + 1}
          </kbd>
        )}
        {metadata.actions[name]?.label[locale]}
      </Button>
    )
  })
}

/** The second click of a double tap would decide about the next row. */
const isFirstTouch = ({ detail }: MouseEvent) => detail <= 1

/** So would a key that auto-repeats. */
function ignoreKeyRepeat(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}

/** Shows the last decision with undo; rejected decisions take precedence. */
function LastDecision({
  queue,
  decisions,
  current,
}: {
  queue: ReviewQueueState
  decisions: Decisions
  current: string | undefined
}) {
  const { t } = useTranslation('console')
  const others = queue.failed.filter((id) => id !== current)
  const [first] = others
  return (
    <div className={styles.last}>
      <output className={styles.lastLabel} data-tone={first === undefined ? undefined : 'attention'}>
        {first === undefined
          ? (decisions.last ?? (decisions.isTooLate ? t('desk.tooLate') : ''))
          : t('desk.notTaken', { count: others.length })}
      </output>
      {first !== undefined && <Button onClick={() => queue.go(first)}>{t('desk.look')}</Button>}
      {first === undefined && decisions.last !== undefined && (
        <Button onClick={decisions.undo} aria-keyshortcuts="z">
          {t('desk.undo')}
        </Button>
      )}
    </div>
  )
}
