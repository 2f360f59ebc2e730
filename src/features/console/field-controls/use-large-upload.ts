import { useEffect, useRef, useState } from 'react'
import { paths } from '#contract/api.ts'
import type { FileValue } from '#contract/row.ts'
import { api, getEndpointUrl } from '#lib/api.ts'
import { trackWork } from '#lib/unsaved-work.ts'
import { getLocale } from '#lib/locale.ts'
import { authStore } from '#lib/auth.ts'
import { waitForFileNumber } from '#lib/uploads/find-file-number.ts'
import { uploadResumable, UploadRejectedError } from '#lib/uploads/resumable-upload.ts'

/** A file on its way to the server, before its form is. */
export interface LargeUpload {
  file: File | undefined
  sent: number
  /** Why it stands still, in the server's words when it has some. */
  fault: string | undefined
  start: (file: File) => void
  /** From where it ended. */
  goOn: () => void
  stop: () => void
}

/** Sends a file that is too large to wait on the device: at once, resumable. Its field holds its number then. */
export function useLargeUpload(
  aim: { module: string; field: string },
  onDone: (value: Pick<FileValue, 'no' | 'name' | 'sizeBytes'>) => void,
): LargeUpload {
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState(0)
  const [fault, setFault] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const url = useRef<string>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (chosen: File) => {
    const given = new AbortController()
    running.current?.abort()
    running.current = given
    const { signal } = given
    setFile(chosen)
    setFault(undefined)
    try {
      const address = await uploadResumable(chosen, {
        endpoint: getEndpointUrl(paths.resumableUploads),
        url: url.current,
        metadata: { filename: chosen.name, ...aim },
        headers: () => ({ Authorization: authStore.getToken() ?? '', 'Accept-Language': getLocale() }),
        onUrl: (begun) => {
          url.current = begun
        },
        onSent: setSent,
        signal,
      })
      const no = await waitForFileNumber(api, address, signal)
      setFile(undefined)
      onDone({ no, name: chosen.name, sizeBytes: chosen.size })
    } catch (error) {
      if (signal.aborted) return
      // What was refused once would be refused again: it begins anew.
      if (error instanceof UploadRejectedError) url.current = undefined
      setFault(error instanceof UploadRejectedError ? error.message : '')
    }
  }
  return {
    file,
    sent,
    fault,
    start(chosen) {
      url.current = undefined
      setSent(0)
      void trackWork(send(chosen))
    },
    goOn() {
      if (file) void trackWork(send(file))
    },
    stop() {
      running.current?.abort()
      setFile(undefined)
    },
  }
}
