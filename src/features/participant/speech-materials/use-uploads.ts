import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useSyncExternalStore } from 'react'
import { paths } from '#contract/api.ts'
import { getParticipantRowsKey } from '#features/participant/participant-rows'
import { api, getEndpointUrl, getFileUrl } from '#platform/api.ts'
import { trackWork } from '#platform/unsaved-work.ts'
import { connectivity } from '#platform/connectivity.ts'
import { evictFile } from '#platform/files.ts'
import { getLocale } from '#platform/locale.ts'
import { authStore } from '#platform/auth.ts'
import { uploadResumable, deleteUpload } from '#platform/uploads/resumable-upload.ts'
import { createResumableUploadUrls, type ResumableUploadUrls } from './resumable-uploads.ts'
import { createMaterialUploader } from './upload-material.ts'
import { moduleName, type MaterialsRow, type MaterialKind } from './material-kinds.ts'
import { createUploadStore, type MaterialUploads, type UploadStore } from './upload-store.ts'

/** Interval between attempts to resume interrupted uploads, in milliseconds. */
const resumeEveryMs = 5_000

const headers = () => ({ Authorization: authStore.getToken() ?? '', 'Accept-Language': getLocale() })

/**
 * Writes a row to the query cache and removes its replaced file from the device.
 * The user is determined before the request, because another one may be signed in when the response arrives.
 */
export function createRowCacheWriter(
  client: QueryClient,
): (row: MaterialsRow, replaced: string | undefined) => void {
  const key = getParticipantRowsKey(moduleName)
  return (row, replaced) => {
    if (getParticipantRowsKey(moduleName).join() === key.join()) client.setQueryData(key, [row])
    if (replaced !== undefined) void evictFile(getFileUrl(replaced))
  }
}

const stores = new WeakMap<QueryClient, UploadStore>()

/** The app's uploads, which go on while the user visits other screens. */
function getUploads(client: QueryClient): UploadStore {
  const existing = stores.get(client)
  if (existing) return existing
  const resumableUrls = createResumableUploadUrls()
  const deliver = createMaterialUploader({
    api,
    send: uploadResumable,
    endpoint: getEndpointUrl(paths.resumableUploads),
    headers,
    resumableUrls,
    findSeenFile: (kind) =>
      client.getQueryData<readonly MaterialsRow[]>(getParticipantRowsKey(moduleName))?.[0]?.[kind]?.no,
    formatReplaced: () => t('otherThere', { ns: 'speech-materials' }),
    createRowWriter: () => createRowCacheWriter(client),
  })
  const store = createUploadStore({
    // Tracked as work, because an update of the app would interrupt the upload.
    deliver: (...args) => trackWork(deliver(...args)),
    discard: (kind, file) => void discardUpload(resumableUrls, kind, file),
  })
  stores.set(client, store)
  followNetworkAndUser(store)
  return store
}

/** Received data counts against the user's quota until the server has deleted it, so the server is notified at once. */
async function discardUpload(
  resumableUrls: ResumableUploadUrls,
  kind: MaterialKind,
  file: File,
): Promise<void> {
  const url = await resumableUrls.find(kind, file)
  resumableUrls.drop(kind)
  if (url !== undefined) await deleteUpload(url, headers)
}

function followNetworkAndUser(store: UploadStore): void {
  const resume = () => {
    if (!connectivity.hasNoNetwork()) store.resumeBroken()
  }
  connectivity.subscribe(resume)
  setInterval(resume, resumeEveryMs)
  let owner = authStore.getUser().id
  authStore.subscribe(() => {
    const { id } = authStore.getUser()
    if (id !== owner || authStore.getToken() === undefined) store.forget()
    owner = id
  })
}

/** Subscribes a component to the uploads. */
export function useUploads(): { uploads: MaterialUploads; store: UploadStore } {
  const store = getUploads(useQueryClient())
  const uploads = useSyncExternalStore(store.subscribe, store.get, store.get)
  return { uploads, store }
}
