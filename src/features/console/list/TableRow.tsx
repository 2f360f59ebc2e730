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
  /** Its place among all rows of the list, from 0. */
  index: number
  /** Undefined while it is on its way. */
  row: Row | undefined
  columns: readonly Column[]
  words: ValueLabels
  /** What the address of the list says: its record keeps it. */
  search: Record<string, string>
  /** Stands in the place of an empty first value. */
  untitled: string
  /** Undefined while nothing is being chosen. */
  selection: Selection | undefined
}

/** A row of the table. While it is scrolled past it is drawn once, whatever comes before and after it. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { metadata, index, row, columns, words, search, untitled, selection } = props
  const moment = metadata.publication?.from
  const marked = columns.some(({ field }) => field === moment) ? moment : columns[0]?.field
  return (
    <tr aria-rowindex={index + 2} data-row={row?.id} className={styles.row}>
      {selection && (
        <td className={styles.choice}>{row && <RowCheckbox id={row.id} selection={selection} />}</td>
      )}
      {columns.map(({ field }, place) => (
        <td key={field} data-number={isNumber(metadata, field) || undefined}>
          <Cell row={row} metadata={metadata} name={field} words={words}>
            {place === 0 ? { search, untitled } : undefined}
          </Cell>
          {row && field === marked && <Scheduled metadata={metadata} row={row} />}
        </td>
      ))}
    </tr>
  )
})

/** A value; the first of a row leads to its record, wherever in the row one touches. */
function Cell({
  row,
  metadata,
  name,
  words,
  children: link,
}: {
  row: Row | undefined
  metadata: ModuleMetadata
  name: string
  words: ValueLabels
  children: Pick<TableRowProps, 'search' | 'untitled'> | undefined
}) {
  if (!row) return <span className={styles.coming} />
  const value = <ValueText metadata={metadata} name={name} value={row[name]} words={words} />
  if (!link) return value
  return (
    <Link
      to="/console/$module/$id"
      params={{ module: metadata.name, id: row.id }}
      search={link.search}
      // A finger that begins to scroll rests on a link: nothing is to be asked for that.
      preload={false}
      className={styles.link}
    >
      {row[name] === null || row[name] === '' ? link.untitled : value}
    </Link>
  )
}
