import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { memberFeatures } from '../../scripts/vite/chunk-groups.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const namesIn = /\{([\w,-]+)\}\.json'/g

/** The namespaces of a chunk that visitors do not fetch, as a language names them. */
function namespacesOf(locale: string, chunk: 'registration' | 'member'): readonly string[] {
  const text = readFileSync(join(root, `src/app/i18n/${locale}-${chunk}.ts`), 'utf8')
  return [...text.matchAll(namesIn)].flatMap(([, names = '']) => names.split(','))
}

/** What a source asks of these namespaces: whole, or by a key's prefix. */
function asksFor(text: string, namespaces: readonly string[]): string[] {
  return namespaces.filter((name) =>
    new RegExp(String.raw`useTranslation\([^)]*'${name}'|\bt\(['\x60]${name}:`).test(text),
  )
}

/** Sources of the app that come with a feature, or with none of them. */
function sourcesOf(isAsked: (path: string) => boolean): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => /(?<!\.test)\.tsx?$/.test(path) && isAsked(path),
  )
}

/** What visitors see: all but members' features and the outbox's own parts. */
function isForVisitors(path: string): boolean {
  const [folder = '', , feature = ''] = path.split(/[\\/]/)
  return folder !== 'outbox' && !memberFeatures.has(folder === 'features' ? feature : folder)
}

/** Forms, what waits to be sent, and the registration: what is there before anybody is signed in. */
const isOnTheWayIn = (path: string) =>
  isForVisitors(path) || /^(outbox|forms|features[\\/]participant[\\/](register|outbox))[\\/]/.test(path)

function faultsOf(isAsked: (path: string) => boolean, namespaces: readonly string[]): string[] {
  return sourcesOf(isAsked).flatMap((path) =>
    asksFor(readFileSync(join(root, 'src', path), 'utf8'), namespaces).map((name) => `${path} › ${name}`),
  )
}

it('both languages put the same texts aside, and leave them out of what everybody reads', () => {
  for (const [chunk, one] of [
    ['registration', 'register'],
    ['member', 'accounts'],
  ] as const) {
    const names = namespacesOf('en', chunk)
    expect(names).toContain(one)
    expect(namespacesOf('zh-CN', chunk)).toEqual(names)
    for (const locale of ['en', 'zh-CN'])
      expect(readFileSync(join(root, `src/app/i18n/${locale}.ts`), 'utf8')).toContain(
        `'!**/{${names.join(',')}}.json'`,
      )
  }
})

it('nothing that visitors see says what they do not fetch', () => {
  expect(
    faultsOf(isForVisitors, [...namespacesOf('en', 'registration'), ...namespacesOf('en', 'member')]),
  ).toEqual([])
})

it('nothing on the way in says what only signed-in people fetch', () => {
  expect(faultsOf(isOnTheWayIn, namespacesOf('en', 'member'))).toEqual([])
})

it('a screen that would is told', () => {
  expect(asksFor("const { t } = useTranslation(['news', 'outbox'])", ['outbox', 'forms'])).toEqual(['outbox'])
  expect(asksFor("t('forms:send')", ['outbox', 'forms'])).toEqual(['forms'])
})
