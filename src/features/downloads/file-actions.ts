import { api, getFileUrl } from '#lib/api.ts'
import type { FileValue } from '#contract/row.ts'
import { createTemporaryBlobUrl, downloadBlob } from '#lib/download-blob.ts'
import { pins } from './use-pins.ts'

/**
 * Saves a file under its name: from this phone where it is kept, else from the network.
 * @throws ApiError, NetworkError
 */
export async function saveFile({ no, name }: FileValue): Promise<void> {
  const kept = await pins.find(no).catch(() => undefined)
  const file = kept ? { blob: await kept.blob(), name } : await api.downloadFile(no, { limitMs: saveLimitMs })
  downloadBlob(file.blob, file.name ?? name)
}

/** A presentation of 100 MB over a hotel's network, in milliseconds. */
const saveLimitMs = 15 * 60_000

/**
 * Opens a kept file in a new tab, offline too: under its own address where the worker answers it, so that it has its
 * name and a video can be wound; as a blob before the worker has taken over.
 */
export async function openPinnedFile({ no }: FileValue): Promise<void> {
  if (navigator.serviceWorker?.controller) {
    open(getFileUrl(no), '_blank', 'noopener')
    return
  }
  // Opened before the wait: a window opened later counts as a pop-up.
  const tab = open('', '_blank')
  const kept = await pins.find(no)
  if (kept && tab) tab.location.href = createTemporaryBlobUrl(await kept.blob())
  else tab?.close()
}
