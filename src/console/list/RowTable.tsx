import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { writeListState, type ListState, type useSetListSearch } from '../data/list-state.ts'
import { PullToRefresh } from '#ui/PullToRefresh.tsx'
import type { Rows } from '../data/queries.ts'
import type { ValueLabels } from '../field-types/field-type.ts'
import { isNumeric, ValueText } from '../field-values/ValueText.tsx'
import type { Row } from '../data/console-api.ts'
import { Scheduled } from '../field-values/Scheduled.tsx'
import type { Column } from './list-query.ts'
import { nextSorters } from './change-columns.ts'
import { useRowWindow } from './use-row-window.ts'
import { type Selection, RowCheckbox } from './selection.tsx'
import styles from './RowTable.module.css'

/** Height of a row in CSS pixels: one line, large enough for a thumb. */
const rowPx = 48

/** Shows rows as a table. Only rows in view are rendered. */
export function RowTable({
  metadata,
  rows,
  columns,
  labels,
  state,
  urlState,
  selection,
  updateList,
  onRange,
}: {
  metadata: ModuleMetadata
  rows: Rows
  columns: readonly Column[]
  labels: ValueLabels
  /** The state whose rows are shown. */
  state: ListState
  /** The state of the URL, whose rows may still be loading. */
  urlState: ListState
  selection: Selection
  updateList: ReturnType<typeof useSetListSearch>
  /** Receives the indexes of the first and the last rendered row when they change. */
  onRange: (first: number, last: number) => void
}) {
  const { t } = useTranslation('console')
  const { scroller, visibleItems, spaceBeforePx, spaceAfterPx } = useRowWindow(rows.reachable, rowPx, onRange)
  const search = useMemo(() => writeListState(state), [state])
  const rowProps = {
    metadata,
    columns,
    labels,
    search,
    untitled: t('list.untitled'),
    selection: selection.isOn ? selection : undefined,
  }
  const columnCount = columns.length + (selection.isOn ? 1 : 0)
  return (
    <div ref={scroller} className={styles.scroller}>
      <PullToRefresh onRefresh={rows.refresh}>
        {/* The row of the headings counts too. */}
        <table className={styles.table} aria-rowcount={(rows.total ?? 0) + 1}>
          <colgroup>
            {selection.isOn && <col className={styles.choice} />}
            {columns.map(({ field, width }) => (
              <col key={field} style={{ width }} />
            ))}
          </colgroup>
          <Head {...{ metadata, columns, state, urlState, updateList }} hasCheckboxes={selection.isOn} />
          <tbody>
            <Gap height={spaceBeforePx} columnCount={columnCount} />
            {visibleItems.map(({ index }) => (
              <TableRow key={index} index={index} row={rows.at(index)} {...rowProps} />
            ))}
            <Gap height={spaceAfterPx} columnCount={columnCount} />
          </tbody>
        </table>
      </PullToRefresh>
    </div>
  )
}

/** Shows the headings. Memoized, so that scrolling does not render them again. */
const Head = memo(function Head({
  metadata,
  columns,
  state,
  urlState,
  updateList,
  hasCheckboxes,
}: {
  metadata: ModuleMetadata
  columns: readonly Column[]
  state: ListState
  urlState: ListState
  updateList: ReturnType<typeof useSetListSearch>
  hasCheckboxes: boolean
}) {
  const { t } = useTranslation('console')
  return (
    <thead>
      <tr aria-rowindex={1}>
        {hasCheckboxes && <td aria-label={t('list.choose')} />}
        {columns.map(({ field }) => (
          <HeadCell key={field} name={field} {...{ metadata, state, urlState, updateList }} />
        ))}
      </tr>
    </thead>
  )
})

/** Reserves the height, in CSS pixels, of rows that are not rendered. */
function Gap({ height, columnCount }: { height: number; columnCount: number }) {
  if (height === 0) return null
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden from screen readers */}
      <td colSpan={columnCount} className={styles.gap} style={{ height }} />
    </tr>
  )
}

/** Shows the heading of a column; where the field is sortable, as a button that changes the order. */
function HeadCell({
  metadata,
  name,
  state,
  urlState,
  updateList,
}: {
  metadata: ModuleMetadata
  /** Key of the column's field. */
  name: string
  state: ListState
  urlState: ListState
  updateList: ReturnType<typeof useSetListSearch>
}) {
  const locale = useLocale()
  const field = metadata.fields[name]
  if (!field) return null
  const label = field.label[locale]
  const direction = state.sorters[name]
  const isNumericColumn = isNumeric(metadata, name) || undefined
  if (!field.sortable)
    return (
      <th scope="col" data-number={isNumericColumn}>
        {label}
      </th>
    )
  const order = direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" data-number={isNumericColumn} aria-sort={direction ? order : undefined}>
      <button
        type="button"
        className={styles.sort}
        // Based on the state of the URL, so that a second touch counts while the first response is pending.
        onClick={() => updateList({ sorters: nextSorters(urlState.sorters, name) })}
      >
        {label}
        {direction && (
          <span className={styles.direction} data-direction={direction}>
            <Icon name="down" size={16} />
          </span>
        )}
      </button>
    </th>
  )
}

interface TableRowProps {
  metadata: ModuleMetadata
  /** Index among all rows of the list, from 0. */
  index: number
  /** Undefined until it has loaded. */
  row: Row | undefined
  columns: readonly Column[]
  labels: ValueLabels
  /** Search parameters of the list, which the record's URL contains too. */
  search: Record<string, string>
  /** Shown when the first value is empty. */
  untitled: string
  /** Undefined while selection mode is off. */
  selection: Selection | undefined
}

/** Shows a row of the table. Memoized, so that scrolling does not render it again. */
const TableRow = memo(function TableRow(props: TableRowProps) {
  const { metadata, index, row, columns, labels, search, untitled, selection } = props
  // The column of the publication time says that a row is still scheduled; without that column the first one does.
  const publicationField = metadata.publication?.from
  const scheduledField = columns.some(({ field }) => field === publicationField)
    ? publicationField
    : columns[0]?.field
  return (
    // Counted from 1; the headings are row 1.
    <tr aria-rowindex={index + 2} data-row={row?.id} className={styles.row}>
      {selection && (
        <td className={styles.choice}>{row && <RowCheckbox id={row.id} selection={selection} />}</td>
      )}
      {columns.map(({ field }, columnIndex) => (
        <td key={field} data-number={isNumeric(metadata, field) || undefined}>
          <Cell
            row={row}
            metadata={metadata}
            name={field}
            labels={labels}
            link={columnIndex === 0 ? { search, untitled } : undefined}
          />
          {row && field === scheduledField && <Scheduled metadata={metadata} row={row} />}
        </td>
      ))}
    </tr>
  )
})

/** Shows a value, as a link to the record where `link` is set. The link's hit area covers the row. */
function Cell({
  row,
  metadata,
  name,
  labels,
  link,
}: {
  row: Row | undefined
  metadata: ModuleMetadata
  /** Key of the column's field. */
  name: string
  labels: ValueLabels
  link: Pick<TableRowProps, 'search' | 'untitled'> | undefined
}) {
  if (!row) return <span className={styles.placeholder} />
  const value = <ValueText metadata={metadata} name={name} value={row[name]} labels={labels} />
  if (!link) return value
  return (
    <Link
      to="/console/$module/$id"
      params={{ module: metadata.name, id: row.id }}
      search={link.search}
      // A finger that starts to scroll touches a link; that must not send a request.
      preload={false}
      className={styles.link}
    >
      {row[name] === null || row[name] === '' ? link.untitled : value}
    </Link>
  )
}
