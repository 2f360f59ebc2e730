import { createSealedContentCache, type SealedContentCache } from '#platform/sealed-content-cache.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { authStore } from '#platform/auth.ts'
import type { MaterialKind } from './material-kinds.ts'

/**
 * An upload that can be resumed after the page was closed. Stored encrypted with the user's data and removed with it.
 * Name, size and time of the last change tell whether the user has chosen the same file again.
 */
interface ResumableUpload {
  name: string
  size: number
  /** As in `File`. */
  lastModified: number
  /** URL of the upload on the server. */
  url: string
}

/**
 * URLs of unfinished uploads, one per kind. When the user chooses the same file again, the upload resumes at its URL.
 */
export interface ResumableUploadUrls {
  /** @returns the URL of an unfinished upload of this file; undefined when it must start from the beginning */
  find: (kind: MaterialKind, file: File) => Promise<string | undefined>
  save: (kind: MaterialKind, file: File, url: string) => void
  drop: (kind: MaterialKind) => void
}

/** Creates the store of the URLs. @param openCache opens the sealed cache of a user */
export function createResumableUploadUrls(
  openCache: (owner: string) => SealedContentCache = createSealedContentCache,
): ResumableUploadUrls {
  let lastWrite: Promise<unknown> = Promise.resolve()
  /** Queues the writes, because encryption takes time and an earlier write could finish last. */
  const write = (kind: MaterialKind, upload: ResumableUpload | null) => {
    const owner = getCurrentOwner()
    if (owner === undefined) return
    lastWrite = lastWrite
      .then(() => openCache(owner).set([[getKey(kind), { data: upload }]]))
      // Without the URL the next upload starts from the beginning.
      .catch(() => undefined)
  }
  return {
    async find(kind, { name, size, lastModified }) {
      const owner = getCurrentOwner()
      if (owner === undefined) return undefined
      await lastWrite
      const upload = (await openCache(owner).get<ResumableUpload | null>(getKey(kind)))?.data
      const isSame = upload?.name === name && upload.size === size && upload.lastModified === lastModified
      return isSame ? upload.url : undefined
    },
    save: (kind, { name, size, lastModified }, url) => write(kind, { name, size, lastModified, url }),
    // The cache cannot delete, so null replaces the upload.
    drop: (kind) => write(kind, null),
  }
}

function getCurrentOwner(): string | undefined {
  const { id } = authStore.getUser()
  return id === undefined ? undefined : getOwnerKey(id)
}

const getKey = (kind: MaterialKind): string => `upload/${kind}`
