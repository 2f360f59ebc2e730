import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from '../data/console-api.ts'
import type { ValueLabels } from '../field-values/field-text.ts'
import { Scheduled } from '../field-values/Scheduled.tsx'
import { isNumber, ValueText } from '../field-values/ValueText.tsx'
import type { Column } from './list-query.ts'
import { RowCheckbox } from './RowCheckbox.tsx'
import type { Selection } from './use-selection.ts'
import styles from './RowTable.module.css'

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
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { metadata, index, row, columns, labels, search, untitled, selection } = props
  const publicationField = metadata.publication?.from
  const markedField = columns.some(({ field }) => field === publicationField)
    ? publicationField
    : columns[0]?.field
  return (
    <tr aria-rowindex={index + 2} data-row={row?.id} className={styles.row}>
      {selection && (
        <td className={styles.choice}>{row && <RowCheckbox id={row.id} selection={selection} />}</td>
      )}
      {columns.map(({ field }, columnIndex) => (
        <td key={field} data-number={isNumber(metadata, field) || undefined}>
          <Cell row={row} metadata={metadata} name={field} labels={labels}>
            {columnIndex === 0 ? { search, untitled } : undefined}
          </Cell>
          {row && field === markedField && <Scheduled metadata={metadata} row={row} />}
        </td>
      ))}
    </tr>
  )
})

/** Shows a value. The first cell of a row links to the record; the link's hit area covers the row. */
function Cell({
  row,
  metadata,
  name,
  labels,
  children: linkProps,
}: {
  row: Row | undefined
  metadata: ModuleMetadata
  name: string
  labels: ValueLabels
  children: Pick<TableRowProps, 'search' | 'untitled'> | undefined
}) {
  if (!row) return <span className={styles.coming} />
  const value = <ValueText metadata={metadata} name={name} value={row[name]} labels={labels} />
  if (!linkProps) return value
  return (
    <Link
      to="/console/$module/$id"
      params={{ module: metadata.name, id: row.id }}
      search={linkProps.search}
      // A finger that starts to scroll touches a link; that must not send a request.
      preload={false}
      className={styles.link}
    >
      {row[name] === null || row[name] === '' ? linkProps.untitled : value}
    </Link>
  )
}
