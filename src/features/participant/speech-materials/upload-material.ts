import { paths, idempotencyHeaders } from '#contract/api.ts'
import { ApiError, type Api } from '#platform/api.ts'
import {
  waitForFileNumber,
  UploadInterruptedError,
  UploadRejectedError,
  type uploadResumable,
  type UploadOptions,
} from '#platform/uploads/resumable-upload.ts'
import type { ResumableUploadUrls } from './resumable-uploads.ts'
import { moduleName, type MaterialsRow, type MaterialKind } from './material-kinds.ts'
import type { UploadStoreDeps, UploadErrorReason } from './upload-store.ts'

/** Dependencies of the uploader. */
export interface UploadMaterialDeps {
  api: Pick<Api, 'get' | 'post' | 'list'>
  send: typeof uploadResumable
  /** URL of the server's resumable uploads. */
  endpoint: string
  headers: UploadOptions['headers']
  resumableUrls: ResumableUploadUrls
  /** Returns the number of the file that the user sees for a kind; undefined when there is none. */
  findSeenFile: (kind: MaterialKind) => string | undefined
  /** Returns the text for a rejection because another device has replaced the file that the user sees. */
  formatReplaced: () => string
  /**
   * Called when an upload starts, while its user is signed in. Returns a function that stores the written row.
   * `replacedNo` is the number of the file that the upload has replaced; undefined when there was none.
   */
  createRowWriter: () => (row: MaterialsRow, replacedNo: string | undefined) => void
}

/** Time limit for a response, in milliseconds. */
const responseLimitMs = 15_000

/**
 * Creates the function that uploads a file, waits for its number and writes that to the kind's field of the user's row.
 */
export function createMaterialUploader(deps: UploadMaterialDeps): UploadStoreDeps['deliver'] {
  return async (kind, file, { onSent, signal }) => {
    const writeRow = deps.createRowWriter()
    const seenNo = deps.findSeenFile(kind)
    try {
      const url = await transferFile(deps, kind, file, { onSent, signal })
      const no = await waitForNumber(deps, kind, url, signal)
      const { row, isReplacedElsewhere } = await assignFile(deps, { kind, no, seenNo }, signal)
      signal.throwIfAborted()
      if (isReplacedElsewhere) {
        // The row writer shows the file of the other device. The URL stays, so that choosing this file again needs no
        // second transfer.
        writeRow(row, undefined)
        return { message: deps.formatReplaced() }
      }
      deps.resumableUrls.drop(kind)
      writeRow(row, seenNo)
      return undefined
    } catch (error) {
      // After an abort, another user may be signed in: their data must not be touched.
      signal.throwIfAborted()
      const rejection = getRejection(error)
      if (rejection) deps.resumableUrls.drop(kind)
      else throw error
      return rejection
    }
  }
}

/** Sends the file, from where an earlier upload ended. @returns the URL of the upload */
async function transferFile(
  { send, endpoint, headers, resumableUrls }: UploadMaterialDeps,
  kind: MaterialKind,
  file: File,
  { onSent, signal }: { onSent: (bytes: number) => void; signal: AbortSignal },
): Promise<string> {
  const url = await resumableUrls.find(kind, file)
  signal.throwIfAborted()
  return send(file, {
    endpoint,
    url,
    metadata: { filename: file.name, module: moduleName, field: kind },
    headers,
    onUrl: (newUrl) => resumableUrls.save(kind, file, newUrl),
    onSent,
    signal,
  })
}

/** Waits until the server has checked the upload, and returns the number of its file. */
async function waitForNumber(
  { api, resumableUrls }: UploadMaterialDeps,
  kind: MaterialKind,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await waitForFileNumber(api, url, signal)
  } catch (error) {
    // The upload has expired on the server, so the next attempt must start a new one.
    if (error instanceof UploadInterruptedError) resumableUrls.drop(kind)
    throw error
  }
}

/**
 * Writes the number of the file to its field, unless another device has put a file there that the user has not seen.
 * The idempotency key is the same when the request is repeated after a lost connection, so the server runs it once.
 */
async function assignFile(
  { api }: UploadMaterialDeps,
  { kind, no, seenNo }: { kind: MaterialKind; no: string; seenNo: string | undefined },
  signal: AbortSignal,
): Promise<{ row: MaterialsRow; isReplacedElsewhere?: true }> {
  /** @param version of the row that the request changes; 0 for a request that creates it */
  const toOptions = (version: number) => ({
    limitMs: responseLimitMs,
    signal,
    // The server accepts keys of at most 64 characters.
    headers: { [idempotencyHeaders.key]: `${kind}-${no}-${version}`.slice(0, 64) },
  })
  const findRow = async () => (await api.list<MaterialsRow>(moduleName, { own: true }, { signal })).items[0]
  const updateRow = async (row: MaterialsRow): Promise<{ row: MaterialsRow; isReplacedElsewhere?: true }> => {
    const currentNo = row[kind]?.no
    // An earlier attempt has written it, and its response was lost.
    if (currentNo === no) return { row }
    if (currentNo !== undefined && currentNo !== seenNo) return { row, isReplacedElsewhere: true }
    const { id, version } = row
    return {
      row: (await api.post(
        paths.edit(moduleName),
        { id, version, [kind]: no },
        toOptions(version),
      )) as MaterialsRow,
    }
  }
  const existing = await findRow()
  if (existing) return updateRow(existing)
  try {
    return { row: (await api.post(paths.post(moduleName), { [kind]: no }, toOptions(0))) as MaterialsRow }
  } catch (error) {
    // The server refuses a second row of the user with 422: another device has created the first one meanwhile.
    const createdElsewhere = error instanceof ApiError && error.status === 422 ? await findRow() : undefined
    if (!createdElsewhere) throw error
    return updateRow(createdElsewhere)
  }
}

/** Statuses of errors that a retry can fix: ended sign-in, timeout, same request still running, too many requests. */
const transientStatuses: ReadonlySet<number> = new Set([401, 408, 409, 429])

/** Returns the server's text for an error that a retry cannot fix; undefined for any other. */
function getRejection(error: unknown): UploadErrorReason | undefined {
  if (error instanceof UploadRejectedError) return { message: error.message }
  const isClientError = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isClientError && !transientStatuses.has(error.status) ? { message: error.msg } : undefined
}
