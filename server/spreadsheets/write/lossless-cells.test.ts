import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { Cell, OutCell, SheetRow } from '../cell.ts'
import { openSheet } from '../read/open-sheet.ts'
import { writeSheet } from './write-sheet.ts'

it('gives a person’s cells back with their formats and errors [S13]', async () => {
  const cells: (Cell & OutCell)[] = [
    { kind: 'number', value: 7, format: '000' },
    { kind: 'number', value: 0.5, format: '0%' },
    { kind: 'number', value: 8, format: '000' },
    { kind: 'number', value: 3, format: '"<&"0' },
    { kind: 'error', code: '#N/A' },
    { kind: 'date', date: '2023-09-05', time: '09:30:00' },
    true,
    '007',
  ]
  const folder = await mkdtemp(join(tmpdir(), 'lossless-cells-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'a.xlsx')
  await pipeline(writeSheet({ kind: 'xlsx', sheet: 'A' }, [cells]), createWriteStream(path))
  const sheet = await openSheet(path, 'xlsx')
  const rows: SheetRow[] = []
  for await (const batch of sheet.rows) rows.push(...batch)
  expect(rows).toEqual([{ line: 1, cells }])
})
