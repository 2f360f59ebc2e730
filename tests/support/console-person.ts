import { addPerson, call, signIn, type Answer, type TestUser } from './accounts.ts'
import type { TestServer } from './server.ts'

/** A signed-in user who calls the API. */
export interface Person {
  id: string
  token: string
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Answer>
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

/** Creates an account and signs in to it. */
export async function addSignedIn(server: TestServer, more: TestUser = {}): Promise<Person> {
  const id = await addPerson(server, more)
  return personOf(server, id, await signIn(server, id))
}

/** Creates the user of a token. */
export function personOf(server: TestServer, id: string, token: string): Person {
  return {
    id,
    token,
    get: (path, query = {}) =>
      call(server, `${path}?${new URLSearchParams(query).toString()}`, undefined, { token }),
    post: (path, body, headers = {}) => call(server, path, body, { token, headers }),
  }
}

/** Returns `data` of a response as a row; throws when it is none. */
export function rowIn({ body }: Answer): Record<string, unknown> & { id: string; version: number } {
  if (body.code !== 200) throw new Error(`refused: ${JSON.stringify(body)}`)
  return body.data as ReturnType<typeof rowIn>
}

/** Returns the rows of a list's response. */
export function itemsIn({ body }: Answer): Record<string, unknown>[] {
  if (body.code !== 200) throw new Error(`refused: ${JSON.stringify(body)}`)
  return (body.data as { items: Record<string, unknown>[] }).items
}

/** Lists the issues of a rejected write as `path key`, sorted. */
export function refusedFields({ status, body }: Answer): string[] {
  if (status !== 422) throw new Error(`not refused for fields: ${status} ${JSON.stringify(body)}`)
  return (body.error?.fields ?? []).map(({ path, key }) => `${path} ${key}`).toSorted()
}
