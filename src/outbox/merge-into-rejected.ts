import type { EntryContent, EntryFile } from './entry.ts'
import { findMergeCandidate, mergeCandidate } from './queue/merge-rejected.ts'
import type { SenderDeps } from './outbox-deps.ts'

/** Joins what was refused and the changes of it that wait behind it, so that nothing waits for ever. */
export async function mergeIntoRejected(
  { queues, sealerOf, newId }: Pick<SenderDeps, 'queues' | 'sealerOf' | 'newId'>,
  owner: string,
): Promise<void> {
  const sealer = sealerOf(owner)
  for (;;) {
    const pair = findMergeCandidate(await queues.read(owner))
    if (!pair) return
    const before = await sealer.open(pair.refused.content)
    const after = await sealer.open(pair.change.content)
    // What cannot be read cannot be joined: its person deletes it.
    if (!before || !after) return
    const { content, files } = join([before, pair.refused.files], [after, pair.change.files])
    const revision = { key: newId(), content: await sealer.seal(content), files }
    await queues.change(owner, (queue) => ({
      queue: mergeCandidate(queue, pair, revision),
      result: undefined,
    }))
  }
}

type Typed = readonly [content: EntryContent, files: readonly EntryFile[]]

/** What was typed last counts, field by field; so do the files. */
function join(
  [before, files]: Typed,
  [after, newFiles]: Typed,
): { content: EntryContent; files: EntryFile[] } {
  const isReplaced = ({ field }: EntryFile) =>
    newFiles.some((file) => file.field === field) || field in after.body
  const kept = files.flatMap((meta, index) =>
    isReplaced(meta) ? [] : [{ meta, name: before.fileNames[index] ?? '' }],
  )
  return {
    content: {
      ...before,
      ...after,
      body: { ...before.body, ...after.body },
      fileNames: [...kept.map(({ name }) => name), ...after.fileNames],
    },
    files: [...kept.map(({ meta }) => meta), ...newFiles],
  }
}
