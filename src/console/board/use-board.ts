import { useQuery } from '@tanstack/react-query'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { listTemplateFields, type BoardView } from '#contract/module-definition.ts'
import { needsDecision, useEntries, type OutboxEntry } from '#outbox/index.ts'
import type { Row, RowQueryParams } from '../data/console-api.ts'
import { allRowsQuery, maxRows, canSeeDrafts } from '../data/queries.ts'
import { inFlightStates } from '../record/submit-action.ts'
import {
  listComparedFields,
  isPlaced,
  buildPlaceableFilter,
  listPlaceActions,
  getSlot,
  type PlacedSlot,
  formatMinutes,
  getRequestedSlot,
} from './board-slots.ts'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#platform/forum-time.ts'
import { formatFieldValue } from '../field-values/field-text.ts'
import { formatRowTitle, useValueLabels } from '../field-values/field-text.ts'
import type { RowPlacement } from './use-place-row.ts'

/** A row with a slot. */
export interface PlacedRow extends PlacedSlot {
  row: Row
  /** The placement of the row is in the outbox, not yet accepted by the server. */
  isInFlight: boolean
}

/** The rooms and rows of a board. {@link useBoard} creates it; the components get it in the {@link BoardContext}. */
export interface BoardData {
  rooms: readonly Row[]
  /** Rows with a slot, on all days. */
  placed: readonly PlacedRow[]
  /** Rows without a slot. */
  unplaced: readonly Row[]
  findRow: (id: string) => Row | undefined
  /** The server rejected the placement of the row. */
  hasFailed: (id: string) => boolean
  isLoaded: boolean
  /** There are more rooms or rows than one request returns; the others are not on the board. */
  isTruncated: boolean
  /** The first error of a query without data; null when there is none. */
  error: Error | null
  /** Requests rooms and rows again. */
  retry: () => void
}

/** Loads the rooms and rows of a board. Placements in the outbox are shown as if the server had accepted them. */
export function useBoard(
  metadata: ModuleMetadata,
  board: BoardView,
  roomMetadata: ModuleMetadata,
): BoardData {
  const rooms = useQuery(
    allRowsQuery(roomMetadata.name, {
      filters: [],
      sorters: roomMetadata.defaultSorters,
      fields: pickExistingFields(roomMetadata, [
        ...listTemplateFields(roomMetadata.titleTemplate),
        ...listComparedFields(metadata, board),
      ]),
      drafts: canSeeDrafts(roomMetadata),
    }),
  )
  const params: Omit<RowQueryParams, 'filters'> = {
    sorters: metadata.defaultSorters,
    fields: pickExistingFields(metadata, listUsedFields(metadata, board)),
    drafts: canSeeDrafts(metadata),
  }
  const placedResult = useQuery(allRowsQuery(metadata.name, { ...params, filters: board.holds }))
  const placeableResult = useQuery(
    allRowsQuery(metadata.name, { ...params, filters: buildPlaceableFilter(metadata, board) }),
  )
  const placeActions = listPlaceActions(metadata, board)
  const placementEntries = useEntries().filter(
    ({ module, deed }) =>
      module === metadata.name && deed.kind === 'action' && placeActions.includes(deed.name),
  )
  const findNewestEntry = (rowId: string) => placementEntries.findLast(({ entityId }) => entityId === rowId)
  // A placed row that may be placed again is in both answers.
  const rowsById = new Map(
    [...(placedResult.data?.items ?? []), ...(placeableResult.data?.items ?? [])].map((row) => [row.id, row]),
  )
  const rows = [...rowsById.values()].map((row) => applyPlacement(metadata, row, findNewestEntry(row.id)))
  const queries = [rooms, placedResult, placeableResult]
  return {
    rooms: rooms.data?.items ?? [],
    placed: rows.flatMap((row) => {
      const slot = isPlaced(metadata, board, row) ? getSlot(board, row) : undefined
      const entry = findNewestEntry(row.id)
      return slot
        ? [{ ...slot, id: row.id, row, isInFlight: entry !== undefined && inFlightStates.has(entry.state) }]
        : []
    }),
    unplaced: rows.filter((row) => !isPlaced(metadata, board, row)),
    findRow: (id) => rows.find((row) => row.id === id),
    hasFailed: (id) => {
      const entry = findNewestEntry(id)
      return entry !== undefined && needsDecision(entry)
    },
    isLoaded: queries.every(({ data }) => data !== undefined),
    isTruncated: queries.some(({ data }) => (data?.total ?? 0) > maxRows),
    error: queries.find(({ error, data }) => error && !data)?.error ?? null,
    retry: () => queries.forEach((query) => void query.refetch()),
  }
}

/** Returns the row as it will be once the server has accepted its placement; unchanged without one in flight. */
function applyPlacement(metadata: ModuleMetadata, row: Row, entry: OutboxEntry | undefined): Row {
  if (!entry || !inFlightStates.has(entry.state) || entry.deed.kind !== 'action') return row
  const stateField = metadata.workflow?.field
  const targetState = metadata.actions[entry.deed.name]?.to
  return {
    ...row,
    ...entry.body,
    ...(stateField !== undefined && targetState !== undefined && { [stateField]: targetState }),
  }
}

/** Lists the keys of the fields that the board shows or computes with. */
function listUsedFields(
  { titleTemplate, views, workflow, rules }: ModuleMetadata,
  board: BoardView,
): string[] {
  const { room, date, start, end, wanted, shows = [] } = board
  return [
    room,
    date,
    start,
    end,
    ...(wanted ? [wanted.date, wanted.start, wanted.end] : []),
    ...shows,
    ...listTemplateFields(titleTemplate),
    ...(views.card?.subtitle === undefined ? [] : [views.card.subtitle]),
    ...(workflow ? [workflow.field] : []),
    ...rules.flatMap((rule) =>
      rule.rule === 'same_as_related' && rule.relation === room ? [rule.ours] : [],
    ),
  ]
}

/** Removes repeated keys, and those that the user may not see; the server would refuse the request for them. */
const pickExistingFields = ({ fields }: ModuleMetadata, keys: readonly string[]): string[] =>
  [...new Set(keys)].filter((key) => Object.hasOwn(fields, key)).toSorted()

/** Formats rows and rooms of a board. */
export interface BoardLabels {
  /** Title of the row. */
  title: (row: Row) => string
  /** Title of the room. */
  room: (room: Row) => string
  /** The requested day and times; empty when the row requests none. */
  requestedTime: (row: Row) => string
  /** Non-empty values of the fields that the board definition shows. `line` is label and text in one. */
  facts: (row: Row) => { key: string; label: string; text: string; line: string }[]
}

const noRows: readonly Row[] = []

/** Returns functions that format the rows and rooms of a board in the user's language. */
export function useBoardLabels(
  metadata: ModuleMetadata,
  board: BoardView,
  roomMetadata: ModuleMetadata,
  data: BoardData,
): BoardLabels {
  const { t } = useTranslation('console')
  // Without rows, because a board shows no relations whose titles would have to be loaded.
  const labels = useValueLabels(metadata, board.shows ?? [], noRows)
  const roomLabels = useValueLabels(roomMetadata, [], data.rooms)
  return {
    title: (row) => formatRowTitle(metadata, row, labels) || t('list.untitled'),
    room: (room) => formatRowTitle(roomMetadata, room, roomLabels) || t('list.untitled'),
    requestedTime: (row) => {
      const { date, from, minutes } = getRequestedSlot(board, row)
      if (date === undefined || from === undefined) return ''
      return `${formatDay(date, labels.locale)} ${formatMinutes(from)}–${formatMinutes(from + minutes)}`
    },
    facts: (row) =>
      (board.shows ?? []).flatMap((key) => {
        const field = metadata.fields[key]
        const text = field ? formatFieldValue(key, field, row[key], labels) : ''
        const label = field?.label[labels.locale] ?? ''
        return text !== '' ? [{ key, label, text, line: `${label}: ${text}` }] : []
      }),
  }
}

/** Data, state and callbacks that the components of a board share. */
export interface BoardContext {
  metadata: ModuleMetadata
  board: BoardView
  data: BoardData
  labels: BoardLabels
  /** The date on screen, `YYYY-MM-DD`; empty when there is no date at all. */
  day: string
  /** The row that the user chose, or lifted, to place it. */
  chosenRow: Row | undefined
  placement: RowPlacement
  /**
   * Chooses a row.
   * @param id id of the row; undefined when the user drops the choice
   * @param byKeyboard moves the focus to the free slots
   */
  onChoose: (id: string | undefined, byKeyboard?: boolean) => void
}
