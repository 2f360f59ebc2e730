import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { ApiError } from '#lib/api.ts'
import { useLocale } from '#lib/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { askedWords } from '../reading/asked-words.ts'
import type { Row } from '../reading/console-calls.ts'
import { rowQuery, seesDrafts } from '../reading/queries.ts'
import { Gone } from '../states.tsx'
import { rowTitle } from '../values/row-title.ts'
import { useValueWords } from '../values/use-value-words.ts'
import { Ahead } from './Ahead.tsx'
import { DeskBar } from './DeskBar.tsx'
import { deskActions, openingAction } from './desk-actions.ts'
import { DeskEnd } from './DeskEnd.tsx'
import { DeskHead } from './DeskHead.tsx'
import { DeskKeys, useHasKeys } from './DeskKeys.tsx'
import { DeskRecord, fieldsOnDesk } from './DeskRecord.tsx'
import { isLate } from './queue-order.ts'
import { useDecisions } from './use-decisions.ts'
import { useOpening } from './use-opening.ts'
import { useQueue, type ReviewQueue } from './use-queue.ts'
import type { Waiting } from './waiting-of.ts'
import styles from './Desk.module.css'

const nothing: readonly Row[] = []

/** Rows that wait, one at a time, each with its decisions under the thumb and the next one ready behind it. */
export function Desk({ metadata, waiting }: { metadata: ModuleMetadata; waiting: Waiting }) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const asked = useMemo(
    () => ({
      ...askedWords(metadata, waiting.words, waiting.filters),
      sorters: waiting.sorters,
      fields: [],
      drafts: seesDrafts(metadata),
    }),
    [metadata, waiting],
  )
  const queue = useQueue(metadata, asked)
  const { current } = queue
  const query = useQuery({ ...rowQuery(metadata, current ?? ''), enabled: current !== undefined })
  const row = current === undefined ? undefined : query.data
  const words = useValueWords(metadata, fieldsOnDesk(metadata), row ? [row] : nothing)
  const title = row ? rowTitle(metadata, row, words) || t('list.untitled') : ''
  const opening = row && openingAction(metadata, row, waiting.filters)
  useOpening(metadata, row, title, row && queue.isOpen(row.id) ? opening : undefined)
  const names = row ? deskActions(metadata, row, opening) : []
  const decisions = useDecisions(metadata, queue, row, title)
  const [reason, setReason] = useState<string>()
  const [hasKeys, switchKeys] = useHasKeys()
  const counter =
    current === undefined ? {} : { counter: t('desk.counter', { place: queue.place, total: queue.total }) }
  return (
    <section className={styles.desk} aria-label={waiting.label[locale]}>
      <DeskHead module={metadata.name} waiting={waiting} {...counter}>
        <DeskKeys
          decisions={names.map((name) => metadata.actions[name]?.label[locale] ?? name)}
          isOn={hasKeys}
          onSwitch={switchKeys}
        />
      </DeskHead>
      {/* Who does not see hears which one stands there now. */}
      <output>
        <VisuallyHidden>{title}</VisuallyHidden>
      </output>
      <progress
        className={styles.progress}
        aria-hidden="true"
        value={queue.total - queue.open}
        max={queue.total}
      />
      {row ? (
        <DeskRecord
          key={row.id}
          metadata={metadata}
          row={row}
          title={title}
          words={words}
          isLate={isLate(row, waiting.since, waiting.lateBefore)}
          reason={reason}
          onReason={setReason}
        />
      ) : (
        <Elsewhere queue={queue} query={query} />
      )}
      {queue.next !== undefined && <Ahead metadata={metadata} id={queue.next} reason={reason} />}
      <DeskBar
        metadata={metadata}
        queue={queue}
        row={row}
        names={names}
        decisions={decisions}
        hasKeys={hasKeys}
      />
    </section>
  )
}

/** In place of a row: it is on its way, refused, not to be reached; or there is none any more. */
function Elsewhere({
  queue,
  query,
}: {
  queue: ReviewQueue
  query: { error: Error | null; isError: boolean; refetch: () => Promise<unknown> }
}) {
  const error = queue.error ?? (queue.current === undefined ? null : query.error)
  const retry = () => void (queue.error ? queue.retry() : query.refetch())
  return (
    <div className={styles.instead}>
      {queue.isOver ? (
        <DeskEnd open={queue.open} onAgain={() => queue.go(queue.next)} />
      ) : error instanceof ApiError && error.status < 500 ? (
        <Gone text={error.msg} level={2} />
      ) : (
        <LoadState failed={error !== null} retry={retry} rows={4} />
      )}
    </div>
  )
}
