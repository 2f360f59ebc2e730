import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../contract/api.ts'
import { startForum, type ForumProcess } from '../support/forum-process.ts'
import { sendRaw, toBytes } from '../support/raw-http.ts'

describe('the content security policy', () => {
  let forum: ForumProcess
  let download = ''
  beforeAll(async () => {
    forum = await startForum()
    download = await findDownload(forum.url)
  })
  afterAll(() => forum.stop())

  it.each([
    ['a page with data', '/agenda'],
    ['the console', '/console'],
    ['the worker', '/sw.js'],
    ['a file of the app', '/manifest.webmanifest'],
    ['a list', `/api${paths.list('tracks')}?size=0`],
    ['a refusal', '/api/nothing'],
    ['a page that is not there', '/nothing.html'],
    ['the readable description', '/api/docs/'],
    ['an address that cannot be read', '/%zz'],
    ['a download', 'download'],
  ])('of %s has no weakness that the evaluator calls high, wrong or medium [S11]', async (_what, address) => {
    const path = address === 'download' ? download : address
    const { headers } = await sendRaw(forum.port, toBytes({ path, headers: ['Accept: text/html,*/*'] }))
    expect(findWeaknesses(headers['content-security-policy'])).toEqual([])
  })

  it('of a download keeps what is opened from it without scripts and without our origin', async () => {
    const { headers } = await sendRaw(forum.port, toBytes({ path: download }))
    expect(headers['content-security-policy']).toMatch(/(^|; )sandbox($|;)/)
  })

  it.each(["script-src 'self' 'unsafe-inline'; object-src 'none'", 'sandbox', undefined])(
    'would not pass as %s',
    (policy) => {
      expect(findWeaknesses(policy)).not.toEqual([])
    },
  )
})

/** What Google's evaluator finds, but for what it calls a maybe: 'self' is one, since some sites host others' scripts. */
function findWeaknesses(policy: string | undefined): string[] {
  if (policy === undefined) return ['no policy']
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ directive, value = '', description }) => `${directive} ${value}: ${description}`)
}

async function findDownload(url: string): Promise<string> {
  const answer = await fetch(`${url}/api${paths.list('documents')}?size=1`)
  const { data } = (await answer.json()) as { data: { items: { file: { no: string } }[] } }
  return `/api${paths.downloadFile(data.items[0]?.file.no ?? '')}`
}
