import { paths } from '#contract/api.ts'
import { idempotencyHeaders } from '#contract/idempotency.ts'
import { clientRowIdHeader, type FileValue } from '#contract/row.ts'
import type { HttpClient } from '#lib/http/client.ts'
import { NetworkError } from '#lib/http/errors.ts'
import type { EntryContent, ServerRowRef, StoredEntry } from './entry.ts'
import { FileGoneError, toAttemptResult } from './classify-error.ts'
import type { AttemptResult } from './queue/record-result.ts'

/** Longest wait for the answer to a submission, in milliseconds (offline.md 3). */
const submitLimitMs = 15_000
/** A file may take this long, and a second more for each of these bytes: 0.2 Mbit/s, a line on which it still goes. */
const uploadLimitMs = 20_000
const slowestBytesPerMs = 25

/** One entry on its way. */
export interface EntryRequest {
  entry: StoredEntry
  content: EntryContent
  /** Bytes of a file of the entry, by its place; undefined when they are gone. */
  readFile: (index: number) => Promise<Blob | undefined>
  /** The server gave a file its number. Must be kept before the entry itself goes out. */
  noteUpload: (index: number, no: string) => Promise<void>
  /** False when the person who is signed in is no longer the entry's. */
  isStillTheirs: () => boolean
}

/** Sends one entry: its files first, then what names them. Never throws. */
export async function sendEntry(
  http: Pick<HttpClient, 'post'>,
  delivery: EntryRequest,
): Promise<AttemptResult> {
  const { entry, content } = delivery
  let headers: Headers | undefined
  const onHeaders = (heard: Headers) => (headers = heard)
  try {
    const files = await sendFiles(http, delivery, onHeaders)
    if (!delivery.isStillTheirs()) return { kind: 'needs_auth' }
    headers = undefined
    const { path, body } = toCall(entry, { ...content.body, ...files })
    const data = await http.post(path, body, {
      headers: headersOf(entry),
      limitMs: submitLimitMs,
      onHeaders,
    })
    if (!isOurAnswer(headers, entry.key)) throw new NetworkError('not_our_server', path)
    return { kind: 'done', ref: toRef(data, entry) }
  } catch (error) {
    return toAttemptResult(error, headers)
  }
}

/** The body stays what it was at the first try: what a newer app knows of an entry must go beside it. */
function headersOf({ key, deed, entityId }: StoredEntry): Record<string, string> {
  return {
    [idempotencyHeaders.key]: key,
    ...(deed.kind === 'create' && { [clientRowIdHeader]: entityId }),
  }
}

/** Only JSON that brings our key back is an answer to this very call: a proxy's or a portal's page is none. */
function isOurAnswer(headers: Headers | undefined, key: string): boolean {
  const type = headers?.get('content-type') ?? ''
  return /^application\/json\b/i.test(type) && headers?.get(idempotencyHeaders.key) === key
}

/** Sends the files that the server does not have yet; the fields with their numbers. */
async function sendFiles(
  http: Pick<HttpClient, 'post'>,
  { entry, content, readFile, noteUpload, isStillTheirs }: EntryRequest,
  onHeaders: (headers: Headers) => void,
): Promise<Record<string, unknown>> {
  const numbers: [field: string, no: string][] = []
  for (const [index, { field, sizeBytes, uploadedAs }] of entry.files.entries()) {
    let no = uploadedAs
    if (no === undefined) {
      const file = await readFile(index)
      if (!file) throw new FileGoneError(field)
      if (!isStillTheirs()) throw new NetworkError('no_answer', field)
      const form = new FormData()
      form.append('module', entry.module)
      form.append('field', field)
      form.append('file', file, content.fileNames[index] ?? 'file')
      const limitMs = uploadLimitMs + sizeBytes / slowestBytesPerMs
      ;({ no } = (await http.post(paths.upload, form, { limitMs, onHeaders })) as FileValue)
      await noteUpload(index, no)
    }
    numbers.push([field, no])
  }
  return byField(numbers, content.body)
}

/** Several files of one field are a list, and so is one for a field that holds a list already. */
function byField(
  numbers: readonly [field: string, no: string][],
  body: EntryContent['body'],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [field, no] of numbers) {
    const isList = Array.isArray(body[field]) || numbers.filter(([name]) => name === field).length > 1
    const before = fields[field] ?? body[field]
    fields[field] = isList ? [...(Array.isArray(before) ? (before as unknown[]) : []), no] : no
  }
  return fields
}

function toCall(entry: StoredEntry, fields: Readonly<Record<string, unknown>>) {
  const { module, deed, entityId, rowId } = entry
  if (deed.kind === 'create') return { path: paths.post(module), body: fields }
  const known = deed.baseVersion === undefined ? {} : { version: deed.baseVersion }
  const row = { id: rowId ?? entityId, ...known }
  switch (deed.kind) {
    case 'delete':
      return { path: paths.delete(module), body: row }
    case 'update':
      return { path: paths.edit(module), body: { ...fields, ...row } }
    default:
      return { path: paths.action(module, deed.name), body: { ...fields, ...row } }
  }
}

function toRef(data: unknown, { rowId, entityId }: StoredEntry): ServerRowRef {
  const row = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  return {
    id: typeof row['id'] === 'string' ? row['id'] : (rowId ?? entityId),
    ...(typeof row['version'] === 'number' && { version: row['version'] }),
    ...(typeof row['no'] === 'string' && { no: row['no'] }),
  }
}
