import { maxFileBytes, type EntryContent, type EntryFile, type Submission } from './entry.ts'
import { NotStoredError } from './not-stored-error.ts'
import { fileKey } from './storage-keys.ts'
import type { Sealed, SealedBytes, Sealer, SealingKey } from '#platform/device-store/sealing.ts'

/** A submission, sealed and ready to be stored. */
export interface SealedSubmission {
  /** The plaintext of `content`, only in memory. */
  plainContent: EntryContent
  content: Sealed<EntryContent>
  files: readonly EntryFile[]
  /** The files' bytes under their keys. */
  put: readonly (readonly [key: string, bytes: SealedBytes])[]
  /** The key; undefined where the device cannot seal. */
  sealedWith: SealingKey | undefined
}

/** The members of a submission that are sealed. */
type SubmissionContent = Pick<Submission, 'title' | 'formPath' | 'body' | 'files' | 'draft'>

/** Extracts the content that an entry stores of a submission. */
export const toEntryContent = ({
  title,
  formPath,
  body,
  files = [],
  draft,
}: SubmissionContent): EntryContent => ({
  title,
  formPath,
  body,
  fileNames: files.map(({ name }) => name),
  ...(draft !== undefined && { draft }),
})

/**
 * Copies the files and seals everything. Call it before a transaction opens: IndexedDB ends one that awaits other work.
 * @throws NotStoredError for a file that is too large or can no longer be read
 * @throws StoreError when the device cannot read or store the key
 */
export async function sealSubmission(
  owner: string,
  sealer: Sealer,
  submission: SubmissionContent,
  newId: () => string,
): Promise<SealedSubmission> {
  const { files = [] } = submission
  if (files.some(({ file }) => file.size > maxFileBytes)) throw new NotStoredError('too_large')
  const key = await sealer.getKey()
  const sealedFiles = await Promise.all(
    files.map(async ({ field, file }) => {
      const bytes = await file.arrayBuffer().catch((cause: unknown) => {
        throw new NotStoredError('gone', cause)
      })
      const meta: EntryFile = { at: newId(), field, sizeBytes: bytes.byteLength }
      return { meta, put: [fileKey(owner, meta), await sealer.sealBytes(bytes, key)] as const }
    }),
  )
  const plainContent = toEntryContent(submission)
  return {
    plainContent,
    content: await sealer.seal(plainContent, key),
    files: sealedFiles.map(({ meta }) => meta),
    put: sealedFiles.map(({ put }) => put),
    sealedWith: key,
  }
}

/** Returns whether any part would be stored unsealed. */
export const isPlaintext = ({ content, put }: SealedSubmission): boolean =>
  content.kind === 'clear' || put.some(([, bytes]) => bytes.kind === 'clear')

/**
 * Returns equal text for equal submissions, so that a second submit is recognized. Ignores the id of a create, because a form
 * creates a new one at each submit.
 */
export const getFingerprint = ({ module, entityId, deed, body, files = [] }: Submission): string =>
  JSON.stringify([
    module,
    deed.kind === 'create' ? '' : entityId,
    deed,
    body,
    files.map(({ field, name, file }) => [field, name, file.size]),
  ])
