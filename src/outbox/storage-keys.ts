import type { EntryFile, EntryQueue } from './entry.ts'

/** Key prefix of all queues. */
export const queuePrefix = 'queue:'
const filePrefix = 'file:'

/** Key of a user's queue. */
export const queueKey = (owner: string): string => `${queuePrefix}${owner}`
/** Key of the bytes of a file. */
export const fileKey = (owner: string, { at }: EntryFile): string => `${filePrefix}${owner}:${at}`
/** Key prefix of all files of a user. */
export const getFileKeyPrefix = (owner: string): string => `${filePrefix}${owner}:`

/** Lists the keys of files that no entry needs after a change, because the entry was removed or is done. */
export function listOrphanedFileKeys(owner: string, before: EntryQueue, after: EntryQueue): string[] {
  const neededKeys = new Set(listNeededFiles(after).map(({ at }) => at))
  return listNeededFiles(before)
    .filter(({ at }) => !neededKeys.has(at))
    .map((file) => fileKey(owner, file))
}

const listNeededFiles = ({ entries }: EntryQueue): EntryFile[] =>
  entries.flatMap(({ files, state }) => (state === 'done' ? [] : files))
