import { paths } from '#contract/api.ts'
import type { FileValue } from '#contract/row.ts'
import { ApiError, type Api } from '../api.ts'
import { UploadInterruptedError } from './resumable-upload.ts'

/** Between two looks at a file that the server still checks, in milliseconds. */
const checkEveryMs = 1_000
/** Longest wait for the server's word, in milliseconds (offline.md 3). */
const limitMs = 15_000

/**
 * The number of the file that an upload became, once the server has looked into it.
 * @param url address of the upload
 * @throws UploadInterruptedError when it ran out, or nobody finished it: it begins anew
 */
export async function waitForFileNumber(
  api: Pick<Api, 'get'>,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const path = paths.resumedFile(idOf(url))
  for (;;) {
    signal.throwIfAborted()
    try {
      return ((await api.get(path, undefined, { signal, limitMs })) as FileValue).no
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) throw new UploadInterruptedError('gone')
      if (error.key !== 'server.busy') throw error
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs))
    }
  }
}

const idOf = (url: string): string => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
