import { paths, idempotencyHeaders } from '#contract/api.ts'
import { clientRowIdHeader, type FileValue } from '#contract/row.ts'
import type { HttpClient } from '#platform/http/client.ts'
import { NetworkError, ApiError } from '#platform/http/errors.ts'
import { StoreError } from '#platform/device-store/store.ts'
import type { EntryContent, ServerRowRef, StoredEntry, Conflict, AttemptFailure } from './entry.ts'
import type { AttemptResult } from './queue/record-result.ts'

/** Timeout of a request that sends an entry, in milliseconds. */
const submitTimeoutMs = 15_000
/** Timeout of an upload in milliseconds. The time that the file takes at {@link minBytesPerMs} is added. */
const uploadTimeoutMs = 20_000
/** Slowest network on which an upload succeeds: 0.2 Mbit/s. */
const minBytesPerMs = 25

/** One entry with what sending it needs. */
export interface EntryRequest {
  entry: StoredEntry
  content: EntryContent
  /** Reads a file of the entry by its index; undefined when the bytes are gone. */
  readFile: (index: number) => Promise<Blob | undefined>
  /** Stores the number that the server gave a file. It must be stored before the entry itself is sent. */
  recordUpload: (index: number, no: string) => Promise<void>
  /** False when the entry's owner is no longer signed in. */
  isOwnerSignedIn: () => boolean
}

/** Sends one entry, its files first. Never throws. */
export async function sendEntry(
  http: Pick<HttpClient, 'post'>,
  request: EntryRequest,
): Promise<AttemptResult> {
  const { entry, content } = request
  let headers: Headers | undefined
  const onHeaders = (responseHeaders: Headers) => (headers = responseHeaders)
  try {
    const files = await sendFiles(http, request, onHeaders)
    if (!request.isOwnerSignedIn()) return { kind: 'needs_auth' }
    // From here on a failure must not read `Retry-After` of an upload's response.
    headers = undefined
    const { path, body } = toHttpRequest(entry, { ...content.body, ...files })
    const data = await http.post(path, body, {
      headers: createHeaders(entry),
      limitMs: submitTimeoutMs,
      onHeaders,
    })
    if (!isServerResponse(headers, entry.key)) throw new NetworkError('not_our_server', path)
    return { kind: 'done', ref: toRef(data, entry) }
  } catch (error) {
    return toAttemptResult(error, headers)
  }
}

/** New versions of the app send further data in headers, because a retry must have the body of the first attempt. */
function createHeaders({ key, deed, entityId }: StoredEntry): Record<string, string> {
  return {
    [idempotencyHeaders.key]: key,
    ...(deed.kind === 'create' && { [clientRowIdHeader]: entityId }),
  }
}

/** Returns whether the response is JSON with the entry's idempotency key, and not a page of a proxy or captive portal. */
function isServerResponse(headers: Headers | undefined, key: string): boolean {
  const type = headers?.get('content-type') ?? ''
  return /^application\/json\b/i.test(type) && headers?.get(idempotencyHeaders.key) === key
}

/** Uploads the files that the server does not have yet. @returns the fields with the files' numbers */
async function sendFiles(
  http: Pick<HttpClient, 'post'>,
  { entry, content, readFile, recordUpload, isOwnerSignedIn }: EntryRequest,
  onHeaders: (headers: Headers) => void,
): Promise<Record<string, unknown>> {
  const numbers: [field: string, no: string][] = []
  for (const [index, { field, sizeBytes, uploadedAs }] of entry.files.entries()) {
    let no = uploadedAs
    if (no === undefined) {
      const file = await readFile(index)
      if (!file) throw new FileGoneError(field)
      // Counts as a failed attempt without a response: the owner sends the entry again after the next sign-in.
      if (!isOwnerSignedIn()) throw new NetworkError('no_answer', field)
      const form = new FormData()
      form.append('module', entry.module)
      form.append('field', field)
      form.append('file', file, content.fileNames[index] ?? 'file')
      const limitMs = uploadTimeoutMs + sizeBytes / minBytesPerMs
      ;({ no } = (await http.post(paths.upload, form, { limitMs, onHeaders })) as FileValue)
      await recordUpload(index, no)
    }
    numbers.push([field, no])
  }
  return groupByField(numbers, content.body)
}

/** Returns a list for a field with several files, or with a list in the body; otherwise a single number. */
function groupByField(
  numbers: readonly [field: string, no: string][],
  body: EntryContent['body'],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [field, no] of numbers) {
    const isList = Array.isArray(body[field]) || numbers.filter(([name]) => name === field).length > 1
    const previousValue = fields[field] ?? body[field]
    fields[field] = isList ? [...(Array.isArray(previousValue) ? (previousValue as unknown[]) : []), no] : no
  }
  return fields
}

/** Returns the endpoint's path and the body of the entry's operation. */
function toHttpRequest(entry: StoredEntry, fields: Readonly<Record<string, unknown>>) {
  const { module, deed, entityId, rowId } = entry
  if (deed.kind === 'create') return { path: paths.post(module), body: fields }
  const version = deed.baseVersion === undefined ? {} : { version: deed.baseVersion }
  const row = { id: rowId ?? entityId, ...version }
  switch (deed.kind) {
    case 'delete':
      return { path: paths.delete(module), body: row }
    case 'update':
      return { path: paths.edit(module), body: { ...fields, ...row } }
    default:
      return { path: paths.action(module, deed.name), body: { ...fields, ...row } }
  }
}

/** Reads the row of a response. When the response names no row, the id that the entry was sent with is the row's. */
function toRef(data: unknown, { rowId, entityId }: StoredEntry): ServerRowRef {
  const row = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  return {
    id: typeof row['id'] === 'string' ? row['id'] : (rowId ?? entityId),
    ...(typeof row['version'] === 'number' && { version: row['version'] }),
    ...(typeof row['no'] === 'string' && { no: row['no'] }),
  }
}

/** HTTP statuses below 500 after which the same request can be sent again: timeout, too early, too many requests. */
const retryStatuses = new Set([408, 425, 429])

/** The bytes of a file are no longer on the device: the user must choose the file again. */
class FileGoneError extends Error {
  override readonly name = 'FileGoneError'
  readonly field: string

  constructor(field: string) {
    super(`no bytes for ${field}`)
    this.field = field
  }
}

/** Converts an error of a request to the result of the attempt. @param headers of the response, if there was one */
function toAttemptResult(error: unknown, headers: Headers | undefined): AttemptResult {
  if (error instanceof FileGoneError) {
    const problems = [{ path: error.field, key: 'field.required' }]
    return { kind: 'rejected', failure: { key: 'file.gone' }, rejection: { msg: '', problems } }
  }
  // The device store failed this time; another attempt may succeed.
  if (error instanceof StoreError) return { kind: 'wait', failure: {} }
  if (!(error instanceof ApiError)) {
    // A bug in the app fails at every attempt: the entry is retried like without network, and shows as late.
    const failure = error instanceof NetworkError ? {} : { key: 'server.error' }
    return { kind: 'wait', failure }
  }
  const { status, key } = error
  const failure: AttemptFailure = { status, ...(key !== undefined && { key }) }
  // A response without an error key comes from a proxy, not from the forum's server.
  if (key === undefined || status >= 500 || retryStatuses.has(status) || key === 'idempotency.in_progress')
    return toWait(failure, readRetryAfter(headers))
  if (error.needsSignIn) return { kind: 'needs_auth' }
  const rejection = { msg: error.msg, problems: error.fields }
  if (key === 'row.stale' || status === 412)
    return { kind: 'conflict', failure, rejection: { ...rejection, conflict: toConflict(error.data) } }
  return { kind: 'rejected', failure, rejection }
}

function toWait(failure: AttemptFailure, retryAfterMs: number | undefined): AttemptResult {
  return retryAfterMs === undefined
    ? { kind: 'wait', failure }
    : { kind: 'wait', failure: { ...failure, isAskedToWait: true }, retryAfterMs }
}

/** Parses `Retry-After` to milliseconds. A date, which proxies may send, is compared with the response's `Date`. */
function readRetryAfter(headers: Headers | undefined): number | undefined {
  const retryAfter = headers?.get('retry-after')
  if (!retryAfter) return undefined
  const seconds = Number(retryAfter)
  if (Number.isFinite(seconds)) return seconds * 1000
  const waitMs = Date.parse(retryAfter) - Date.parse(headers?.get('date') ?? '')
  return Number.isFinite(waitMs) ? waitMs : undefined
}

/** Reads the data of `row.stale`. A server that sends none reports a conflict without fields. */
function toConflict(data: unknown): Conflict {
  const { current, fields } = (data ?? {}) as Partial<Conflict>
  return {
    current: typeof current === 'object' && current !== null ? current : {},
    fields: Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [],
  }
}
