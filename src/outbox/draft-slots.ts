import type { Drafts } from './drafts.ts'
import { StoreError } from './store.ts'

/** Drafts as forms use them: what is done to one happens in the order in which it was asked. */
export type DraftSlots = Omit<Drafts, 'dropHandedIn'>

/** Makes the slots of one page, over its drafts. */
export function createDraftSlots(drafts: DraftSlots): DraftSlots {
  const turns = new Map<string, Promise<unknown>>()
  /** Drafts of which the device did not say whether they are there: they must not be written over unseen. */
  const unread = new Set<string>()
  const inTurn = <T>(owner: string, form: string, work: (name: string) => Promise<T>): Promise<T> => {
    const name = `${owner} ${form}`
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
    save: (owner, form, values, sensitive) =>
      inTurn(owner, form, async (name) => {
        if (unread.has(name) && (await look(name, owner, form)) !== undefined) {
          unread.add(name)
          throw new StoreError('blocked')
        }
        await drafts.save(owner, form, values, sensitive)
      }),
    drop: (owner, form) =>
      inTurn(owner, form, async (name) => {
        await drafts.drop(owner, form)
        unread.delete(name)
      }),
  }
}
