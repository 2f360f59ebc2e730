import {
  lazy,
  Suspense,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
  type MouseEvent,
  useEffect,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#platform/locale.ts'
import { needsDecision, NotStoredNotice, discardEntry, EntryStatus, type OutboxEntry } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../data/console-api.ts'
import { needsSheet } from '../record/action-form.ts'
import { isRejectedAction, inFlightStates } from '../record/submit-action.ts'
import { ConflictDetails } from '#features/participant/outbox'
import type { Decisions } from './use-decisions.ts'
import type { ReviewQueueState } from './use-queue.ts'
import styles from './DecisionBar.module.css'

const ActionSheet = lazy(() => import('../record/ActionSheet.tsx'))

/** Shows the decisions as large buttons in reach of a thumb; above them back, the last decision and skip. */
export function DecisionBar({
  metadata,
  queue,
  row,
  actionNames,
  decisions,
  hasShortcuts,
}: {
  metadata: ModuleMetadata
  queue: ReviewQueueState
  /** The current row; undefined while it loads and at the end of the queue. */
  row: Row | undefined
  /** Names of the actions that the user may choose from. */
  actionNames: readonly string[]
  decisions: Decisions
  hasShortcuts: boolean
}) {
  const { t } = useTranslation('console')
  const [openActionName, setOpenActionName] = useState<string>()
  const entry = row && queue.findEntry(row.id)
  const isInFlight = entry !== undefined && inFlightStates.has(entry.state)
  const hasFailed = entry !== undefined && needsDecision(entry)
  const availableNames = row && !isInFlight && !entry?.conflict ? actionNames : []
  const decide = (name: string) => {
    const action = metadata.actions[name]
    if (!action) return
    if (needsSheet(action)) setOpenActionName(name)
    else decisions.decide(name)
  }
  const skip = () => queue.goTo(queue.nextId)
  const back = () => queue.previousId !== undefined && queue.goTo(queue.previousId)
  useShortcuts(
    { decisions: availableNames.map((name) => () => decide(name)), skip, back, undo: decisions.undo },
    hasShortcuts,
  )
  const openAction = openActionName === undefined ? undefined : metadata.actions[openActionName]
  return (
    <footer className={styles.bar}>
      {hasFailed && <DecisionErrorNotice entry={entry} onKeepMine={() => queue.decide(entry.entityId)} />}
      {decisions.failure !== undefined && <NotStoredNotice error={decisions.failure} />}
      <div className={styles.steps}>
        <IconButton
          icon="back"
          label={t('desk.back')}
          disabled={queue.previousId === undefined}
          onClick={back}
        />
        <LastDecision queue={queue} decisions={decisions} currentId={row?.id} />
        <Button className={styles.skip} onClick={skip} disabled={queue.isFinished}>
          {t('desk.skip')}
          <Icon name="forward" size={20} />
        </Button>
      </div>
      <div className={styles.buttons}>
        <DecisionButtons
          metadata={metadata}
          actionNames={availableNames}
          hasShortcuts={hasShortcuts}
          onRun={decide}
        />
        {row && availableNames.length === 0 && !hasFailed && (
          <p className={styles.none}>{t('desk.decided')}</p>
        )}
      </div>
      <Suspense>
        {row && openActionName !== undefined && openAction && (
          <ActionSheet
            metadata={metadata}
            name={openActionName}
            action={openAction}
            row={row}
            rejected={entry && isRejectedAction(entry, openActionName) ? entry : undefined}
            onSend={(body) => decisions.decideWith(openActionName, body)}
            onClose={() => setOpenActionName(undefined)}
          />
        )}
      </Suspense>
    </footer>
  )
}

/** Shows a button for each decision, with its key while shortcuts are on. */
function DecisionButtons({
  metadata,
  actionNames,
  hasShortcuts,
  onRun,
}: {
  metadata: ModuleMetadata
  actionNames: readonly string[]
  hasShortcuts: boolean
  onRun: (name: string) => void
}) {
  const locale = useLocale()
  return actionNames.map((name, index) => {
    const tone = metadata.actions[name]?.tone
    return (
      <Button
        key={name}
        variant={tone === 'positive' ? 'filled' : 'quiet'}
        className={styles.decision}
        data-tone={tone}
        aria-keyshortcuts={hasShortcuts ? String(index + 1) : undefined}
        onKeyDown={ignoreKeyRepeat}
        onClick={(event) => isSingleClick(event) && onRun(name)}
      >
        {hasShortcuts && (
          <kbd className={styles.key} aria-hidden="true">
            {index + 1}
          </kbd>
        )}
        {metadata.actions[name]?.label[locale]}
      </Button>
    )
  })
}

/** The second click of a double tap would decide about the next row. A click by keyboard has the count 0. */
const isSingleClick = ({ detail }: MouseEvent) => detail <= 1

/** A key that auto-repeats would decide about the next rows too. */
function ignoreKeyRepeat(event: ReactKeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}

/** Shows the last decision with undo, or the number of other rejected decisions when there are any. */
function LastDecision({
  queue,
  decisions,
  currentId,
}: {
  queue: ReviewQueueState
  decisions: Decisions
  /** Id of the current row, whose rejection is shown above the bar. */
  currentId: string | undefined
}) {
  const { t } = useTranslation('console')
  const otherFailedIds = queue.failedIds.filter((id) => id !== currentId)
  const [nextFailedId] = otherFailedIds
  return (
    <div className={styles.last}>
      <output className={styles.lastLabel} data-tone={nextFailedId === undefined ? undefined : 'attention'}>
        {nextFailedId === undefined
          ? (decisions.lastLabel ?? (decisions.isTooLate ? t('desk.tooLate') : ''))
          : t('desk.notTaken', { count: otherFailedIds.length })}
      </output>
      {nextFailedId !== undefined && (
        <Button onClick={() => queue.goTo(nextFailedId)}>{t('desk.look')}</Button>
      )}
      {nextFailedId === undefined && decisions.lastLabel !== undefined && (
        <Button onClick={decisions.undo} aria-keyshortcuts="z">
          {t('desk.undo')}
        </Button>
      )}
    </div>
  )
}

/** Shows why a decision was rejected, and how to resolve it. */
function DecisionErrorNotice({
  entry,
  onKeepMine,
}: {
  entry: OutboxEntry
  /** Called when the user resolves a conflict by sending the decision again. */
  onKeepMine: () => void
}) {
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

/** Actions of the keys in the review queue. */
interface ShortcutHandlers {
  /** Decisions in the order of their buttons, for the keys 1, 2, 3 … */
  decisions: readonly (() => void)[]
  skip: () => void
  back: () => void
  undo: () => void
}

/** Elements that use keys for input. */
const inputSelector = 'input, textarea, select, [contenteditable=true], dialog'

/**
 * Handles single keys unless an input has the focus or a sheet is open. Auto-repeat is ignored. The effect has no
 * dependencies, because the handlers are new at each render.
 */
function useShortcuts(handlers: ShortcutHandlers, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, altKey, ctrlKey, metaKey } = event
      if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]')) return
      if (target instanceof Element && target.closest(inputSelector)) return
      const handler = findHandler(handlers, key)
      if (!handler) return
      event.preventDefault()
      if (!repeat) handler()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

/** Finds what a key does: `1` to `9` decide, arrows move, `z` undoes. */
function findHandler(
  { decisions, skip, back, undo }: ShortcutHandlers,
  key: string,
): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) return decisions[Number(key) - 1]
  return { ArrowRight: skip, ArrowLeft: back, z: undo, Z: undo }[key]
}
