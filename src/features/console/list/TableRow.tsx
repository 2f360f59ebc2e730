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
  /** Search parameters of the list; the record's URL keeps them. */
  search: Record<string, string>
  /** Shown when the first value is empty. */
  untitled: string
  /** Undefined while the user chooses no rows. */
  selection: Selection | undefined
}

/** Shows a row of the table. Memoized, so that scrolling does not render it again. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { metadata, index, row, columns, labels, search, untitled, selection } = props
  const moment = metadata.publication?.from
  const marked = columns.some(({ field }) => field === moment) ? moment : columns[0]?.field
  return (
    <tr aria-rowindex={index + 2} data-row={row?.id} className={styles.row}>
      {selection && (
        <td className={styles.choice}>{row && <RowCheckbox id={row.id} selection={selection} />}</td>
      )}
      {columns.map(({ field }, place) => (
        <td key={field} data-number={isNumber(metadata, field) || undefined}>
          <Cell row={row} metadata={metadata} name={field} labels={labels}>
            {place === 0 ? { search, untitled } : undefined}
          </Cell>
          {row && field === marked && <Scheduled metadata={metadata} row={row} />}
        </td>
      ))}
    </tr>
  )
})

/** Shows a value. The first one links to the record, and its hit area covers the row. */
function Cell({
  row,
  metadata,
  name,
  labels,
  children: link,
}: {
  row: Row | undefined
  metadata: ModuleMetadata
  name: string
  labels: ValueLabels
  children: Pick<TableRowProps, 'search' | 'untitled'> | undefined
}) {
  if (!row) return <span className={styles.coming} />
  const value = <ValueText metadata={metadata} name={name} value={row[name]} labels={labels} />
  if (!link) return value
  return (
    <Link
      to="/console/$module/$id"
      params={{ module: metadata.name, id: row.id }}
      search={link.search}
      // A finger rests on a link when it starts to scroll; that must not send a request.
      preload={false}
      className={styles.link}
    >
      {row[name] === null || row[name] === '' ? link.untitled : value}
    </Link>
  )
}
