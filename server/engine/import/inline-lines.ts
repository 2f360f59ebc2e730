import type { ImportCheckBody } from '#contract/transfer.ts'
import type { InputRow } from './input-row.ts'
import type { ImportLines } from './file-lines.ts'
import type { ImportRequest } from './import-deps.ts'
import { importColumns } from './importable.ts'
import { importableFields } from './importable.ts'
import { visibleFields } from '../schema/visible-fields.ts'
import { readFields } from '../write/read-body.ts'

/** Rows that are judged at once. */
const atOnce = 200

/** Rows that were sent with the call, as lines from 1. */
export function createInlineLines(
  { caller, module }: ImportRequest,
  rows: NonNullable<ImportCheckBody['rows']>,
): ImportLines {
  const possible = importColumns(caller, module)
  const naming = possible.filter(({ key }) => key === 'id' || key === 'version').map(({ key }) => key)
  const writable = new Map([...importableFields(caller, module).keys(), ...naming].map((key) => [key, key]))
  const visible = visibleFields(caller, module, 'output')
  const toRow = (row: Readonly<Record<string, unknown>>, index: number): InputRow => ({
    line: index + 1,
    ...readFields(row, writable, visible),
    shown: new Map(),
  })
  const keys = new Set(rows.flatMap((row) => Object.keys(row)))
  return {
    columns: [],
    filled: [],
    paths: new Set(possible.filter(({ key }) => keys.has(key)).map(({ path }) => path)),
    batches: inBatches(rows.map(toRow)),
    notes: () => [],
    close: async () => {},
  }
}

async function* inBatches(rows: readonly InputRow[]): AsyncGenerator<readonly InputRow[]> {
  for (let from = 0; from < rows.length; from += atOnce) yield rows.slice(from, from + atOnce)
}
