import { paths, idempotencyHeaders } from '#contract/api.ts'
import type { RevealBody, RevealData, RowRevisionInfo } from '#contract/row-api.ts'
import { api } from '#platform/api.ts'
import { createId } from '#platform/create-id.ts'
import type { Row } from './console-api.ts'

/** Timeout of a request about one row, in milliseconds. */
const limitMs = 15_000

/** Body of a restore request. */
export interface RestoreBody {
  id: string
  /** The version to restore. A deleted row needs none: its last version is restored. */
  version?: number
  /**
   * The newest version that the user has seen. The server rejects the request when the row has changed since.
   */
  known?: number
}

/** Lists the revisions of a row, newest first; also of a deleted row. */
export async function listRevisions(
  module: string,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<RowRevisionInfo[]> {
  const options = { limitMs, ...(signal && { signal }) }
  return (await api.get(paths.revisions(module, id), undefined, options)) as RowRevisionInfo[]
}

/** Restores a version of a row, or a deleted row. A repeated call restores again: it has its own idempotency key. */
export async function restoreRow(module: string, body: RestoreBody): Promise<Row> {
  return (await api.post(paths.restore(module), body, {
    limitMs,
    headers: toIdempotencyHeader(createId()),
  })) as Row
}

/** Reveals one masked value. The server logs the user and the reason. */
export async function revealValue(module: string, body: RevealBody): Promise<RevealData> {
  return (await api.post(paths.reveal(module), body, { limitMs })) as RevealData
}

/** An operation that {@link runRowOperation} runs on one row. The `body` has the values of the action's form. */
export type RowOperation =
  | { kind: 'delete' }
  | { kind: 'action'; name: string; body: Readonly<Record<string, unknown>> }

/**
 * Runs an operation on one row in the version that the user has seen.
 * @param key idempotency key, the same for the same row and operation: a repeated request has no second
 * effect
 * @returns the new version; undefined for a deletion
 * @throws ApiError, NetworkError
 */
export async function runRowOperation(
  module: string,
  { id, version }: Pick<Row, 'id' | 'version'>,
  operation: RowOperation,
  key: string,
): Promise<number | undefined> {
  const path = operation.kind === 'delete' ? paths.delete(module) : paths.action(module, operation.name)
  const formValues = operation.kind === 'delete' ? {} : operation.body
  const row = (await api.post(
    path,
    { ...formValues, id, version },
    { limitMs, headers: toIdempotencyHeader(key) },
  )) as Partial<Row>
  return row.version
}

const toIdempotencyHeader = (key: string) => ({ [idempotencyHeaders.key]: key })
