import { paths } from '#contract/api.ts'
import { idempotencyHeaders } from '#contract/idempotency.ts'
import { ApiError, type Api } from '#lib/api.ts'
import { waitForFileNumber } from '#lib/uploads/wait-for-file-number.ts'
import {
  UploadInterruptedError,
  UploadRejectedError,
  type uploadResumable,
  type UploadOptions,
} from '#lib/uploads/resumable-upload.ts'
import type { ResumableUploadUrls } from './resumable-uploads.ts'
import { moduleName, type MaterialsRow, type MaterialKind } from './material-kinds.ts'
import type { UploadStoreDeps, UploadErrorReason } from './upload-store.ts'

/** What uploading a material needs. */
export interface UploadMaterialDeps {
  api: Pick<Api, 'get' | 'post' | 'list'>
  send: typeof uploadResumable
  endpoint: string
  headers: UploadOptions['headers']
  begun: ResumableUploadUrls
  /** Returns the number of the file of a kind that the user sees. */
  findSeenFile: (slot: MaterialKind) => string | undefined
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
  return async (slot, file, { sent, signal }) => {
    const writeRow = deps.createRowWriter()
    const seen = deps.findSeenFile(slot)
    try {
      const url = await transfer(deps, slot, file, { sent, signal })
      const no = await findNumber(deps, slot, url, signal)
      const { row, isOther } = await assignFile(deps, { slot, no, seen }, signal)
      signal.throwIfAborted()
      if (isOther) {
        // The uploaded file stays on the server: choosing it again, now that the user sees the other one, needs no
        // second transfer.
        writeRow(row, undefined)
        return { message: deps.formatReplaced() }
      }
      deps.begun.drop(slot)
      writeRow(row, seen)
      return undefined
    } catch (error) {
      // After an abort, another user may be signed in: their data must not be touched.
      signal.throwIfAborted()
      const rejection = getRejection(error)
      if (rejection) deps.begun.drop(slot)
      else throw error
      return rejection
    }
  }
}

async function transfer(
  { send, endpoint, headers, begun }: UploadMaterialDeps,
  slot: MaterialKind,
  file: File,
  { sent, signal }: { sent: (bytes: number) => void; signal: AbortSignal },
): Promise<string> {
  const url = await begun.find(slot, file)
  signal.throwIfAborted()
  return send(file, {
    endpoint,
    url,
    metadata: { filename: file.name, module: moduleName, field: slot },
    headers,
    onUrl: (address) => begun.save(slot, file, address),
    onSent: sent,
    signal,
  })
}

/** Waits for the number of the uploaded file. */
async function findNumber(
  { api, begun }: UploadMaterialDeps,
  slot: MaterialKind,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await waitForFileNumber(api, url, signal)
  } catch (error) {
    if (error instanceof UploadInterruptedError) begun.drop(slot)
    throw error
  }
}

/**
 * Writes the file to its field, only over the file that the user has seen.
 * The idempotency key makes a repetition after a lost connection the same request.
 */
async function assignFile(
  { api }: UploadMaterialDeps,
  { slot, no, seen }: { slot: MaterialKind; no: string; seen: string | undefined },
  signal: AbortSignal,
): Promise<{ row: MaterialsRow; isOther?: true }> {
  const key = (base: number) => `${slot}-${no}-${base}`.slice(0, 64)
  const options = (base: number) => ({
    limitMs: responseLimitMs,
    signal,
    headers: { [idempotencyHeaders.key]: key(base) },
  })
  const find = async () => (await api.list<MaterialsRow>(moduleName, { own: true }, { signal })).items[0]
  const edit = async (row: MaterialsRow): Promise<{ row: MaterialsRow; isOther?: true }> => {
    const currentNo = row[slot]?.no
    // The response to an earlier attempt was lost.
    if (currentNo === no) return { row }
    if (currentNo !== undefined && currentNo !== seen) return { row, isOther: true }
    const { id, version } = row
    return {
      row: (await api.post(
        paths.edit(moduleName),
        { id, version, [slot]: no },
        options(version),
      )) as MaterialsRow,
    }
  }
  const existing = await find()
  if (existing) return edit(existing)
  try {
    return { row: (await api.post(paths.post(moduleName), { [slot]: no }, options(0))) as MaterialsRow }
  } catch (error) {
    // Created on another device in the meantime.
    const createdElsewhere = error instanceof ApiError && error.status === 422 ? await find() : undefined
    if (!createdElsewhere) throw error
    return edit(createdElsewhere)
  }
}

/** Statuses that pass: ended sign-in, same request pending, busy server. The uploaded file stays. */
const transientStatuses: ReadonlySet<number> = new Set([401, 408, 409, 429])

/** Returns the server's text for an error that a retry cannot fix; undefined for any other. */
function getRejection(error: unknown): UploadErrorReason | undefined {
  if (error instanceof UploadRejectedError) return { message: error.message }
  const isClientError = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isClientError && !transientStatuses.has(error.status) ? { message: error.msg } : undefined
}
