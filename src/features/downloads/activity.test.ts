import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { activityQuery, recordActivity } from './activity.ts'

/** A server that counts what it is asked, and says that everything was done. */
function server() {
  const asked: string[] = []
  const api = {
    operateHistory: (deed: string, { module, id }: { module?: string; id?: string }) => {
      asked.push(`${deed} ${module} ${id}`)
      return Promise.resolve({ has: true })
    },
  }
  return { api, asked }
}

test('a page asks once for each document and deed, however many cards show it [313]', async () => {
  const { api, asked } = server()
  const client = new QueryClient()
  const ask = (deed: 'favourite' | 'download', id: string) =>
    client.fetchQuery(activityQuery('u1', deed, id, api))
  await Promise.all([ask('favourite', 'd1'), ask('favourite', 'd1'), ask('download', 'd1')])
  await ask('favourite', 'd1')
  await ask('favourite', 'd2')
  expect(asked).toEqual(['favourite documents d1', 'download documents d1', 'favourite documents d2'])
})

test('what one person did is not shown to another, and nothing of it is stored on the device [313]', async () => {
  const { api, asked } = server()
  const client = new QueryClient()
  await client.fetchQuery(activityQuery('u1', 'download', 'd1', api))
  const { queryKey, meta } = activityQuery('u2', 'download', 'd1', api)
  expect(client.getQueryData(queryKey)).toBeUndefined()
  expect(meta).not.toHaveProperty('persist')
  recordActivity(client, { userId: 'u1', deed: 'download', id: 'd1', has: false })
  await client.fetchQuery(activityQuery('u2', 'download', 'd1', api))
  expect(client.getQueryData(queryKey)).toBe(true)
  expect(asked).toHaveLength(2)
})
