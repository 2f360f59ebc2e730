import { useEffect, useRef, useState } from 'react'
import { paths } from '#contract/api.ts'
import type { FileValue } from '#contract/row.ts'
import { api, getEndpointUrl } from '#platform/api.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { getLocale } from '#platform/locale.ts'
import { authStore } from '#platform/auth.ts'
import { waitForFileNumber } from '#platform/uploads/wait-for-file-number.ts'
import { uploadResumable, UploadRejectedError } from '#platform/uploads/resumable-upload.ts'

/** The upload of a file before its form is saved. */
export interface LargeUpload {
  file: File | undefined
  sentBytes: number
  /** The server's reason why the upload stopped; empty for other failures, undefined without a failure. */
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
  destination: { module: string; field: string },
  onDone: (value: Pick<FileValue, 'no' | 'name' | 'sizeBytes'>) => void,
): LargeUpload {
  const [file, setFile] = useState<File>()
  const [sentBytes, setSentBytes] = useState(0)
  const [failure, setFailure] = useState<string>()
  const abortController = useRef<AbortController>(undefined)
  const url = useRef<string>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])
  const upload = async (selectedFile: File) => {
    const controller = new AbortController()
    abortController.current?.abort()
    abortController.current = controller
    const { signal } = controller
    setFile(selectedFile)
    setFailure(undefined)
    try {
      const uploadUrl = await uploadResumable(selectedFile, {
        endpoint: getEndpointUrl(paths.resumableUploads),
        url: url.current,
        metadata: { filename: selectedFile.name, ...destination },
        headers: () => ({ Authorization: authStore.getToken() ?? '', 'Accept-Language': getLocale() }),
        onUrl: (newUrl) => {
          url.current = newUrl
        },
        onSent: setSentBytes,
        signal,
      })
      const fileNumber = await waitForFileNumber(api, uploadUrl, signal)
      setFile(undefined)
      onDone({ no: fileNumber, name: selectedFile.name, sizeBytes: selectedFile.size })
    } catch (error) {
      if (signal.aborted) return
      // The server would reject the same upload again, so the next try starts a new one.
      if (error instanceof UploadRejectedError) url.current = undefined
      setFailure(error instanceof UploadRejectedError ? error.message : '')
    }
  }
  return {
    file,
    sentBytes,
    failure,
    start(selectedFile) {
      url.current = undefined
      setSentBytes(0)
      void trackWork(upload(selectedFile))
    },
    resume() {
      if (file) void trackWork(upload(file))
    },
    stop() {
      abortController.current?.abort()
      setFile(undefined)
    },
  }
}
