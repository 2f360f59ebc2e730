import { Link } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { PullToRefresh } from '#ui/PullToRefresh.tsx'
import type { Row } from '../data/console-api.ts'
import { writeListState, type ListState } from '../data/list-state.ts'
import type { Rows } from '../data/use-rows.ts'
import { formatFieldValue, type ValueLabels } from '../field-values/field-text.ts'
import { Scheduled } from '../field-values/Scheduled.tsx'
import { ValueText } from '../field-values/ValueText.tsx'
import type { getCardFields } from './list-query.ts'
import { RowCheckbox } from './RowCheckbox.tsx'
import { useRowWindow } from './use-row-window.ts'
import type { Selection } from './use-selection.ts'
import styles from './RowCards.module.css'

/** Height of a card in CSS pixels before it is measured. */
const cardPx = 84

/** The rows as cards, of which only those in view are drawn: on narrow screens, and beside an open record. */
export function RowCards({
  metadata,
  rows,
  card,
  words,
  state,
  selection,
  onRange,
  openId,
}: {
  metadata: ModuleMetadata
  rows: Rows
  card: ReturnType<typeof getCardFields>
  words: ValueLabels
  state: ListState
  selection: Selection
  onRange: (first: number, last: number) => void
  openId: string | undefined
}) {
  const search = useMemo(() => writeListState(state), [state])
  const { scroller, drawn, measure, before, after } = useRowWindow(rows.reachable, cardPx, onRange)
  const shared = {
    metadata,
    card,
    words,
    search,
    measure,
    isBeside: openId !== undefined,
    selection: selection.isOn ? selection : undefined,
  }
  return (
    <div ref={scroller} className={styles.scroller}>
      <PullToRefresh onRefresh={rows.refresh}>
        <div style={{ height: before }} />
        <ul className={styles.list}>
          {drawn.map(({ index }) => {
            const row = rows.at(index)
            return (
              <Card
                key={index}
                index={index}
                row={row}
                isOpen={row !== undefined && row.id === openId}
                {...shared}
              />
            )
          })}
        </ul>
        <div style={{ height: after }} />
      </PullToRefresh>
    </div>
  )
}

/** A card has no labels beside its values: a flag tells itself when it is set, and nothing when it is not. */
const flagText = ({ label }: FieldMetadata, value: unknown, { locale }: ValueLabels): string =>
  value === true ? label[locale] : ''

interface CardProps {
  metadata: ModuleMetadata
  /** Its place among all rows of the list, from 0. */
  index: number
  /** Undefined while it is on its way. */
  row: Row | undefined
  card: ReturnType<typeof getCardFields>
  words: ValueLabels
  search: object
  measure: (element: HTMLElement | null) => void
  /** It is the record that stands beside the list. */
  isOpen: boolean
  /** A record stands beside the list. */
  isBeside: boolean
  /** Undefined while nothing is being chosen. */
  selection: Selection | undefined
}

/** A row as a card. While it is scrolled past it is drawn once, whatever comes before and after it. */
const Card = memo(function Card(props: CardProps) {
  const { metadata, index, row, card, words, search, measure, isOpen, isBeside, selection } = props
  const { t } = useTranslation('console')
  const text = (key: string | undefined) => {
    const field = key === undefined ? undefined : metadata.fields[key]
    if (key === undefined || !field) return ''
    return field.type === 'boolean'
      ? flagText(field, row?.[key], words)
      : formatFieldValue(key, field, row?.[key], words)
  }
  return (
    <li ref={measure} data-index={index} data-row={row?.id} className={styles.row}>
      {row && selection && <RowCheckbox id={row.id} selection={selection} />}
      {row ? (
        <Link
          to="/console/$module/$id"
          params={{ module: metadata.name, id: row.id }}
          search={search}
          replace={isBeside}
          // A finger that begins to scroll rests on a link: nothing is to be asked for that.
          preload={false}
          className={styles.card}
          aria-current={isOpen || undefined}
        >
          <span className={styles.title}>{text(card.title) || t('list.untitled')}</span>
          {text(card.second) !== '' && <span className={styles.second}>{text(card.second)}</span>}
          <span className={styles.badges}>
            <Scheduled metadata={metadata} row={row} />
            {card.badges.map((name) => (
              <Badge key={name} metadata={metadata} name={name} value={row[name]} words={words} />
            ))}
          </span>
        </Link>
      ) : (
        <span className={styles.coming} />
      )}
    </li>
  )
})

function Badge({
  metadata,
  name,
  value,
  words,
}: {
  metadata: ModuleMetadata
  name: string
  value: unknown
  words: ValueLabels
}) {
  const field = metadata.fields[name]
  if (field?.type === 'boolean') {
    const flag = flagText(field, value, words)
    return flag === '' ? null : <span className={styles.flag}>{flag}</span>
  }
  return (
    <span className={styles.badge}>
      <ValueText metadata={metadata} name={name} value={value} words={words} />
    </span>
  )
}
