import { deliver } from './deliver.ts'
import { leaseMs, retryDelay } from './delays.ts'
import type { Content, Queue, StoredEntry, Told } from './entry.ts'
import { fileKey } from './places.ts'
import { renew, type Picker } from './queue/pick.ts'
import { noteUpload, settle, type Outcome, type Settlement } from './queue/settle.ts'
import type { SealedBytes, Sealer } from '#lib/device-store/sealing.ts'
import { isSurely, type Clock, type SenderParts } from './sender-parts.ts'
import { StoreError } from '#lib/device-store/store.ts'

/** Tries one entry that this sender has taken, and writes down how it ended. @throws StoreError */
export async function sendOne(
  parts: SenderParts,
  owner: string,
  entry: StoredEntry,
  picker: Picker,
): Promise<void> {
  const { store, queues, http, clock } = parts
  const sealer = parts.sealerOf(owner)
  const change = (step: (queue: Queue) => Queue) =>
    queues.change(owner, (queue) => ({ queue: step(queue), result: undefined }))
  const stopRenewing = keepRenewing(clock, () =>
    change((queue) => renew(queue, entry.id, { ...picker, nowMs: clock.nowMs() })),
  )
  try {
    const content = await sealer.open(entry.content).catch(toLate)
    const readFile = async (index: number) => {
      const meta = entry.files[index]
      const [file] = meta ? await store.read<SealedBytes>([fileKey(owner, meta)], meta.sizeBytes) : []
      const bytes = file && (await sealer.openBytes(file))
      return bytes && new Blob([bytes])
    }
    const send = (typed: Content) =>
      deliver(http, {
        entry,
        content: typed,
        readFile,
        noteUpload: (index, no) => change((queue) => noteUpload(queue, entry.id, index, no)),
        isStillTheirs: () => isSurely(parts, owner),
      })
    const outcome = content === late ? deviceIsLate : content ? await send(content) : unreadable
    const end = await toSettlement(outcome, entry, sealer, parts.random)
    if (end.kind === 'done' && content && content !== late && content.draft !== undefined)
      await parts.dropDraft?.(owner, content.draft, entry.createdAtMs).catch(() => undefined)
    await change((queue) => settle(queue, entry, end, clock.nowMs()))
    if (end.kind === 'done') parts.onDone?.({ ...entry, state: 'done', serverRef: end.ref })
  } finally {
    stopRenewing()
  }
}

/** The device does not say the key now. */
const late = Symbol('late')
const deviceIsLate: Outcome = { kind: 'wait', trouble: {} }

function toLate(error: unknown): typeof late {
  if (error instanceof StoreError) return late
  throw error
}

/** The key on this device is gone: what was typed cannot be sent, and its person must know. */
const unreadable: Extract<Outcome, { kind: 'rejected' }> = {
  kind: 'rejected',
  trouble: { key: 'content.gone' },
  told: { msg: '', problems: [] },
}

/** Renews a lease in time, as long as its sending lasts. */
function keepRenewing(clock: Clock, renewNow: () => Promise<void>): () => void {
  let stop: (() => void) | undefined
  const again = () => {
    stop = clock.after(leaseMs / 3, () => {
      renewNow().catch(() => undefined)
      again()
    })
  }
  again()
  return () => stop?.()
}

/** How long an entry rests before the token that was refused is tried once more, should it still be there. */
const authRestMs = 30_000

async function toSettlement(
  outcome: Outcome,
  { tries, isQuiet }: StoredEntry,
  sealer: Sealer,
  random: () => number,
): Promise<Settlement> {
  switch (outcome.kind) {
    case 'done':
      return outcome
    case 'needs_auth':
      return { kind: 'needs_auth', delayMs: authRestMs }
    case 'wait': {
      const { trouble, retryAfterMs } = outcome
      return { kind: 'wait', trouble, delayMs: retryDelay(tries, retryAfterMs, random) }
    }
    default:
      if (isQuiet) return { kind: 'dropped' }
      // Nothing is told of it, and a key that is gone is not made anew.
      if (outcome === unreadable) return { ...outcome, told: { kind: 'clear', value: outcome.told } }
      return { ...outcome, told: await sealer.seal<Told>(outcome.told) }
  }
}
