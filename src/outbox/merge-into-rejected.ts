import type { EntryContent, EntryFile } from './entry.ts'
import { findMergeCandidate, mergeCandidate } from './queue/merge-rejected.ts'
import type { SenderDeps } from './outbox-deps.ts'

/** Merges updates into the rejected entry that blocks them, so that no update is blocked forever. */
export async function mergeIntoRejected(
  { queues, sealerOf, newId }: Pick<SenderDeps, 'queues' | 'sealerOf' | 'newId'>,
  owner: string,
): Promise<void> {
  const sealer = sealerOf(owner)
  for (;;) {
    const pair = findMergeCandidate(await queues.read(owner))
    if (!pair) return
    const before = await sealer.open(pair.rejected.content)
    const after = await sealer.open(pair.change.content)
    // Unreadable content cannot be merged: the user deletes the entry.
    if (!before || !after) return
    const { content, files } = mergeContents([before, pair.rejected.files], [after, pair.change.files])
    const revision = { key: newId(), content: await sealer.seal(content), files }
    await queues.change(owner, (queue) => ({
      queue: mergeCandidate(queue, pair, revision),
      result: undefined,
    }))
  }
}

type ContentWithFiles = readonly [content: EntryContent, files: readonly EntryFile[]]

/** Merges field by field; the later content wins, files included. */
function mergeContents(
  [before, files]: ContentWithFiles,
  [after, newFiles]: ContentWithFiles,
): { content: EntryContent; files: EntryFile[] } {
  const isReplaced = ({ field }: EntryFile) =>
    newFiles.some((file) => file.field === field) || field in after.body
  const remaining = files.flatMap((meta, index) =>
    isReplaced(meta) ? [] : [{ meta, name: before.fileNames[index] ?? '' }],
  )
  return {
    content: {
      ...before,
      ...after,
      body: { ...before.body, ...after.body },
      fileNames: [...remaining.map(({ name }) => name), ...after.fileNames],
    },
    files: [...remaining.map(({ meta }) => meta), ...newFiles],
  }
}
