import { createRequire } from 'node:module'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { foldText } from '#contract/fold-text.ts'
import { locales } from '#contract/locale.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import { localizedColumn } from './module-tables.ts'

/** Characters of a text that count for the order. */
const maxCharacters = 80
/** A text of at most this many Chinese characters is taken for a person's name: surnames have readings of their own. */
const maxPersonNameCharacters = 3

const hanRun = /\p{Script=Han}+/gu
const nonWordCharacters = /[^\p{L}\p{N}]+/gu
const digitRun = /\d+/g

/** Cache of keys of Chinese texts: a key takes a third of a millisecond to compute, and imports repeat texts. */
const hanKeys = new Map<string, string>()
const maxHanKeys = 10_000

/**
 * Checks for a field whose texts people expect in alphabetical order: sortable texts that a form writes freely. Codes and
 * ids, which have a pattern, are compared as they are.
 */
export function hasSortKey(field: FieldDefinition): boolean {
  return field.type === 'string' && field.sortable && field.surfaces.form && field.pattern === undefined
}

/** Lists the columns of a module whose texts have a sort key. */
export function listSortedColumns({ fields }: ModuleDefinition): string[] {
  return Object.entries(fields)
    .filter(([, field]) => hasSortKey(field))
    .flatMap(([key, field]) =>
      field.localized ? locales.map((locale) => localizedColumn(key, locale)) : [key],
    )
}

/**
 * Builds the value of the column `sort_keys`: a JSON object with a key for each text that is not empty. Compared by code
 * points, as both databases do, the keys follow the alphabet in any case, pinyin and numbers.
 */
export function toSortKeys(definition: ModuleDefinition, columns: Readonly<Record<string, unknown>>): string {
  const keys = listSortedColumns(definition).flatMap((name) => {
    const text = columns[name]
    const key = typeof text === 'string' ? toSortKey(text) : ''
    return key === '' ? [] : [[name, key] as const]
  })
  return JSON.stringify(Object.fromEntries(keys))
}

/** Converts a text to its sort key, in which punctuation and case do not affect the order. */
export function toSortKey(text: string): string {
  const folded = foldText(text.slice(0, maxCharacters)).replace(nonWordCharacters, ' ').trim()
  return folded
    .replace(digitRun, toNumberKey)
    .replace(hanRun, (run) =>
      toHanKey(run, run === folded && Array.from(run).length <= maxPersonNameCharacters),
    )
}

/** Puts the number of digits before them, in three digits: `10` becomes `00210` and comes after `0012`. */
function toNumberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '')
  return `${String(value.length).padStart(3, '0')}${value}`
}

/**
 * Joins each syllable (pinyin with its tone, `xi1`) with its character: 西安 becomes `xi1西an1安`. The tone separates xi’an
 * from xian, and the character groups equal ones.
 */
function toHanKey(run: string, isPerson: boolean): string {
  const cacheKey = `${isPerson}${run}`
  let key = hanKeys.get(cacheKey)
  if (key !== undefined) return key
  const syllables = loadPinyin()(run, {
    type: 'array',
    toneType: 'num',
    // ü becomes v, so that syllables have ASCII letters only.
    v: true,
    traditional: true,
    // A surname at the head of a name has its own reading: 单 is shan, elsewhere dan.
    surname: isPerson ? 'head' : 'off',
  })
  key = Array.from(run, (character, index) => `${syllables[index] ?? ''}${character}`).join('')
  // A full cache starts again: simpler than finding the oldest keys, and as good for an import.
  if (hanKeys.size >= maxHanKeys) hanKeys.clear()
  hanKeys.set(cacheKey, key)
  return key
}

/** The function of the library that converts Chinese characters to syllables. */
type Pinyin = (typeof import('pinyin-pro'))['pinyin']

let pinyin: Pinyin | undefined

/** The dictionary takes 16 MB of memory: it is loaded with the first Chinese text. */
function loadPinyin(): Pinyin {
  pinyin ??= (createRequire(import.meta.url)('pinyin-pro') as typeof import('pinyin-pro')).pinyin
  return pinyin
}
