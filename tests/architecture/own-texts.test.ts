import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { ofMembers } from '../../scripts/vite/chunk-groups.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const namesIn = /\{([\w,-]+)\}\.json'/g

/** The namespaces that visitors do not fetch, as a language's chunk names them. */
function ownNamespaces(locale: string): readonly string[] {
  const text = readFileSync(join(root, `src/app/i18n/${locale}-own.ts`), 'utf8')
  return [...text.matchAll(namesIn)].flatMap(([, names = '']) => names.split(','))
}

/** What a source asks of these namespaces: whole, or by a key's prefix. */
function asksFor(text: string, namespaces: readonly string[]): string[] {
  return namespaces.filter((name) =>
    new RegExp(String.raw`useTranslation\([^)]*'${name}'|\bt\(['\x60]${name}:`).test(text),
  )
}

/** Sources of what visitors see: all but members' features and the outbox's own parts. */
function visitorsSources(): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) => {
    const [folder, feature = ''] = path.split(/[\\/]/)
    return /(?<!\.test)\.tsx?$/.test(path) && folder !== 'outbox' && !ofMembers.has(feature)
  })
}

it('both languages put the same texts aside for people who take part, and leave them out of the others', () => {
  const own = ownNamespaces('en')
  expect(own).toContain('accounts')
  expect(ownNamespaces('zh-CN')).toEqual(own)
  for (const locale of ['en', 'zh-CN'])
    expect(readFileSync(join(root, `src/app/i18n/${locale}.ts`), 'utf8')).toContain(
      `'!**/{${own.join(',')}}.json'`,
    )
})

it('nothing that visitors see says what they do not fetch', () => {
  const own = ownNamespaces('en')
  const faults = visitorsSources().flatMap((path) =>
    asksFor(readFileSync(join(root, 'src', path), 'utf8'), own).map((name) => `${path} › ${name}`),
  )
  expect(faults).toEqual([])
})

it('a screen that would is told', () => {
  expect(asksFor("const { t } = useTranslation(['news', 'outbox'])", ['outbox', 'forms'])).toEqual(['outbox'])
  expect(asksFor("t('forms:send')", ['outbox', 'forms'])).toEqual(['forms'])
})
