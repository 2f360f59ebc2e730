import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Returns the URL of a database on the run's PostgreSQL. */
    postgresProvider: string
  }
}

/** Starts one PostgreSQL for all API tests with the first request, because many files need none. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<TestPostgres> | undefined
  const provider = createServer((_request, response) => {
    postgres ??= startPostgres()
    postgres.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  project.provide('postgresProvider', `http://127.0.0.1:${(provider.address() as AddressInfo).port}`)
  return async () => {
    provider.close()
    provider.closeAllConnections()
    await (await postgres?.catch(() => undefined))?.stop()
  }
}
