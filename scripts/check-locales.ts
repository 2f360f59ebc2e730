/**
 * `node scripts/check-locales.ts`: checks that both languages have the same files, keys and placeholders. Prints the
 * differences and exits with 1 when there are any.
 */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './lib/run.ts'

const folder = join(root, 'locales')

async function checkLocales(): Promise<void> {
  const first = await readLanguage('zh-CN')
  const second = await readLanguage('en')
  const differences = compareLanguages('zh-CN', first, 'en', second)
  for (const difference of differences) console.error(difference)
  const count = [...first.values()].reduce((sum, texts) => sum + Object.keys(texts).length, 0)
  if (differences.length === 0) console.log(`${count} texts in both languages`)
  process.exitCode = differences.length > 0 || count === 0 ? 1 : 0
}

/** Reads the texts of a language by namespace. */
async function readLanguage(language: string): Promise<Map<string, Texts>> {
  const names = (await readdir(join(folder, language))).filter((name) => name.endsWith('.json')).toSorted()
  const files = names.map(async (name) => {
    const texts: unknown = JSON.parse(await readFile(join(folder, language, name), 'utf8'))
    return [name, flatten(texts)] as const
  })
  return new Map(await Promise.all(files))
}

/** Texts of a file by their full keys, `offline.title`. */
export type Texts = Readonly<Record<string, string>>

/** Suffixes of i18next for plural forms, which differ between languages. */
const pluralSuffix = /_(zero|one|two|few|many|other)$/

/**
 * Flattens nested keys to dotted ones. Values that are neither text nor group become empty texts, which are reported.
 */
export function flatten(value: unknown, prefix = ''): Texts {
  if (typeof value !== 'object' || value === null) return { [prefix]: typeof value === 'string' ? value : '' }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, nested]) => flatten(nested, prefix ? `${prefix}.${key}` : key)),
  ) as Texts
}

/** Compares two languages: missing keys, empty texts and different placeholders, one line each. */
export function compareLanguages(
  firstName: string,
  first: ReadonlyMap<string, Texts>,
  secondName: string,
  second: ReadonlyMap<string, Texts>,
): string[] {
  const files = new Set([...first.keys(), ...second.keys()])
  return [...files].flatMap((file) => {
    const firstTexts = first.get(file)
    const secondTexts = second.get(file)
    if (!firstTexts) return [`locales/${firstName}/${file} is missing`]
    if (!secondTexts) return [`locales/${secondName}/${file} is missing`]
    return [
      ...findMissing(`locales/${secondName}/${file}`, firstTexts, secondTexts),
      ...findMissing(`locales/${firstName}/${file}`, secondTexts, firstTexts),
      ...findEmpty(`locales/${firstName}/${file}`, firstTexts),
      ...findEmpty(`locales/${secondName}/${file}`, secondTexts),
      ...findOtherPlaceholders(file, firstTexts, secondTexts),
    ]
  })
}

const removePluralSuffix = (key: string) => key.replace(pluralSuffix, '')

/** Finds texts that another language has; one plural form of a text is enough. */
function findMissing(path: string, expectedTexts: Texts, actualTexts: Texts): string[] {
  const actualKeys = new Set(Object.keys(actualTexts).map(removePluralSuffix))
  return [...new Set(Object.keys(expectedTexts).map(removePluralSuffix))]
    .filter((key) => !actualKeys.has(key))
    .map((key) => `${path}: ${key} is missing`)
}

function findEmpty(path: string, texts: Texts): string[] {
  return Object.entries(texts)
    .filter(([, text]) => text.trim() === '')
    .map(([key]) => `${path}: ${key} is empty`)
}

/** `{{count}}` may be missing in a plural form ("one day"). Every other placeholder must be in both languages. */
function findOtherPlaceholders(file: string, firstTexts: Texts, secondTexts: Texts): string[] {
  const firstPlaceholders = collectPlaceholders(firstTexts)
  const secondPlaceholders = collectPlaceholders(secondTexts)
  return [...firstPlaceholders].flatMap(([key, placeholders]) => {
    const otherPlaceholders = secondPlaceholders.get(key)
    if (otherPlaceholders === undefined || otherPlaceholders === placeholders) return []
    return [`locales/*/${file}: ${key} has the placeholders [${placeholders}] and [${otherPlaceholders}]`]
  })
}

/**
 * Collects the names of placeholders by key: `count` of `{{count}}`, `name` of `{{- name, format}}`. Plural forms are one key.
 */
function collectPlaceholders(texts: Texts): Map<string, string> {
  const placeholdersByKey = new Map<string, Set<string>>()
  for (const [key, text] of Object.entries(texts)) {
    const placeholders = placeholdersByKey.get(removePluralSuffix(key)) ?? new Set<string>()
    for (const match of text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)) placeholders.add(match[1] ?? '')
    placeholdersByKey.set(removePluralSuffix(key), placeholders)
  }
  return new Map(
    [...placeholdersByKey].map(([key, placeholders]) => [key, [...placeholders].toSorted().join(', ')]),
  )
}

// Tests import this file without running it.
if (import.meta.main) await checkLocales()
