import { paths } from '#contract/api.ts'
import type {
  ImportCheckBody,
  ImportProgress,
  ImportReport,
  ImportState,
  OnError,
  UndoReport,
} from '#contract/transfer.ts'
import { api, getEndpointUrl } from '#platform/api.ts'
import type { DownloadedFile } from '#platform/http/client.ts'
import { readProgressStream } from '#platform/http/server-events.ts'
import { getLocale } from '#platform/locale.ts'
import { authStore } from '#platform/auth.ts'
import { waitForFileNumber, uploadResumable } from '#platform/uploads/resumable-upload.ts'
import type { UploadPurpose } from '#contract/api.ts'

/** Timeout in milliseconds of requests that process no rows. Those that do report their progress instead. */
const responseTimeoutMs = 15_000

const purpose: UploadPurpose = 'import'

/** Options of a request that processes rows. */
interface ProgressOptions {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

/**
 * Uploads a table, resuming the interrupted upload at `url`; undefined starts a new one.
 * @returns the number of the file
 */
export async function uploadTable(
  module: string,
  file: File,
  {
    url,
    onUrl,
    onSent,
    signal,
  }: {
    url: string | undefined
    onUrl: (url: string) => void
    onSent: (bytes: number) => void
    signal: AbortSignal
  },
): Promise<string> {
  const uploadUrl = await uploadResumable(file, {
    endpoint: getEndpointUrl(paths.resumableUploads),
    url,
    metadata: { filename: file.name, module, purpose },
    headers: () => ({ Authorization: authStore.getToken() ?? '', 'Accept-Language': getLocale() }),
    onUrl,
    onSent,
    signal,
  })
  return waitForFileNumber(api, uploadUrl, signal)
}

/** Checks a file against all rules of its rows; writes nothing. */
export const checkImport = (module: string, body: ImportCheckBody, progressOptions: ProgressOptions) =>
  postWithProgress<ImportReport>(paths.import(module), body, progressOptions)

/**
 * Commits a checked file. A repeated request returns the result of the first one.
 * @param token of the check, from its report
 */
export const commitImport = (
  module: string,
  token: string,
  onError: OnError,
  progressOptions: ProgressOptions,
) => postWithProgress<ImportReport>(paths.import(module), { token, on_error: onError }, progressOptions)

/** Undoes a committed import. Rows that have changed since stay as they are. */
export const undoImport = (module: string, token: string, progressOptions: ProgressOptions) =>
  postWithProgress<UndoReport>(paths.undoImport(module), { token }, progressOptions)

/** Cancels a check, or stops its commit. */
export const cancelImport = async (module: string, token: string) =>
  (await api.post(paths.cancelImport(module), { token }, { limitMs: responseTimeoutMs })) as {
    state: ImportState
  }

/** Lists the user's imports of a module that can be committed or undone. */
export const listImports = async (module: string, signal: AbortSignal) =>
  (
    (await api.get(paths.import(module), undefined, { signal, limitMs: responseTimeoutMs })) as {
      items: ImportReport[]
    }
  ).items

/** Downloads the user's file with a column that lists the issues. */
export const downloadIssues = (module: string, token: string): Promise<DownloadedFile> =>
  api.download(paths.importErrors(module), { token })

/** Downloads an empty file to fill in. */
export const downloadTemplate = (module: string, format: 'csv' | 'xlsx'): Promise<DownloadedFile> =>
  api.download(paths.importTemplate(module), { format })

/** Posts a request whose response is a stream: events of progress, and at the end the result. */
async function postWithProgress<Result>(
  path: string,
  body: object,
  { signal, onProgress }: ProgressOptions,
): Promise<Result> {
  return (await api.post(path, body, {
    signal,
    sendWithProgress: readProgressStream((progress) => onProgress(progress as ImportProgress)),
  })) as Result
}
