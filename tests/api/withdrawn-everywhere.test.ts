import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { FilterItem } from '../../contract/filters.ts'
import { createRegistry } from '../../server/engine/schema/registry.ts'
import { softDeleteRows } from '../../server/engine/write/write-rows.ts'
import { storeFile } from '../../server/files/store-file.ts'
import { serverModules } from '../../server/modules/index.ts'
import { fillSampleForum } from '../../server/sample/fill-sample.ts'
import { createShellFolder } from '../support/shell-folder.ts'
import { eachDatabase } from '../support/databases.ts'
import { may } from '../support/expected-rights.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { chanceFrom, pooledRow } from '../support/pooled-rows.ts'
import type { ServedRoute } from '../support/route-list.ts'
import { useServer } from '../support/use-server.ts'

// Some thousand requests in each test.
vi.setConfig({ testTimeout: 120_000 })

const shell = '<!doctype html><html lang="zh-CN"><head><title>Shell</title></head><body></body></html>'
const now = new Date('2023-09-05T20:00:00Z')
const open = serverModules.filter((module) => may(module, 'anonymous', 'list'))
const names = open.map(({ definition }) => definition.name)
const idOf = (name: string) => `zz-${name.replaceAll('_', '-')}`
const wordOf = (name: string) => `Zanzibar${name.replaceAll('_', '')}`

/** A value of the kind that makes a row public, or that does not. */
function stateFor({ param, op, value }: FilterItem, isPublic: boolean, values: readonly unknown[]): object {
  const shown = Array.isArray(value) ? value : [value]
  if (typeof value === 'boolean') return { [param]: isPublic ? value : !value }
  return {
    [param]: isPublic && op !== 'nin' ? shown[0] : values.find((one) => !shown.includes(one as string)),
  }
}

/** True where an answer shows a module’s row: its words, or in a sitemap its address. */
const shows = (path: string, text: string, name: string): boolean =>
  text.includes(wordOf(name)) || (path.startsWith('/sitemap') && text.includes(idOf(name)))

function fieldsOf(path: string): string[] {
  const module = open.find(({ definition }) => path.endsWith(`/${definition.name}`))
  return Object.entries(module?.definition.fields ?? {}).flatMap(([key, field]) =>
    field.relation ? [key] : [],
  )
}

const keysOf = (name: string) => [idOf(name), wordOf(name), `F${idOf(name)}`]

const filled = (path: string, keys: readonly string[]) =>
  /[:*]/.test(path) ? keys.map((key) => path.replaceAll(/:\w+|\*/g, key)) : [path]

/** How screens, visitors and machines ask for an address. */
function queriesFor(path: string): string[] {
  if (path.endsWith('/front/search')) return names.map((name) => `?q=${wordOf(name)}`)
  if (path.includes('/relationship/')) return fieldsOf(path).map((field) => `?field=${field}&size=100`)
  if (path.endsWith('/all')) return ['', '?size=100', `?q=${wordOf(path.split('/').at(-2) ?? '')}`]
  return path.startsWith('/api/') ? [''] : ['', '?lang=en']
}

/** Each public address with each name and number in its places. */
function addressesOf(routes: readonly ServedRoute[]): string[] {
  const others = /^\/(api\/(docs|openapi)|assets|metrics|livez|readyz)/
  return routes
    .filter(({ method, url }) => method === 'GET' && !others.test(url))
    .flatMap(({ url }) =>
      url.includes(':module')
        ? names.flatMap((name) => filled(url.replace(':module', name), keysOf(name)))
        : filled(url, names.flatMap(keysOf)),
    )
    .flatMap((path) => queriesFor(path).map((query) => path + query))
}

eachDatabase('what was public', (suite) => {
  const server = useServer(suite, {
    start: now,
    late: () => ({ distDir: join(server.dataDir, 'dist') }),
    fill: async ({ dataDir, db, storage, secrets, now: clock }) => {
      await createShellFolder(join(dataDir, 'dist'), shell)
      await fillSampleForum({
        db,
        registry: createRegistry(serverModules),
        storage,
        secrets,
        clock: { now: clock },
      })
    },
  })

  /** Makes a public row of each module that has the module's own word in all its texts, its number and its file. */
  async function publish(): Promise<void> {
    for (const module of open) {
      const { definition } = module
      const { name, fields, published = [] } = definition
      const set: Record<string, unknown> = {}
      for (const [key, field] of Object.entries(fields)) {
        const word = `${wordOf(name)} ${key}`
        if (field.localized) set[key] = { 'zh-CN': word, en: word }
        if (['richtext', 'json'].includes(field.type)) set[key] = field.required ? { text: word } : null
        if (['file', 'image'].includes(field.type)) set[key] = { no: await putFile(name, field.type) }
        if (field.relation && names.includes(field.relation.module))
          set[key] = field.relation.many ? [idOf(field.relation.module)] : idOf(field.relation.module)
      }
      if (fields['name'] && !fields['name'].localized) set['name'] = idOf(name)
      if (fields['no']) set['no'] = wordOf(name)
      if (definition.publishedFrom !== undefined) set[definition.publishedFrom] = '2023-09-01T00:00:00Z'
      for (const condition of published) Object.assign(set, stateFor(condition, true, []))
      await writeRow(module, set)
    }
  }

  async function putFile(name: string, type: string): Promise<string> {
    const mediaType = type === 'image' ? 'image/png' : 'application/pdf'
    const file = { no: `F${idOf(name)}`, name: 'a', mediaType, bytes: Buffer.from(wordOf(name)) }
    const known = server.db.kysely.selectFrom('files').select('no').where('no', '=', file.no)
    if (!(await known.executeTakeFirst())) await storeFile(server.db.kysely, server.storage, file, now)
    return file.no
  }

  /** Values by chance for the rest; the table's own rules refuse some. */
  async function writeRow(module: (typeof open)[number], set: object): Promise<void> {
    let refusal: unknown
    for (let seed = 1; seed < 20; seed += 1) {
      const row = { ...pooledRow(module, idOf(module.definition.name), chanceFrom(seed)), ...set }
      refusal = await server.write(module.definition, [row]).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (refusal === undefined) return
    }
    throw refusal
  }

  async function ask(
    path: string,
    etag?: string,
  ): Promise<{ text: string; etag: string | undefined; status: number }> {
    const headers = { accept: 'text/html,*/*', ...(etag !== undefined && { 'if-none-match': etag }) }
    const answer = await fetchServed(server.url + path, { headers, redirect: 'manual' })
    return { text: await answer.text(), etag: answer.headers.get('etag') ?? undefined, status: answer.status }
  }

  const withdraw: Record<string, (module: (typeof open)[number]) => Promise<unknown>> = {
    'was deleted': ({ definition }) =>
      server.db.transaction((trx) => softDeleteRows(trx, definition, [idOf(definition.name)], { now })),
    'is a draft again': ({ definition }) => {
      const [condition] = definition.published ?? []
      if (!condition) return Promise.resolve()
      const { options = [] } = definition.fields[condition.param] ?? {}
      const values = options.map(({ value }) => value)
      return server.write(definition, [{ id: idOf(definition.name), ...stateFor(condition, false, values) }])
    },
  }

  describe.each(Object.entries(withdraw))('and %s', (_how, take) => {
    test('is nowhere any more, also for who has a copy and asks whether it still holds', async () => {
      await publish()
      const paths = addressesOf(server.routes)
      const seen = new Map<string, { text: string; etag: string | undefined }>()
      // Twice: answers are kept from their second use on.
      for (let time = 0; time < 2; time += 1)
        await askAll(paths, (path) => ask(path).then((answer) => seen.set(path, answer)))
      const gone = open.filter(
        ({ definition }) => take !== withdraw['is a draft again'] || definition.published,
      )
      const goneNames = gone.map(({ definition }) => definition.name)
      for (const name of goneNames) {
        const places = [...seen].filter(([path, { text }]) => shows(path, text, name))
        expect({ name, hasPlaces: places.length > 1 }).toEqual({ name, hasPlaces: true })
      }
      for (const module of gone) await take(module)
      const shown = [...seen].filter(([path, { text }]) => goneNames.some((name) => shows(path, text, name)))
      const showing = async (): Promise<string[]> => {
        const left: string[] = []
        await askAll(shown, async ([path, { etag }]) => {
          for (const answer of [await ask(path), await ask(path, etag)])
            if (answer.status === 304 || goneNames.some((name) => shows(path, answer.text, name)))
              left.push(`${answer.status} ${path}`)
        })
        return left
      }
      // What another process writes is seen within a second.
      await expect.poll(showing, { timeout: 20_000, interval: 1000 }).toEqual([])
    })
  })
})

/** Some at a time. */
async function askAll<Item>(items: readonly Item[], make: (item: Item) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += 20) await Promise.all(items.slice(at, at + 20).map(make))
}
