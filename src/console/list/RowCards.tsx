import { Link } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { PullToRefresh } from '#ui/PullToRefresh.tsx'
import type { Row } from '../data/console-api.ts'
import { writeListState, type ListState } from '../data/list-state.ts'
import type { Rows } from '../data/queries.ts'
import { formatFieldValue } from '../field-values/field-text.ts'
import { type ValueLabels } from '../field-types/field-type.ts'
import { Scheduled } from '../field-values/Scheduled.tsx'
import { ValueText } from '../field-values/ValueText.tsx'
import type { getCardFields } from './list-query.ts'
import { RowCheckbox, type Selection } from './selection.tsx'
import { useRowWindow } from './use-row-window.ts'
import styles from './RowCards.module.css'

/** Estimated height of a card in CSS pixels, until it is measured. */
const cardPx = 84

/** Shows rows as cards on narrow screens and beside an open record. Only cards in view are rendered. */
export function RowCards({
  metadata,
  rows,
  card,
  labels,
  state,
  selection,
  onRange,
  openId,
}: {
  metadata: ModuleMetadata
  rows: Rows
  card: ReturnType<typeof getCardFields>
  labels: ValueLabels
  /** The state whose rows are shown. */
  state: ListState
  selection: Selection
  /** Receives the indexes of the first and the last rendered row when they change. */
  onRange: (first: number, last: number) => void
  /** Id of the row whose record is open beside the list. */
  openId: string | undefined
}) {
  const search = useMemo(() => writeListState(state), [state])
  const { scroller, visibleItems, measure, spaceBeforePx, spaceAfterPx } = useRowWindow(
    rows.reachable,
    cardPx,
    onRange,
  )
  const cardProps = {
    metadata,
    card,
    labels,
    search,
    measure,
    isBeside: openId !== undefined,
    selection: selection.isOn ? selection : undefined,
  }
  return (
    <div ref={scroller} className={styles.scroller}>
      <PullToRefresh onRefresh={rows.refresh}>
        <div style={{ height: spaceBeforePx }} />
        <ul className={styles.list}>
          {visibleItems.map(({ index }) => {
            const row = rows.at(index)
            return (
              <Card
                key={index}
                index={index}
                row={row}
                isOpen={row !== undefined && row.id === openId}
                {...cardProps}
              />
            )
          })}
        </ul>
        <div style={{ height: spaceAfterPx }} />
      </PullToRefresh>
    </div>
  )
}

/** Formats a flag: a card has no field labels, so a set flag shows its own label and an unset one nothing. */
const formatFlag = ({ label }: FieldMetadata, value: unknown, { locale }: ValueLabels): string =>
  value === true ? label[locale] : ''

interface CardProps {
  metadata: ModuleMetadata
  /** Index among all rows of the list, from 0. */
  index: number
  /** Undefined until it has loaded. */
  row: Row | undefined
  card: ReturnType<typeof getCardFields>
  labels: ValueLabels
  /** Search parameters of the list, which the record's URL contains too. */
  search: object
  /** Ref callback of the virtualizer, which reads the card's height and its `data-index`. */
  measure: (element: HTMLElement | null) => void
  /** The row's record is open beside the list. */
  isOpen: boolean
  /** A record is open beside the list. */
  isBeside: boolean
  /** Undefined while selection mode is off. */
  selection: Selection | undefined
}

/** Shows a row as a card. Memoized, so that scrolling does not render it again. */
const Card = memo(function Card(props: CardProps) {
  const { metadata, index, row, card, labels, search, measure, isOpen, isBeside, selection } = props
  const { t } = useTranslation('console')
  const formatField = (key: string | undefined) => {
    const field = key === undefined ? undefined : metadata.fields[key]
    if (key === undefined || !field) return ''
    return field.type === 'boolean'
      ? formatFlag(field, row?.[key], labels)
      : formatFieldValue(key, field, row?.[key], labels)
  }
  return (
    <li ref={measure} data-index={index} data-row={row?.id} className={styles.row}>
      {row && selection && <RowCheckbox id={row.id} selection={selection} />}
      {row ? (
        <Link
          to="/console/$module/$id"
          params={{ module: metadata.name, id: row.id }}
          search={search}
          // The next record beside the list replaces this one, so that one step back leaves the records.
          replace={isBeside}
          // A finger that starts to scroll touches a link; that must not send a request.
          preload={false}
          className={styles.card}
          aria-current={isOpen || undefined}
        >
          <span className={styles.title}>{formatField(card.title) || t('list.untitled')}</span>
          {formatField(card.secondary) !== '' && (
            <span className={styles.secondary}>{formatField(card.secondary)}</span>
          )}
          <span className={styles.badges}>
            <Scheduled metadata={metadata} row={row} />
            {card.badges.map((name) => (
              <Badge key={name} metadata={metadata} name={name} value={row[name]} labels={labels} />
            ))}
          </span>
        </Link>
      ) : (
        <span className={styles.placeholder} />
      )}
    </li>
  )
})

/** Shows one value of the card's lower line; an unset flag shows nothing. */
function Badge({
  metadata,
  name,
  value,
  labels,
}: {
  metadata: ModuleMetadata
  name: string
  value: unknown
  labels: ValueLabels
}) {
  const field = metadata.fields[name]
  if (field?.type === 'boolean') {
    const flag = formatFlag(field, value, labels)
    return flag === '' ? null : <span className={styles.flag}>{flag}</span>
  }
  return (
    <span className={styles.badge}>
      <ValueText metadata={metadata} name={name} value={value} labels={labels} />
    </span>
  )
}
