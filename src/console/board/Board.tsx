import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import {
  DndContext,
  DragOverlay,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  useDraggable,
} from '@dnd-kit/core'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { ApiError } from '#platform/api.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { metadataQuery } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import { useDocumentTitle, useForum } from '#platform/forum.ts'
import { formatDay } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { Icon } from '#ui/Icon.tsx'
import { backClass, PaneHeader } from '../shell/PaneHeader.tsx'
import type { Row } from '../data/console-api.ts'
import { BoardSelectionBar } from './BoardSelectionBar.tsx'
import { BoardGrid } from './BoardGrid.tsx'
import { BoardList } from './BoardList.tsx'
import { listBoardDays, getRequestedSlot, type BoardSlot } from './board-slots.ts'
import { focusFirstSlot } from './move-focus.ts'
import { useBoard, type BoardData, useBoardLabels, type BoardContext } from './use-board.ts'
import { usePlaceRow } from './use-place-row.ts'
import styles from './Board.module.css'
import unplacedListStyles from './UnplacedList.module.css'

/** Shows the board of a module: rooms by time of day, and rows without a room. */
export default function Board({
  metadata,
  summary,
  board,
}: {
  metadata: ModuleMetadata
  summary: ModuleSummary
  board: BoardView
}) {
  // The board's room field is always a relation, so the empty name only satisfies the types.
  const roomModule = metadata.fields[board.room]?.relation?.module ?? ''
  const rooms = useQuery(metadataQuery(roomModule))
  if (rooms.data) return <BoardDay metadata={metadata} summary={summary} board={board} rooms={rooms.data} />
  if (rooms.error instanceof ApiError) return <RecordNotFound text={rooms.error.msg} />
  return <LoadState failed={rooms.isError} retry={() => void rooms.refetch()} rows={6} />
}

/** From this width on the rooms are columns of a grid; below it they are a list. */
const gridQuery = '(width >= 768px)'

/** Shows the plan of a day: the user chooses a row and then a free slot, or drags the row there. */
function BoardDay({
  metadata,
  summary,
  board,
  rooms,
}: {
  metadata: ModuleMetadata
  summary: ModuleSummary
  board: BoardView
  rooms: ModuleMetadata
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const forum = useForum()
  const isWide = useMediaQuery(gridQuery)
  const title = t('board.of', { name: summary.label[locale] })
  useDocumentTitle(title)
  const data = useBoard(metadata, board, rooms)
  const labels = useBoardLabels(metadata, board, rooms, data)
  const days = listDays(board, data, forum)
  const [chosenId, setChosenId] = useState<string>()
  const [chosenDay, setDay] = useState<string>()
  // Until the user chooses a day: the one that the first unplaced row requests.
  const day =
    chosenDay ?? data.unplaced.flatMap((row) => getRequestedSlot(board, row).date ?? [])[0] ?? days[0] ?? ''
  const chosenRow = chosenId === undefined ? undefined : data.findRow(chosenId)
  const placement = usePlaceRow(metadata, board, labels.title)
  const selectRow = (id: string | undefined) => {
    setChosenId(id)
    const row = id === undefined ? undefined : data.findRow(id)
    // The day of the row's slot; for a row without a slot the day that it requests.
    const dateToOpen =
      row && (data.placed.find((placed) => placed.id === id)?.date ?? getRequestedSlot(board, row).date)
    if (dateToOpen !== undefined) setDay(dateToOpen)
  }
  const chooseRow = (id: string | undefined, byKeyboard = false) => {
    if (!byKeyboard) return selectRow(id)
    // The free slots must be rendered before the focus moves to them.
    flushSync(() => selectRow(id))
    if (id !== undefined) focusFirstSlot()
  }
  const context = { metadata, board, data, labels, day, chosenRow, placement, onChoose: chooseRow }
  return (
    <section className={styles.board} aria-label={title}>
      <PaneHeader>
        <Link
          to="/console/$module"
          params={{ module: summary.name }}
          className={backClass}
          aria-label={t('record.back')}
        >
          <Icon name="list" />
        </Link>
        <h1 className={styles.title}>{title}</h1>
        <ChoiceChips
          label={t('board.days')}
          choices={days.map((date) => ({ value: date, label: formatDay(date, locale) }))}
          chosen={day}
          onChoose={setDay}
        />
      </PaneHeader>
      {data.isLoaded ? (
        <BoardDndContext context={context}>
          <div className={styles.body}>
            <UnplacedList context={context} />
            {isWide ? <BoardGrid context={context} /> : <BoardList context={context} />}
          </div>
        </BoardDndContext>
      ) : data.error instanceof ApiError ? (
        <RecordNotFound text={data.error.msg} level={2} />
      ) : (
        <LoadState failed={data.error !== null} retry={data.retry} rows={6} />
      )}
      {data.isTruncated && <p className={styles.limit}>{t('board.cut')}</p>}
      <BoardSelectionBar context={context} />
    </section>
  )
}

/** Lists the days of the forum, the days that rows request, and the days of placed rows. */
function listDays(board: BoardView, { unplaced, placed }: BoardData, forum: ReturnType<typeof useForum>) {
  const rows = [...unplaced, ...placed.map(({ row }) => row)]
  const requestedDates = rows.flatMap((row) => getRequestedSlot(board, row).date ?? [])
  return listBoardDays(forum.startsOn, forum.endsOn, [...requestedDates, ...placed.map(({ date }) => date)])
}

/** Dragging starts after the mouse has moved this many CSS pixels. */
const mouseOptions = { activationConstraint: { distance: 6 } }
/**
 * Dragging starts after a finger has rested `delay` milliseconds. A finger that moves more than `tolerance` CSS pixels
 * before that scrolls.
 */
const touchOptions = { activationConstraint: { delay: 220, tolerance: 8 } }

/** Lets the user drag a row: lifting chooses it, dropping on a free slot places it. */
function BoardDndContext({ context, children }: { context: BoardContext; children: ReactNode }) {
  const sensors = useSensors(useSensor(MouseSensor, mouseOptions), useSensor(TouchSensor, touchOptions))
  const { chosenRow, data, placement, labels, onChoose } = context
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      // Free slots are rendered only after a row was lifted.
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      onDragStart={({ active }) => onChoose(String(active.id))}
      onDragEnd={({ active, over }) => {
        const row = data.findRow(String(active.id))
        const slot = over?.data.current as BoardSlot | undefined
        if (row && slot) placement.place(row, slot)
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {chosenRow && (
          <div className={styles.lifted} data-lifted>
            {labels.title(chosenRow)}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** Lists rows without a slot. A touch chooses a row; holding and moving drags it. */
function UnplacedList({ context }: { context: BoardContext }) {
  const { t } = useTranslation('console')
  const { unplaced } = context.data
  return (
    <section className={unplacedListStyles.requests} aria-label={t('board.requests')}>
      <h2 className={unplacedListStyles.title}>{t('board.requestsCount', { count: unplaced.length })}</h2>
      {unplaced.length === 0 ? (
        <p className={unplacedListStyles.none}>{t('board.noRequests')}</p>
      ) : (
        <ul className={unplacedListStyles.list}>
          {unplaced.map((row) => (
            <li key={row.id} className={unplacedListStyles.item}>
              <UnplacedRow context={context} row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Shows a row without a slot: its title, requested time and facts, and whether the server rejected its placement. */
function UnplacedRow({ context, row }: { context: BoardContext; row: Row }) {
  const { t } = useTranslation('console')
  const { chosenRow, data, placement, labels, onChoose } = context
  const { setNodeRef, listeners } = useDraggable({
    id: row.id,
    disabled: placement.findAction(row) === undefined,
  })
  const isChosen = chosenRow?.id === row.id
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={unplacedListStyles.request}
      data-request={row.id}
      aria-pressed={isChosen}
      {...listeners}
      // `detail` is 0 when the click came from the keyboard.
      onClick={({ detail }) => onChoose(isChosen ? undefined : row.id, detail === 0)}
    >
      <span className={unplacedListStyles.name}>{labels.title(row)}</span>
      <span className={unplacedListStyles.requestedTime}>{labels.requestedTime(row)}</span>
      <span className={unplacedListStyles.facts}>
        {labels.facts(row).map(({ key, line }) => (
          <span key={key}>{line}</span>
        ))}
      </span>
      {data.hasFailed(row.id) && (
        <span className={unplacedListStyles.failure}>
          <Icon name="warning" size={16} />
          {t('board.notTaken')}
        </span>
      )}
    </button>
  )
}
