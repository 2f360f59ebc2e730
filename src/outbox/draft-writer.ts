import type { Drafts } from './drafts.ts'
import { StoreError } from '#platform/device-store/store.ts'

/**
 * Drafts as forms use them: the operations on one draft run in the order of their calls. A save during a running write
 * runs after it. Of several such saves only the newest is written, so that fast typing does not queue up writes.
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
  const lastRuns = new Map<string, Promise<unknown>>()
  /** Drafts that could not be read. A save must not overwrite them. */
  const unreadDrafts = new Set<string>()
  const nextSaves = new Map<string, NextSave>()
  const runInOrder = <T>(owner: string, form: string, work: (name: string) => Promise<T>): Promise<T> => {
    const name = getRunKey(owner, form)
    // Saves from here on run after this operation.
    nextSaves.delete(name)
    const run = (lastRuns.get(name) ?? Promise.resolve()).catch(() => undefined).then(() => work(name))
    lastRuns.set(name, run)
    const cleanUp = () => lastRuns.get(name) === run && lastRuns.delete(name)
    run.then(cleanUp, cleanUp)
    return run
  }
  const loadDraft = async <Values>(name: string, owner: string, form: string) => {
    unreadDrafts.add(name)
    const draft = await drafts.load<Values>(owner, form)
    unreadDrafts.delete(name)
    return draft
  }
  return {
    load: <Values>(owner: string, form: string) =>
      runInOrder(owner, form, (name) => loadDraft<Values>(name, owner, form)),
    save(owner, form, values, sensitive) {
      const scheduled = nextSaves.get(getRunKey(owner, form))
      if (scheduled) {
        Object.assign(scheduled, { values, sensitive })
        return scheduled.saved
      }
      const write = async (name: string) => {
        if (nextSaves.get(name) === nextSave) nextSaves.delete(name)
        if (unreadDrafts.has(name) && (await loadDraft(name, owner, form)) !== undefined) {
          unreadDrafts.add(name)
          throw new StoreError('blocked')
        }
        await drafts.save(owner, form, nextSave.values, nextSave.sensitive)
      }
      const nextSave: NextSave = { values, sensitive, saved: runInOrder(owner, form, write) }
      nextSaves.set(getRunKey(owner, form), nextSave)
      return nextSave.saved
    },
    drop: (owner, form) =>
      runInOrder(owner, form, async (name) => {
        await drafts.drop(owner, form)
        unreadDrafts.delete(name)
      }),
  }
}

const getRunKey = (owner: string, form: string): string => `${owner} ${form}`
