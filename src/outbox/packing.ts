import { mostFileBytes, type Content, type FileMeta, type Submission } from './entry.ts'
import { NotStored } from './not-stored.ts'
import { fileKey } from './places.ts'
import type { Sealed, SealedBytes, Sealer } from './sealing.ts'

/** What a person typed and chose, sealed and ready to lie on the device. */
export interface Packed {
  content: Sealed<Content>
  files: readonly FileMeta[]
  /** The files' bytes under their keys. */
  put: readonly (readonly [key: string, bytes: SealedBytes])[]
}

type Parcel = Pick<Submission, 'title' | 'formPath' | 'body' | 'files'>

/**
 * Copies the files and seals everything, before a transaction opens: one that waits for something else ends.
 * @throws NotStored for a file that is too large, or cannot be read any more
 */
export async function pack(
  owner: string,
  sealer: Sealer,
  parcel: Parcel,
  newId: () => string,
): Promise<Packed> {
  const { title, formPath, body, files = [] } = parcel
  if (files.some(({ file }) => file.size > mostFileBytes)) throw new NotStored('too_large')
  const packed = await Promise.all(
    files.map(async ({ field, file }) => {
      const bytes = await file.arrayBuffer().catch((cause: unknown) => {
        throw new NotStored('gone', cause)
      })
      const meta: FileMeta = { at: newId(), field, sizeBytes: bytes.byteLength }
      return { meta, put: [fileKey(owner, meta), await sealer.sealBytes(bytes)] as const }
    }),
  )
  return {
    content: await sealer.seal<Content>({ title, formPath, body, fileNames: files.map(({ name }) => name) }),
    files: packed.map(({ meta }) => meta),
    put: packed.map(({ put }) => put),
  }
}

/** The same things to be done again make the same print. */
export const printOf = ({ module, entityId, deed, body, files = [] }: Submission): string =>
  JSON.stringify([
    module,
    entityId,
    deed,
    body,
    files.map(({ field, name, file }) => [field, name, file.size]),
  ])
