import { expect, it } from 'vitest'
import type { ListParams } from '#contract/api.ts'
import type { Api } from '#platform/api.ts'
import { authStore } from '#platform/auth.ts'
import { participantRowsQuery } from './participant-rows.ts'

it('own rows lie under their module and their person, and are asked for as one’s own [224]', async () => {
  authStore.setToken('t')
  authStore.setUser({ id: 'anna', name: 'Anna', role: 'participant' })
  const requests: [string, ListParams | undefined][] = []
  const list: Api['list'] = async (module, params) => {
    requests.push([module, params])
    return { items: [], page: 1, size: 100, total: 0 }
  }
  const query = participantRowsQuery('side_meetings', { list })
  expect(query.queryKey).toEqual(['own', 'side_meetings', 'anna'])
  const { signal } = new AbortController()
  expect(await (query.queryFn as (context: { signal: AbortSignal }) => Promise<unknown>)({ signal })).toEqual(
    [],
  )
  expect(requests).toMatchObject([['side_meetings', { own: true, page: 1 }]])
})
