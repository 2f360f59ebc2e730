import type { Drafts } from './drafts.ts'
import { StoreError } from '#lib/device-store/store.ts'

/**
 * Drafts as forms use them: what is done to one happens in the order in which it was asked. What is saved while a write
 * is under way is written after it, the newest only: each letter is on its way to the device at once, and none waits for
 * those between.
 */
export type DraftWriter = Omit<Drafts, 'dropHandedIn'>

/** What is to be written as soon as what was asked before is done. */
interface NextSave {
  values: object
  sensitive: readonly string[]
  kept: Promise<void>
}

/** Makes the slots of one page, over its drafts. */
export function createDraftWriter(drafts: DraftWriter): DraftWriter {
  const turns = new Map<string, Promise<unknown>>()
  /** Drafts of which the device did not say whether they are there: they must not be written over unseen. */
  const unread = new Set<string>()
  const nextSaves = new Map<string, NextSave>()
  const inTurn = <T>(owner: string, form: string, work: (name: string) => Promise<T>): Promise<T> => {
    const name = nameOf(owner, form)
    // What is saved from here on comes after this.
    nextSaves.delete(name)
    const turn = (turns.get(name) ?? Promise.resolve()).catch(() => undefined).then(() => work(name))
    turns.set(name, turn)
    const end = () => turns.get(name) === turn && turns.delete(name)
    turn.then(end, end)
    return turn
  }
  const look = async <Values>(name: string, owner: string, form: string) => {
    unread.add(name)
    const found = await drafts.load<Values>(owner, form)
    unread.delete(name)
    return found
  }
  return {
    load: <Values>(owner: string, form: string) =>
      inTurn(owner, form, (name) => look<Values>(name, owner, form)),
    save(owner, form, values, sensitive) {
      const before = nextSaves.get(nameOf(owner, form))
      if (before) {
        Object.assign(before, { values, sensitive })
        return before.kept
      }
      const write = async (name: string) => {
        if (nextSaves.get(name) === next) nextSaves.delete(name)
        if (unread.has(name) && (await look(name, owner, form)) !== undefined) {
          unread.add(name)
          throw new StoreError('blocked')
        }
        await drafts.save(owner, form, next.values, next.sensitive)
      }
      const next: NextSave = { values, sensitive, kept: inTurn(owner, form, write) }
      nextSaves.set(nameOf(owner, form), next)
      return next.kept
    },
    drop: (owner, form) =>
      inTurn(owner, form, async (name) => {
        await drafts.drop(owner, form)
        unread.delete(name)
      }),
  }
}

const nameOf = (owner: string, form: string): string => `${owner} ${form}`
