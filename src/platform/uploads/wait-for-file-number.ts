import { paths } from '#contract/api.ts'
import type { FileValue } from '#contract/row.ts'
import { ApiError, type Api } from '../api.ts'
import { UploadInterruptedError } from './resumable-upload.ts'

/** Interval of polling while the server checks a file, in milliseconds. */
const pollIntervalMs = 1_000
/** Timeout of a request, in milliseconds. */
const limitMs = 15_000

/**
 * Waits until the server has checked an upload, and returns the number of the resulting file.
 * @param url URL of the upload
 * @throws UploadInterruptedError when the upload expired or was not finished: it must start again
 */
export async function waitForFileNumber(
  api: Pick<Api, 'get'>,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const path = paths.resumedFile(getUploadId(url))
  for (;;) {
    signal.throwIfAborted()
    try {
      return ((await api.get(path, undefined, { signal, limitMs })) as FileValue).no
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) throw new UploadInterruptedError('gone')
      if (error.key !== 'server.busy') throw error
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    }
  }
}

const getUploadId = (url: string): string => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
