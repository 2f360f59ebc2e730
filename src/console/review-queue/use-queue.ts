import { useMemo, useState } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { needsDecision, findLatestEntry, useEntries, type OutboxEntry } from '#outbox/index.ts'
import type { Row, RowQueryParams } from '../data/console-api.ts'
import { pageSize, useRows } from '../data/queries.ts'
import { inFlightStates } from '../record/submit-action.ts'
import {
  countAhead,
  countQueue,
  isDecided,
  mergeOrder,
  findNextPending,
  findPreviousRow,
} from './queue-rows.ts'

/** The next page is requested when fewer open rows than this are ahead. */
const minRowsAhead = 10

/** State of a queue that is reviewed row by row. {@link useQueue} creates it for the components of the pane. */
export interface ReviewQueueState {
  /** Id of the current row; undefined until the first response, and at the end. */
  currentId: string | undefined
  /** Id of the next open row; skipped ones come last. */
  nextId: string | undefined
  /** Id of the row before the current one, decided or not. */
  previousId: string | undefined
  /** Position of the current row, from 1; that of the last row when there is no current one. */
  position: number
  /** Rows that were pending at the start, and those added since. */
  total: number
  /** Number of rows that are still pending. */
  openCount: number
  /** The first response has come. */
  isLoaded: boolean
  /** The user has passed the last row. Rows that are still open were skipped. */
  isFinished: boolean
  /** Why no row can be shown; null while rows are left or loading. */
  error: Error | null
  retry: () => Promise<void>
  /** Finds the newest decision about a row that was made on this device. */
  findEntry: (id: string) => OutboxEntry | undefined
  /** Whether a row still needs a decision. */
  isOpen: (id: string) => boolean
  /** Ids of rows whose decision the server rejected. */
  failedIds: readonly string[]
  /** Goes to a row; with undefined past the last one. */
  goTo: (id: string | undefined) => void
  /** Marks a row as decided and goes to the next one. */
  decide: (id: string) => void
  /** Opens a row again and goes back to it. */
  reopen: (id: string) => void
}

/** Position in the queue: at a row, after a row whose successor is loading, or at the end. */
interface QueuePosition {
  /** Id of the current row. */
  id: string | undefined
  /** Id of the row after which the next open one is searched. */
  after?: string | undefined
  isFinished: boolean
}

/** Returns the queue of pending rows. Decisions of this device count at once, others once the server returns them. */
export function useQueue(metadata: ModuleMetadata, params: RowQueryParams): ReviewQueueState {
  const [pageCount, setPageCount] = useState(1)
  // Not cache first: rows that others have decided since must not come up.
  const rows = useRows(metadata, params, { first: 0, last: pageCount * pageSize - 1 }, false)
  const listedRows = useMemo(() => new Map(rows.loaded.map((row) => [row.id, row])), [rows.loaded])
  const [storedOrder, setOrder] = useState<readonly string[]>([])
  const order = mergeOrder(storedOrder, [...listedRows.keys()])
  // State that follows from the rows is set during the render, so that no outdated queue appears.
  if (order !== storedOrder) setOrder(order)
  const [decidedIds, setDecidedIds] = useState<ReadonlySet<string>>(new Set())
  const [position, setPosition] = useState<QueuePosition>({ id: undefined, isFinished: false })
  const [largestTotal, setLargestTotal] = useState(0)
  const entries = useEntries()
  // A background entry only marks a row as under review; it is no decision.
  const decisionEntries = useMemo(() => entries.filter(({ isQuiet }) => isQuiet !== true), [entries])
  const findEntry = (id: string) => findLatestEntry(decisionEntries, metadata.name, id)
  // Takes the decided ids as a parameter, because `decide` needs the answer before the next render.
  const createIsOpen = (closedIds: ReadonlySet<string>) => (id: string) => {
    const row = listedRows.get(id)
    return row !== undefined && !isDecided(toLocalDecision(findEntry(id), closedIds.has(id)), getVersion(row))
  }
  const isOpen = createIsOpen(decidedIds)
  const requestedRows = pageCount * pageSize
  // The server limits paging, so later rows may never be listed.
  const hasAllRows =
    rows.isComplete && (rows.loaded.length >= rows.reachable || rows.loaded.length < requestedRows)
  const currentId = position.isFinished
    ? undefined
    : (position.id ?? findNextPending(order, isOpen, position.after, hasAllRows))
  // The first row stays current even when rows are inserted before it.
  if (currentId !== position.id && !position.isFinished) setPosition({ ...position, id: currentId })
  // Skipped rows precede the current row, so they do not count as ahead.
  if (rows.isComplete && !hasAllRows && countAhead(order, isOpen, currentId ?? position.after) < minRowsAhead)
    setPageCount(pageCount + 1)
  const openCount = order.filter(isOpen).length
  const rowCounts = { everLoaded: order.length, listed: listedRows.size, open: openCount }
  const queueCounts = countQueue(rowCounts, rows.total ?? 0, largestTotal)
  if (queueCounts.total !== largestTotal) setLargestTotal(queueCounts.total)
  const goTo = (id: string | undefined, after = currentId ?? position.after) =>
    setPosition({ id, after, isFinished: id === undefined && hasAllRows })
  return {
    currentId,
    nextId: findNextPending(order, isOpen, currentId, hasAllRows),
    previousId: findPreviousRow(order, currentId),
    position: currentId === undefined ? order.length : order.indexOf(currentId) + 1,
    ...queueCounts,
    isLoaded: rows.total !== undefined,
    isFinished: position.isFinished || (hasAllRows && currentId === undefined),
    error: rows.error ?? (currentId === undefined && !hasAllRows ? rows.pageError : null),
    retry: rows.refresh,
    findEntry,
    isOpen,
    failedIds: order.filter((id) => {
      const entry = findEntry(id)
      return entry !== undefined && needsDecision(entry)
    }),
    goTo,
    decide: (id) => {
      setDecidedIds((previousIds) => new Set([...previousIds, id]))
      goTo(findNextPending(order, createIsOpen(new Set([...decidedIds, id])), id, hasAllRows), id)
    },
    reopen: (id) => {
      setDecidedIds((previousIds) => new Set([...previousIds].filter((decidedId) => decidedId !== id)))
      goTo(id)
    },
  }
}

const getVersion = ({ version }: Row): number => version

/** Converts the newest entry about a row to the decision that this device has made; undefined without one. */
function toLocalDecision(entry: OutboxEntry | undefined, isDecidedHere: boolean) {
  if (entry && inFlightStates.has(entry.state)) return { isInFlight: true, needsUserDecision: false }
  if (entry && needsDecision(entry)) return { isInFlight: false, needsUserDecision: true }
  // The receipt of an earlier decision says nothing about a row that is pending now.
  if (!isDecidedHere) return undefined
  return { isInFlight: false, needsUserDecision: false, version: entry?.serverRef?.version }
}
