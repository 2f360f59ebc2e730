import { paths } from '#contract/api.ts'
import type {
  ImportCheckBody,
  ImportProgress,
  ImportReport,
  ImportState,
  OnError,
  UndoReport,
} from '#contract/transfer.ts'
import { api, getEndpointUrl } from '#lib/api.ts'
import type { DownloadedFile } from '#lib/http/client.ts'
import { readProgressStream } from '#lib/http/progress-stream.ts'
import { getLocale } from '#lib/locale.ts'
import { authStore } from '#lib/auth.ts'
import { waitForFileNumber } from '#lib/uploads/find-file-number.ts'
import { uploadResumable } from '#lib/uploads/resumable-upload.ts'
import type { UploadPurpose } from '#contract/api.ts'

/** Longest wait for an answer without rows, in milliseconds (offline.md 3). */
const shortMs = 15_000

const purpose: UploadPurpose = 'import'

interface Following {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

/**
 * Brings a table to the server, from where an earlier try ended.
 * @returns its number
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
  const address = await uploadResumable(file, {
    endpoint: getEndpointUrl(paths.resumableUploads),
    url,
    metadata: { filename: file.name, module, purpose },
    headers: () => ({ Authorization: authStore.getToken() ?? '', 'Accept-Language': getLocale() }),
    onUrl,
    onSent,
    signal,
  })
  return waitForFileNumber(api, address, signal)
}

/** Holds a file against everything that is asked of its rows; nothing is written. */
export const checkTable = (module: string, body: ImportCheckBody, following: Following) =>
  postLong<ImportReport>(paths.import(module), body, following)

/** Writes what was checked. Asked again after a break it answers what it did. */
export const commitTable = (module: string, token: string, onError: OnError, following: Following) =>
  postLong<ImportReport>(paths.import(module), { token, on_error: onError }, following)

/** Takes an import back. */
export const undoTable = (module: string, token: string, following: Following) =>
  postLong<UndoReport>(paths.undoImport(module), { token }, following)

/** Gives a check up, or ends its writing. */
export const cancelTable = async (module: string, token: string) =>
  (await api.post(paths.cancelImport(module), { token }, { limitMs: shortMs })) as { state: ImportState }

/** The person's imports of the module that can be carried out or taken back. */
export const listTables = async (module: string, signal: AbortSignal) =>
  (
    (await api.get(paths.import(module), undefined, { signal, limitMs: shortMs })) as {
      items: ImportReport[]
    }
  ).items

/** The person's own file with a column of its faults. */
export const downloadFaults = (module: string, token: string): Promise<DownloadedFile> =>
  api.download(paths.importErrors(module), { token })

/** An empty file to fill in. */
export const downloadTemplate = (module: string, format: 'csv' | 'xlsx'): Promise<DownloadedFile> =>
  api.download(paths.importTemplate(module), { format })

async function postLong<Answer>(
  path: string,
  body: object,
  { signal, onProgress }: Following,
): Promise<Answer> {
  return (await api.post(path, body, {
    signal,
    longCall: readProgressStream((progress) => onProgress(progress as ImportProgress)),
  })) as Answer
}
