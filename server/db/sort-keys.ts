import { createRequire } from 'node:module'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { foldText } from '#contract/fold-text.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { listFieldColumns } from './module-tables.ts'

/** Characters of a text that count for its place. */
const maxCharacters = 80
/** A Chinese name of a person has a surname, which some characters are read otherwise in. */
const personNameCharacters = 3

const hanRun = /\p{Script=Han}+/gu
const noWord = /[^\p{L}\p{N}]+/gu
const number = /\d+/g

/** Keys of Chinese texts that were made last: reading one takes a third of a millisecond, and an import repeats them. */
const hanKeys = new Map<string, string>()
const maxHanKeys = 10_000

/** True for a text that people write and read, and so want in the order of a register; codes and ids are none. */
export function isReadText(field: FieldDefinition): boolean {
  return field.type === 'string' && field.sortable && field.surfaces.form && field.pattern === undefined
}

/** Columns of a module whose texts have a sort key. */
export function sortedColumns({ fields }: ModuleDefinition): string[] {
  return Object.entries(fields)
    .filter(([, field]) => isReadText(field))
    .flatMap(([key, field]) => listFieldColumns(key, field).map(({ name }) => name))
}

/**
 * The content of a row's column `sort_keys`: a JSON object with a key for each text that is not empty. Compared by code
 * points, as both databases do, the keys follow the alphabet in any case, pinyin and numbers.
 */
export function toSortKeys(definition: ModuleDefinition, columns: Readonly<Record<string, unknown>>): string {
  const keys = sortedColumns(definition).flatMap((name) => {
    const text = columns[name]
    const key = typeof text === 'string' ? toSortKey(text) : ''
    return key === '' ? [] : [[name, key] as const]
  })
  return JSON.stringify(Object.fromEntries(keys))
}

/** Folded and in words, so that signs and case do not part what is read alike. */
export function toSortKey(text: string): string {
  const folded = foldText(text.slice(0, maxCharacters)).replace(noWord, ' ').trim()
  return folded
    .replace(number, toNumberKey)
    .replace(hanRun, (run) => toHanKey(run, run === folded && Array.from(run).length <= personNameCharacters))
}

/** The count of digits before them: 10 comes after 2. */
function toNumberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '')
  return `${String(value.length).padStart(3, '0')}${value}`
}

/** Each syllable with its tone, which parts xi’an from xian, and its character, which keeps the same ones together. */
function toHanKey(run: string, isPerson: boolean): string {
  const known = `${isPerson}${run}`
  let key = hanKeys.get(known)
  if (key !== undefined) return key
  const syllables = loadPinyin()(run, {
    type: 'array',
    toneType: 'num',
    v: true,
    traditional: true,
    surname: isPerson ? 'head' : 'off',
  })
  key = Array.from(run, (character, index) => `${syllables[index] ?? ''}${character}`).join('')
  if (hanKeys.size >= maxHanKeys) hanKeys.clear()
  hanKeys.set(known, key)
  return key
}

type Pinyin = (typeof import('pinyin-pro'))['pinyin']

let pinyin: Pinyin | undefined

/** The dictionary is 16 MB in memory: only who writes Chinese loads it. */
function loadPinyin(): Pinyin {
  pinyin ??= (createRequire(import.meta.url)('pinyin-pro') as typeof import('pinyin-pro')).pinyin
  return pinyin
}
