import { createSealedContentCache, type SealedContentCache } from '#lib/sealed-content-cache.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { authStore } from '#lib/auth.ts'
import type { MaterialKind } from './material-kinds.ts'

/** A running upload when the page was closed. Stored encrypted with the user's data and removed with it. */
interface BegunUpload {
  name: string
  size: number
  lastModified: number
  url: string
}

/** URLs of running uploads, one per kind: choosing the same file again resumes there. */
export interface ResumableUploadUrls {
  find: (slot: MaterialKind, file: File) => Promise<string | undefined>
  save: (slot: MaterialKind, file: File, url: string) => void
  drop: (slot: MaterialKind) => void
}

/** @param openBodies opens the storage of a user's data */
export function createResumableUploadUrls(
  openBodies: (owner: string) => SealedContentCache = createSealedContentCache,
): ResumableUploadUrls {
  let last: Promise<unknown> = Promise.resolve()
  /** Writes one after the other: encryption takes time, and an upload may be finished soon. */
  const put = (slot: MaterialKind, begun: BegunUpload | null) => {
    const owner = getCurrentOwner()
    if (owner === undefined) return
    last = last.then(() => openBodies(owner).set([[getKey(slot), { data: begun }]])).catch(() => undefined)
  }
  return {
    async find(slot, { name, size, lastModified }) {
      const owner = getCurrentOwner()
      if (owner === undefined) return undefined
      await last
      const begun = (await openBodies(owner).get<BegunUpload | null>(getKey(slot)))?.data
      const isSame = begun?.name === name && begun.size === size && begun.lastModified === lastModified
      return isSame ? begun.url : undefined
    },
    save: (slot, { name, size, lastModified }, url) => put(slot, { name, size, lastModified, url }),
    drop: (slot) => put(slot, null),
  }
}

function getCurrentOwner(): string | undefined {
  const { id } = authStore.getUser()
  return id === undefined ? undefined : getOwnerKey(id)
}

const getKey = (slot: MaterialKind): string => `upload/${slot}`
