import { paths } from '#contract/api.ts'
import { idempotencyHeaders } from '#contract/idempotency.ts'
import type { RevealBody, RevealData, RowRevisionInfo } from '#contract/row-api.ts'
import { api } from '#lib/api.ts'
import { createId } from '#lib/create-id.ts'
import type { Row } from './console-api.ts'

/** Longest wait for the answer to a call about one row, in milliseconds (offline.md 3). */
const limitMs = 15_000

/** Which row is brought back, and to what. */
export interface RestoreBody {
  id: string
  /** What it held at this version; a deleted row comes back as it was without one. */
  version?: number
  /** The newest version that the person has seen: what others wrote since is refused, not lost. */
  known?: number
}

/** A row's writes, the newest first; those of a deleted row too. */
export async function listRevisions(
  module: string,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<RowRevisionInfo[]> {
  const options = { limitMs, ...(signal && { signal }) }
  return (await api.get(paths.revisions(module, id), undefined, options)) as RowRevisionInfo[]
}

/** Brings a row back. */
export async function restoreRow(module: string, body: RestoreBody): Promise<Row> {
  return (await api.post(paths.restore(module), body, { limitMs, headers: keyed(createId()) })) as Row
}

/** Shows one masked value in full; the server notes who asked, and why. */
export async function revealValue(module: string, body: RevealBody): Promise<RevealData> {
  return (await api.post(paths.reveal(module), body, { limitMs })) as RevealData
}

/** What is done with each of several rows. */
export type RowOperation =
  | { kind: 'delete' }
  | { kind: 'action'; name: string; body: Readonly<Record<string, unknown>> }

/**
 * Does it with one row, as the person has seen it.
 * @param key the same for the same row and deed: a call whose answer was lost is not done twice
 * @returns the version that it made; undefined for a deletion
 * @throws ApiError, NetworkError
 */
export async function runRowOperation(
  module: string,
  { id, version }: Pick<Row, 'id' | 'version'>,
  deed: RowOperation,
  key: string,
): Promise<number | undefined> {
  const path = deed.kind === 'delete' ? paths.delete(module) : paths.action(module, deed.name)
  const fields = deed.kind === 'delete' ? {} : deed.body
  const made = (await api.post(
    path,
    { ...fields, id, version },
    { limitMs, headers: keyed(key) },
  )) as Partial<Row>
  return made.version
}

const keyed = (key: string) => ({ [idempotencyHeaders.key]: key })
