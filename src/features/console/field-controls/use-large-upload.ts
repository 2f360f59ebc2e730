import { useEffect, useRef, useState } from 'react'
import { paths } from '#contract/api.ts'
import type { FileValue } from '#contract/row.ts'
import { api, getEndpointUrl } from '#lib/api.ts'
import { trackWork } from '#lib/unsaved-work.ts'
import { getLocale } from '#lib/locale.ts'
import { authStore } from '#lib/auth.ts'
import { waitForFileNumber } from '#lib/uploads/wait-for-file-number.ts'
import { uploadResumable, UploadRejectedError } from '#lib/uploads/resumable-upload.ts'

/** The upload of a file before its form is saved. */
export interface LargeUpload {
  file: File | undefined
  sent: number
  /** Why the upload stopped, in the server's text where there is one, else empty. */
  failure: string | undefined
  start: (file: File) => void
  /** Resumes where the upload stopped. */
  resume: () => void
  stop: () => void
}

/**
 * Uploads a file that is too large for the outbox: at once, and resumably. `onDone` receives the value for
 * the field.
 */
export function useLargeUpload(
  target: { module: string; field: string },
  onDone: (value: Pick<FileValue, 'no' | 'name' | 'sizeBytes'>) => void,
): LargeUpload {
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState(0)
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const url = useRef<string>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (chosen: File) => {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    const { signal } = controller
    setFile(chosen)
    setFailure(undefined)
    try {
      const uploadUrl = await uploadResumable(chosen, {
        endpoint: getEndpointUrl(paths.resumableUploads),
        url: url.current,
        metadata: { filename: chosen.name, ...target },
        headers: () => ({ Authorization: authStore.getToken() ?? '', 'Accept-Language': getLocale() }),
        onUrl: (begun) => {
          url.current = begun
        },
        onSent: setSent,
        signal,
      })
      const no = await waitForFileNumber(api, uploadUrl, signal)
      setFile(undefined)
      onDone({ no, name: chosen.name, sizeBytes: chosen.size })
    } catch (error) {
      if (signal.aborted) return
      // The server would reject the same upload again, so the next try starts a new one.
      if (error instanceof UploadRejectedError) url.current = undefined
      setFailure(error instanceof UploadRejectedError ? error.message : '')
    }
  }
  return {
    file,
    sent,
    failure,
    start(chosen) {
      url.current = undefined
      setSent(0)
      void trackWork(send(chosen))
    },
    resume() {
      if (file) void trackWork(send(file))
    },
    stop() {
      running.current?.abort()
      setFile(undefined)
    },
  }
}
