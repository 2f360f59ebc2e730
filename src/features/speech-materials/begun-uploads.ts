import { bodies as appBodies, ownedKey, type Bodies } from '#lib/bodies.ts'
import { ownerOfUser } from '#lib/owner.ts'
import { session } from '#lib/session.ts'
import type { Slot } from './slots.ts'

/** Where a file was on its way to when the page went. It lies with the person's own things, and goes with them. */
interface BegunUpload {
  name: string
  size: number
  lastModified: number
  url: string
}

/** The addresses of uploads that have begun, one for each place: the same file chosen again goes on from there. */
export interface BegunUploads {
  find: (slot: Slot, file: File) => Promise<string | undefined>
  keep: (slot: Slot, file: File, url: string) => void
  drop: (slot: Slot) => void
}

/** @param bodies where they are kept */
export function createBegunUploads(bodies: Pick<Bodies, 'getBody' | 'setBodies'> = appBodies): BegunUploads {
  const put = (slot: Slot, begun: BegunUpload | null) => {
    const key = keyOf(slot)
    if (key !== undefined) void bodies.setBodies([[key, { data: begun }]])
  }
  return {
    async find(slot, { name, size, lastModified }) {
      const key = keyOf(slot)
      const begun = key === undefined ? undefined : (await bodies.getBody<BegunUpload | null>(key))?.data
      const isSame = begun?.name === name && begun.size === size && begun.lastModified === lastModified
      return isSame ? begun.url : undefined
    },
    keep: (slot, { name, size, lastModified }, url) => put(slot, { name, size, lastModified, url }),
    drop: (slot) => put(slot, null),
  }
}

function keyOf(slot: Slot): string | undefined {
  const { id } = session.getUser()
  return id === undefined ? undefined : ownedKey(ownerOfUser(id), `upload/${slot}`)
}
