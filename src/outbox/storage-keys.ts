import type { EntryFile, EntryQueue } from './entry.ts'

/** Where the queues of all people begin. */
export const queuePrefix = 'queue:'
const filePrefix = 'file:'

/** Where a person's queue lies. */
export const queueKey = (owner: string): string => `${queuePrefix}${owner}`
/** Where the bytes of a file lie. */
export const fileKey = (owner: string, { at }: EntryFile): string => `${filePrefix}${owner}:${at}`
/** Where all files of a person begin. */
export const getFileKeyPrefix = (owner: string): string => `${filePrefix}${owner}:`

/** Keys of the files that nothing needs any more after a change: those of entries that went or are done. */
export function listOrphanedFileKeys(owner: string, before: EntryQueue, after: EntryQueue): string[] {
  const kept = new Set(filesNeeded(after).map(({ at }) => at))
  return filesNeeded(before)
    .filter(({ at }) => !kept.has(at))
    .map((file) => fileKey(owner, file))
}

const filesNeeded = ({ entries }: EntryQueue): EntryFile[] =>
  entries.flatMap(({ files, state }) => (state === 'done' ? [] : files))
