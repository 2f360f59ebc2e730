import { beforeAll, expect, it } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import type { ServedRoute } from '../support/route-list.ts'
import { useServer } from '../support/use-server.ts'

interface Operation {
  tags?: string[]
  summary?: string
  parameters?: { in: string; name: string }[]
  responses: Record<string, object>
}

/** Nobody listens there: the routes are what counts. */
const weixin = { WEIXIN_APP_ID: 'a', WEIXIN_APP_SECRET: 'b', WEIXIN_BASE: 'http://127.0.0.1:9' }

/** The description itself, its reader, and the server of files, which knows no names. */
const isNoCall = ({ method, url }: ServedRoute): boolean =>
  /^\/api\/(docs|openapi\.json)/.test(url) || method === 'OPTIONS' || url.endsWith('*')

const nameOf = ({ method, url }: ServedRoute): string => `${method} ${url}`

const namesPath = ({ parameters = [] }: Operation, { url }: ServedRoute): boolean =>
  [...url.matchAll(/:(\w+)/g)].every(([, name]) =>
    parameters.some((each) => each.in === 'path' && each.name === name),
  )

eachDatabase('the description of the API', (suite) => {
  let calls: ServedRoute[] = []
  let described: Record<string, Record<string, Operation>> = {}
  const server = useServer(suite, { env: weixin })
  beforeAll(async () => {
    calls = server.routes.filter((route) => !isNoCall(route))
    const answer = await server.get('/openapi.json')
    described = ((await answer.json()) as { paths: typeof described }).paths
  })

  const find = ({ method, url }: ServedRoute): Operation | undefined =>
    described[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const without = (has: (operation: Operation, route: ServedRoute) => unknown): string[] =>
    calls
      .filter((route) => {
        const operation = find(route)
        return operation === undefined || !has(operation, route)
      })
      .map(nameOf)

  it('has every route that is registered', () => {
    expect(calls.length).toBeGreaterThan(50)
    expect(without(() => true)).toEqual([])
  })

  it.each<[string, (operation: Operation, route: ServedRoute) => boolean]>([
    [
      'says in one line what each is for, and where it belongs',
      ({ summary = '', tags = [] }) => summary.length > 10 && tags.length > 0,
    ],
    ['names everything that is part of a path', namesPath],
    [
      'says of each how a refusal looks',
      ({ responses }) => JSON.stringify(responses['default'] ?? '').includes('Refusal'),
    ],
  ])('%s', (_what, has) => {
    expect(without(has)).toEqual([])
  })
})
