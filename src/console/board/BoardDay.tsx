import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { ApiError } from '#platform/api.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { formatDay } from '#platform/forum-time.ts'
import { useForum } from '#platform/forum.ts'
import { useLocale } from '#platform/locale.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { backClass, PaneHeader } from '../shell/PaneHeader.tsx'
import { RecordNotFound } from '../not-found-states.tsx'
import { BoardSelectionBar } from './BoardSelectionBar.tsx'
import { BoardDndContext } from './BoardDndContext.tsx'
import { BoardGrid } from './BoardGrid.tsx'
import { BoardList } from './BoardList.tsx'
import { listBoardDays, getRequestedSlot } from './board-slots.ts'
import { focusFirstSlot } from './move-focus.ts'
import { UnplacedList } from './UnplacedList.tsx'
import { useBoard, type BoardData } from './use-board.ts'
import { useBoardLabels } from './use-board-labels.ts'
import { usePlaceRow } from './use-place-row.ts'
import styles from './Board.module.css'

/** From this width on the rooms are columns of a grid; below it they are a list. */
const gridQuery = '(width >= 768px)'

/** Shows the plan of a day: the user chooses a row and then a free slot, or drags the row there. */
export function BoardDay({
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
  const [day, setDay] = useState<string>()
  const shownDay =
    day ?? data.unplaced.flatMap((row) => getRequestedSlot(board, row).date ?? [])[0] ?? days[0] ?? ''
  const chosenRow = chosenId === undefined ? undefined : data.findRow(chosenId)
  const placement = usePlaceRow(metadata, board, labels.title)
  const selectRow = (id: string | undefined) => {
    setChosenId(id)
    const row = id === undefined ? undefined : data.findRow(id)
    // The day of the row's slot; for a row without a slot the day that it requests.
    const dateToOpen =
      row && (data.placed.find((one) => one.id === id)?.date ?? getRequestedSlot(board, row).date)
    if (dateToOpen !== undefined) setDay(dateToOpen)
  }
  const chooseRow = (id: string | undefined, byKeyboard = false) => {
    if (!byKeyboard) return selectRow(id)
    // The free slots must be rendered before the focus moves to them.
    flushSync(() => selectRow(id))
    if (id !== undefined) focusFirstSlot()
  }
  const context = { metadata, board, data, labels, day: shownDay, chosenRow, placement, onChoose: chooseRow }
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
          choices={days.map((one) => ({ value: one, label: formatDay(one, locale) }))}
          chosen={shownDay}
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
      {data.isTruncated && <p className={styles.note}>{t('board.cut')}</p>}
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
