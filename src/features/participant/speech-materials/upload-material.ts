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

/** What uploading a material needs. */
export interface UploadMaterialDeps {
  api: Pick<Api, 'get' | 'post' | 'list'>
  send: typeof uploadResumable
  endpoint: string
  headers: UploadOptions['headers']
  resumableUrls: ResumableUploadUrls
  /** Returns the number of the file that the user sees for a kind; undefined when there is none. */
  findSeenFile: (kind: MaterialKind) => string | undefined
  /** Returns the text for a file that another device has replaced. */
  formatReplaced: () => string
  /**
   * Called when an upload starts, while its user is signed in.
   * Returns a function that receives the row afterwards and the number of the replaced file.
   */
  createRowWriter: () => (row: MaterialsRow, replaced: string | undefined) => void
}

/** Time limit for a response, in milliseconds. */
const responseLimitMs = 15_000

/** Creates the function that uploads a file, waits for its number and writes it to its field of the user's row. */
export function createMaterialUploader(deps: UploadMaterialDeps): UploadStoreDeps['deliver'] {
  return async (kind, file, { onSent, signal }) => {
    const writeRow = deps.createRowWriter()
    const seenNo = deps.findSeenFile(kind)
    try {
      const url = await transferFile(deps, kind, file, { onSent, signal })
      const no = await findNumber(deps, kind, url, signal)
      const { row, isReplacedElsewhere } = await assignFile(deps, { kind, no, seenNo }, signal)
      signal.throwIfAborted()
      if (isReplacedElsewhere) {
        // The uploaded file stays on the server: choosing it again, now that the user sees the other one, needs no
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

/** Waits for the number of the uploaded file. */
async function findNumber(
  { api, resumableUrls }: UploadMaterialDeps,
  kind: MaterialKind,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await waitForFileNumber(api, url, signal)
  } catch (error) {
    if (error instanceof UploadInterruptedError) resumableUrls.drop(kind)
    throw error
  }
}

/**
 * Writes the file to its field, only over the file that the user has seen.
 * The idempotency key makes a repetition after a lost connection the same request.
 */
async function assignFile(
  { api }: UploadMaterialDeps,
  { kind, no, seenNo }: { kind: MaterialKind; no: string; seenNo: string | undefined },
  signal: AbortSignal,
): Promise<{ row: MaterialsRow; isReplacedElsewhere?: true }> {
  const key = (base: number) => `${kind}-${no}-${base}`.slice(0, 64)
  const options = (base: number) => ({
    limitMs: responseLimitMs,
    signal,
    headers: { [idempotencyHeaders.key]: key(base) },
  })
  const findRow = async () => (await api.list<MaterialsRow>(moduleName, { own: true }, { signal })).items[0]
  const updateRow = async (row: MaterialsRow): Promise<{ row: MaterialsRow; isReplacedElsewhere?: true }> => {
    const currentNo = row[kind]?.no
    // The response to an earlier attempt was lost.
    if (currentNo === no) return { row }
    if (currentNo !== undefined && currentNo !== seenNo) return { row, isReplacedElsewhere: true }
    const { id, version } = row
    return {
      row: (await api.post(
        paths.edit(moduleName),
        { id, version, [kind]: no },
        options(version),
      )) as MaterialsRow,
    }
  }
  const existing = await findRow()
  if (existing) return updateRow(existing)
  try {
    return { row: (await api.post(paths.post(moduleName), { [kind]: no }, options(0))) as MaterialsRow }
  } catch (error) {
    // Created on another device in the meantime.
    const createdElsewhere = error instanceof ApiError && error.status === 422 ? await findRow() : undefined
    if (!createdElsewhere) throw error
    return updateRow(createdElsewhere)
  }
}

/** Statuses of temporary errors: ended sign-in, same request pending, busy server. The uploaded file stays. */
const transientStatuses: ReadonlySet<number> = new Set([401, 408, 409, 429])

/** Returns the server's text for an error that a retry cannot fix; undefined for any other. */
function getRejection(error: unknown): UploadErrorReason | undefined {
  if (error instanceof UploadRejectedError) return { message: error.message }
  const isClientError = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isClientError && !transientStatuses.has(error.status) ? { message: error.msg } : undefined
}
