/**
 * `node scripts/check-locales.ts`: checks that both languages have the same files, keys and placeholders. Prints the
 * differences and exits with 1 when there are any.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareLanguages, flatten, type Texts } from './lib/compare-locales.ts'
import { root } from './lib/run.ts'

const folder = join(root, 'locales')
const first = await readLanguage('zh-CN')
const second = await readLanguage('en')
const differences = compareLanguages('zh-CN', first, 'en', second)
for (const difference of differences) console.error(difference)
const count = [...first.values()].reduce((sum, texts) => sum + Object.keys(texts).length, 0)
if (differences.length === 0) console.log(`${count} texts in both languages`)
process.exitCode = differences.length > 0 || count === 0 ? 1 : 0

/** Reads the texts of a language by namespace. */
async function readLanguage(language: string): Promise<Map<string, Texts>> {
  const names = (await readdir(join(folder, language))).filter((name) => name.endsWith('.json')).toSorted()
  const files = names.map(async (name) => {
    const texts: unknown = JSON.parse(await readFile(join(folder, language, name), 'utf8'))
    return [name, flatten(texts)] as const
  })
  return new Map(await Promise.all(files))
}
