import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../run.ts'

/** Environment variables with the path of the journal and the name of the stage, for the runners' reporters. */
export const journalVariable = 'FORUM_TEST_JOURNAL'
export const stageVariable = 'FORUM_TEST_STAGE'
/** Environment variable with the suite of the run, `gate` or `full`: `tests/component/support/project.ts` reads it. */
export const suiteVariable = 'FORUM_TEST_SUITE'

/** Result of a test. */
export type TestState = 'passed' | 'failed' | 'skipped'

/** A finished test, a check, the build, or a failure outside of all tests. */
export interface TestRecord {
  kind: 'test'
  /** Name of the stage. */
  stage: string
  /** Project of Vitest or Playwright; empty for a program, the stage for a failure outside of all tests. */
  project: string
  /** Path relative to the project's folder; empty for a program. */
  file: string
  /** Titles of the groups and of the test; joined by ` › ` for people. */
  titles: readonly string[]
  state: TestState
  ms: number
  /** First line of the error. */
  why?: string
}

/** A file whose tests of this run are all finished. */
export interface FileRecord {
  kind: 'file'
  stage: string
  file: string
}

/** Duration of a stage; a continued run has several per stage. */
export interface StageRecord {
  kind: 'stage'
  stage: string
  ms: number
}

/** First line of a journal: the run that it records. */
export interface RunRecord {
  kind: 'run'
  suite: 'gate' | 'full'
  /** Shard and paths of the arguments; empty for a whole run. */
  part: string
  /** Hash of the tested sources. */
  sources: string
}

export type JournalRecord = TestRecord | FileRecord | StageRecord | RunRecord

/** Appends a record to a journal immediately, so that it survives whatever ends the run. */
export function appendRecord(path: string, record: JournalRecord): void {
  appendFileSync(path, `${JSON.stringify(record)}\n`)
}

/** Reads a journal without a line that was truncated while it was written. */
export function readJournal(path: string): JournalRecord[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8').split('\n').flatMap(parseLine)
}

/** Writes a new journal. */
export function writeJournal(path: string, records: readonly JournalRecord[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

/** Parses a line; a truncated one has no record. */
function parseLine(line: string): JournalRecord[] {
  try {
    return [JSON.parse(line) as JournalRecord]
  } catch {
    return []
  }
}

/** Returns the first line of an error, with the next one when the first only announces it. */
export function firstLine(message: string): string {
  // oxlint-disable-next-line no-control-regex -- colours of terminals
  const plain = message.replaceAll(/\u001B\[[\d;]*m/g, '')
  const [first = '', second = ''] = plain
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return first.endsWith(':') ? `${first} ${second}` : first
}

/** Hashes the project's files except ignored ones; empty outside of a git working tree. */
export function hashSources(): string {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (listed.status !== 0) return ''
  const hash = createHash('sha256')
  for (const path of listed.stdout.split('\0').filter(Boolean).toSorted()) {
    hash.update(`${path}\n`)
    hash.update(readContent(path))
  }
  return hash.digest('hex')
}

/** Returns an empty text for a file that was removed but not yet committed. */
function readContent(path: string): Buffer | string {
  try {
    return readFileSync(join(root, path))
  } catch {
    return ''
  }
}
