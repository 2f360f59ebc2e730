import { maxFileBytes, type StoredEntry } from './entry.ts'
import {
  isStoredKey,
  KeyMissingError,
  getSealingKeyName,
  type Sealed,
  type SealedBytes,
  type Sealer,
  type SealingKey,
  type StoredKey,
} from '#platform/device-store/sealing.ts'
import type { KeyValueStore } from '#platform/device-store/store.ts'

/** Drafts of forms, stored on the device. `owner` is the user's owner key; `form` is the name of the draft. */
export interface Drafts {
  /**
   * Loads the values with their files; undefined when there is no draft, or when it cannot be unsealed.
   * @throws StoreError
   */
  load: <Values>(owner: string, form: string) => Promise<Values | undefined>
  /**
   * Stores the values of a form, and the files among them.
   * @param sensitive keys of fields that are omitted, like all files, where the device cannot seal
   * @throws KeyMissingError when another tab has removed the key: then nothing is written
   * @throws StoreError
   */
  save: (owner: string, form: string, values: object, sensitive: readonly string[]) => Promise<void>
  /** Removes a draft with its files. */
  drop: (owner: string, form: string) => Promise<void>
  /** Removes a draft that was submitted at that time. Input typed later stays. */
  dropSubmitted: (owner: string, form: string, submittedAtMs: number) => Promise<void>
}

/** A draft saved up to this long after its entry still belongs to it, in milliseconds: its last write may be slow. */
const lateSaveMs = 2000

/** A draft as it is stored. Its files have keys of their own, so that they are not rewritten with each letter. */
interface StoredDraft {
  /** JSON, with a {@link FilePlaceholder} in place of each file. */
  text: Sealed<string>
  /** `at` is the id of a file, part of the key of its bytes. */
  files: readonly { at: string; sizeBytes: number }[]
  /** Time of the write, by which a submission recognizes its own draft. */
  savedAtMs: number
}

/** Replaces a file in the JSON: its index in `files`, its name and its type, which are sealed with the text. */
interface FilePlaceholder {
  $file: number
  name: string
  type: string
}

/** Returns the name of the draft of a row's form. @param id of a new row: the id that the device gave it */
export const getDraftName = (module: string, id: string): string => `${module} ${id}`

/** Storage key of a draft. */
const draftKey = (owner: string, form: string): string => `draft:${owner}:${form}`

/** Lists the files of a draft that its replacement no longer names. */
const listRemovedFiles = (draft: StoredDraft | undefined, replacement: StoredDraft): StoredDraft['files'] =>
  (draft?.files ?? []).filter(({ at }) => !replacement.files.some((file) => file.at === at))

const fileKeys = (owner: string, form: string, files: StoredDraft['files']): string[] =>
  files.map(({ at }) => draftFileKey(owner, form, at))

/** Storage key of the bytes of a file. @param at id of the file */
const draftFileKey = (owner: string, form: string, at: string): string => `draft-file:${owner}:${form}:${at}`

/** Key prefixes of a user's drafts and of their files. */
export const getDraftKeyPrefixes = (owner: string): readonly string[] => [
  `draft:${owner}:`,
  `draft-file:${owner}:`,
]

/** Lists the names of a user's drafts. @throws StoreError */
export async function listDraftedForms(store: KeyValueStore, owner: string): Promise<ReadonlySet<string>> {
  const keys = await store.keys(draftKey(owner, ''))
  return new Set(keys.map((key) => key.slice(draftKey(owner, '').length)))
}

/**
 * Returns whether only this entry leads to a draft: drafts of new rows are stored under the id that this device gave the
 * row (`entityId`), which nothing but the entry knows. Such an entry must stay, as a receipt too, or the draft is lost.
 */
export const isFoundByEntryOnly = (
  { deed, module, entityId }: Pick<StoredEntry, 'deed' | 'module' | 'entityId'>,
  forms: ReadonlySet<string>,
): boolean => deed.kind === 'create' && forms.has(getDraftName(module, entityId))

/** Creates the drafts of a device over a store. */
export function createDrafts(
  store: KeyValueStore,
  getSealer: (owner: string) => Sealer,
  newId: () => string,
  nowMs: () => number = Date.now,
): Drafts {
  /** Storage ids (`at`) of files that this page has read from a draft or written to one. They need no second write. */
  const fileIds = new WeakMap<Blob, string>()
  const findFileId = (file: Blob, storedIds: ReadonlySet<string>): string | undefined => {
    const at = fileIds.get(file)
    return at !== undefined && storedIds.has(at) ? at : undefined
  }
  const dropWhere = (owner: string, form: string, shouldDrop: (draft: StoredDraft) => boolean) =>
    store.change<StoredDraft, void>([draftKey(owner, form)], ([draft]) =>
      draft && shouldDrop(draft)
        ? { result: undefined, drop: [draftKey(owner, form), ...fileKeys(owner, form, draft.files)] }
        : { result: undefined },
    )
  return {
    async load<Values>(owner: string, form: string) {
      const [draft] = await store.read<StoredDraft>([draftKey(owner, form)])
      const text = draft && (await getSealer(owner).open(draft.text))
      if (!draft || text === undefined) return undefined
      const bytes = await store.read<SealedBytes>(
        fileKeys(owner, form, draft.files),
        draft.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      )
      const fileContents = await Promise.all(
        bytes.map(async (sealed) => sealed && getSealer(owner).openBytes(sealed)),
      )
      const toFile = ({ $file, name, type }: FilePlaceholder): File | undefined => {
        const content = fileContents[$file]
        const at = draft.files[$file]?.at
        if (!content || at === undefined) return undefined
        const file = new File([content], name, { type })
        fileIds.set(file, at)
        return file
      }
      return JSON.parse(text, (_key, value: unknown) =>
        isFilePlaceholder(value) ? toFile(value) : value,
      ) as Values
    },
    async save(owner, form, values, sensitive) {
      const sealer = getSealer(owner)
      const sealedWith = await sealer.getKey()
      const files: Blob[] = []
      const plaintext = serializeValues(values, files)
      const sealed = await sealer.seal(plaintext, sealedWith)
      const isSealed = sealed.kind === 'sealed'
      const text = isSealed
        ? sealed
        : await sealer.seal(serializeValues(omitFields(values, sensitive), undefined))
      const storedFiles = isSealed ? files : []
      const [storedDraft] = await store.read<StoredDraft>([draftKey(owner, form)])
      const storedIds = new Set(storedDraft?.files.map(({ at }) => at))
      const filesWithIds = storedFiles.map((file) => ({ file, at: findFileId(file, storedIds) ?? newId() }))
      const put = await Promise.all(
        filesWithIds
          .filter(({ at }) => !storedIds.has(at))
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
        files: filesWithIds.map(({ at, file }) => ({ at, sizeBytes: file.size })),
        savedAtMs: nowMs(),
      }
      await replaceDraft(store, { owner, form }, { draft, put, sealedWith })
      for (const { file, at } of filesWithIds) fileIds.set(file, at)
    },
    drop: (owner, form) => dropWhere(owner, form, () => true),
    dropSubmitted: (owner, form, submittedAtMs) =>
      dropWhere(owner, form, ({ savedAtMs }) => savedAtMs <= submittedAtMs + lateSaveMs),
  }
}

/** A draft with the files that are not on the device yet, and the key that sealed them. */
interface SealedDraft {
  draft: StoredDraft
  /** Sealed bytes of the new files, with their storage keys. */
  put: readonly (readonly [key: string, value: unknown])[]
  /** Undefined where the browser has no WebCrypto. */
  sealedWith: SealingKey | undefined
}

/**
 * Replaces a draft, and removes the files that the new one does not name.
 * @throws KeyMissingError when another tab has removed the key
 */
async function replaceDraft(
  store: KeyValueStore,
  { owner, form }: { owner: string; form: string },
  { draft, put, sealedWith }: SealedDraft,
): Promise<void> {
  const keys = [draftKey(owner, form), getSealingKeyName(owner)]
  const isWritten = await store.change<unknown, boolean>(keys, ([previous, storedKey]) =>
    sealedWith && !isStoredKey(sealedWith, storedKey as StoredKey | undefined)
      ? { result: false }
      : {
          result: true,
          put: [[draftKey(owner, form), draft], ...put],
          drop: fileKeys(owner, form, listRemovedFiles(previous as StoredDraft | undefined, draft)),
        },
  )
  if (!isWritten) throw new KeyMissingError()
}

/** Serializes values to JSON. @param files receives the files among the values; without it files are omitted */
function serializeValues(values: object, files: Blob[] | undefined): string {
  return JSON.stringify(values, (_key, value: unknown) => {
    if (!(value instanceof Blob)) return value
    if (!files || value.size > maxFileBytes) return undefined
    const name = value instanceof File ? value.name : ''
    const index = files.indexOf(value)
    return {
      $file: index === -1 ? files.push(value) - 1 : index,
      name,
      type: value.type,
    } satisfies FilePlaceholder
  })
}

const isFilePlaceholder = (value: unknown): value is FilePlaceholder =>
  typeof value === 'object' && value !== null && '$file' in value && typeof value.$file === 'number'

const omitFields = (values: object, fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !fields.includes(key)))
