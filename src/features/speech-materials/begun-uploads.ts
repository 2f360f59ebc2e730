import { bodies as appBodies, ownedKey, type Bodies } from '#lib/bodies.ts'
import { sealerOf } from '#lib/device-store/on-this-device.ts'
import type { Sealed } from '#lib/device-store/sealing.ts'
import { ownerOfUser } from '#lib/owner.ts'
import { session } from '#lib/session.ts'
import type { Slot } from './slots.ts'

/** Where a file was on its way to when the page went. It lies with the person's own things, sealed, and goes with them. */
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
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: sealing takes its time, and an upload may be over soon. */
  const put = (slot: Slot, begun: BegunUpload | null) => {
    const owner = ownerNow()
    if (owner === undefined) return
    last = last
      .then(async () => bodies.setBodies([[keyOf(owner, slot), { data: await sealerOf(owner).seal(begun) }]]))
      .catch(() => undefined)
  }
  return {
    async find(slot, { name, size, lastModified }) {
      const owner = ownerNow()
      if (owner === undefined) return undefined
      await last
      const kept = await bodies.getBody<Sealed<BegunUpload | null>>(keyOf(owner, slot))
      // What an earlier version of the app left, or another key sealed, is none.
      const begun =
        kept?.data &&
        (await sealerOf(owner)
          .open(kept.data)
          .catch(() => undefined))
      const isSame = begun?.name === name && begun.size === size && begun.lastModified === lastModified
      return isSame ? begun.url : undefined
    },
    keep: (slot, { name, size, lastModified }, url) => put(slot, { name, size, lastModified, url }),
    drop: (slot) => put(slot, null),
  }
}

function ownerNow(): string | undefined {
  const { id } = session.getUser()
  return id === undefined ? undefined : ownerOfUser(id)
}

const keyOf = (owner: string, slot: Slot): string => ownedKey(owner, `upload/${slot}`)
