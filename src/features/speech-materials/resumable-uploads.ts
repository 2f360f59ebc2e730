import { createOwnBodies, type OwnBodies } from '#lib/own-bodies.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { authStore } from '#lib/auth.ts'
import type { MaterialKind } from './material-kinds.ts'

/** Where a file was on its way to when the page went. It lies with the person's own things, sealed, and goes with them. */
interface BegunUpload {
  name: string
  size: number
  lastModified: number
  url: string
}

/** The addresses of uploads that have begun, one for each place: the same file chosen again goes on from there. */
export interface ResumableUploadUrls {
  find: (slot: MaterialKind, file: File) => Promise<string | undefined>
  keep: (slot: MaterialKind, file: File, url: string) => void
  drop: (slot: MaterialKind) => void
}

/** @param openBodies gives the place of a person's own things */
export function createResumableUploadUrls(
  openBodies: (owner: string) => OwnBodies = createOwnBodies,
): ResumableUploadUrls {
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: sealing takes its time, and an upload may be over soon. */
  const put = (slot: MaterialKind, begun: BegunUpload | null) => {
    const owner = ownerNow()
    if (owner === undefined) return
    last = last
      .then(() => openBodies(owner).setBodies([[nameOf(slot), { data: begun }]]))
      .catch(() => undefined)
  }
  return {
    async find(slot, { name, size, lastModified }) {
      const owner = ownerNow()
      if (owner === undefined) return undefined
      await last
      const begun = (await openBodies(owner).getBody<BegunUpload | null>(nameOf(slot)))?.data
      const isSame = begun?.name === name && begun.size === size && begun.lastModified === lastModified
      return isSame ? begun.url : undefined
    },
    keep: (slot, { name, size, lastModified }, url) => put(slot, { name, size, lastModified, url }),
    drop: (slot) => put(slot, null),
  }
}

function ownerNow(): string | undefined {
  const { id } = authStore.getUser()
  return id === undefined ? undefined : getOwnerKey(id)
}

const nameOf = (slot: MaterialKind): string => `upload/${slot}`
