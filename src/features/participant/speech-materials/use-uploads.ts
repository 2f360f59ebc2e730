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

/** Headers of the requests of an upload, which do not go through the API client. */
const headers = () => ({ Authorization: authStore.getToken() ?? '', 'Accept-Language': getLocale() })

/**
 * Creates a function that writes a row to the query cache and removes its replaced file from the device. Call this
 * before the request: when another user is signed in at the response, the row is not written.
 */
export function createRowCacheWriter(
  client: QueryClient,
): (row: MaterialsRow, replacedNo: string | undefined) => void {
  const key = getParticipantRowsKey(moduleName)
  return (row, replacedNo) => {
    // The key contains the user's id.
    if (getParticipantRowsKey(moduleName).join() === key.join()) client.setQueryData(key, [row])
    if (replacedNo !== undefined) void evictFile(getFileUrl(replacedNo))
  }
}

/** The upload store of each query client: one in the app, one per test. */
const stores = new WeakMap<QueryClient, UploadStore>()

/** Returns the app's uploads, which go on while the user visits other screens. */
function getUploadStore(client: QueryClient): UploadStore {
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

/**
 * Deletes an unfinished upload on the server. What the server has received counts against the user's quota until then.
 */
async function discardUpload(
  resumableUrls: ResumableUploadUrls,
  kind: MaterialKind,
  file: File,
): Promise<void> {
  const url = await resumableUrls.find(kind, file)
  resumableUrls.drop(kind)
  if (url !== undefined) await deleteUpload(url, headers)
}

/** Resumes uploads when there is a network again, and stops them at a sign-out. Lasts as long as the app. */
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

/** Returns the uploads and their store. */
export function useUploads(): { uploads: MaterialUploads; store: UploadStore } {
  const store = getUploadStore(useQueryClient())
  const uploads = useSyncExternalStore(store.subscribe, store.get, store.get)
  return { uploads, store }
}
