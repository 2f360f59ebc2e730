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
    const candidate = findMergeCandidate(await queues.read(owner))
    if (!candidate) return
    const rejectedContent = await sealer.open(candidate.rejected.content)
    const newContent = await sealer.open(candidate.change.content)
    // Unreadable content cannot be merged. The user must delete the entry.
    if (!rejectedContent || !newContent) return
    const { content, files } = mergeContents(
      [rejectedContent, candidate.rejected.files],
      [newContent, candidate.change.files],
    )
    const revision = { key: newId(), content: await sealer.seal(content), files }
    await queues.change(owner, (queue) => ({
      queue: mergeCandidate(queue, candidate, revision),
      result: undefined,
    }))
  }
}

type ContentWithFiles = readonly [content: EntryContent, files: readonly EntryFile[]]

/** Merges field by field; the later content wins, files included. */
function mergeContents(
  [rejectedContent, files]: ContentWithFiles,
  [newContent, newFiles]: ContentWithFiles,
): { content: EntryContent; files: EntryFile[] } {
  const isReplaced = ({ field }: EntryFile) =>
    newFiles.some((file) => file.field === field) || field in newContent.body
  const remaining = files.flatMap((meta, index) =>
    isReplaced(meta) ? [] : [{ meta, name: rejectedContent.fileNames[index] ?? '' }],
  )
  return {
    content: {
      ...rejectedContent,
      ...newContent,
      body: { ...rejectedContent.body, ...newContent.body },
      fileNames: [...remaining.map(({ name }) => name), ...newContent.fileNames],
    },
    files: [...remaining.map(({ meta }) => meta), ...newFiles],
  }
}
