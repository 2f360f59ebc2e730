import { deliver } from './deliver.ts'
import type { Content, StoredEntry, Submission, Told } from './entry.ts'
import { NotStored } from './not-stored.ts'
import { enqueue, type NewEntry } from './queue/enqueue.ts'
import { isSurely, type SenderParts } from './sender.ts'
import type { StoreError } from './store.ts'

/**
 * Sends what this device could not keep: at once and only once, while its form stays open.
 * @returns the entry, `done`, or `rejected` with what the server said
 * @throws NotStored when our server did not answer
 */
export async function sendUnstored(
  parts: SenderParts,
  owner: string,
  fresh: NewEntry,
  submission: Submission,
  cause: StoreError,
): Promise<{ entry: StoredEntry; told: Told | undefined }> {
  const { http, during, clock } = parts
  if (!isSurely(parts, owner)) await parts.confirm()
  if (!isSurely(parts, owner)) throw new NotStored(cause.problem, cause)
  const { entry } = enqueue(undefined, fresh)
  if (!entry) throw new NotStored(cause.problem, cause)
  const { files = [], body, title, formPath } = submission
  const content: Content = { title, formPath, body, fileNames: files.map(({ name }) => name) }
  const sending = deliver(http, {
    entry,
    content,
    readFile: async (index) => files[index]?.file,
    noteUpload: async () => undefined,
    isStillTheirs: () => isSurely(parts, owner),
  })
  const outcome = await (during ? during(sending) : sending)
  switch (outcome.kind) {
    case 'done':
      return {
        entry: { ...entry, state: 'done', serverRef: outcome.ref, doneAtMs: clock.nowMs() },
        told: undefined,
      }
    case 'rejected':
    case 'conflict':
      return { entry: { ...entry, state: 'rejected', trouble: outcome.trouble }, told: outcome.told }
    default:
      throw new NotStored(cause.problem, cause)
  }
}
