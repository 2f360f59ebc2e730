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
import { boardDays, getRequestedSlot } from './board-slots.ts'
import { focusFirstSlot } from './move-focus.ts'
import { UnplacedList } from './UnplacedList.tsx'
import { useBoard } from './use-board.ts'
import { useBoardLabels } from './use-board-labels.ts'
import { usePlaceRow } from './use-place-row.ts'
import styles from './Board.module.css'

/** From this width on places stand beside each other; below it they are a list. */
const gridFits = '(width >= 768px)'

/** The plan of a day: choose what waits, then a free time; or drag it there. */
export function BoardDay({
  metadata,
  entry,
  board,
  places,
}: {
  metadata: ModuleMetadata
  entry: ModuleSummary
  board: BoardView
  places: ModuleMetadata
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const forum = useForum()
  const isWide = useMediaQuery(gridFits)
  const title = t('board.of', { name: entry.label[locale] })
  useDocumentTitle(title)
  const data = useBoard(metadata, board, places)
  const words = useBoardLabels(metadata, board, places, data)
  const rows = [...data.requests, ...data.placed.map(({ row }) => row)]
  const wishes = rows.flatMap((row) => getRequestedSlot(board, row).date ?? [])
  const days = boardDays(forum.startsOn, forum.endsOn, [...wishes, ...data.placed.map(({ date }) => date)])
  const [chosenId, setChosen] = useState<string>()
  const [day, setDay] = useState<string>()
  const shownDay =
    day ?? data.requests.flatMap((row) => getRequestedSlot(board, row).date ?? [])[0] ?? days[0] ?? ''
  const chosen = chosenId === undefined ? undefined : data.rowOf(chosenId)
  const placing = usePlaceRow(metadata, board, words.title)
  const show = (id: string | undefined) => {
    setChosen(id)
    const row = id === undefined ? undefined : data.rowOf(id)
    // What has a place is looked at where it is; what waits, where it wants to be.
    const at = row && (data.placed.find((one) => one.id === id)?.date ?? getRequestedSlot(board, row).date)
    if (at !== undefined) setDay(at)
  }
  const choose = (id: string | undefined, byKeys = false) => {
    if (!byKeys) return show(id)
    // The free times are there before the focus goes to them.
    flushSync(() => show(id))
    if (id !== undefined) focusFirstSlot()
  }
  const plan = { metadata, board, data, words, day: shownDay, chosen, placing, onChoose: choose }
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
      {data.isCut && <p className={styles.note}>{t('board.cut')}</p>}
      <BoardSelectionBar plan={plan} />
    </section>
  )
}
