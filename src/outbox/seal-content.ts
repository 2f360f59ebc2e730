import { maxFileBytes, type EntryContent, type EntryFile, type Submission } from './entry.ts'
import { NotStoredError } from './not-stored-error.ts'
import { fileKey } from './storage-keys.ts'
import type { Sealed, SealedBytes, Sealer, SealingKey } from '#lib/device-store/sealing.ts'

/** What a person typed and chose, sealed and ready to lie on the device. */
export interface SealedSubmission {
  /** The same as `content`, in clear: only in memory. */
  typed: EntryContent
  content: Sealed<EntryContent>
  files: readonly EntryFile[]
  /** The files' bytes under their keys. */
  put: readonly (readonly [key: string, bytes: SealedBytes])[]
  /** What it is sealed with; undefined where nothing can be sealed. */
  sealedWith: SealingKey | undefined
}

type Parcel = Pick<Submission, 'title' | 'formPath' | 'body' | 'files' | 'draft'>

/** What a submission says, for its entry. */
export const toEntryContent = ({ title, formPath, body, files = [], draft }: Parcel): EntryContent => ({
  title,
  formPath,
  body,
  fileNames: files.map(({ name }) => name),
  ...(draft !== undefined && { draft }),
})

/**
 * Copies the files and seals everything, before a transaction opens: one that waits for something else ends.
 * @throws NotStoredError for a file that is too large, or cannot be read any more
 * @throws StoreError when the device does not say or keep the key
 */
export async function sealSubmission(
  owner: string,
  sealer: Sealer,
  parcel: Parcel,
  newId: () => string,
): Promise<SealedSubmission> {
  const { files = [] } = parcel
  if (files.some(({ file }) => file.size > maxFileBytes)) throw new NotStoredError('too_large')
  const key = await sealer.lastKey()
  const packed = await Promise.all(
    files.map(async ({ field, file }) => {
      const bytes = await file.arrayBuffer().catch((cause: unknown) => {
        throw new NotStoredError('gone', cause)
      })
      const meta: EntryFile = { at: newId(), field, sizeBytes: bytes.byteLength }
      return { meta, put: [fileKey(owner, meta), await sealer.sealBytes(bytes, key)] as const }
    }),
  )
  const typed = toEntryContent(parcel)
  return {
    typed,
    content: await sealer.seal(typed, key),
    files: packed.map(({ meta }) => meta),
    put: packed.map(({ put }) => put),
    sealedWith: key,
  }
}

/** Whether any of it would lie in clear on the device. */
export const isPlaintext = ({ content, put }: SealedSubmission): boolean =>
  content.kind === 'clear' || put.some(([, bytes]) => bytes.kind === 'clear')

/** The same things to be done again make the same print. A form names the row that it makes anew at each tap. */
export const getFingerprint = ({ module, entityId, deed, body, files = [] }: Submission): string =>
  JSON.stringify([
    module,
    deed.kind === 'create' ? '' : entityId,
    deed,
    body,
    files.map(({ field, name, file }) => [field, name, file.size]),
  ])
