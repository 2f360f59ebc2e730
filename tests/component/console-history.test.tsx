import { describe, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RowRevisionInfo } from '../../contract/row-api.ts'
import {
  expectHeading,
  expectText,
  listSent,
  openConsole,
  press,
  readRow,
  readRows,
  textsOf,
} from './support/console.ts'
import { setNetwork, type Network } from './support/network.ts'
import { dialog } from './support/roles.ts'
import { text } from './support/texts.ts'

const hall = '/front/query/rooms/r-main'
const revisions = '/front/revisions/rooms/r-main'
const names = (zh: string, en: string) => ({ 'zh-CN': zh, en })

const write = (
  version: number,
  deed: string,
  before: object = {},
  fields = Object.keys(before),
): RowRevisionInfo => ({
  version,
  deed,
  fields,
  before: before as RowRevisionInfo['before'],
  at: `2023-09-05T0${version}:00:00Z`,
  actor: version === 1 ? null : { id: inject('people').organiser.user.id, name: '王小明' },
})

const history = [
  write(3, 'edit', { capacity: 800, name: names('主会场', 'Main Hall') }),
  write(2, 'edit', { capacity: 500 }),
  write(1, 'create', {}, ['name', 'capacity']),
]

/** The main hall as three writes made it. */
const openHall = async (network: Network = {}) => {
  const data = {
    ...(await readRow('rooms', 'r-main')),
    version: 3,
    capacity: 1200,
    name: names('新厅', 'New hall'),
  }
  return openConsole('/rooms/r-main', {
    network: { [hall]: { data }, [revisions]: { data: history }, ...(network as object) },
  })
}

const steps = () => page.getByRole('dialog').getByRole('list').first().getByRole('listitem')

describe('the history of a record', () => {
  test('tells who changed what when, with both values, and brings a version back once it is told what that changes', async () => {
    await openHall({ 'POST /front/restore/rooms': { data: { id: 'r-main', version: 4 } } })
    await press('history.title')
    await expect.poll(() => textsOf('dialog ol > li').length).toBe(3)
    const [newest = '', second = '', first = ''] = textsOf('dialog ol > li')
    expect(newest).toContain(text('console:history.now'))
    expect(newest).toContain('王小明')
    expect(newest.split('\n')).toEqual(expect.arrayContaining(['主会场', '新厅', '800', '1200']))
    expect(second.split('\n')).toEqual(expect.arrayContaining(['500', '800']))
    expect(first).toContain(text('console:history.server'))
    expect(first).toContain(text('console:history.firstValues', { count: 2 }))
    await steps().nth(2).getByRole('button').click()
    const question = dialog(text('console:history.restoreTitle'))
    await expect.element(question.getByText(text('console:history.willChange'))).toBeVisible()
    expect(textsOf('dialog dl')[0]?.split('\n')).toEqual(expect.arrayContaining(['1200', '500']))
    await press('history.doRestore')
    await expect.poll(() => listSent()).toEqual([{ id: 'r-main', version: 1, known: 3 }])
    await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
    // What was brought back can be taken back in turn.
    await expectText('console:history.restored', { title: '新厅' })
    await press('close')
  })

  test('of a row of the sample is told as the server has it', async () => {
    const [row] = await readRows('registrations', 'filters=status:eq:approved')
    await openConsole(`/registrations/${row?.id}`)
    await press('history.title')
    await expect.poll(() => textsOf('dialog ol > li').length).toBe(2)
    expect(textsOf('dialog ol > li')[0]).toContain('通过')
  })

  test('may be empty', async () => {
    await openConsole('/rooms/r-main', { network: { [revisions]: { data: [] } } })
    await press('history.title')
    await expectText('console:history.none')
  })

  test('takes the newest change back alone, and stays when somebody wrote since', async () => {
    await openHall({ 'POST /front/restore/rooms': { status: 409, key: 'row.stale' } })
    await press('history.title')
    await steps()
      .first()
      .getByRole('button', { name: new RegExp(`^${text('console:undo.button')} `) })
      .click()
    await press('history.doRestore')
    await expect.element(page.getByRole('alert')).toMatchTextContent(text('console:undo.changed'))
    expect(listSent()[0]).toEqual({ id: 'r-main', version: 2, known: 3 })
    await press('action.cancel')
    await expect.poll(() => textsOf('dialog ol > li').length).toBe(3)
  })
})

test('a deleted record tells who deleted it, says why it cannot come back, and is brought back', async () => {
  const deleted: Network = {
    [hall]: { status: 404, key: 'not_found' },
    [revisions]: { data: [write(4, 'delete'), ...history] },
  }
  const fields = [{ path: 'code', key: 'field.taken', text: 'Another hall has this code' }]
  const restore = 'POST /front/restore/rooms'
  const { settle } = await openConsole('/rooms/r-main', {
    network: { ...deleted, [restore]: { status: 422, key: 'validation.failed', fields } },
  })
  await expectHeading('console:deleted.title')
  await expect.element(page.getByRole('main').getByText(/王小明/)).toBeVisible()
  await press('deleted.restore')
  const why = page.getByRole('alert')
  await expect.element(why).toMatchTextContent('Another hall')
  await settle()
  await expect.element(why).toMatchTextContent('Another hall')
  setNetwork({ ...deleted, [restore]: { data: {} } })
  await press('deleted.restore')
  await expect.poll(() => listSent().at(-1)).toEqual({ id: 'r-main' })
})

describe('deleting', () => {
  test('asks first, names the record, sends the version that was seen, and is taken back [235, 319]', async () => {
    await openHall({
      'POST /front/delete/rooms': { data: {} },
      'POST /front/restore/rooms': { data: { id: 'r-main', version: 5 } },
    })
    await press('delete.title')
    const question = dialog(text('console:delete.title'))
    await expect.element(question.getByText('新厅')).toBeVisible()
    await expect.element(question.getByText(text('console:delete.text'))).toBeVisible()
    await press('action.cancel')
    expect(listSent()).toEqual([])
    await press('delete.title')
    await question.getByRole('button', { name: text('console:delete.button') }).click()
    await expect.poll(() => listSent()).toEqual([{ id: 'r-main', version: 3 }])
    const title = text('console:delete.done', { title: '新厅' })
    await expect.element(page.getByText(title)).toBeVisible()
    await press('undo.button')
    await expectText('console:undo.done', { title })
    expect(listSent()[1]).toEqual({ id: 'r-main' })
  })

  test('says why it could not be taken back', async () => {
    await openHall({
      'POST /front/delete/rooms': { data: {} },
      'POST /front/restore/rooms': { status: 422, key: 'validation.failed', msg: 'The name is taken.' },
    })
    await press('delete.title')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('console:delete.button') })
      .click()
    await press('undo.button')
    await expectText('console:undo.failed')
    await expect.element(page.getByText('The name is taken.')).toBeVisible()
  })
})
