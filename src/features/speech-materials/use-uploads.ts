import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useSyncExternalStore } from 'react'
import { paths } from '#contract/api.ts'
import { getParticipantRowsKey } from '#features/participant-rows'
import { api, getEndpointUrl, getFileUrl } from '#lib/api.ts'
import { trackWork } from '#lib/unsaved-work.ts'
import { connectivity } from '#lib/connectivity.ts'
import { evictFile } from '#lib/evict-file.ts'
import { getLocale } from '#lib/locale.ts'
import { authStore } from '#lib/auth.ts'
import { uploadResumable, deleteUpload } from '#lib/uploads/resumable-upload.ts'
import { createResumableUploadUrls, type ResumableUploadUrls } from './resumable-uploads.ts'
import { createMaterialUploader } from './upload-material.ts'
import { moduleName, type MaterialsRow, type MaterialKind } from './material-kinds.ts'
import { createUploadStore, type MaterialUploads, type UploadStore } from './upload-store.ts'

/** Between two tries to go on with what broke off, in milliseconds. */
const resumeEveryMs = 5_000

const headers = () => ({ Authorization: authStore.getToken() ?? '', 'Accept-Language': getLocale() })

/**
 * Puts a written row where the screen reads it; a file that it held before is nowhere on this device any more. Whose it is
 * is said before the call: who is signed in when its answer comes may be somebody else.
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

/** The app's uploads: they go on while the person looks at another screen. */
function uploadsOf(client: QueryClient): UploadStore {
  const known = stores.get(client)
  if (known) return known
  const begun = createResumableUploadUrls()
  const deliver = createMaterialUploader({
    api,
    send: uploadResumable,
    endpoint: getEndpointUrl(paths.resumableUploads),
    headers,
    begun,
    findShown: (slot) =>
      client.getQueryData<readonly MaterialsRow[]>(getParticipantRowsKey(moduleName))?.[0]?.[slot]?.no,
    describeOther: () => t('otherThere', { ns: 'speech-materials' }),
    rowKeeper: () => createRowCacheWriter(client),
  })
  const store = createUploadStore({
    // An update of the app would break it off.
    deliver: (...args) => trackWork(deliver(...args)),
    giveUp: (slot, file) => void giveUp(begun, slot, file),
  })
  stores.set(client, store)
  followWorld(store)
  return store
}

/** What has arrived counts against the person's room until the server has forgotten it: it is told at once. */
async function giveUp(begun: ResumableUploadUrls, slot: MaterialKind, file: File): Promise<void> {
  const url = await begun.find(slot, file)
  begun.drop(slot)
  if (url !== undefined) await deleteUpload(url, headers)
}

function followWorld(store: UploadStore): void {
  const resume = () => {
    if (!connectivity.isCut()) store.resumeBroken()
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

/** Follows the uploads in a component. */
export function useUploads(): { uploads: MaterialUploads; store: UploadStore } {
  const store = uploadsOf(useQueryClient())
  const uploads = useSyncExternalStore(store.subscribe, store.get, store.get)
  return { uploads, store }
}
