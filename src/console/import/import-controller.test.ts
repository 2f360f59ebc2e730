import { expect, test } from 'vitest'
import type { ImportCheckBody, ImportReport } from '#contract/transfer.ts'
import { ApiError, NetworkError } from '#platform/api.ts'
import { UploadInterruptedError } from '#platform/uploads/resumable-upload.ts'
import { createImportController, type ImportControllerDeps } from './import-controller.ts'

const column = (letters: string, header: string, path: string | null = null) => ({ letters, header, path })
const createReport = (headers: readonly string[], more: Partial<ImportReport> = {}): ImportReport => ({
  token: 'token',
  state: 'checked',
  expiresAt: '2023-09-05T02:00:00Z',
  mode: 'upsert',
  onError: 'stop',
  counts: { rows: 2, created: 2, updated: 0, unchanged: 0, bad: 0 },
  columns: headers.map((header, place) => column('ABC'[place] ?? '', header)),
  paths: [],
  match: [],
  sample: [],
  faults: [],
  faultCount: 0,
  faultGroups: [],
  notes: [],
  ...more,
})
const createError = (status: number, key: string, field?: string, path = 'file', data?: unknown) =>
  new ApiError({
    status,
    code: status,
    msg: key,
    url: '/',
    key: key as never,
    data,
    ...(field && { fields: [{ path, key: field, text: `${field} in words` }] }),
  })

/** Creates an import over a server that returns the test's answers in order; the last one repeats. */
function open(answers: Partial<Record<'upload' | 'check' | 'commit', unknown[]>>, remembered = {}) {
  const bodies: ImportCheckBody[] = []
  const uploads: (string | undefined)[] = []
  const rememberedColumns: unknown[] = []
  const next = async (name: keyof typeof answers): Promise<unknown> => {
    const list = answers[name] ?? []
    const answer = list.length > 1 ? list.shift() : list[0]
    if (answer instanceof Error) throw answer
    return answer
  }
  const deps: ImportControllerDeps = {
    upload: async (_, { url, onUrl }) => {
      uploads.push(url)
      onUrl('https://f/up/1')
      return (await next('upload')) as string
    },
    check: async (body) => {
      bodies.push(body)
      return (await next('check')) as ImportReport
    },
    commit: async () => (await next('commit')) as ImportReport,
    undo: async () => ({ undone: 2, left: 0 }),
    cancel: async () => undefined,
    loadAssignments: async () => remembered,
    saveAssignments: (assignments) => rememberedColumns.push(assignments),
    trackWork: (work) => work,
  }
  return { work: createImportController(deps), bodies, uploads, rememberedColumns }
}

const file = new File(['a'], 'list.csv')

test('imports a file, undoes it, and remembers the column assignments', async () => {
  const committed = createReport(['x'], { state: 'committed' })
  const { work, rememberedColumns } = open({
    upload: ['no'],
    check: [createReport(['x'])],
    commit: [committed],
  })
  await work.choose(file)
  expect(work.get()).toMatchObject({ phase: 'checked', fileName: 'list.csv', failure: undefined })
  work.change({ assignments: { x: 'name.en' } })
  await work.check()
  await work.commit('stop')
  expect(work.get()).toMatchObject({ phase: 'written', report: { state: 'committed' } })
  expect(rememberedColumns).toEqual([{ x: 'name.en' }])
  await work.undo('token')
  expect(work.get()).toMatchObject({ phase: 'undone', undoReport: { undone: 2, left: 0 } })
})

test('an upload that broke off goes on from where it was, with the same file', async () => {
  const { work, uploads } = open({
    upload: [new UploadInterruptedError('stalled'), 'no'],
    check: [createReport(['x'])],
  })
  await work.choose(file)
  expect(work.get()).toMatchObject({
    phase: 'choosing',
    file,
    failure: { kind: 'network', during: 'sending' },
  })
  await work.check()
  expect(work.get().phase).toBe('checked')
  expect(uploads).toEqual([undefined, 'https://f/up/1'])
})

test('a file that the server has deleted is uploaded again', async () => {
  const gone = createError(422, 'validation.failed', 'field.file')
  const { work, uploads } = open({
    upload: ['one', 'two'],
    check: [createReport(['x']), gone, createReport(['x'])],
  })
  await work.choose(file)
  await work.check()
  expect(work.get()).toMatchObject({ phase: 'checked', failure: { kind: 'refused', isFileGone: true } })
  await work.check()
  expect(work.get().failure).toBeUndefined()
  expect(uploads).toEqual([undefined, undefined])
})

test('sends assignments for the columns of the file; other columns cause another check', async () => {
  const { work, bodies } = open(
    { upload: ['no'], check: [createReport(['Name', 'Org'])] },
    { Org: 'organisation.en', gone: null },
  )
  await work.choose(file)
  expect(bodies.map(({ mapping }) => mapping)).toEqual([{}, { B: 'organisation.en' }])
})

test('a corrected file with fewer columns is checked by its own [317]', async () => {
  const noColumn = createError(422, 'validation.failed', 'import.no_column', 'mapping.B')
  const { work, bodies } = open({
    upload: ['no'],
    check: [createReport(['Name', 'Org']), createReport(['Name', 'Org']), noColumn, createReport(['Org'])],
  })
  await work.choose(file)
  work.change({ assignments: { Org: null } })
  await work.check()
  await work.choose(file)
  expect(bodies.slice(2).map(({ mapping }) => mapping)).toEqual([{ B: null }, {}, { A: null }])
  expect(work.get().phase).toBe('checked')
})

test('without a known header its columns are there to be assigned', async () => {
  const data = { columns: [column('A', '甲')], paths: [] }
  const unknown = createError(422, 'validation.failed', 'import.no_headers', 'mapping', data)
  const { work } = open({ upload: ['no'], check: [unknown] })
  await work.choose(file)
  expect(work.get()).toMatchObject({ phase: 'checked', headers: data, report: undefined, failure: undefined })
})

test('a commit without answer can be asked again with the same word on bad rows; one that is over is checked again [317]', async () => {
  const { work } = open({
    upload: ['no'],
    check: [createReport(['x'])],
    commit: [
      new NetworkError('no_answer', '/'),
      createError(404, 'import.unknown_token'),
      createReport(['x']),
    ],
  })
  await work.choose(file)
  await work.commit('skip')
  expect(work.get()).toMatchObject({
    phase: 'checked',
    onError: 'skip',
    failure: { kind: 'network', during: 'writing' },
  })
  expect(work.get().checkedWith).toBeDefined()
  await work.commit('skip')
  expect(work.get()).toMatchObject({ failure: { kind: 'expired' }, checkedWith: undefined, file })
})

test('a sign-in that ended and a right that was lost leave file and settings where they are [317]', async () => {
  const { work } = open({
    upload: ['no'],
    check: [createReport(['x']), createError(401, 'sign_in.required'), createError(404, 'not_found')],
  })
  await work.choose(file)
  work.change({ mode: 'create' })
  await work.check()
  expect(work.get()).toMatchObject({ failure: { kind: 'signedOut' }, file, settings: { mode: 'create' } })
  await work.check()
  expect(work.get()).toMatchObject({ failure: { kind: 'closed' }, file, settings: { mode: 'create' } })
})
