import { maxFileBytes, type StoredEntry } from './entry.ts'
import {
  isThere,
  KeyMissingError,
  getSealingKeyName,
  type Sealed,
  type SealedBytes,
  type Sealer,
  type SealingKey,
  type StoredKey,
} from '#lib/device-store/sealing.ts'
import type { KeyValueStore } from '#lib/device-store/store.ts'

/** What is typed into forms and not sent yet, on the device. */
export interface Drafts {
  load: <Values>(owner: string, form: string) => Promise<Values | undefined>
  /**
   * Keeps what is typed, with the files that are among it.
   * @param sensitive fields that are left out where nothing can be sealed; files are left out there, too
   * @throws KeyMissingError when another tab has taken the key off the device meanwhile: then nothing is written
   * @throws StoreError
   */
  save: (owner: string, form: string, values: object, sensitive: readonly string[]) => Promise<void>
  drop: (owner: string, form: string) => Promise<void>
  /** Takes a draft away that was handed in then; what was typed after it stays. */
  dropHandedIn: (owner: string, form: string, handedInAtMs: number) => Promise<void>
}

/** The last letters may still be on their way to the device when a form is handed in, in milliseconds. */
const lastLettersMs = 2000

/** A draft as it lies on the device. Its files lie beside it: they are not written anew with each letter. */
interface StoredDraft {
  /** JSON, with a {@link FilePlace} where a file stands. */
  text: Sealed<string>
  files: readonly { at: string; sizeBytes: number }[]
  savedAtMs: number
}

/** Stands in JSON for a file: its place in `files`, and what would tell of it in clear. */
interface FilePlace {
  $file: number
  name: string
  type: string
}

/** Name of the draft of a row's form; of something new by the id that it has on the device. */
export const getDraftName = (module: string, id: string): string => `${module} ${id}`

const draftKey = (owner: string, form: string): string => `draft:${owner}:${form}`
/** Files of a draft that a later one no longer names. */
const without = (draft: StoredDraft | undefined, later: StoredDraft): StoredDraft['files'] =>
  (draft?.files ?? []).filter(({ at }) => !later.files.some((file) => file.at === at))

const fileKeys = (owner: string, form: string, files: StoredDraft['files']): string[] =>
  files.map(({ at }) => draftFileKey(owner, form, at))

const draftFileKey = (owner: string, form: string, at: string): string => `draft-file:${owner}:${form}:${at}`

/** Where a person's drafts, and the files among them, begin. */
export const getDraftKeyPrefix = (owner: string): readonly string[] => [
  `draft:${owner}:`,
  `draft-file:${owner}:`,
]

/** The forms of which there are drafts. @throws StoreError */
export async function listDraftedForms(store: KeyValueStore, owner: string): Promise<ReadonlySet<string>> {
  const keys = await store.keys(draftKey(owner, ''))
  return new Set(keys.map((key) => key.slice(draftKey(owner, '').length)))
}

/** Whether a draft is found by an entry alone: it lies under the id that something new has on this device. */
export const isFoundByEntryOnly = (
  { deed, module, entityId }: Pick<StoredEntry, 'deed' | 'module' | 'entityId'>,
  forms: ReadonlySet<string>,
): boolean => deed.kind === 'create' && forms.has(getDraftName(module, entityId))

/** Makes the place of drafts over a store. */
export function createDrafts(
  store: KeyValueStore,
  sealerOf: (owner: string) => Sealer,
  newId: () => string,
  nowMs: () => number = Date.now,
): Drafts {
  /** Places of files that lay on the device when they were last seen. */
  const placed = new WeakMap<Blob, string>()
  const placeOf = (file: Blob, there: ReadonlySet<string>): string | undefined => {
    const at = placed.get(file)
    return at !== undefined && there.has(at) ? at : undefined
  }
  const dropIf = (owner: string, form: string, isToGo: (draft: StoredDraft) => boolean) =>
    store.change<StoredDraft, void>([draftKey(owner, form)], ([draft]) =>
      draft && isToGo(draft)
        ? { result: undefined, drop: [draftKey(owner, form), ...fileKeys(owner, form, draft.files)] }
        : { result: undefined },
    )
  return {
    async load<Values>(owner: string, form: string) {
      const [draft] = await store.read<StoredDraft>([draftKey(owner, form)])
      const text = draft && (await sealerOf(owner).open(draft.text))
      if (!draft || text === undefined) return undefined
      const bytes = await store.read<SealedBytes>(
        fileKeys(owner, form, draft.files),
        draft.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      )
      const opened = await Promise.all(
        bytes.map(async (sealed) => sealed && sealerOf(owner).openBytes(sealed)),
      )
      const toFile = ({ $file, name, type }: FilePlace): File | undefined => {
        const content = opened[$file]
        const at = draft.files[$file]?.at
        if (!content || at === undefined) return undefined
        const file = new File([content], name, { type })
        placed.set(file, at)
        return file
      }
      return JSON.parse(text, (_key, value: unknown) => (isPlace(value) ? toFile(value) : value)) as Values
    },
    async save(owner, form, values, sensitive) {
      const sealer = sealerOf(owner)
      const sealedWith = await sealer.lastKey()
      const files: Blob[] = []
      const whole = toText(values, files)
      const sealed = await sealer.seal(whole, sealedWith)
      const isSealed = sealed.kind === 'sealed'
      const text = isSealed ? sealed : await sealer.seal(toText(unmarked(values, sensitive), undefined))
      const kept = isSealed ? files : []
      const [before] = await store.read<StoredDraft>([draftKey(owner, form)])
      const there = new Set(before?.files.map(({ at }) => at))
      const metas = kept.map((file) => ({ file, at: placeOf(file, there) ?? newId() }))
      const put = await Promise.all(
        metas
          .filter(({ at }) => !there.has(at))
          .map(
            async ({ file, at }) =>
              [
                draftFileKey(owner, form, at),
                await sealer.sealBytes(await file.arrayBuffer(), sealedWith),
              ] as const,
          ),
      )
      const draft: StoredDraft = {
        text,
        files: metas.map(({ at, file }) => ({ at, sizeBytes: file.size })),
        savedAtMs: nowMs(),
      }
      await replaceDraft(store, { owner, form }, { draft, put, sealedWith })
      for (const { file, at } of metas) placed.set(file, at)
    },
    drop: (owner, form) => dropIf(owner, form, () => true),
    dropHandedIn: (owner, form, handedInAtMs) =>
      dropIf(owner, form, ({ savedAtMs }) => savedAtMs <= handedInAtMs + lastLettersMs),
  }
}

/** A draft as it is written: with files that are not on the device yet, and the key that sealed it all. */
interface SealedDraft {
  draft: StoredDraft
  put: readonly (readonly [key: string, value: unknown])[]
  sealedWith: SealingKey | undefined
}

/**
 * Puts a draft in the place of the one before, whose files go when it does not name them.
 * @throws KeyMissingError when another tab has taken the key off the device meanwhile
 */
async function replaceDraft(
  store: KeyValueStore,
  { owner, form }: { owner: string; form: string },
  { draft, put, sealedWith }: SealedDraft,
): Promise<void> {
  const keys = [draftKey(owner, form), getSealingKeyName(owner)]
  const isWritten = await store.change<unknown, boolean>(keys, ([last, keyThere]) =>
    sealedWith && !isThere(sealedWith, keyThere as StoredKey | undefined)
      ? { result: false }
      : {
          result: true,
          put: [[draftKey(owner, form), draft], ...put],
          drop: fileKeys(owner, form, without(last as StoredDraft | undefined, draft)),
        },
  )
  if (!isWritten) throw new KeyMissingError()
}

/** @param files takes the files that are among the values; absent: they are left out */
function toText(values: object, files: Blob[] | undefined): string {
  return JSON.stringify(values, (_key, value: unknown) => {
    if (!(value instanceof Blob)) return value
    if (!files || value.size > maxFileBytes) return undefined
    const name = value instanceof File ? value.name : ''
    const known = files.indexOf(value)
    return {
      $file: known === -1 ? files.push(value) - 1 : known,
      name,
      type: value.type,
    } satisfies FilePlace
  })
}

const isPlace = (value: unknown): value is FilePlace =>
  typeof value === 'object' && value !== null && '$file' in value && typeof value.$file === 'number'

const unmarked = (values: object, fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !fields.includes(key)))
