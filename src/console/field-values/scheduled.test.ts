import { expect, test } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { informations } from '#contract/modules/informations.ts'
import { buildListQuery } from '../list/list-query.ts'
import { isScheduled } from './Scheduled.tsx'

const news = {
  ...informations,
  options: { article_status: informations.fields.status.options },
  permissions: ['list', 'drafts'],
  rules: [],
  publication: { from: 'published_at', when: informations.published },
} as unknown as ModuleMetadata
const nowMs = Date.parse('2023-09-05T20:00:00Z')
const row = (published_at: string | null, status = 'published') => ({ published_at, status })

test('a row is scheduled while it is to be public at a moment to come', () => {
  const scheduled = (values: object, metadata = news) => isScheduled(metadata, values as never, nowMs)
  expect(scheduled(row('2023-09-05T20:00:01Z'))).toBe(true)
  expect(scheduled(row('2023-09-05T20:00:00Z'))).toBe(false)
  expect(scheduled(row('2023-09-05T20:00:01Z', 'draft'))).toBe(false)
  expect(scheduled(row(null))).toBe(false)
  const { publication: _, ...other } = news
  expect(scheduled(row('2023-09-05T20:00:01Z'), other)).toBe(false)
})

test('a list requests the fields of publication, whatever columns it shows', () => {
  const state = { searchText: '', filters: [], sorters: {}, columns: [{ field: 'title' }] }
  expect(buildListQuery(news, state, true).params.fields).toEqual(
    expect.arrayContaining(['published_at', 'status', 'title']),
  )
})
