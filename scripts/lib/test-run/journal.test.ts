import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appendRecord, firstLine, readJournal, writeJournal, type JournalRecord } from './journal.ts'

const path = join(mkdtempSync(join(tmpdir(), 'journal-')), 'results', 'journal.jsonl')

test('what is written is read again, without a line that was cut off', () => {
  const records: JournalRecord[] = [
    { kind: 'run', suite: 'gate', part: '', sources: 'a' },
    { kind: 'stage', stage: 'unit', ms: 5 },
  ]
  expect(readJournal(path)).toEqual([])
  writeJournal(path, records.slice(0, 1))
  appendRecord(path, { kind: 'stage', stage: 'unit', ms: 5 })
  appendFileSync(path, '{"kind":"test","sta')
  expect(readJournal(path)).toEqual(records)
})

test.each([
  ['Error: two\n    at a.test.ts', 'Error: two'],
  ['\u001B[31mexpected\u001B[39m 1', 'expected 1'],
  ['The server ended with 1:\nPort 3000 is in use', 'The server ended with 1: Port 3000 is in use'],
  ['', ''],
])('the first line of %j says why', (message, line) => {
  expect(firstLine(message)).toBe(line)
})
