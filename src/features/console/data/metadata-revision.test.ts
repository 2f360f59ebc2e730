import { expect, onTestFinished, test } from 'vitest'
import type { ErrorKey } from '#contract/errors.ts'
import { ApiError } from '#lib/api.ts'
import {
  subscribeToRevisions,
  reportMissingModule,
  withRevisionReporting,
  type RevisionNotice,
} from './metadata-revision.ts'

function listen(): RevisionNotice[] {
  const heard: RevisionNotice[] = []
  onTestFinished(subscribeToRevisions((change) => heard.push(change)))
  return heard
}

const refusal = (status: number, key: ErrorKey) =>
  new ApiError({ status, code: status, key, msg: '', url: '/x' })

test('an answer tells which description of its module holds now', () => {
  const heard = listen()
  withRevisionReporting('talks').onHeaders(new Headers({ 'X-Metadata-Revision': 'abc' }))
  // A proxy's page has none.
  withRevisionReporting('talks').onHeaders(new Headers())
  expect(heard).toEqual([{ module: 'talks', revision: 'abc' }])
})

test('a list that is not there tells that its module is gone; any other failure does not [227]', async () => {
  const heard = listen()
  expect(await reportMissingModule('talks', Promise.resolve(7))).toBe(7)
  await expect(reportMissingModule('talks', Promise.reject(refusal(503, 'server.busy')))).rejects.toThrow(
    '503',
  )
  expect(heard).toEqual([])
  await expect(reportMissingModule('talks', Promise.reject(refusal(404, 'not_found')))).rejects.toThrow('404')
  expect(heard).toEqual([{ module: 'talks', revision: undefined }])
})
