import { api, getFileUrl } from '#platform/api.ts'
import type { FileValue } from '#contract/row.ts'
import { createTemporaryBlobUrl, downloadBlob } from '#platform/download-blob.ts'
import { pins } from './use-pins.ts'

/** Saves a file under its name, from the pinned copy or else from the network. @throws ApiError, NetworkError */
export async function saveFile({ no, name }: FileValue): Promise<void> {
  const pinned = await pins.find(no).catch(() => undefined)
  const file = pinned
    ? { blob: await pinned.blob(), name }
    : await api.downloadFile(no, { limitMs: saveLimitMs })
  downloadBlob(file.blob, file.name ?? name)
}

/** Time limit for a presentation of 100 MB over a hotel's network, in milliseconds. */
const saveLimitMs = 15 * 60_000

/**
 * Opens a pinned file in a new tab, also offline.
 * Uses the file's own URL once the service worker controls the page: then the tab has the file's name, and users can
 * seek in videos. Before that it opens a blob URL.
 */
export async function openPinnedFile({ no }: FileValue): Promise<void> {
  if (navigator.serviceWorker?.controller) {
    open(getFileUrl(no), '_blank', 'noopener')
    return
  }
  // Opened before the first await: a window opened later counts as a pop-up.
  const tab = open('', '_blank')
  const pinned = await pins.find(no)
  if (pinned && tab) tab.location.href = createTemporaryBlobUrl(await pinned.blob())
  else tab?.close()
}
