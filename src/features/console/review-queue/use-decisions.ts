import { useRef, useState } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#lib/locale.ts'
import type { OutboxEntry } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { submitAction } from '../record/submit-action.ts'
import { undoWindowMs, useUndoAction } from '../record/use-undo-action.ts'
import { titleDot } from '../field-values/row-title.ts'
import type { ReviewQueueState } from './use-queue.ts'

/** Decides about rows and undoes the last decision. */
export interface Decisions {
  /** Decides at once: the next row is shown while the decision is sent. */
  decide: (name: string) => void
  /** Decides with the input of a form; resolves once the decision is stored. */
  decideWith: (name: string, body: Record<string, unknown>) => Promise<OutboxEntry>
  /** Label of the last decision while it can be undone. */
  last: string | undefined
  undo: () => void
  /** The last decision was sent before it could be undone. */
  isTooLate: boolean
  failure: unknown
}

/** Sends decisions through the outbox: they wait without network, and rejected ones come back to the queue. */
export function useDecisions(
  metadata: ModuleMetadata,
  queue: ReviewQueueState,
  row: Row | undefined,
  title: string,
): Decisions {
  const locale = useLocale()
  const { last, track, undo: undoLast } = useUndoAction()
  const [isTooLate, setTooLate] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** The last decision from its touch on: undo may come before it is stored. */
  const submission = useRef<Promise<unknown>>(undefined)
  const submitDecision = async (decided: Row, name: string, body: Record<string, unknown>) => {
    setFailure(undefined)
    setTooLate(false)
    const previousEntry = queue.findEntry(decided.id)
    const entry = await submitAction({
      metadata,
      row: decided,
      title,
      locale,
      entry: previousEntry,
      name,
      body,
      delayMs: undoWindowMs,
    })
    const label = `${metadata.actions[name]?.label[locale] ?? name}${titleDot}${title}`
    track({ id: decided.id, entryId: entry.id, label })
    return entry
  }
  const send = (...decision: Parameters<typeof submitDecision>) => {
    const pending = submitDecision(...decision)
    submission.current = pending.catch(() => undefined)
    return pending
  }
  const undo = async () => {
    const pending = submission.current
    if (!pending) return
    submission.current = undefined
    await pending
    const undone = await undoLast()
    if (undone) queue.reopen(undone.id)
    else setTooLate(true)
  }
  return {
    decide: (name) => {
      if (!row) return
      queue.decide(row.id)
      send(row, name, {}).then(
        ({ state }) => state === 'rejected' && queue.reopen(row.id),
        (error: unknown) => {
          setFailure(error)
          queue.reopen(row.id)
        },
      )
    },
    decideWith: async (name, body) => {
      if (!row) throw new Error('there is no row to decide about')
      const entry = await send(row, name, body)
      if (entry.state !== 'rejected') queue.decide(row.id)
      return entry
    },
    last: last?.label,
    undo: () => void undo().catch(setFailure),
    isTooLate,
    failure,
  }
}
