import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Names the environment variables by which the runners' reporters learn where and for which stage they write. */
export const journalVariable = 'FORUM_TEST_JOURNAL'
export const stageVariable = 'FORUM_TEST_STAGE'
/** Environment variable with the suite of the run, `gate` or `full`: `tests/component/support/project.ts` reads it. */
export const suiteVariable = 'FORUM_TEST_SUITE'

export type TestState = 'passed' | 'failed' | 'skipped'

/** A finished test; also a check, the build, and what failed beside the tests of a file. */
export interface TestRecord {
  kind: 'test'
  stage: string
  project: string
  file: string
  /** Titles of the groups and of the test; joined by ` › ` for people. */
  titles: readonly string[]
  state: TestState
  ms: number
  /** First line of the error. */
  why?: string
}

/** A file of which all tests of this run are finished. */
export interface FileRecord {
  kind: 'file'
  stage: string
  file: string
}

/** Time of a stage; a continued run has several of one stage. */
export interface StageRecord {
  kind: 'stage'
  stage: string
  ms: number
}

/** First line of a journal: of what it tells. */
export interface RunRecord {
  kind: 'run'
  suite: 'gate' | 'full'
  /** Its shard and the paths that were wanted, as in the arguments; empty for the whole. */
  part: string
  /** Hash of the sources that are tested. */
  sources: string
}

export type JournalRecord = TestRecord | FileRecord | StageRecord | RunRecord

/** Adds a record to a journal, at once: what is written survives whatever ends the run. */
export function appendRecord(path: string, record: JournalRecord): void {
  appendFileSync(path, `${JSON.stringify(record)}\n`)
}

/** Reads a journal; a line that was cut off while it was written is left out. */
export function readJournal(path: string): JournalRecord[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8').split('\n').flatMap(parseLine)
}

/** Writes a journal from the start. */
export function writeJournal(path: string, records: readonly JournalRecord[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

function parseLine(line: string): JournalRecord[] {
  try {
    return [JSON.parse(line) as JournalRecord]
  } catch {
    return []
  }
}

/** The first line of an error, with the next one where it only announces it. */
export function firstLine(message: string): string {
  // oxlint-disable-next-line no-control-regex -- colours of terminals
  const plain = message.replaceAll(/\u001B\[[\d;]*m/g, '')
  const [first = '', second = ''] = plain
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return first.endsWith(':') ? `${first} ${second}` : first
}
