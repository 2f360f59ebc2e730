import { expect, onTestFinished, test } from 'vitest'
import type { ErrorKey } from '#contract/errors.ts'
import { ApiError } from '#platform/api.ts'
import {
  subscribeToRevisions,
  reportMissingModule,
  withRevisionReporting,
  type MetadataRevisionReport,
} from './metadata-revision.ts'

function listen(): MetadataRevisionReport[] {
  const notices: MetadataRevisionReport[] = []
  onTestFinished(subscribeToRevisions((change) => notices.push(change)))
  return notices
}

const createError = (status: number, key: ErrorKey) =>
  new ApiError({ status, code: status, key, msg: '', url: '/x' })

test('a response reports the current metadata revision of its module', () => {
  const notices = listen()
  withRevisionReporting('talks').onHeaders(new Headers({ 'X-Metadata-Revision': 'abc' }))
  // A proxy's page has none.
  withRevisionReporting('talks').onHeaders(new Headers())
  expect(notices).toEqual([{ module: 'talks', revision: 'abc' }])
})

test('a list that is not there tells that its module is gone; any other failure does not [227]', async () => {
  const notices = listen()
  expect(await reportMissingModule('talks', Promise.resolve(7))).toBe(7)
  await expect(reportMissingModule('talks', Promise.reject(createError(503, 'server.busy')))).rejects.toThrow(
    '503',
  )
  expect(notices).toEqual([])
  await expect(reportMissingModule('talks', Promise.reject(createError(404, 'not_found')))).rejects.toThrow(
    '404',
  )
  expect(notices).toEqual([{ module: 'talks', revision: undefined }])
})
