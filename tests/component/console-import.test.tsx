import { beforeEach, describe, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { authStore } from '#platform/auth.ts'
import type { ImportReport } from '../../contract/transfer.ts'
import { allowUploads, callsTo, expectText, listSent, openConsole, textsOf } from './support/console.ts'
import type { Call, Network, Reply } from './support/network.ts'
import { button, dialog, heading, link } from './support/roles.ts'
import type { OpenedScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const t = (key: string, values = {}) => text(`console-import:${key}`, values)
const pressImport = (key: string, values = {}) => button(t(key, values)).click()
const path = 'POST /import/rooms'
const expectImport = (key: string, values = {}) => expectText(`console-import:${key}`, values)

/** A check goes to the server of the sample forum, which writes nothing; what would write is answered by the test. */
const onlyChecks = (commit: Reply = 'pending', more: object = {}): Network => ({
  [path]: ({ body }: Call) => (Object.hasOwn(body as object, 'token') ? commit : 'server'),
  '/import/rooms': { data: { items: [] } },
  ...more,
})

/** The screen of the import into the rooms, with a file that was chosen. */
async function choose(name: string, part: BlobPart, network = onlyChecks()): Promise<OpenedScreen> {
  allowUploads()
  const screen = await openConsole('/rooms/import', { network })
  await page.getByLabelText(t('file.choose')).upload(new File([part], name, { type: 'text/csv' }))
  return screen
}

const table = '序号,名称（中文）,名称（英文）\n40,新厅,New hall\n'
/** Expects so many rows of a kind in what a check found. */
async function expectCount(kind: string, count: number): Promise<void> {
  await expect.poll(() => textsOf('main dl > div')).toContain(`${t(`counts.${kind}`)}\n${count}`)
}

const fault = (line: number) => document.querySelector(`[data-fault="${line}"]`)?.textContent ?? ''

/** What a check or its commit answered, as far as a test does not say otherwise. */
const report = (more: Partial<ImportReport> = {}): ImportReport => ({
  token: 'import-1',
  state: 'checked',
  expiresAt: '2023-09-05T04:00:00Z',
  mode: 'upsert',
  onError: 'stop',
  counts: { rows: 2, created: 1, updated: 1, unchanged: 0, bad: 0 },
  columns: [],
  paths: [],
  match: [],
  sample: [],
  faults: [],
  faultCount: 0,
  faultGroups: [],
  fileName: '会场.csv',
  notes: [],
  ...more,
})

/** An import of before, taken up again: its check stands there without a file. */
async function resume(found: ImportReport, network: object = {}): Promise<void> {
  await openConsole('/rooms/import', {
    network: { '/import/rooms': { data: { items: [found] } }, ...network } as Network,
  })
  await pressImport('earlier.goOn')
}

// An import goes on while its person looks at other screens; that of another one is gone.
beforeEach(() => authStore.setUser(inject('people').staff.user))

describe('a file to import', () => {
  test('is what its person may import', async () => {
    await openConsole('/travel_infos/import', { as: 'staff' })
    await expect.element(heading(t('noRight'), 1)).toBeVisible()
  })

  test.for([
    ['名单.xls', 'x', 'file.type', { kinds: 'CSV, XLSX' }],
    ['名单.csv', '', 'file.empty', {}],
  ] as const)('is told as unfit before any of it is sent: %s', async ([name, part, key, values]) => {
    await choose(name, part)
    await expectImport(key, values)
    expect(listSent()).toEqual([])
  })

  test('that the server cannot read is told with its reason [237]', async () => {
    await choose('blank.csv', ' ,\n\n,,\n')
    await expect.element(page.getByRole('alert').filter({ hasText: '文件中没有任何内容' })).toBeVisible()
  })

  test('is checked, and nothing is written before that is wanted [237]', async () => {
    await choose('会场.csv', table)
    await expectImport('state.good')
    await expectCount('created', 1)
    await expect.element(page.getByRole('cell', { name: '新厅' })).toBeVisible()
    await expect.element(button(t('act.commit', { count: 1 }))).toBeVisible()
    expect(listSent().filter((body) => Object.hasOwn(body as object, 'token'))).toEqual([])
  })

  test('without known headers has its columns assigned, and its encoding set right [237]', async () => {
    // A table in GB18030: 甲,乙,丙 and 40,新厅,New hall.
    const hex = 'bcd7 2c d2d2 2c b1fb 0a 3430 2c d0c2ccfc 2c'.replaceAll(' ', '')
    const gb18030 = Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
    const table = new Uint8Array([...gb18030, ...new TextEncoder().encode('New hall\n')])
    await choose('会场.csv', table)
    await expectImport('state.headers')
    const column = (letters: string, header: string) =>
      page.getByLabelText(t('columns.column', { letters, header }))
    const required = (label: string) => t('columns.required', { label })
    await column('A', '甲').selectOptions(required('序号'))
    await expectImport('columns.missing', { fields: '名称（中文）、名称（英文）' })
    await column('B', '乙').selectOptions(required('名称（中文）'))
    await column('C', '丙').selectOptions(required('名称（英文）'))
    const encoding = page.getByLabelText(t('reading.encoding'))
    await heading(t('reading.title')).click()
    await encoding.selectOptions('UTF-8')
    await pressImport('act.check')
    await expect.element(page.getByRole('alert').filter({ hasText: /utf-8/i })).toBeVisible()
    await encoding.selectOptions(t('reading.auto'))
    await pressImport('act.check')
    await expect.element(page.getByRole('cell', { name: '新厅' })).toBeVisible()
    await expect.element(page.getByText(/GB18030/).first()).toBeVisible()
  })

  test('with faults tells each with its place, by their kinds, and lets the good rows go alone [317]', async () => {
    await choose(
      '会场.csv',
      '序号,名称（中文）,名称（英文）,座位数\n40,一厅,Hall 1,\n41,二厅,,\n42,三厅,Hall 3,many\n43,四厅,,\n',
    )
    await expectImport('state.bad')
    await expectCount('bad', 3)
    expect(fault(3)).toContain('名称（英文）')
    expect(fault(4)).toContain(t('faults.value', { value: 'many' }))
    await page.getByRole('button', { name: /^名称（英文）：.*2/ }).click()
    await expect
      .poll(() =>
        [...document.querySelectorAll<HTMLElement>('[data-fault]')].map((each) => each.dataset['fault']),
      )
      .toEqual(['3', '5'])
    await expect.element(button(t('faults.download'))).toBeVisible()
    await expect.element(button(t('act.skip', { count: 1 }))).toBeVisible()
    expect(button(t('act.commit', { count: 1 })).elements()).toEqual([])
  })

  test('names rows that stand beside others in one place at one time, and lets them go', async () => {
    const warning = { line: 2, column: null, path: 'room', key: 'session.room.shared', value: '' }
    const warnings = [{ ...warning, text: 'Beside another talk', params: { row: 'other' } }]
    await resume(report({ warnings, warningCount: 1 }))
    await expect
      .element(page.getByText(`${t('faults.line', { line: 2 })}: Beside another talk`))
      .toBeVisible()
    await expect.element(button(t('act.commit', { count: 2 }))).toBeEnabled()
  })

  test('with thousands of faults draws those in view, and says how many there are', async () => {
    const rows = Array.from({ length: 1500 }, (_, at) => `${at},厅${at},`)
    await choose('会场.csv', `序号,名称（中文）,名称（英文）\n${rows.join('\n')}\n`)
    await expectCount('bad', 1500)
    expect(document.querySelectorAll('[data-fault]').length).toBeLessThan(60)
    await expect.element(page.getByText(/1500/).first()).toBeVisible()
  })

  test('is checked with what its person says of the rows', async () => {
    await choose('会场.csv', table)
    await expectImport('state.good')
    await heading(t('reading.title')).click()
    await page.getByText(t('mode.create')).click()
    await expectImport('state.stale')
    await pressImport('act.check')
    await expectImport('state.good')
    expect(listSent().at(-1)).toMatchObject({ mode: 'create' })
  })

  test('is stopped while it is checked', async () => {
    await choose('会场.csv', table, onlyChecks('pending', { [path]: 'pending' }))
    await expectImport('busy.stopping')
    await pressImport('busy.stop')
    await expect.element(page.getByLabelText(t('file.another'))).toBeInTheDocument()
    expect(textsOf('[role=alert]').join('')).toBe('')
  })

  test('goes on being checked while its person looks at another screen', async () => {
    const { go } = await choose('会场.csv', table)
    await go('/console/rooms')
    await expect.element(heading('会场', 1)).toBeVisible()
    await go('/console/rooms/import')
    await expectImport('state.good')
  })
})

describe('an import', () => {
  const written = report({
    state: 'committed',
    counts: { rows: 4, created: 2, updated: 0, unchanged: 1, bad: 1 },
    writtenAt: '2023-09-05T03:00:00Z',
  })

  test('tells what it wrote, what it left out, and leads to it; is taken back when that was agreed to [317]', async () => {
    await resume(report(), {
      [path]: { data: written },
      'POST /import/rooms/undo': { data: { undone: 1, left: 1 } },
    })
    await pressImport('act.commit', { count: 2 })
    await expectImport('done.created', { count: 2 })
    for (const key of ['done.unchanged', 'done.bad']) await expectImport(key, { count: 1 })
    expect(listSent()).toEqual([{ token: 'import-1', on_error: 'stop' }])
    await expect.element(link(t('act.show'))).toHaveAttribute('href', expect.stringContaining('updated_at'))
    const question = dialog(t('act.undoTitle'))
    await pressImport('act.undo')
    await question.getByRole('button', { name: t('act.cancel') }).click()
    expect(callsTo(/undo/)).toEqual([])
    await pressImport('act.undo')
    await question.getByRole('button', { name: t('act.undo') }).click()
    for (const key of ['undone.count', 'undone.left']) await expectImport(key, { count: 1 })
    expect(callsTo(/undo/).map(({ body }) => body)).toEqual([{ token: 'import-1' }])
  })

  test('leaves the bad rows out when that was chosen', async () => {
    await resume(
      report({ counts: { rows: 2, created: 1, updated: 0, unchanged: 0, bad: 1 }, faultCount: 1 }),
      { [path]: { data: written } },
    )
    await pressImport('act.skip', { count: 1 })
    await expectImport('done.bad', { count: 1 })
    expect(listSent()[0]).toEqual({ token: 'import-1', on_error: 'skip' })
  })

  test.for([
    [{ status: 401, key: 'sign_in.required' }, 'fail.signedOut'],
    [{ status: 404, key: 'not_found' }, 'fail.closed'],
    [{ status: 500, key: 'server.error' }, 'fail.unknown'],
  ] as const)('that is refused says why, and keeps its check (%o)', async ([reply, key]) => {
    await resume(report(), { [path]: reply, '/front/user/current': 'server' })
    await pressImport('act.commit', { count: 2 })
    await expect.element(page.getByRole('alert').filter({ hasText: t(key) })).toBeVisible()
    await expect.element(heading('会场.csv')).toBeVisible()
  })

  test('that is over is checked again [317]', async () => {
    const over = { status: 404, key: 'import.unknown_token' } as const
    await choose('会场.csv', table, onlyChecks(over))
    await pressImport('act.commit', { count: 1 })
    const alert = page.getByRole('alert').filter({ hasText: over.key })
    await alert.getByRole('button', { name: t('act.check') }).click()
    await expect.element(button(t('act.commit', { count: 1 }))).toBeVisible()
    await expect.poll(() => alert.elements()).toEqual([])
  })

  test('has nothing to write when every row is as it stands', async () => {
    await resume(report({ counts: { rows: 2, created: 0, updated: 0, unchanged: 2, bad: 0 } }))
    await expectImport('state.nothing')
    expect(button(/^导入 /).elements()).toEqual([])
  })
})

describe('earlier imports', () => {
  test('that are not known say so', async () => {
    await openConsole('/rooms/import', { network: { '/import/rooms': { status: 500, key: 'server.error' } } })
    await expectImport('earlier.failed')
  })

  test('a template that does not come is told', async () => {
    await openConsole('/rooms/import', { network: { '/import/rooms/template': 'offline' } })
    await pressImport('template.csv')
    await expectImport('download.failed')
  })
})
