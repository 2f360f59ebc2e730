import { paths } from '#contract/api.ts'
import { idempotencyHeaders } from '#contract/idempotency.ts'
import { ApiError, type Api } from '#lib/api.ts'
import { waitForFileNumber } from '#lib/uploads/find-file-number.ts'
import {
  UploadInterruptedError,
  UploadRejectedError,
  type uploadResumable,
  type UploadOptions,
} from '#lib/uploads/resumable-upload.ts'
import type { ResumableUploadUrls } from './resumable-uploads.ts'
import { moduleName, type MaterialsRow, type MaterialKind } from './material-kinds.ts'
import type { UploadStoreDeps, UploadErrorReason } from './upload-store.ts'

/** What bringing a file into its place works with. */
export interface UploadMaterialDeps {
  api: Pick<Api, 'get' | 'post' | 'list'>
  send: typeof uploadResumable
  endpoint: string
  headers: UploadOptions['headers']
  begun: ResumableUploadUrls
  /** Number of the file that the person sees in a place. */
  findShown: (slot: MaterialKind) => string | undefined
  /** Says that another file has taken the place. */
  describeOther: () => string
  /**
   * Asked when a file sets out, by whom it is sent: what it gives is told the row as it is afterwards, and the number of the
   * file that it held in that place before.
   */
  rowKeeper: () => (row: MaterialsRow, replaced: string | undefined) => void
}

/** Longest wait for the server's word, in milliseconds (offline.md 3). */
const limitMs = 15_000

/** Sends a file, asks what it became, and names it in its place of the person's row; the other places stay. */
export function createMaterialUploader(parts: UploadMaterialDeps): UploadStoreDeps['deliver'] {
  return async (slot, file, { sent, signal }) => {
    const keepRow = parts.rowKeeper()
    const seen = parts.findShown(slot)
    try {
      const url = await transfer(parts, slot, file, { sent, signal })
      const no = await findNumber(parts, slot, url, signal)
      const { row, isOther } = await putInPlace(parts, { slot, no, seen }, signal)
      signal.throwIfAborted()
      if (isOther) {
        // What has arrived stays: the same file chosen again, over what is seen now, is not sent once more.
        keepRow(row, undefined)
        return { refusal: parts.describeOther() }
      }
      parts.begun.drop(slot)
      keepRow(row, seen)
      return undefined
    } catch (error) {
      // Who stopped it may be somebody else's sign-in by now: nothing of theirs is touched.
      signal.throwIfAborted()
      const refusal = refusalOf(error)
      if (refusal) parts.begun.drop(slot)
      else throw error
      return refusal
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
    onUrl: (address) => begun.keep(slot, file, address),
    onSent: sent,
    signal,
  })
}

/** The number of the file that an upload became. */
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
 * Names the file in its place alone, over the file that the person has seen there and no other. The key makes a call that
 * is made again, after a break, the same one.
 */
async function putInPlace(
  { api }: UploadMaterialDeps,
  { slot, no, seen }: { slot: MaterialKind; no: string; seen: string | undefined },
  signal: AbortSignal,
): Promise<{ row: MaterialsRow; isOther?: true }> {
  const key = (base: number) => `${slot}-${no}-${base}`.slice(0, 64)
  const options = (base: number) => ({ limitMs, signal, headers: { [idempotencyHeaders.key]: key(base) } })
  const find = async () => (await api.list<MaterialsRow>(moduleName, { own: true }, { signal })).items[0]
  const edit = async (row: MaterialsRow): Promise<{ row: MaterialsRow; isOther?: true }> => {
    const there = row[slot]?.no
    // The answer to a try before this one was lost.
    if (there === no) return { row }
    if (there !== undefined && there !== seen) return { row, isOther: true }
    const { id, version } = row
    return {
      row: (await api.post(
        paths.edit(moduleName),
        { id, version, [slot]: no },
        options(version),
      )) as MaterialsRow,
    }
  }
  const known = await find()
  if (known) return edit(known)
  try {
    return { row: (await api.post(paths.post(moduleName), { [slot]: no }, options(0))) as MaterialsRow }
  } catch (error) {
    // Made meanwhile, on another device.
    const made = error instanceof ApiError && error.status === 422 ? await find() : undefined
    if (!made) throw error
    return edit(made)
  }
}

/** A sign-in that ended, the same call still under way, a server that is busy: what has arrived stays. */
const passing: ReadonlySet<number> = new Set([401, 408, 409, 429])

/** A refusal that no second try mends, in the server's words; undefined for anything that passes. */
function refusalOf(error: unknown): UploadErrorReason | undefined {
  if (error instanceof UploadRejectedError) return { refusal: error.message }
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefused && !passing.has(error.status) ? { refusal: error.msg } : undefined
}
