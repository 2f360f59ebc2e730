import type { Drafts } from './drafts.ts'
import { StoreError } from '#platform/device-store/store.ts'

/**
 * Drafts as forms use them: the operations on one draft run in the order of their calls. A save during a running write
 * runs after it. Of several such saves only the newest is written, so that fast typing does not queue up writes.
 * Only the sender removes submitted drafts, without this writer, since it may run in the worker.
 */
export type DraftWriter = Omit<Drafts, 'dropSubmitted'>

/** The save that runs after the operations before it. Later saves replace its values. */
interface NextSave {
  values: object
  sensitive: readonly string[]
  saved: Promise<void>
}

/** Creates the draft writer of one page. */
export function createDraftWriter(drafts: DraftWriter): DraftWriter {
  /** The newest operation on each draft, by run key. */
  const lastRuns = new Map<string, Promise<unknown>>()
  /** Run keys of drafts that could not be read. A save must not overwrite them. */
  const unreadDrafts = new Set<string>()
  /** Saves that have not started yet, by run key. */
  const nextSaves = new Map<string, NextSave>()
  const runInOrder = <T>(owner: string, form: string, work: (runKey: string) => Promise<T>): Promise<T> => {
    const runKey = getRunKey(owner, form)
    // Saves from here on run after this operation.
    nextSaves.delete(runKey)
    const run = (lastRuns.get(runKey) ?? Promise.resolve()).catch(() => undefined).then(() => work(runKey))
    lastRuns.set(runKey, run)
    const cleanUp = () => lastRuns.get(runKey) === run && lastRuns.delete(runKey)
    run.then(cleanUp, cleanUp)
    return run
  }
  const loadDraft = async <Values>(runKey: string, owner: string, form: string) => {
    // Stays when the read throws.
    unreadDrafts.add(runKey)
    const draft = await drafts.load<Values>(owner, form)
    unreadDrafts.delete(runKey)
    return draft
  }
  return {
    load: <Values>(owner: string, form: string) =>
      runInOrder(owner, form, (runKey) => loadDraft<Values>(runKey, owner, form)),
    save(owner, form, values, sensitive) {
      const scheduled = nextSaves.get(getRunKey(owner, form))
      if (scheduled) {
        Object.assign(scheduled, { values, sensitive })
        return scheduled.saved
      }
      const write = async (runKey: string) => {
        if (nextSaves.get(runKey) === nextSave) nextSaves.delete(runKey)
        // The store failed when the form opened. A draft that can be read by now was never shown, so it stays.
        if (unreadDrafts.has(runKey) && (await loadDraft(runKey, owner, form)) !== undefined) {
          unreadDrafts.add(runKey)
          throw new StoreError('blocked')
        }
        await drafts.save(owner, form, nextSave.values, nextSave.sensitive)
      }
      const nextSave: NextSave = { values, sensitive, saved: runInOrder(owner, form, write) }
      nextSaves.set(getRunKey(owner, form), nextSave)
      return nextSave.saved
    },
    drop: (owner, form) =>
      runInOrder(owner, form, async (runKey) => {
        await drafts.drop(owner, form)
        unreadDrafts.delete(runKey)
      }),
  }
}

/** Returns the key under which a draft's operations run in order. */
const getRunKey = (owner: string, form: string): string => `${owner} ${form}`
