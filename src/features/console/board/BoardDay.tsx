import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { ApiError } from '#lib/api.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { formatDay } from '#lib/forum-time.ts'
import { useForum } from '#lib/forum.ts'
import { useLocale } from '#lib/locale.ts'
import { useMediaQuery } from '#lib/media-query.ts'
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

/** From this width on rooms are columns; below it they are a list. */
const gridFits = '(width >= 768px)'

/** Shows the plan of a day: the user chooses a row and then a free slot, or drags the row there. */
export function BoardDay({
  metadata,
  entry,
  board,
  rooms,
}: {
  metadata: ModuleMetadata
  entry: ModuleSummary
  board: BoardView
  rooms: ModuleMetadata
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const forum = useForum()
  const isWide = useMediaQuery(gridFits)
  const title = t('board.of', { name: entry.label[locale] })
  useDocumentTitle(title)
  const data = useBoard(metadata, board, rooms)
  const labels = useBoardLabels(metadata, board, rooms, data)
  const days = listDays(board, data, forum)
  const [chosenId, setChosen] = useState<string>()
  const [day, setDay] = useState<string>()
  const shownDay =
    day ?? data.requests.flatMap((row) => getRequestedSlot(board, row).date ?? [])[0] ?? days[0] ?? ''
  const chosen = chosenId === undefined ? undefined : data.findRow(chosenId)
  const placing = usePlaceRow(metadata, board, labels.title)
  const show = (id: string | undefined) => {
    setChosen(id)
    const row = id === undefined ? undefined : data.findRow(id)
    // A placed row opens the day of its slot, another one the day that it requests.
    const at = row && (data.placed.find((one) => one.id === id)?.date ?? getRequestedSlot(board, row).date)
    if (at !== undefined) setDay(at)
  }
  const choose = (id: string | undefined, byKeys = false) => {
    if (!byKeys) return show(id)
    // The free slots must be rendered before the focus moves to them.
    flushSync(() => show(id))
    if (id !== undefined) focusFirstSlot()
  }
  const plan = { metadata, board, data, labels, day: shownDay, chosen, placing, onChoose: choose }
  return (
    <section className={styles.board} aria-label={title}>
      <PaneHeader>
        <Link
          to="/console/$module"
          params={{ module: entry.name }}
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
      {data.isKnown ? (
        <BoardDndContext plan={plan}>
          <div className={styles.body}>
            <UnplacedList plan={plan} />
            {isWide ? <BoardGrid plan={plan} /> : <BoardList plan={plan} />}
          </div>
        </BoardDndContext>
      ) : data.error instanceof ApiError ? (
        <RecordNotFound text={data.error.msg} level={2} />
      ) : (
        <LoadState failed={data.error !== null} retry={data.retry} rows={6} />
      )}
      {data.isTruncated && <p className={styles.note}>{t('board.cut')}</p>}
      <BoardSelectionBar plan={plan} />
    </section>
  )
}

/** Lists the days of the forum, those that rows request, and those of placed rows. */
function listDays(board: BoardView, { requests, placed }: BoardData, forum: ReturnType<typeof useForum>) {
  const rows = [...requests, ...placed.map(({ row }) => row)]
  const requestedDates = rows.flatMap((row) => getRequestedSlot(board, row).date ?? [])
  return listBoardDays(forum.startsOn, forum.endsOn, [...requestedDates, ...placed.map(({ date }) => date)])
}
