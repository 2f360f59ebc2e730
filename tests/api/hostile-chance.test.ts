import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { addPerson } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { hostileValues } from '../support/hostile-input.ts'
import { sendRaw, toBytes, type RawRequest } from '../support/raw-http.ts'
import { findFault } from '../support/refusal-check.ts'
import type { ServedRoute } from '../support/route-list.ts'
import { twoSizes } from '../support/sizes.ts'
import { useServer } from '../support/use-server.ts'

/** Fixed seeds, so that a run means the same everywhere; fast-check prints seed and path of what it finds. */
const sizes = twoSizes(
  { seed: 20230904, numRuns: 60 },
  { seed: 20230905, numRuns: 600 },
  'sends 600 requests of chance',
)

/** Nobody listens there: a provider that is down. */
const deadProvider = 'http://127.0.0.1:9'

const placeholder = /:\w+(\([^)]*\))?\??|\*/g

const text = fc.string({ unit: 'binary', maxLength: 60 })
/** A value as a client would encode it, and one as none would. */
const pathValue = fc.oneof(
  text.filter((value) => value.isWellFormed()).map((value) => encodeURIComponent(value) || '1'),
  fc.constantFrom(...hostileValues),
)
const queryName = fc.oneof(
  fc.constantFrom(...'filters fq sorters fields page size q drafts type token __proto__'.split(' ')),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
)
const query = fc.array(fc.tuple(queryName, text), { maxLength: 4 }).map((pairs) =>
  pairs
    .filter((pair) => pair.every((part) => part.isWellFormed()))
    .map((pair) => pair.map((part) => encodeURIComponent(part)).join('='))
    .join('&'),
)
const headerValue = fc.string({ unit: fc.constantFrom(...Array.from('abc019 ;,="*/-_.:\t')), maxLength: 40 })
const headerNames =
  'Accept Accept-Language Accept-Encoding Range If-None-Match If-Range Cookie X-Forwarded-For Idempotency-Key ' +
  'Tus-Resumable Upload-Length Upload-Metadata'
const header = fc
  .tuple(fc.constantFrom(...headerNames.split(' ')), headerValue)
  .map(([name, value]) => `${name}: ${value}`)
const bodyNames =
  'login_name login_pwd mobile check captcha code id old_password new_password token __proto__'
const names = fc.constantFrom(...bodyNames.split(' '))
const body = fc.oneof(
  fc.constant(undefined),
  fc.json({ maxDepth: 4 }),
  fc
    .dictionary(names, fc.oneof(text, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 5 })
    .map((value) => JSON.stringify(value)),
  text,
)
const type = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/offset+octet-stream',
  'text/plain',
)

eachDatabase('requests of chance', (suite) => {
  const server = useServer(suite, {
    env: { LOG_LEVEL: 'error', WEIXIN_APP_ID: 'a', WEIXIN_APP_SECRET: 'b', WEIXIN_BASE: deadProvider },
  })
  let id: string
  let routes: readonly ServedRoute[] = []
  beforeAll(async () => {
    id = await addPerson(server, { role: 'organiser', isAdministrator: true })
    routes = server.routes.filter(({ url }) => url.startsWith('/api/'))
  })

  for (const { size, mark } of sizes)
    it(
      `never bring the server to a fault, ${size.numRuns} of them [S15]`,
      { ...mark, timeout: 120_000 },
      async () => {
        const request = fc
          .tuple(
            fc.nat(),
            fc.array(pathValue, { minLength: 3, maxLength: 3 }),
            query,
            fc.array(header, { maxLength: 3 }),
            type,
            body,
            fc.boolean(),
          )
          .map(([index, values, search, headers, contentType, content, isSignedIn]) => {
            const route = routes[index % routes.length]
            const asked: RawRequest = {
              method: route?.method ?? 'GET',
              path: `${fill(route?.url ?? '/api', values)}?${search}`,
              headers: content === undefined ? headers : [...headers, `Content-Type: ${contentType}`],
              ...(content !== undefined && { body: content }),
            }
            return { asked, isSignedIn }
          })
        await fc.assert(
          fc.asyncProperty(request, async ({ asked, isSignedIn }) => {
            const token = isSignedIn
              ? [`Authorization: ${await insertSignIn(server.db.kysely, { id }, new Date())}`]
              : []
            const answer = await sendRaw(
              server.port,
              toBytes({ ...asked, headers: [...(asked.headers ?? []), ...token] }),
            )
            expect(findFault(answer, { mayPass: true })).toBeUndefined()
          }),
          size,
        )
        expect(server.log).toBe('')
      },
    )
})

function fill(url: string, values: readonly string[]): string {
  let at = -1
  return url.replaceAll(placeholder, () => values[(at += 1)] ?? '1')
}
