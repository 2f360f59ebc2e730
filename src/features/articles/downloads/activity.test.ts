import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { activityQuery, recordActivity } from './activity.ts'

/** A server that counts the requests and answers that everything was done. */
function server() {
  const requests: string[] = []
  const api = {
    operateHistory: (activity: string, { module, id }: { module?: string; id?: string }) => {
      requests.push(`${activity} ${module} ${id}`)
      return Promise.resolve({ has: true })
    },
  }
  return { api, requests }
}

test('a page asks once for each document and deed, however many cards show it [313]', async () => {
  const { api, requests } = server()
  const client = new QueryClient()
  const fetchActivity = (activity: 'favourite' | 'download', id: string) =>
    client.fetchQuery(activityQuery('u1', activity, id, api))
  await Promise.all([
    fetchActivity('favourite', 'd1'),
    fetchActivity('favourite', 'd1'),
    fetchActivity('download', 'd1'),
  ])
  await fetchActivity('favourite', 'd1')
  await fetchActivity('favourite', 'd2')
  expect(requests).toEqual(['favourite documents d1', 'download documents d1', 'favourite documents d2'])
})

test('what one person did is not shown to another, and nothing of it is stored on the device [313]', async () => {
  const { api, requests } = server()
  const client = new QueryClient()
  await client.fetchQuery(activityQuery('u1', 'download', 'd1', api))
  const { queryKey, meta } = activityQuery('u2', 'download', 'd1', api)
  expect(client.getQueryData(queryKey)).toBeUndefined()
  expect(meta).not.toHaveProperty('persist')
  recordActivity(client, { userId: 'u1', activity: 'download', id: 'd1', has: false })
  await client.fetchQuery(activityQuery('u2', 'download', 'd1', api))
  expect(client.getQueryData(queryKey)).toBe(true)
  expect(requests).toHaveLength(2)
})
